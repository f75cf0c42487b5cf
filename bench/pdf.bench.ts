/**
 * Pages a second: our whole reader (characters, layout, description, one child process) against pdf-parse, which gives
 * text only, on the same files in the same run. Each side runs alone; rounds take turns. Writes bench/results/pdf.json.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { PDFParse } from 'pdf-parse'
import { openPdfiumReader } from '../ingest/adapters/pdfium-reader.ts'
import { sourceOf } from '../tests/fixtures/labelled-papers.ts'
import { hasShared, sharedPath } from '../tests/fixtures/shared.ts'

const ROUNDS = Number(process.env['GLOSS_BENCH_ROUNDS'] ?? 3)
const TIMEOUT_MS = 30_000
const RESULT = join(import.meta.dirname, 'results', 'pdf.json')
const MS_PER_SECOND = 1000

/** A file with text; scans are left out, since the other side does not recognise them. */
interface Paper {
  readonly file: string
  readonly bytes: Uint8Array
  readonly pages: number
}

if (!hasShared) {
  console.log('skipped: ../shared is not here')
  process.exit(0)
}

const reader = openPdfiumReader({
  workers: 1,
  limits: { timeoutMs: TIMEOUT_MS, maxMemoryMb: 1024, ocr: 'never', ocrPages: 0 },
})
const papers = await papersWithText()
const pages = papers.reduce((sum, paper) => sum + paper.pages, 0)
const ours: number[] = []
const theirs: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  ours.push(
    await pagesPerSecond(async ({ file, bytes }) => {
      await reader.read(sourceOf(file, bytes), bytes, new AbortController().signal)
    }),
  )
  theirs.push(await pagesPerSecond(readWithPdfParse))
}
await reader.close()

const result = {
  task: `${papers.length} papers, ${pages} pages, ${ROUNDS} rounds, median`,
  machine: `${cpus()[0]?.model ?? 'unknown'} x ${cpus().length}`,
  node: process.version,
  commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
  date: new Date().toISOString().slice(0, 10),
  pagesPerSecond: { gloss: round1(median(ours)), 'pdf-parse': round1(median(theirs)) },
  times: round1(median(ours) / median(theirs)),
}
writeFileSync(RESULT, `${JSON.stringify(result, null, 2)}\n`)
console.log(result)
process.exit(0)

async function papersWithText(): Promise<Paper[]> {
  const folder = sharedPath('papers', 'real')
  const found: Paper[] = []
  for (const file of readdirSync(folder)) {
    const bytes = readFileSync(join(folder, file))
    const reading = await reader.read(sourceOf(file, bytes), bytes, new AbortController().signal)
    if (reading.ok) found.push({ file, bytes, pages: reading.pages.length })
  }
  return found
}

async function pagesPerSecond(read: (paper: Paper) => Promise<void>): Promise<number> {
  const startMs = performance.now()
  for (const paper of papers) await read(paper)
  return (pages * MS_PER_SECOND) / (performance.now() - startMs)
}

/** A file on which it hangs costs the time limit, no more. */
async function readWithPdfParse({ bytes }: Paper): Promise<void> {
  const parser = new PDFParse({ data: new Uint8Array(bytes) })
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, TIMEOUT_MS)
  })
  await Promise.race([parser.getText().then(() => parser.destroy()), timeout])
  clearTimeout(timer)
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0
}

function round1(value: number): number {
  return Math.round(value * 10) / 10
}
