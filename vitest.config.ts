import { availableParallelism } from 'node:os'
import { env } from 'node:process'
import { defineConfig } from 'vitest/config'

/** Browsers, kills, every abuse, large data: `npm run test:long`. All else but the next is `npm test`. */
const LONG = '{tests,packages/*/tests}/**/*.long.test.ts'
/** `npm run test:real`, one file at a time: requests that a model server batches get other greedy answers. */
const REAL_SERVER = '{tests,packages/*/tests}/**/*real-server.long.test.ts'
/** Browsers, packing and installing on a machine that is busy with other work: only what hangs comes to these limits. */
const PATIENT = { testTimeout: 900_000, hookTimeout: 900_000 }
/** Where a program wants the results: a file of JSON. */
const { TEST_RESULTS: outputFile } = env

export default defineConfig({
  test: {
    retry: 0,
    // Node reads TypeScript itself: without Vite's rewriting in between, the tests take a sixth less processor time.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // What npm tells its children changes how commands are written in messages, and `npx vitest` is to give the same as `npm test`.
    env: { npm_command: '' },
    testTimeout: 180_000,
    // A browser on a loaded machine may take longer than the second that is the default; what holds is seen as soon as it does.
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 180_000,
    pool: 'forks',
    globalSetup: ['tests/fixtures/link-packages.mjs', 'tests/fixtures/temporary-root.mjs'],
    setupFiles: ['tests/fixtures/compile-cache.ts'],
    // Many tests wait for processes, servers and models at their pace: a worker a core leaves cores half idle.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    reporters: ['default', ...(outputFile === undefined ? [] : ['json'])],
    ...(outputFile === undefined ? {} : { outputFile }),
    projects: [
      // Modules are loaded once per worker, not once per file, which saves a third of the time.
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{tests,packages/*/tests}/unit/**/*.test.ts'],
          exclude: [LONG],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['{tests,packages/*/tests}/{contract,integration,regression,repo}/**/*.test.ts'],
          exclude: [LONG],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'long', include: [LONG], exclude: [REAL_SERVER], ...PATIENT } },
      { extends: true, test: { name: 'real', include: [REAL_SERVER], ...PATIENT } },
    ],
  },
})
