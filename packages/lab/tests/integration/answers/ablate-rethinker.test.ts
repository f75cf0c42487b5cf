/** `gloss ablate --pattern rethinker` with scripted models: Pass@n and hit rates, tool calls, errors of a judge, and the published rows. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { everyPattern, said } from '../../../../../tests/fixtures/every-pattern.ts'
import { preparedSet, questionIn } from '../../../../../tests/fixtures/question-set.ts'
import { boxed } from '../../../../../tests/fixtures/rethinker-run.ts'
import { answerOf } from '../../../../../tests/fixtures/run-cli.ts'
import type { AnswersReport } from '../../../evaluation/index.ts'

const ABLATE = ['ablate', 'questions.json', '--pattern', 'rethinker', '--yes', '--out', 'grid']
const SMALL = ['--set', 'paths=2']

test('R42 R43 R44 its grid says what was right, what was chosen, what was called, and what a judge failed on', async () => {
  const answers = { count: '30', choice: 'B', words: 'They switch at every place' } as const
  const { options, cwd, server } = await preparedSet({
    ...everyPattern((request) => answers[questionIn(request) ?? 'count']),
    // Each solver runs one block of code before it answers.
    solver: (request) => {
      const hasRun = said(request).includes('execution_results')
      return { text: hasRun ? boxed(answers[questionIn(request) ?? 'count']) : '<code>print(6*7)</code>' }
    },
    judge: () => ({ text: 'I would rather not say.' }),
  })
  const { settings, published, publishedPatterns, overlap } = await answerOf<AnswersReport>(
    [...ABLATE, ...SMALL, '--rows', '2:solver,2:re-answer', '--judge'],
    options,
  )
  expect(settings.map(({ name, selection }) => [name, selection])).toEqual(
    ['2:solver', '2:re-answer'].map((name) => [
      name,
      expect.objectContaining({
        ...{ runs: 3, candidates: [2, 2], unjudged: 3, judgeErrors: 3 },
        chosen: expect.objectContaining({ correct: 2, judged: 3 }),
        solved: expect.objectContaining({ correct: 2, judged: 3 }),
        hits: expect.objectContaining({ correct: 2, judged: 2 }),
      }),
    ]),
  )
  // Two paths with a block of code each; the second round is a separate stage.
  expect(settings.map(({ tools }) => tools)).toEqual([
    [{ stage: 'solver.0', tool: 'code', calls: 2 }],
    [
      { stage: 'solver.0', tool: 'code', calls: 2 },
      { stage: 'solver.1', tool: 'code', calls: 2 },
    ],
  ])
  expect(published).toBeNull()
  expect(overlap).toBeNull()
  expect(publishedPatterns?.figures.map(({ row, passAny, n }) => [row, passAny, n])).toEqual([
    ['solver', 38, 500],
    ['re-answer', 39.4, 500],
  ])
  const page = readFileSync(join(cwd, 'grid', 'report.md'), 'utf8')
  expect(page).toMatch(/## Published by the papers on other questions, not measured here[\s\S]*\| 500 \|/)
  expect(page).toContain('tools.svg')
  expect(server.requests.filter(({ body }) => body.model === 'reflector')).toHaveLength(0)
})
