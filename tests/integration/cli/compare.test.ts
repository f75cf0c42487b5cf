/** Tests comparing backends: on a judged folder, on a user's questions, and on generated questions. */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COMPARED_BACKENDS } from '../../../app/index.ts'
import { openScriptedServer, type ScriptedServer } from '../../fakes/scripted-llm/server.ts'
import { cliFolder } from '../../fixtures/cli-folder.ts'
import { lines, writeJudgedFolder } from '../../fixtures/judged-folder.ts'
import { lastObject } from '../../fixtures/run-cli.ts'
import { putIngested } from '../../fixtures/served-samples.ts'
import { column, type Json } from '../../fixtures/service.ts'

const { cwd, json, run, failure, read, write } = cliFolder()

beforeAll(() => void writeJudgedFolder(join(cwd, 'set')))

describe('gloss compare --data', () => {
  it('says how to fill a corpus that does not exist yet', async () => {
    expect(await failure('compare --data set')).toMatchObject({
      exit: 1,
      code: 'CORPUS_NOT_FOUND',
      message: expect.stringMatching(/gloss import \S+set --format beir --corpus main; or pass --import/),
    })
  })

  it('imports with --import, compares, and writes the report in three forms', async () => {
    const result = await json('compare --data set --import --out report')
    const { backends, failures, perQuestion } = result
    expect(Object.keys({ ...backends, ...failures }).sort()).toEqual([...COMPARED_BACKENDS].sort())
    const { p50Ms, p99Ms } = backends.words
    expect(backends.words).toMatchObject({
      ...{ queries: 3, 'ndcg@10': 1, 'mrr@10': 1, 'hit@1': 1, 'recall@2': 1 },
      ...{ p50Ms: expect.any(Number), p99Ms: expect.any(Number) },
      intervals: expect.objectContaining({ 'ndcg@10': [1, 1] }),
      stages: { search: { p50Ms: expect.any(Number) } },
    })
    expect(result).toMatchObject({ synthetic: false, losses: {}, questions: { asked: 3 } })
    const ranks = perQuestion.map((one: Json) => [one.id, one.backends.words['mrr@10']])
    expect(Object.fromEntries(ranks)).toEqual({ q1: 1, q2: 1, q3: 1 })
    expect(JSON.parse(read('report', 'report.json'))).toEqual(result)
    const page = read('report', 'report.md')
    expect(page).toMatch(/\(report\.svg\)[\s\S]*## Quality[\s\S]*\| words \|/)
    const [, p50, p99] = /\| words \| ([\d.]+) \/ ([\d.]+) ms/.exec(page) ?? []
    const isShown = (cell: string | undefined, ms: number) => Math.abs(Number(cell) - ms) < 0.05 * ms + 0.006
    expect([isShown(p50, p50Ms), isShown(p99, p99Ms)]).toEqual([true, true])
    expect(read('report', 'report.svg')).toMatch(/^<svg [\s\S]*nDCG@10[\s\S]*<\/svg>\n$/)
  })

  it('finds judgements in qrels/test.tsv, and names both places if they are in neither', async () => {
    writeJudgedFolder(join(cwd, 'public-set'), join('qrels', 'test.tsv'))
    const { backends } = await json('eval retrieval --data public-set --backends words')
    expect(backends.words.queries).toBe(3)
    const message = expect.stringContaining('qrels.tsv or qrels/test.tsv')
    const failed = await failure('eval retrieval --data report')
    expect(failed).toMatchObject({ exit: 2, code: 'PATH_NOT_FOUND', message })
  })

  it('counts judgements and questions that cannot be read, are repeated or match nothing', async () => {
    const queries = [
      { _id: 'q1', text: 'phosphate from ATP' },
      '{"_id": "broken',
      { _id: 'q2', text: '  ' },
      { _id: 'q1', text: 'the same id again' },
      { _id: 'q4', text: 'haplotypes' },
    ]
    write('odd.jsonl', lines(queries))
    const qrels = ['q1\td1\t1', 'q1\tgone\t1', 'q2\td3\t1', 'not a judgement at all, this', 'q9\td1\tmuch']
    write('odd.tsv', lines(qrels))
    const { losses, backends } = await json('compare --queries odd.jsonl --qrels odd.tsv --backends words')
    expect(losses).toEqual({
      bad_query: 2,
      repeated_query: 1,
      bad_judgement: 2,
      query_without_judgement: 1,
      judgement_without_query: 1,
      judged_document_not_in_corpus: 1,
    })
    expect(backends.words).toMatchObject({ queries: 1, 'hit@1': 1, 'recall@10': 0.5 })
  })
})

it('gloss compare "question" … shows hits side by side and how far they agree', async () => {
  const names = ['words', 'vanilla', 'hybrid']
  const args = [
    'compare',
    'phosphate from ATP',
    'stem bark',
    '--backends',
    `${names}`,
    '-k',
    '2',
    '--out',
    'hits',
  ]
  const result = await json(args)
  expect(JSON.parse(read('hits', 'compare.json'))).toEqual(result)
  expect([result.k, column(result.questions, 'query')]).toEqual([2, ['phosphate from ATP', 'stem bark']])
  for (const name of names) expect(result.questions[0].answers[name].hits[0].document).toBe('d1')
  const [one, two, three] = names
  expect(column(result.overlaps, 'backends')).toEqual([
    [one, two],
    [one, three],
    [two, three],
  ])
  expect(result.overlaps[2]).toMatchObject({ jaccard: expect.any(Number), rankBiased: expect.any(Number) })
})

describe('gloss compare --generate', () => {
  let server: ScriptedServer
  let env: Record<string, string>
  const MADE = 'compare --generate 4 --out made --corpus samples --backends words,hybrid'

  beforeAll(async () => {
    await putIngested(cwd, undefined, 'samples')
    server = await openScriptedServer()
    env = { GLOSS_LLM_URL: server.url, GLOSS_LLM_MODEL: 'scripted-model' }
  }, 120_000)
  afterAll(() => server[Symbol.asyncDispose]())

  it('without a model makes questions by template, and says that they are synthetic', async () => {
    const { synthetic, questions, backends } = await json(MADE)
    expect([synthetic, questions.asked > 0, backends.words['recall@10'] > 0]).toEqual([true, true, true])
    const metadata = { synthetic: true, made: 'template' }
    expect(JSON.parse(read('made', 'queries.jsonl').split('\n')[0]!)).toMatchObject({ metadata })
    expect(read('made', 'report.md')).toContain('**The questions are synthetic')
    expect(read('made', 'report.svg')).toContain('synthetic judged questions')
  })

  it('asks no model before consent, and says what it would cost', async () => {
    const refused = await failure(MADE, env)
    expect(refused).toMatchObject({ exit: 1, code: 'CONSENT_NEEDED' })
    expect(refused.stderr).toMatch(/4 calls to \S+, about \d+ prompt and \d+ completion tokens/)
    expect(server.requests).toHaveLength(0)
  })

  it('fails if a model gives no question at all', async () => {
    server.reply(...Array<{ text: string }>(4).fill({ text: 'I have nothing to ask.' }))
    const failed = await failure(`${MADE} --yes`, { ...env, GLOSS_LLM_MODEL: 'mute-model' })
    expect(failed).toMatchObject({ exit: 1, code: 'MODEL_ANSWER_INVALID', facts: { no_question: 4 } })
  })

  it('asks one question a unit, counts answers that are no question, and repeats no request', async () => {
    server.reply(
      { text: 'Which enzyme does lupeol inhibit?' },
      { text: 'There is nothing to ask here.' },
      { text: '**Question:** "How many haplotypes were found?"' },
      { text: 'What does this study show?' },
    )
    const before = server.requests.length
    const { stdout, stderr } = await run(`${MADE} --yes --json`, env)
    expect(lastObject(stdout)).toMatchObject({ synthetic: true, questions: { asked: 2 } })
    expect(stderr).toMatch(/1 rejected: no_question[\s\S]*1 rejected: refers_to_text/)
    const made = read('made', 'queries.jsonl').trim().split('\n')
    expect(
      column(
        made.map((line) => JSON.parse(line)),
        'text',
      ),
    ).toEqual(['Which enzyme does lupeol inhibit?', 'How many haplotypes were found?'])
    await json(MADE, env)
    expect(server.requests.length - before).toBe(4)
  })
})
