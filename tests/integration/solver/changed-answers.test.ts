/** W6, W7 and W9 (specs, section 8; E72): stages that change answers, for better or worse, and the report that tells of each change. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { solveSet } from '../../../app/index.ts'
import { answersTables } from '../../../packages/lab/evaluation/index.ts'
import { evaluateAnswers } from '../../../packages/lab/use-cases/evaluate/evaluate-answers.ts'
import type { AgentRun } from '../../../solver/index.ts'
import { NEVER } from '../../fakes/fake-thinking.ts'
import { CHANGED_EXAMPLES, CHANGED_SCRIPTS } from '../../fixtures/changed-answers.ts'
import { openSolver } from '../../fixtures/solved-run.ts'

type Change = readonly [stage: string, before: string, after: string, turn: string]

/** What becomes of the two candidates of each example, and the answer that is chosen in the end. */
const EXPECTED: Readonly<Record<string, { readonly final: string; readonly changes: readonly Change[] }>> = {
  // Two wrong chains, one after the other: neither is the one before it.
  W6: {
    final: '3,3-dimethylhex-5-enal',
    changes: both(
      ['refine', '2-methylhept-4-enal', '2,2-dimethylhex-4-enal', 'right_to_wrong'],
      ['evaluate', '2,2-dimethylhex-4-enal', '3,3-dimethylhex-5-enal', 'wrong_to_wrong'],
    ),
  },
  W7: { final: 'C', changes: both(['refine', 'A', 'C', 'wrong_to_right']) },
  W9: {
    final: '2, 1, 0',
    changes: [
      ['refine', '3, 1, 1', '2, 1, 0', 'wrong_to_right'],
      ['refine', '2, 2, 0', '2, 1, 0', 'wrong_to_right'],
    ],
  },
}

/** Code of a refiner, and what of its output the solution goes on with. */
const RUN = { W7: 'has 9 times the area' } as const

function both(...changes: readonly Change[]): Change[] {
  return changes.flatMap((change) => [change, change])
}

test('W6, W7 and W9: each change of an answer is reported, also of a right one that was made wrong', async () => {
  const solver = await openSolver(CHANGED_SCRIPTS)
  const { gloss, workspace } = solver
  const [file, out] = [join(workspace, 'questions.json'), join(workspace, 'results')]
  writeFileSync(file, JSON.stringify(CHANGED_EXAMPLES))
  const refined = new Map<string, AgentRun[]>()
  const settings = { proposers: 2, rounds: 1, retrieval: 'none', seed: 1 }
  const { rows } = await solveSet(
    gloss,
    { file, out, runs: 1, request: { settings }, consent: async () => true },
    (event) => {
      if (event.type !== 'run' || event.event.type !== 'agent') return
      const { path, run } = event.event
      if (path.startsWith('refine/'))
        refined.set(event.place.id, [...(refined.get(event.place.id) ?? []), run])
    },
    NEVER,
  )
  const { report } = await evaluateAnswers(
    gloss,
    {
      results: out,
      judge: 'open',
      answersOnly: false,
      consent: async () => true,
      onProgress: () => undefined,
    },
    NEVER,
  )
  const [all] = report.settings
  const found = rows.map(({ id, finalAnswer }) => {
    const own = all?.changes?.changes.filter(({ questionId }) => questionId === id) ?? []
    const changes = own.map(({ stage, before, after, turn }) => [stage, before, after, turn])
    return [id, { final: finalAnswer, changes: changes.toSorted() }]
  })
  const expected = Object.entries(EXPECTED).map(([id, { final, changes }]) => [
    id,
    { final, changes: changes.toSorted() },
  ])
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected))

  for (const [id, said] of Object.entries(RUN)) {
    expect(refined.get(id)).toHaveLength(2)
    for (const { segments } of refined.get(id) ?? []) {
      expect(segments.map(({ by }) => by)).toContain('code')
      expect(segments.map(({ text }) => text).join('')).toContain(said)
    }
  }

  const table = answersTables(report).find(({ title }) => title === 'Answers that a stage changed')?.rows
  expect(table?.slice(1)).toEqual(
    [
      ['all runs', 'correct', '0 of 6', '0', '0', '0', '0', '0'],
      ['all runs', 'refine', '6 of 6', '4', '2', '0', '0', '0'],
      ['all runs', 'evaluate', '2 of 2', '0', '0', '2', '0', '0'],
    ].map(([, ...cells]) => [all?.name, ...cells]),
  )
  expect(all?.accuracy).toMatchObject({ correct: 2, judged: 3 })
})
