/** `gloss compare-patterns` with scripted models: one report on all patterns, and refused requests. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { everyPattern, said, type WorkedOut } from '../../../../../tests/fixtures/every-pattern.ts'
import { GOLD_ALONE, preparedSet, questionIn } from '../../../../../tests/fixtures/question-set.ts'
import { boxed, selected } from '../../../../../tests/fixtures/rethinker-run.ts'
import { answerOf, runCli } from '../../../../../tests/fixtures/run-cli.ts'
import type { AnswersReport } from '../../../evaluation/index.ts'
import type { PatternComparison } from '../../../use-cases/evaluate/compare-patterns.ts'

type Compared = AnswersReport & Omit<PatternComparison, 'report'> & { readonly files: readonly string[] }

const COMPARE = ['compare-patterns', '--file', 'questions.json', '--out', 'compared']
const SMALL = [
  ...['eigen1.proposers=2', 'rethinker.paths=3', 'solverRounds=1', 'criticRounds=1', 'reselections=0'],
  ...['searchesWeb=false', 'runsCode=false'],
].flatMap((setting) => ['--set', setting])
const ALL = ['eigen1', 'rethinker', 'single', 'hmaw', 'pace', 'phase', 'schema']

/** The single shot miscounts, patterns of Reasoning With a Star choose wrongly, and one of three ReThinker solvers miscounts. */
const workedOut: WorkedOut = (request, { pattern, n }) => {
  const question = questionIn(request)
  if (question === 'words') return 'They switch at every place'
  if (question === 'choice') return pattern === 'star' ? 'A' : 'B'
  if (pattern === 'rethinker') return n % 3 === 1 ? '32' : '30'
  return pattern === 'single' ? '32' : '30'
}

/** Prefers the wrong response, wherever it is. */
const selector: NonNullable<ReturnType<typeof everyPattern>['selector']> = (request) => {
  const blocks = [...said(request).matchAll(/### Response (\d+):\n([\s\S]*?)(?=\n### Response|$)/g)]
  const wrong = blocks.find(([, , text = '']) => text.includes(boxed('32')))
  return { text: selected(wrong?.[1] ?? 1) }
}
const SCRIPTS = { ...everyPattern(workedOut), selector }

test('all patterns on the same questions: what each solves, chooses and takes', async () => {
  const { options, server, cwd } = await preparedSet(SCRIPTS)
  const refused = await runCli([...COMPARE, ...SMALL], options)
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining('7 patterns x 3 questions x 1 runs, less those already solved. 21 runs: at most'),
  ])
  expect(server.requests).toHaveLength(0)

  const compared = await answerOf<Compared>([...COMPARE, ...SMALL, '--yes'], options)
  expect(compared).toMatchObject({ failures: {}, stopped: null, asked: 3 })
  const by = (name: string) => compared.settings.find((setting) => setting.name === name)
  expect(ALL.map((name) => [name, by(name)?.accuracy.correct, by(name)?.accuracy.judged])).toEqual([
    ['eigen1', 2, 2],
    ...ALL.slice(1).map((name) => [name, 1, 2]),
  ])
  // R42: two of three candidates count correctly, and the selector takes the third.
  expect(by('rethinker')?.selection).toMatchObject({
    ...{ runs: 3, candidates: [3, 3], unjudged: 4, judgeErrors: 0 },
    chosen: { correct: 1, judged: 3 },
    solved: { correct: 2, judged: 3 },
    hits: { correct: 1, judged: 2 },
    byRight: [
      { right: 0, runs: 1, hits: 0 },
      { right: 1, runs: 0, hits: 0 },
      { right: 2, runs: 1, hits: 0 },
      { right: 3, runs: 1, hits: 1 },
    ],
  })
  expect(by('single')?.selection).toBeNull()
  expect(by('hmaw')?.spending).toMatchObject({
    ...{ right: 1, runs: 3, ofRun: { calls: 3, cost: null }, ofRight: { calls: 9 } },
  })
  expect(compared.overlap).toMatchObject({
    solved: { single: ['choice'], hmaw: ['count'], rethinker: ['choice'], eigen1: ['count', 'choice'] },
    ...{ byAll: [], byNone: ['words'], byAny: 2 },
  })
  const page = readFileSync(join(cwd, 'compared', 'report.md'), 'utf8')
  expect(page).toMatch(/\| single \| 1 of 3 \| 0 \|.*\n/)
  expect(page).toMatch(/Published by the papers on other questions, not measured here[\s\S]*OpenPangu-72B/)
  expect(page).toMatch(/158 items[\s\S]*of 167/)
  expect(page).toMatch(
    /3 questions that every setting answered, 0 are solved by all, 2 by at least one, 1 by none/,
  )
  for (const file of ['report.json', 'accuracy.svg', 'selection.svg', 'right-candidates.svg', 'overlap.svg'])
    expect(compared.files).toContain(`compared/${file}`)
  expect(JSON.stringify(server.requests.map(({ body }) => body))).not.toContain(GOLD_ALONE)

  const asked = server.requests.length
  const { files: _files, ...again } = await answerOf<Compared>([...COMPARE, ...SMALL], options)
  expect(server.requests).toHaveLength(asked)
  expect(again).toEqual(JSON.parse(readFileSync(join(cwd, 'compared', 'report.json'), 'utf8')))
})

test('what cannot be compared is said before anything is asked', async () => {
  const { options, server } = await preparedSet(SCRIPTS)
  const fails = async (args: readonly string[], env: Readonly<Record<string, string>> = options.env) =>
    (await runCli([...COMPARE, '--yes', ...args], { ...options, env })).stderr
  expect(await fails(['--patterns', 'single,nothing'])).toContain('There is no pattern "nothing"')
  expect(await fails(['--patterns', 'single', '--set', 'paths=2'])).toContain('has a setting "paths"')
  expect(await fails(['--patterns', 'hmaw', '--set', 'hmaw.paths=2'])).toContain('paths')
  const without = Object.fromEntries(
    Object.entries(options.env).filter(([name]) => !/_(?:WORKER_|PROPOSER_)?MODEL$/.test(name)),
  )
  expect(await fails(['--patterns', 'hmaw'], without)).toContain('[MODEL_UNCONFIGURED]')
  expect(server.requests).toHaveLength(0)
})
