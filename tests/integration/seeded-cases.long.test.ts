/** The tests of which `npm test` goes through a part of their seeded cases, with all of them. */
import { env } from 'node:process'

env['TEST_ALL_CASES'] = '1'
await import('./api/keys.test.ts')
await import('./chat/random-faults.test.ts')
await import('./chat/random-streams.test.ts')
await import('./corpus/store-history.test.ts')
await import('./corpus/store-processes.test.ts')
await import('./index/artefacts.test.ts')
await import('./mcp/answers.test.ts')
await import('./retrieval/changed-corpus.test.ts')
await import('./thinking/leaving.test.ts')
await import('./thinking/same-again.test.ts')
