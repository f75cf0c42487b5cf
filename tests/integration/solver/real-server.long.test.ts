/** Tests the solver with a real model server. */
import { describe, expect, test } from 'vitest'
import { SMALL_CASES, solvePatterns } from '../../fakes/real-solver/real-patterns.ts'
import { killReal, solveReal, stagesNotReached } from '../../fakes/real-solver/real-solver.ts'
import { hasShared } from '../../fixtures/shared.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const { GLOSS_TEST_LLM_URL: url = '' } = process.env
const why = url === '' ? 'GLOSS_TEST_LLM_URL is not set' : '../shared is not here'
const runs = url !== '' && hasShared
const name = 'the solver before a real server'
const MINUTES = 60_000
/** A model of this size keeps no form, so that every judge rejects. */
const STAGES: Readonly<Record<string, readonly string[]>> = {
  single: ['answer'],
  hmaw: ['ceo', 'manager', 'worker'],
  pace: ['plan', 'answer', 'critique', 'answer.1', 'enclose'],
  phase: ['plan', 'hypothesis', 'analysis', 'solve', 'evaluate', 'solve.1', 'evaluate.1', 'finalize'],
  schema: ['architect', 'allocate', 'expert', 'synthesize', 'guard', 'synthesize.1', 'finalize'],
  rethinker: ['paths', 'selector.0'],
}

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
        estimated: ledger.left,
      })
    },
    15 * MINUTES,
  )

  test(
    'brings every other pattern to its end, and counts what the server counts',
    async () => {
      const runs = await solvePatterns(plan(), SMALL_CASES)
      expect(runs.map(({ pattern, status }) => [pattern, status])).toEqual(
        SMALL_CASES.map(({ pattern }) => [pattern, 'done']),
      )
      for (const { pattern, answer, stages, ledger } of runs) {
        expect(answer, pattern).not.toBe('')
        expect(stages, pattern).toEqual(STAGES[pattern])
        const { calls, whole, left } = ledger
        expect(ledger, pattern).toMatchObject({ differing: 0, leftDiffering: 0, estimated: left })
        expect(calls, pattern).toBe(whole + left)
      }
      const rethinker = runs.find(({ pattern }) => pattern === 'rethinker')?.details
      // Measured by the server: of the words between the marks, which were the model's to choose.
      expect(rethinker).toMatchObject({ hasPerplexity: true })
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
