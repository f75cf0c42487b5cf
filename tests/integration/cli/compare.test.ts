/** Tests comparing backends as a user would: on a judged folder, next to each other, and on generated questions. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COMPARED_BACKENDS, type CompareResult, type EvaluationResult } from '../../../app/index.ts'
import { openScriptedServer, type ScriptedServer } from '../../fakes/scripted-llm/server.ts'
import { lines, writeJudgedFolder } from '../../fixtures/judged-folder.ts'
import { answerOf, lastObject, runCli } from '../../fixtures/run-cli.ts'
import { putIngested } from '../../fixtures/served-samples.ts'
import { sharedFolder } from '../../fixtures/temporary-folder.ts'

const cwd = sharedFolder()
const gloss = <Answer = EvaluationResult>(...args: string[]) => answerOf<Answer>(args, { cwd })
const fails = async (...args: string[]) => {
  const { code, stdout } = await runCli([...args, '--json'], { cwd })
  return { exit: code, ...lastObject<{ error: { code: string; message: string } }>(stdout).error }
}
const read = (...parts: string[]) => readFileSync(join(cwd, ...parts), 'utf8')

beforeAll(() => void writeJudgedFolder(join(cwd, 'set')))

describe('gloss compare --data', () => {
  it('says how to fill a corpus that does not exist yet', async () => {
    const failure = await fails('compare', '--data', 'set')
    expect(failure).toMatchObject({ exit: 1, code: 'CORPUS_NOT_FOUND' })
    expect(failure.message).toMatch(/gloss import \S+set --format beir --corpus main; or pass --import/)
  })

  it('imports with --import, compares, and writes the report in three forms', async () => {
    const result = await gloss('compare', '--data', 'set', '--import', '--out', 'report')
    expect(Object.keys({ ...result.backends, ...result.failures }).sort()).toEqual(
      [...COMPARED_BACKENDS].sort(),
    )
    expect(result.backends['words']).toMatchObject({
      queries: 3,
      'ndcg@10': 1,
      'mrr@10': 1,
      'hit@1': 1,
      'recall@2': 1,
      p50Ms: expect.any(Number),
      p99Ms: expect.any(Number),
      intervals: expect.objectContaining({ 'ndcg@10': [1, 1] }),
      stages: { search: { p50Ms: expect.any(Number) } },
    })
    expect(result).toMatchObject({ synthetic: false, losses: {}, questions: { asked: 3 } })
    expect(result.perQuestion.map(({ id, backends }) => [id, backends['words']?.['mrr@10']])).toEqual([
      ['q1', 1],
      ['q2', 1],
      ['q3', 1],
    ])
    expect(JSON.parse(read('report', 'report.json'))).toEqual(result)
    expect(read('report', 'report.md')).toMatch(/\(report\.svg\)[\s\S]*## Quality[\s\S]*\| words \|/)
    const { p50Ms = 0, p99Ms = 0 } = result.backends['words'] ?? {}
    const cells = /\| words \| ([\d.]+) \/ ([\d.]+) ms/.exec(read('report', 'report.md')) ?? []
    const isShown = (cell: string | undefined, ms: number) => Math.abs(Number(cell) - ms) < 0.05 * ms + 0.006
    expect([isShown(cells[1], p50Ms), isShown(cells[2], p99Ms)]).toEqual([true, true])
    expect(read('report', 'report.svg')).toMatch(/^<svg [\s\S]*nDCG@10[\s\S]*<\/svg>\n$/)
  })

  it('finds judgements in qrels/test.tsv, and names both places where there are none', async () => {
    writeJudgedFolder(join(cwd, 'public-set'), join('qrels', 'test.tsv'))
    const { backends } = await gloss('eval', 'retrieval', '--data', 'public-set', '--backends', 'words')
    expect(backends['words']?.queries).toBe(3)
    const failure = await fails('eval', 'retrieval', '--data', 'report')
    expect(failure).toMatchObject({ exit: 2, code: 'PATH_NOT_FOUND' })
    expect(failure.message).toContain('qrels.tsv or qrels/test.tsv')
  })
})

describe('judgements that are not as they should be', () => {
  const write = (name: string, rows: readonly (object | string)[]) =>
    writeFileSync(join(cwd, name), lines(rows))
  const compare = (queries: string, qrels: string) =>
    `compare --queries ${queries} --qrels ${qrels} --backends words`.split(' ')

  it('lines that cannot be read, repeat or name nothing are counted', async () => {
    write('odd.jsonl', [
      { _id: 'q1', text: 'phosphate from ATP' },
      '{"_id": "broken',
      { _id: 'q2', text: '  ' },
      { _id: 'q1', text: 'the same id again' },
      { _id: 'q4', text: 'haplotypes' },
    ])
    write('odd.tsv', [
      'q1\td1\t1',
      'q1\tgone\t1',
      'q2\td3\t1',
      'not a judgement at all, this',
      'q9\td1\tmuch',
    ])
    const { losses, backends } = await gloss(...compare('odd.jsonl', 'odd.tsv'))
    expect(losses).toEqual({
      bad_query: 2,
      repeated_query: 1,
      bad_judgement: 2,
      query_without_judgement: 1,
      judgement_without_query: 1,
      judged_document_not_in_corpus: 1,
    })
    expect(backends['words']).toMatchObject({ queries: 1, 'hit@1': 1, 'recall@10': 0.5 })
  })
})

describe('gloss compare "question" …', () => {
  const args = ['compare', 'phosphate from ATP', 'stem bark', '--backends', 'words,vanilla,hybrid', '-k', '2']

  it('shows hits side by side and how far they agree', async () => {
    const result = await gloss<CompareResult>(...args, '--out', 'hits')
    const { questions, overlaps, k } = result
    expect(JSON.parse(read('hits', 'compare.json'))).toEqual(result)
    expect([k, questions.map(({ query }) => query)]).toEqual([2, ['phosphate from ATP', 'stem bark']])
    const [first] = questions
    for (const { hits } of Object.values(first?.answers ?? {})) expect(hits[0]?.document).toBe('d1')
    expect(overlaps.map(({ backends }) => backends)).toEqual([
      ['words', 'vanilla'],
      ['words', 'hybrid'],
      ['vanilla', 'hybrid'],
    ])
    expect(overlaps[2]).toMatchObject({ jaccard: expect.any(Number), rankBiased: expect.any(Number) })
  })
})

describe('gloss compare --generate', () => {
  let server: ScriptedServer
  let env: Record<string, string>
  const made = 'compare --generate 4 --out made --corpus samples --backends words,hybrid'.split(' ')

  beforeAll(async () => {
    await putIngested(cwd, undefined, 'samples')
    server = await openScriptedServer()
    env = { GLOSS_LLM_URL: server.url, GLOSS_LLM_MODEL: 'scripted-model' }
  }, 120_000)
  afterAll(() => server[Symbol.asyncDispose]())

  it('makes questions by template where there is no model, and says what they are', async () => {
    const result = await gloss(...made)
    expect(result.synthetic).toBe(true)
    expect(result.questions.asked).toBeGreaterThan(0)
    expect(result.backends['words']?.['recall@10']).toBeGreaterThan(0)
    const [first] = read('made', 'queries.jsonl').split('\n')
    expect(JSON.parse(first ?? '')).toMatchObject({ metadata: { synthetic: true, made: 'template' } })
    expect(read('made', 'report.md')).toContain('**The questions are synthetic')
    expect(read('made', 'report.svg')).toContain('synthetic judged questions')
  })

  it('asks no model before it is agreed to, and says what it would cost', async () => {
    const { code, stdout, stderr } = await runCli([...made, '--json'], { cwd, env })
    expect([code, lastObject(stdout)]).toMatchObject([1, { error: { code: 'CONSENT_NEEDED' } }])
    expect(stderr).toMatch(/4 calls to \S+, about \d+ prompt and \d+ completion tokens/)
    expect(server.requests).toHaveLength(0)
  })

  it('says so where a model gives no question at all', async () => {
    const other = { ...env, GLOSS_LLM_MODEL: 'mute-model' }
    server.reply(...Array<{ text: string }>(4).fill({ text: 'I have nothing to ask.' }))
    const { code, stdout } = await runCli([...made, '--yes', '--json'], { cwd, env: other })
    expect([code, lastObject(stdout)]).toMatchObject([
      1,
      { error: { code: 'MODEL_ANSWER_INVALID', facts: { no_question: 4 } } },
    ])
  })

  it('asks one question a unit; answers that are none are counted; nothing is asked twice', async () => {
    server.reply(
      { text: 'Which enzyme does lupeol inhibit?' },
      { text: 'There is nothing to ask here.' },
      { text: '**Question:** "How many haplotypes were found?"' },
      { text: 'What does this study show?' },
    )
    const first = await runCli([...made, '--yes', '--json'], { cwd, env })
    expect(lastObject(first.stdout)).toMatchObject({ synthetic: true, questions: { asked: 2 } })
    expect(first.stderr).toMatch(/1 rejected: no_question[\s\S]*1 rejected: refers_to_text/)
    const texts = read('made', 'queries.jsonl').trim().split('\n')
    expect(texts.map((line) => (JSON.parse(line) as { text: string }).text)).toEqual([
      'Which enzyme does lupeol inhibit?',
      'How many haplotypes were found?',
    ])
    const again = await runCli([...made, '--json'], { cwd, env })
    expect([again.code, server.requests.length]).toEqual([0, 8])
  })
})
