/** `gloss eval rws` from the command line, with scripted models: figures, resuming, requests to models, faults, the missing file. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ScriptedRequest } from '../../../../../tests/fakes/scripted-llm/server.ts'
import { roleModels, startScriptedSolver } from '../../../../../tests/fakes/scripted-solver.ts'
import { everyPattern, said } from '../../../../../tests/fixtures/every-pattern.ts'
import { answerOf, runCli } from '../../../../../tests/fixtures/run-cli.ts'
import { hasShared, orSkipped, sharedPath } from '../../../../../tests/fixtures/shared.ts'
import { temporaryFolder } from '../../../../../tests/fixtures/temporary-folder.ts'
import { readStarItems } from '../../../evaluation/index.ts'
import type { StarEvaluation } from '../../../use-cases/evaluate/evaluate-star.ts'

const ROWS = [
  {
    id: 'speed',
    q_id: 1,
    question: 'How fast is the wind?',
    hint: 'in km/s',
    step: ['hidden'],
    final: '400 km/s',
    type: 'numeric',
    meta: { author: 'Lee' },
  },
  {
    id: 'law',
    q_id: 2,
    question: 'Which energy?',
    step: ['hidden'],
    final: 'mc^2',
    type: 'symbolic',
    meta: {},
  },
  {
    id: 'why',
    q_id: 3,
    question: 'What happens?',
    step: ['hidden'],
    final: 'the wind speeds up',
    type: 'textual',
    meta: {},
  },
]
const ANSWERS: Readonly<Record<string, string>> = {
  'How fast': '4.0e5 m/s',
  'Which energy': '$E = mc$',
  'What happens': 'the wind accelerates',
}
function judgeSays(request: ScriptedRequest): string {
  const asked = said(request)
  if (asked.includes('You extract the FINAL'))
    return JSON.stringify({
      pred_norm: 'p',
      gt_norm: 'g',
      type: asked.includes('Type: text') ? 'text' : 'symbolic',
    })
  const verdict = asked.includes('Type: textual') ? 'correct' : 'incorrect'
  return JSON.stringify({ verdict, confidence: 0.9, pred_extracted: 'p', gt_extracted: 'g' })
}

async function prepared() {
  const cwd = temporaryFolder()
  const server = await startScriptedSolver({
    ...everyPattern(
      (request) => ANSWERS[Object.keys(ANSWERS).find((start) => said(request).includes(start)) ?? ''] ?? '',
    ),
    judge: (request) => ({ text: judgeSays(request) }),
  })
  onTestFinished(() => server[Symbol.asyncDispose]())
  writeFileSync(join(cwd, 'rws.jsonl'), ROWS.map((row) => JSON.stringify(row)).join('\n'))
  return { cwd, server, options: { cwd, env: { ...roleModels(server.url), GLOSS_LLM_RETRIES: '0' } } }
}

const correct = ({ arms }: StarEvaluation) =>
  arms[0]?.figures.map(({ type, byPrograms, withVerifier, undecided }) => [
    type,
    byPrograms.correct,
    withVerifier.correct,
    undecided,
    byPrograms.items,
  ])

describe('gloss eval rws', () => {
  it('grades a single shot by programs, then by Parser and Judge, and asks nothing twice', async () => {
    const { options, server, cwd } = await prepared()
    const command = ['eval', 'rws', '--data', 'rws.jsonl']
    const refused = await runCli(command, options)
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('3 runs: at most 3 model turns'),
    ])
    expect(server.requests).toHaveLength(0)

    const alone = await answerOf<StarEvaluation>([...command, '--yes'], options)
    expect(correct(alone)).toEqual([
      ['numeric', 1, 1, 0, 1],
      ['symbolic', 0, 0, 0, 1],
      ['text', 0, 0, 1, 1],
      ['all', 1, 1, 1, 3],
    ])
    expect(server.requests).toHaveLength(3)
    for (const request of server.requests)
      for (const hidden of ['hidden', '400', 'Lee', 'textual', 'speeds up'])
        expect(said(request)).not.toContain(hidden)

    const judged = await answerOf<StarEvaluation>([...command, '--yes', '--judge'], options)
    expect(correct(judged)?.at(-1)).toEqual(['all', 1, 2, 0, 3])
    expect(server.requests).toHaveLength(7)
    expect(await answerOf<StarEvaluation>([...command, '--yes', '--judge'], options)).toEqual(judged)
    expect(server.requests).toHaveLength(7)
    expect(existsSync(join(cwd, 'rws-results', 'report.json'))).toBe(true)
  })

  it('keeps each run within the budget: little lowers the limit of its calls, less asks nothing', async () => {
    const asked = async (tokens: string) => {
      const { options, server } = await prepared()
      const command = ['eval', 'rws', '--data', 'rws.jsonl', '--arms', 'hmaw', '--yes']
      expect((await runCli([...command, '--budget-tokens', tokens], options)).code).toBe(0)
      return server.requests.map(({ body }) => (body as { readonly max_tokens: number }).max_tokens)
    }
    const limits = await asked('2000')
    expect(limits.length).toBeGreaterThan(0)
    for (const limit of limits) expect(limit).toBeLessThan(2_000)
    expect(await asked('40')).toEqual([])
  })

  it('S46 audits matches, and prints the published table with its contradiction', async () => {
    const { options } = await prepared()
    const { stdout } = await runCli(
      ['eval', 'rws', '--data', 'rws.jsonl', '--yes', '--judge', '--audit', '1'],
      options,
    )
    expect(stdout).toMatch(/single: of 1 audited matches the verifier calls 1 incorrect/)
    expect(stdout).toMatch(
      /single +all +3 +33\.3 % \(1 of 3\) +6\.1 % to 79\.2 % +66\.7 % \(2 of 3\) +20\.8 % to 93\.9 %/,
    )
    expect(stdout).toMatch(/Published by the paper.*not measured here[\s\S]*158 items[\s\S]*of 167/)
  })

  it('S22 S24 S49 S50 S51 gives every pattern the same items with one decoding, without retrieval', async () => {
    const { options, server, cwd } = await prepared()
    const arms = ['single', 'hmaw', 'pace', 'phase', 'schema', 'rethinker']
    for (const row of ROWS) writeFileSync(join(cwd, `${row.id}.jsonl`), JSON.stringify(row))
    const command = ['eval', 'rws', '--data', 'speed.jsonl', 'law.jsonl', '--arms', arms.join(','), '--yes']
    const decoding = ['--decoding', 'temperature=0.4,maxTokens=900,seed=7']
    const evaluation = await answerOf<StarEvaluation>([...command, ...decoding], options)
    const rights = evaluation.arms.map(({ name, figures }) => [name, figures.at(-1)?.byPrograms.correct])
    expect(rights).toEqual(
      arms.flatMap((arm) => [
        [`${arm}, speed.jsonl`, 1],
        [`${arm}, law.jsonl`, 0],
      ]),
    )
    expect(evaluation.macroMeans).toEqual(Object.fromEntries(arms.map((arm) => [arm, 0.5])))
    const itemRequests = server.requests.filter((request) => /How fast|Which energy/.test(said(request)))
    expect(itemRequests.length).toBeGreaterThan(40)
    for (const request of itemRequests) {
      expect(request.body).toMatchObject({ temperature: 0.4, max_tokens: 900 })
      for (const hidden of ['hidden', 'Lee', 'textual', 'mc^2', 'web_search', 'search_local_documents'])
        expect(said(request)).not.toContain(hidden)
    }
    const asked = server.requests.length
    const again = await runCli([...command, ...decoding], options)
    expect(server.requests).toHaveLength(asked)
    expect(again.stdout).toMatch(/All arms with temperature 0\.4, maxTokens 900, seed 7/)
    for (const { name, spending } of evaluation.arms)
      expect([name, spending?.runs, spending?.right]).toEqual([name, 1, name.includes('speed') ? 1 : 0])
    const callsOf = (name: string) => evaluation.arms.find((arm) => arm.name === name)?.spending?.ofRun.calls
    const asks = server.requests.filter((request) => said(request).includes('How fast')).length
    expect(callsOf('single, speed.jsonl')).toBe(1)
    expect(arms.reduce((sum, arm) => sum + (callsOf(`${arm}, speed.jsonl`) ?? 0), 0)).toBeGreaterThanOrEqual(
      asks,
    )
    expect(again.stdout).toMatch(/single, law\.jsonl +0 of 1 +1\.0 +\d+ +[\d.]+ +not known +– +– +– +–/)
    for (const arm of arms)
      expect(again.stdout).toMatch(
        new RegExp(`${arm}, speed\\.jsonl +all +1 +100\\.0 % \\(1 of 1\\) +– +– +–`),
      )
    const other = await runCli([...command, '--decoding', 'temperature=1'], options)
    expect([other.code, other.stdout]).toEqual([
      0,
      expect.stringMatching(/single could not answer: .*holds runs of other settings/),
    ])
  })

  it('S17 with retrieval an arm has another name, and needs a corpus', async () => {
    const { options, server } = await prepared()
    const command = ['eval', 'rws', '--data', 'rws.jsonl', '--yes', '--arms', 'rethinker+retrieval']
    const { code, stderr } = await runCli(command, options)
    expect([code, stderr]).toEqual([1, expect.stringContaining('CORPUS_NOT_FOUND')])
    expect(server.requests).toHaveLength(0)
  })

  it('S25 says that it skips where the file is missing', async () => {
    const { options } = await prepared()
    const { code, stdout } = await runCli(['eval', 'rws', '--data', 'none.jsonl'], options)
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Skipped: none\.jsonl is not there\./)])
  })

  it('S23 names the line at fault, and an unknown arm', async () => {
    const { options, cwd } = await prepared()
    writeFileSync(join(cwd, 'bad.jsonl'), `${JSON.stringify(ROWS[0])}\n{"id": "x"}\n`)
    expect((await runCli(['eval', 'rws', '--data', 'bad.jsonl'], options)).stderr).toMatch(/line 2: q_id/)
    expect((await runCli(['eval', 'rws', '--data', 'rws.jsonl', '--arms', 'sinle'], options)).stderr).toMatch(
      /--arms takes .*single/,
    )
  })
})

/** Table 4 of the paper, from Vasyliunas to Osten. */
const AUTHOR_COUNTS = [29, 26, 17, 17, 10, 10, 9, 8, 8, 6, 6, 5, 4, 3]
const DATA = sharedPath('data', 'rws', 'RWS.jsonl')
describe.skipIf(!hasShared || !existsSync(DATA))(orSkipped('S25 the whole data set'), () => {
  it('has 38 numeric, 52 symbolic and 68 textual items of 14 authors', () => {
    const items = readStarItems(readFileSync(DATA, 'utf8'), DATA)
    const count = (type: string) => items.filter((item) => item.type === type).length
    expect([count('numeric'), count('symbolic'), count('text')]).toEqual([38, 52, 68])
    const authors = Object.groupBy(items, ({ meta }) => String((meta as { author?: string }).author))
    const counts = Object.values(authors).map((ones) => ones?.length ?? 0)
    expect(counts.toSorted((first, second) => second - first)).toEqual(AUTHOR_COUNTS)
  })
})
