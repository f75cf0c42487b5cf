/** `gloss ablate` with scripted models: rows solved once, one table from the saved runs, rows that cannot be solved. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ScriptedRequest } from '../../../../../tests/fakes/scripted-llm/server.ts'
import { solved } from '../../../../../tests/fixtures/eigen1-run.ts'
import { rememberAbilities } from '../../../../../tests/fixtures/known-abilities.ts'
import { GOLD_ALONE, preparedSet, QUESTIONS } from '../../../../../tests/fixtures/question-set.ts'
import { answerOf, runCli } from '../../../../../tests/fixtures/run-cli.ts'
import type { AnswersReport } from '../../../evaluation/index.ts'

interface Ablated extends AnswersReport {
  readonly folders: Readonly<Record<string, string>>
  readonly failures: Readonly<Record<string, { readonly code: string }>>
}

const ABLATE = [
  'ablate',
  'questions.json',
  '--proposers',
  '2',
  '--no-web',
  '--no-code',
  '--yes',
  '--out',
  'grid',
]

/** Returns the cells of a setting in the first table under a heading. */
function cellsOf(page: string, heading: string, setting: string): string[] {
  const rows = page.slice(page.indexOf(`## ${heading}`)).split('\n')
  return rows.find((row) => row.startsWith(`| ${setting} |`))?.split(' | ') ?? []
}

test('two rows with one table; what is solved is not solved again, also not for another table', async () => {
  const { options, server, cwd } = await preparedSet()
  const refused = await runCli(
    ABLATE.filter((word) => word !== '--yes'),
    options,
  )
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining(
      '29 settings x 3 questions x 1 runs, less those already solved. 87 runs: at most',
    ),
  ])

  const first = await answerOf<Ablated>([...ABLATE, '--rows', '3a:baseline,3a:full'], options)
  expect(
    first.settings.map(({ name, accuracy, ledger }) => [
      name,
      accuracy.correct,
      accuracy.judged,
      ledger?.steps,
    ]),
  ).toEqual([
    // Two proposers, two correctors and the ranker; with the refiners, the count is right.
    ['3a:baseline', 1, 2, 5],
    ['3a:full', 2, 2, 7],
  ])
  expect(first).toMatchObject({ against: '3a:baseline', published: null, failures: {} })
  const page = readFileSync(join(cwd, 'grid', 'report.md'), 'utf8')
  expect(cellsOf(page, 'Accuracy, with', '3a:full').slice(1, 4)).toEqual([
    expect.stringMatching(/^100\.0 /),
    '2 of 2',
    '1',
  ])
  const [without, full] = first.settings.map(({ ledger }) => ledger!)
  const [tokens, baseline] = [full!.withHelpers.completionTokens, without!.withHelpers.completionTokens]
  const costs = cellsOf(page, 'Accuracy, tokens and steps', '3a:full')
  expect(costs[2]).toBe((tokens / 1_000).toFixed(1))
  expect(costs.slice(-2)).toEqual([(100 - (100 * tokens) / baseline).toFixed(1), '-40.0 |'])
  for (const file of ['report.md', 'report.json', 'accuracy.svg'])
    expect(readFileSync(join(cwd, 'grid', file), 'utf8')).not.toMatch(
      /48\.3|41\.4|"accuracyPercent"|Published/,
    )
  expect(page).toMatch(/\| retrieval \| none \| 3a:baseline/)
  expect(page).not.toMatch(/retrieval none.*\| all/)
  expect(page).toMatch(/\| retrieval \| implicit \| 3a:full/)
  expect(page).toMatch(/\| watching: monitor \| lexical \| 3a:full/)
  expect(page).toMatch(/\| P-QUALITY \| [0-9a-f]{32} \| 3a:full/)
  expect(page).toMatch(/\| corpus \| main, seq \d+ \| all/)
  expect(page).toContain(`| model: proposer | proposer at ${server.url}, resumed by prefix | all`)
  expect(existsSync(join(cwd, 'grid', 'accuracy.svg'))).toBe(true)

  const before = server.requests.length
  const again = await answerOf<Ablated>([...ABLATE, '--rows', '3b:full,A5:baseline,A5:full'], options)
  expect(server.requests).toHaveLength(before)
  expect(again.folders).toEqual({
    '3b:full': 'grid/3a-full',
    'A5:baseline': 'grid/3a-baseline',
    'A5:full': 'grid/3a-full',
  })
  expect(again.settings.map(({ ledger }) => [ledger?.steps, ledger?.roles.length])).toEqual([
    [7, 5],
    [5, 3],
    [7, 0],
  ])
  expect(JSON.stringify(server.requests.map(({ body }) => body))).not.toContain(GOLD_ALONE)
})

test('rows that cannot be solved here are listed with what to do, the others go on', async () => {
  const { options } = await preparedSet()
  const rows = [
    '3a:explicit',
    'A5:generic-corpus',
    '6:hipporag',
    '6:lightrag:local',
    'papers-50-percent',
    'proposers-1',
  ]
  const { failures, settings } = await answerOf<Ablated>([...ABLATE, '--rows', rows.join(',')], options)
  expect(settings.map(({ name }) => name)).toEqual(['roles:proposers-1'])
  expect(Object.entries(failures).map(([name, { code }]) => [name, code])).toEqual([
    // The row searches by code, which is switched off.
    ['3a:explicit', 'INPUT_INVALID'],
    ['A5:generic-corpus', 'INPUT_INVALID'],
    ['6:hipporag', 'GRAPH_MISSING'],
    ['6:lightrag:local', 'GRAPH_MISSING'],
    ['papers:papers-50-percent', 'INPUT_INVALID'],
  ])
  const { code, stderr } = await runCli([...ABLATE, '--rows', 'nothing'], options)
  expect([code, stderr]).toEqual([2, expect.stringContaining('Unknown row or table "nothing"')])
})

test('rows that did not run under one continuation method are named, and one answer of a row that did not', async () => {
  const isContinued = ({ body }: ScriptedRequest) => body.messages?.at(-1)?.role === 'assistant'
  let asked = 0
  // Refuses once in the first row, where a neutral text is then tried, and always in the last.
  const proposer = (request: ScriptedRequest) =>
    isContinued(request) && (asked++ === 1 || asked > 2 * 2 * QUESTIONS.length + 1)
      ? { fault: { kind: 'status' as const, status: 400, body: 'filtered' } }
      : { text: solved('30') }
  const { options, server, cwd } = await preparedSet({ proposer })
  rememberAbilities(join(cwd, '.gloss'), server.url)
  const env = { ...options.env, GLOSS_CONTINUATION: 'auto' }
  const rows = ['--rows', '3a:baseline,3a:full,proposers-1', '--concurrency', '1']
  const { stderr } = await runCli([...ABLATE, ...rows], { ...options, env })
  expect(stderr).toMatch(
    /gloss: 3a:baseline, 1 of 3 runs: The text was continued by more than one method: \d+ calls? by prefix, 1 call by tool-call in place of prefix\./,
  )
  expect(stderr).not.toMatch(/gloss: 3a:full/)
  expect(stderr).toMatch(
    /gloss: The runs of proposer at .* were not all resumed by one method: prefix in 3a:baseline, 3a:full, roles:proposers-1 \(1 of 3 runs\); tool-call in roles:proposers-1 \(2 of 3 runs\)\./,
  )
  expect(readFileSync(join(cwd, 'grid', 'report.md'), 'utf8')).toMatch(
    /## Problems\n\n- The runs of proposer/,
  )
})
