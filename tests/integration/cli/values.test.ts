/** `gloss values`: texts of a file, without a corpus. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { answerOf, runCli } from '../../fixtures/run-cli.ts'

const cwd = mkdtempSync(join(tmpdir(), 'gloss-cli-values-'))
afterAll(() => rmSync(cwd, { recursive: true, force: true }))

describe('gloss values --text', () => {
  it('answers with the values of each line', async () => {
    const lines = [
      { id: 'a', text: 'The IC50 of lupeol was 12.5 ± 0.3 µM.' },
      { id: 2, text: 'No number at all.' },
    ]
    writeFileSync(join(cwd, 'texts.jsonl'), lines.map((line) => JSON.stringify(line)).join('\n'))
    expect(await answerOf(['values', '--text', 'texts.jsonl'], { cwd })).toMatchObject({
      texts: [
        {
          id: 'a',
          values: [{ span: [23, 36], value: 12.5, error: 0.3, unit: 'µM', property: 'IC50', of: 'lupeol' }],
        },
        { id: '2', values: [] },
      ],
    })
  })

  it('names the line that it cannot read', async () => {
    writeFileSync(join(cwd, 'bad.jsonl'), '{"id":"a","text":"5 mg"}\n{"id":"b"}\n')
    const { code, stderr } = await runCli(['values', '--text', 'bad.jsonl'], { cwd })
    expect(code).toBe(1)
    expect(stderr).toContain('Line 2 of bad.jsonl is not a JSON object with an id and a text (text: ')
  })
})
