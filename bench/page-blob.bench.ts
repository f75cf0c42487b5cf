/**
 * What do character boxes cost in the corpus? The pages of ../shared/papers/real: bytes a character, largest error in points,
 * milliseconds a page to write and to read.
 * Run: npm run measure page-blob -- [--json bench/results/page-blob.json]
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { decodeBoxes, encodeBoxes } from '../corpus/adapters/page-blob.ts'
import { BOX_SIDES, type Page } from '../corpus/index.ts'
import { openPaperPool } from '../ingest/adapters/paper-pool.ts'
import { hasShared, sharedPath } from '../scripts/lib/shared.ts'

const LIMITS = { timeoutMs: 30_000, maxMemoryMb: 1_024, ocr: 'never', ocrPages: 0 } as const
/** The first rounds warm the compiler up; the last one counts. */
const ROUNDS = 3

async function readPages(): Promise<Page[]> {
  const reader = openPaperPool({ workers: 1, limits: LIMITS })
  const pages: Page[] = []
  for (const name of readdirSync(sharedPath('papers', 'real')).filter((file) => file.endsWith('.pdf'))) {
    const path = sharedPath('papers', 'real', name)
    const bytes = readFileSync(path)
    const source = { path, format: 'pdf', document: null, known: {}, read: async () => bytes } as const
    const reading = await reader.read(source, bytes, AbortSignal.timeout(LIMITS.timeoutMs))
    if (reading.ok) pages.push(...reading.pages)
    else console.error(`${name}: ${reading.code}`)
  }
  await reader.close()
  return pages
}

function measure(pages: readonly Page[]) {
  let [writeMs, readMs, blobBytes, characters, largestError] = [0, 0, 0, 0, 0]
  for (const { boxes } of pages) {
    const startedMs = performance.now()
    const blob = encodeBoxes(boxes)
    const writtenMs = performance.now()
    const read = decodeBoxes(blob)
    readMs += performance.now() - writtenMs
    writeMs += writtenMs - startedMs
    blobBytes += blob?.length ?? 0
    characters += boxes.length / BOX_SIDES
    for (const [at, side] of read.entries()) {
      const error = Math.abs(side - (boxes[at] ?? 0))
      if (error > largestError) largestError = error
    }
  }
  const rounded = (value: number) => Number(value.toFixed(3))
  return {
    pages: pages.length,
    characters,
    bytesPerCharacter: rounded(blobBytes / characters),
    largestErrorPoints: rounded(largestError),
    writeMsPerPage: rounded(writeMs / pages.length),
    readMsPerPage: rounded(readMs / pages.length),
  }
}

const { values: options } = parseArgs({ options: { json: { type: 'string' } } })
if (hasShared) {
  const pages = await readPages()
  for (let round = 1; round < ROUNDS; round++) measure(pages)
  const figures = measure(pages)
  console.table(figures)
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const machine = `${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}`
  const result = { bench: 'page-blob', machine, commit, figures }
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(result, null, 2)}\n`)
} else {
  console.log('Skipped: ../shared is not here.')
}
