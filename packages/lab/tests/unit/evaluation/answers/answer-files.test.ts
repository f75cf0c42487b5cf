import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../../../tests/fixtures/temporary-folder.ts'
import { openGradingLog } from '../../../../evaluation/index.ts'

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
