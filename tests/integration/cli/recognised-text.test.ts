/** Tests that text read by OCR is marked as such wherever it is quoted. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openPaperPool } from '../../../ingest/adapters/paper-pool.ts'
import { TEST_LIMITS } from '../../fixtures/labelled-papers.ts'
import { runCli } from '../../fixtures/run-cli.ts'
import { scannedPdf } from '../../fixtures/scanned-pdf.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const LINES = [
  'Lupeol slows the growth of tumours',
  'We gave lupeol to forty mice with tumours.',
  'The tumours of these mice weighed half as',
  'much as those of mice without the compound.',
  'No loss of weight was seen in the mice.',
]
const QUESTION = 'How much did tumours of mice given lupeol weigh?'

it('text of OCR is marked in hits, answers, lists and exports', async () => {
  const cwd = temporaryFolder()
  const pool = openPaperPool({ workers: 1, limits: TEST_LIMITS })
  writeFileSync(join(cwd, 'scan.pdf'), await scannedPdf(pool, LINES))
  await pool.close()
  const printed = async (...args: string[]) => (await runCli(args, { cwd })).stdout
  expect(await printed('ingest', 'scan.pdf', '--topic', 'none')).toContain('Kept 1 of 1')
  expect(await printed('retrieve', QUESTION)).toContain('read by OCR')
  expect(await printed('ask', QUESTION, '--no-model')).toContain('read by OCR')
  expect(await printed('papers', 'scan')).toContain('Page 1 was read by OCR.')
  await printed('export', '--format', 'csv', '--out', 'units.csv')
  expect(readFileSync(join(cwd, 'units.csv'), 'utf8')).toContain('read by OCR')
})
