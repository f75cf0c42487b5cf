import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { watchSummary } from '../../../../../../monitor/index.ts'
import { type AnswerRow, createAnswerFiles } from '../../../../../../solver/index.ts'
import { temporaryFolder } from '../../../../../../tests/fixtures/temporary-folder.ts'
import { openGradingLog, readAnswerSet } from '../../../../evaluation/index.ts'

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

  it('is passed over where a line is of another form', async () => {
    const path = join(temporaryFolder(), 'gradings.jsonl')
    const rows = [{ ...entry, key: 5 }, { ...entry, ledger: [{}] }, null, { ...entry, key: 'good' }]
    writeFileSync(path, `\n \n${rows.map((one) => JSON.stringify(one)).join('\n')}\n`)
    const log = await openGradingLog(path)
    expect([log.triesOf('k'), log.triesOf('5'), log.triesOf('good').length]).toEqual([[], [], 1])
  })
})
