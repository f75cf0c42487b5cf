import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type AnswerRow, createAnswerFiles } from '../../../../evaluation/answers/answer-files.ts'
import { readAnswerSet } from '../../../../evaluation/answers/answer-set.ts'
import { openGradingLog } from '../../../../evaluation/answers/grading/log.ts'
import { watchSummary } from '../../../../monitor/index.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

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
    const [, first, ...rest] = readFileSync(join(folder, 'answers.csv'), 'utf8').split('\r\n')
    expect(first).toBe('a,1,abc,done,,1.5,3,10,5,,"Which, ""a"" or b?","line\nbreak"')
    expect(rest).toEqual(['b,1,abc,done,,1.5,3,10,5,,"Which, ""a"" or b?",', ''])
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
    expect((await openGradingLog(path)).triesOf('next')).toHaveLength(1)
  })
})
