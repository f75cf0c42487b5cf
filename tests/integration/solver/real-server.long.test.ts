/** The small form of `npm run measure real-solver`: a model server that nobody here wrote. */
import { describe, expect, test } from 'vitest'
import { killReal, solveReal, stagesNotReached } from '../../../scripts/lib/real-solver.ts'
import { hasShared } from '../../../scripts/lib/shared.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const { GLOSS_TEST_LLM_URL: url = '' } = process.env
const why = url === '' ? 'GLOSS_TEST_LLM_URL is not set' : '../shared is not here'
const runs = url !== '' && hasShared
const name = 'the solver before a real server'
const MINUTES = 60_000

describe.skipIf(!runs)(runs ? name : `${name} (skipped: ${why})`, () => {
  const plan = () => ({
    url,
    scratch: temporaryFolder(),
    questions: 2,
    kills: 2,
    seed: 7,
    maxTokens: 12,
    onLine: () => undefined,
  })

  test(
    'ends by itself after every stage, and counts what the server counts',
    async () => {
      const solved = await solveReal(plan())
      expect(solved.runs.map(({ status }) => status)).toEqual(['done', 'done'])
      expect(stagesNotReached(solved)).toEqual([])
      const { ledger } = solved
      expect(ledger.whole).toBeGreaterThan(20)
      expect(ledger).toMatchObject({
        calls: ledger.whole + ledger.left,
        differing: 0,
        leftDiffering: 0,
        estimated: 0,
      })
    },
    15 * MINUTES,
  )

  test(
    'comes to the same when it is killed and gone on with',
    async () => {
      const { traces, undisturbed, kills } = await killReal(plan())
      expect(kills).toBe(2)
      for (const { trace } of traces) expect(trace).toEqual(undisturbed)
    },
    15 * MINUTES,
  )
})
