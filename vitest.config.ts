import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Minutes of browsers, kills, abuse, real models and large data: `npm run test:long`. */
const LONG = 'tests/**/*.long.test.ts'

export default defineConfig({
  test: {
    retry: 0,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    pool: 'forks',
    // Many tests wait for processes and servers: one worker less than cores, the default, leaves two cores half idle.
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      // Modules are loaded once a worker, not once a file: a third of the time.
      {
        extends: true,
        test: { name: 'unit', include: ['tests/unit/**/*.test.ts'], exclude: [LONG], isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['tests/{contract,integration,repo}/**/*.test.ts'],
          exclude: [LONG],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'long', include: [LONG] } },
    ],
  },
})
