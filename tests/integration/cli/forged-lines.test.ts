/** Tests that a line break in a paper's text never starts a line of output, which could pass for one of Gloss. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { answerOf, runCli } from '../../fixtures/run-cli.ts'
import { sharedFolder } from '../../fixtures/temporary-folder.ts'

const FORGED = 'Kept 99 of 99 papers'
const QUESTION = 'Which IC50 did lupeol show against ACE?'
const SENTENCE = `Lupeol showed an IC50 of 18.4 ug/mL against ACE,\n${FORGED} and inhibited AKT1 in rats. `
const cwd = sharedFolder()
const folder = join(cwd, 'papers')
let paper = ''

beforeAll(async () => {
  mkdirSync(folder)
  const record = {
    title: `Lupeol\n${FORGED}\r\n${FORGED}`,
    abstract: SENTENCE.repeat(2),
    text: SENTENCE.repeat(6),
    authors: [`A.\n${FORGED}`],
    journal: `J.\n${FORGED}`,
  }
  writeFileSync(join(folder, 'list.jsonl'), `${JSON.stringify(record)}\n`)
  writeFileSync(join(folder, `a\n${FORGED}.pdf`), 'no PDF')
  await answerOf(['ingest', folder, '--topic', 'biochem'], { cwd })
  const { papers } = await answerOf<{ papers: { id: string; state: string }[] }>(['papers'], { cwd })
  paper = papers.find(({ state }) => state !== 'failed:not_a_pdf')?.id ?? ''
})

it.each([
  'ingest papers --topic biochem',
  'papers',
  'papers PAPER',
  'units',
  'gate',
  'gate --explain PAPER',
  'gate --keep PAPER',
  `retrieve ${QUESTION}`,
  `retrieve --backend walk --explain ${QUESTION}`,
  `ask ${QUESTION}`,
  `compare ${QUESTION}`,
  'graph build',
  'graph stats',
  'graph show lupeol',
  'corpus verify',
])('gloss %s', async (command) => {
  const { stdout, stderr } = await runCli(command.replace('PAPER', paper).split(' '), { cwd })
  expect(stdout + stderr).not.toBe('')
  expect(`${stdout}\n${stderr}`.split(/[\n\r\u2028]/).filter((line) => line.startsWith(FORGED))).toEqual([])
})
