import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    retry: 0,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    pool: 'forks',
  },
})
