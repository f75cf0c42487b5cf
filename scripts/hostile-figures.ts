/** What becomes of odd, broken and encrypted PDFs? Reads each one and prints the counts by state and the slowest files. */
import { readdirSync, readFileSync } from 'node:fs'
import { openPdfiumReader } from '../ingest/adapters/pdfium-reader.ts'
import { sourceOf, TEST_LIMITS } from '../tests/fixtures/labelled-papers.ts'
import { sharedPath } from '../tests/fixtures/shared.ts'

const SLOWEST_SHOWN = 5

const folder = process.argv[2] ?? sharedPath('papers', 'hostile')
const reader = openPdfiumReader({ workers: 2, limits: TEST_LIMITS })
const files = readdirSync(folder).filter((file) => file.endsWith('.pdf'))
const results: {
  readonly file: string
  readonly state: string
  readonly detail: string
  readonly ms: number
}[] = []
const queue = files.values()

async function drain(): Promise<void> {
  for (const file of queue) {
    const bytes = readFileSync(`${folder}/${file}`)
    const startMs = performance.now()
    const reading = await reader.read(sourceOf(file, bytes), bytes, new AbortController().signal)
    const ms = Math.round(performance.now() - startMs)
    if (reading.ok) results.push({ file, state: 'read', detail: '', ms })
    else results.push({ file, state: `failed:${reading.code}`, detail: reading.detail, ms })
  }
}

const startMs = performance.now()
await Promise.all([drain(), drain()])
await reader.close()

const counts = new Map<string, number>()
for (const { state } of results) counts.set(state, (counts.get(state) ?? 0) + 1)
console.table([...counts].sort((a, b) => b[1] - a[1]).map(([state, count]) => ({ state, count })))
console.table(results.sort((a, b) => b.ms - a.ms).slice(0, SLOWEST_SHOWN))
console.log(`${results.length} files in ${Math.round((performance.now() - startMs) / 1000)} s`)
if (process.argv.includes('--list')) for (const { file, state } of results) console.log(file, state)
