import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    retry: 0,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
  },
})
