import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createLedger } from '../../../../../../models/index.ts'
import { watchSummary } from '../../../../../../monitor/index.ts'
import type { RunOutcome, RunRecord } from '../../../../../../solver/index.ts'
import { type AnswerRow, answerRow, createAnswerFiles } from '../../../../../../solver/sets/answer-files.ts'
import { temporaryFolder } from '../../../../../../tests/fixtures/temporary-folder.ts'
import { readAnswerSet } from '../../../../evaluation/answers/answer-set.ts'
import { openGradingLog } from '../../../../evaluation/answers/grading/log.ts'

const row = (id: string, answer: string | null): AnswerRow => ({
  id,
  run: 1,
  runId: 'abc',
  query: 'Which, "a" or b?',
  answer,
  finalAnswer: null,
  status: 'done',
  failure: null,
  seconds: 1.5,
  steps: 3,
  watch: { ...watchSummary([]), characters: 5_000, triggers: 2, injections: 1, injectedTokens: 90 },
  isUnhelped: false,
  promptTokens: 10,
  completionTokens: 5,
  cost: null,
  ledger: {},
})

describe('the row of an answer', () => {
  const ledger = createLedger(new Map())
  const usage = { promptTokens: 10, completionTokens: 5, estimated: false }
  for (const role of ['proposer', 'ranker'])
    ledger.add({ role, model: 'm', seconds: 1, isFailed: false, usage })
  const record = { id: 'run-1', plan: { question: { id: 'q', text: 'Why?' } } } as RunRecord
  const outcome = {
    status: 'done',
    answer: 'So <answer>\\boxed{B}</answer>',
    failure: null,
    seconds: 1.5,
    ledgers: { total: ledger.total(), byRole: ledger.rows(), steps: 3 },
  } as unknown as RunOutcome

  it('says what the run came to, and what each role took', () => {
    const { ledger: roles, ...said } = answerRow({ id: 'q', run: 2 }, record, outcome)
    expect(said).toEqual({
      id: 'q',
      run: 2,
      runId: 'run-1',
      query: 'Why?',
      answer: 'So <answer>\\boxed{B}</answer>',
      finalAnswer: 'B',
      status: 'done',
      failure: null,
      seconds: 1.5,
      steps: 3,
      watch: null,
      isUnhelped: null,
      promptTokens: 20,
      completionTokens: 10,
      cost: null,
    })
    expect(Object.keys(roles)).toEqual(['proposer', 'ranker'])
    expect(roles['proposer']).toMatchObject({ calls: 1, promptTokens: 10, completionTokens: 5 })
    expect(roles['proposer']).not.toHaveProperty('role')
  })

  it('without an answer has no final one, and says whether evidence that was asked for came', () => {
    const failure = { code: 'MODEL_UNAVAILABLE', message: 'down' }
    const asking = { ...watchSummary([]), triggers: 2 }
    const of = (watch: RunOutcome['watch']) =>
      answerRow({ id: 'q', run: 1 }, record, { ...outcome, answer: null, failure, ...(watch && { watch }) })
    expect(of(asking)).toMatchObject({ answer: null, finalAnswer: null, failure, isUnhelped: true })
    expect(of({ ...asking, injections: 1 })).toMatchObject({ isUnhelped: false, watch: { injections: 1 } })
  })
})

describe('files of answers', () => {
  it('hold every row once, in the order of the questions, however they came', async () => {
    const folder = temporaryFolder()
    const files = createAnswerFiles(folder)
    await files.rewrite([])
    await Promise.all([files.append(row('b', 'two')), files.append(row('a', 'one'))])
    await files.rewrite([row('a', 'one'), row('b', 'two')])
    const { answers } = await readAnswerSet(folder)
    expect(answers.map(({ watch }) => watch)).toEqual([row('a', '').watch, row('b', '').watch])
    expect(answers.map(({ id, answer }) => [id, answer])).toEqual([
      ['a', 'one'],
      ['b', 'two'],
    ])
  })

  it('of older versions are read: `watched` is left out, and a `watch` that did not count characters is kept', async () => {
    const folder = temporaryFolder()
    const { watch, ...old } = row('a', 'one')
    const { characters: _, injectedTokens: _tokens, ...uncounted } = watch ?? watchSummary([])
    const watched = { characters: 5_000, looks: 12, triggers: 2, injections: 1, injectedTokens: 90 }
    const rows = [
      { ...old, watched },
      { ...old, id: 'b', watched: null, watch: uncounted },
    ]
    writeFileSync(join(folder, 'answers.jsonl'), rows.map((one) => JSON.stringify(one)).join('\n'))
    const { answers, losses } = await readAnswerSet(folder)
    expect(losses).toEqual({})
    expect(answers.map((answer) => answer.watch)).toEqual([null, uncounted])
  })

  it('quote cells for a sheet', async () => {
    const folder = temporaryFolder()
    const files = createAnswerFiles(folder)
    await files.rewrite([row('a', 'line\nbreak'), row('b', null)])
    const [head, first, ...rest] = readFileSync(join(folder, 'answers.csv'), 'utf8').split('\r\n')
    expect(head).toBe(
      'id,run,runId,status,finalAnswer,seconds,steps,promptTokens,completionTokens,cost,query,answer',
    )
    expect(first).toBe('a,1,abc,done,,1.5,3,10,5,,"Which, ""a"" or b?","line\nbreak"')
    expect(rest).toEqual(['b,1,abc,done,,1.5,3,10,5,,"Which, ""a"" or b?",', ''])
  })
})

describe('files of answers that cannot be written', () => {
  it('say so to whom it belongs, and are mended by the next rewriting', async () => {
    const folder = join(temporaryFolder(), 'results')
    const files = createAnswerFiles(folder)
    expect(files.paths).toEqual([join(folder, 'answers.jsonl'), join(folder, 'answers.csv')])
    await expect(files.append(row('a', 'one'))).rejects.toMatchObject({
      message: expect.stringContaining(join(folder, 'answers.jsonl')),
    })
    mkdirSync(folder)
    await files.rewrite([row('a', 'one')])
    expect((await readAnswerSet(folder)).answers).toHaveLength(1)
  })

  it('are rewritten after what was on its way, so that nothing stands there twice', async () => {
    const folder = temporaryFolder()
    const files = createAnswerFiles(folder)
    const rows = Array.from({ length: 40 }, (_, at) => row(String(at), 'one'))
    await files.rewrite([])
    const onTheirWay = rows.map((one) => files.append(one))
    await files.rewrite(rows.toReversed())
    await Promise.all(onTheirWay)
    const { answers } = await readAnswerSet(folder)
    expect(answers.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).toReversed())
  })

  it('keep both files alike, row by row', async () => {
    const folder = temporaryFolder()
    const files = createAnswerFiles(folder)
    await files.rewrite([])
    await files.append(row('a', 'one'))
    await files.append(row('b', 'two'))
    const lines = (name: string) => readFileSync(join(folder, name), 'utf8').trimEnd().split(/\r?\n/)
    expect(lines('answers.jsonl').map((line) => JSON.parse(line).id)).toEqual(['a', 'b'])
    expect(
      lines('answers.csv')
        .slice(1)
        .map((line) => line.slice(0, 1)),
    ).toEqual(['a', 'b'])
  })
})

describe('what a judge said', () => {
  const entry = { key: 'k', kind: 'judgement', question: 'q', value: 1, isFailed: false, ledger: [] }

  it('is there again, but for a line that was torn, and the next one begins on its own', async () => {
    const path = join(temporaryFolder(), 'gradings.jsonl')
    await (await openGradingLog(path)).add(entry)
    appendFileSync(path, '{"key":"torn')
    const log = await openGradingLog(path)
    expect([log.triesOf('k'), log.triesOf('torn')]).toEqual([[entry], []])
    await log.add({ ...entry, key: 'next' })
    await log.add({ ...entry, key: 'last' })
    const lines = readFileSync(path, 'utf8').split('\n')
    expect(lines.map((line) => line.slice(0, 12))).toEqual([
      '{"key":"k","',
      '{"key":"torn',
      '{"key":"next',
      '{"key":"last',
      '',
    ])
    expect((await openGradingLog(path)).triesOf('next')).toHaveLength(1)
    await (await openGradingLog(path)).add({ ...entry, key: 'whole' })
    expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(lines.length + 1)
  })

  it('is kept in the order in which it came, in a folder that is made for it', async () => {
    const path = join(temporaryFolder(), 'results', 'gradings.jsonl')
    const log = await openGradingLog(path)
    await Promise.all([
      log.add({ ...entry, value: 'first', isFailed: true }),
      log.add({ ...entry, value: 'second' }),
    ])
    for (const one of [log, await openGradingLog(path)])
      expect(one.triesOf('k').map(({ value }) => value)).toEqual(['first', 'second'])
    expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(3)
  })

  it('is passed over where a line is of another form', async () => {
    const path = join(temporaryFolder(), 'gradings.jsonl')
    const rows = [{ ...entry, key: 5 }, { ...entry, ledger: [{}] }, null, { ...entry, key: 'good' }]
    writeFileSync(path, `\n \n${rows.map((one) => JSON.stringify(one)).join('\n')}\n`)
    const log = await openGradingLog(path)
    expect([log.triesOf('k'), log.triesOf('5'), log.triesOf('good').length]).toEqual([[], [], 1])
  })

  it('and cannot be written is an error that names the file', async () => {
    const file = join(temporaryFolder(), 'file')
    writeFileSync(file, 'no folder')
    const path = join(file, 'results', 'gradings.jsonl')
    const log = await openGradingLog(path)
    await expect(log.add(entry)).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      message: expect.stringContaining(path),
    })
  })
})
