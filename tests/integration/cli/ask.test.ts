/** `gloss ask`, and how texts that OCR read or that hold line breaks are printed. */
import { beforeAll, describe, expect, it } from 'vitest'
import { openPaperPool } from '../../../ingest/adapters/paper-pool.ts'
import { cliFolder } from '../../fixtures/cli-folder.ts'
import { TEST_LIMITS } from '../../fixtures/labelled-papers.ts'
import { scannedPdf } from '../../fixtures/scanned-pdf.ts'
import { putIngested } from '../../fixtures/served-samples.ts'
import type { Json } from '../../fixtures/service.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

describe('gloss ask', () => {
  const { cwd, json, run } = cliFolder()
  beforeAll(() => putIngested(cwd))

  it.each([
    {
      name: 'the best statements with their sources, and that no model wrote them',
      question: 'Which IC50 did the methanolic bark extract show?',
      prints: /18\.4 µg\/mL[\s\S]*No model was used[\s\S]*\[1\] Cytotoxic triterpenes .* p\. 1/,
    },
    {
      name: 'that it doubts whether the papers answer',
      question: 'Which IC50 did the bark extract show against HeLa cells?',
      prints: /Doubtful: no place found[\s\S]*may be about something else/,
    },
    {
      name: 'that the papers do not say, and the nearest places as such',
      question: 'Who won the football world cup in 1954?',
      prints: /^Your papers do not say\.\n\nClosest places, not cited by the answer:\n\[1\] /,
    },
  ])('prints $name', async ({ question, prints }) => {
    expect(await run(['ask', question])).toMatchObject({ code: 0, stdout: expect.stringMatching(prints) })
  })

  it('--json prints one object', async () => {
    const question = 'Which IC50 did the methanolic bark extract show?'
    const answer = { question, corpus: 'main', answerable: true, by: 'units' }
    expect(await json(['ask', question])).toMatchObject(answer)
  })
})

it('text that OCR read is marked as such in hits, answers, lists and exports', async () => {
  const { run, read, write } = cliFolder(temporaryFolder())
  const lines = [
    'Lupeol slows the growth of tumours',
    'We gave lupeol to forty mice with tumours.',
    'The tumours of these mice weighed half as',
    'much as those of mice without the compound.',
    'No loss of weight was seen in the mice.',
  ]
  const pool = openPaperPool({ workers: 1, limits: TEST_LIMITS })
  write('scan.pdf', await scannedPdf(pool, lines))
  await pool.close()
  const printed = async (...args: string[]) => (await run(args)).stdout
  expect(await printed('ingest', 'scan.pdf', '--topic', 'none')).toContain('Kept 1 of 1')
  const question = 'How much did tumours of mice given lupeol weigh?'
  expect(await printed('retrieve', question)).toContain('read by OCR')
  expect(await printed('ask', question, '--no-model')).toContain('read by OCR')
  expect(await printed('papers', 'scan')).toContain('Page 1 was read by OCR.')
  await printed('export', '--format', 'csv', '--out', 'units.csv')
  expect(read('units.csv')).toContain('read by OCR')
})

describe('a line break in the text of a paper starts no line of output, which could pass for one of Gloss', () => {
  const FORGED = 'Kept 99 of 99 papers'
  const QUESTION = 'Which IC50 did lupeol show against ACE?'
  const SENTENCE = `Lupeol showed an IC50 of 18.4 ug/mL against ACE,\n${FORGED} and inhibited AKT1 in rats. `
  const { json, run, write } = cliFolder()
  let paper = ''

  beforeAll(async () => {
    const record = {
      title: `Lupeol\n${FORGED}\r\n${FORGED}`,
      abstract: SENTENCE.repeat(2),
      text: SENTENCE.repeat(6),
      authors: [`A.\n${FORGED}`],
      journal: `J.\n${FORGED}`,
    }
    write('papers/list.jsonl', `${JSON.stringify(record)}\n`)
    write(`papers/a\n${FORGED}.pdf`, 'no PDF')
    await json('ingest papers --topic biochem')
    const { papers } = await json('papers')
    paper = papers.find(({ state }: Json) => state !== 'failed:not_a_pdf').id
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
    const { stdout, stderr } = await run(command.replace('PAPER', paper))
    expect(stdout + stderr).not.toBe('')
    const lines = `${stdout}\n${stderr}`.split(/[\n\r\u2028]/)
    expect(lines.filter((line) => line.startsWith(FORGED))).toEqual([])
  })
})
