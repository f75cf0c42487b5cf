/**
 * Pages a second: our whole reader (characters, layout, description) against pdf-parse, which gives text only. As in an
 * ingest, each pass over the papers begins with fresh child processes, and both sides run through the same pool: one process
 * each, and ours again with two, as an ingest on two cores does. Passes take turns; the result is the median.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openChildPool } from '../../../core/index.ts'
import { openPaperPool } from '../../../ingest/adapters/paper-pool.ts'
import { sourceOf } from '../../../tests/fixtures/labelled-papers.ts'
import { hasShared, sharedPath } from '../../../tests/fixtures/shared.ts'
import { circumstances } from '../lib/circumstances.ts'

const ROUNDS = Number(process.env['GLOSS_BENCH_ROUNDS'] ?? 3)
const LIMITS = { timeoutMs: 30_000, maxMemoryMb: 1024, ocr: 'never', ocrPages: 0 } as const
/** A child process of an ingest reads 100 files before it is replaced; a pass over 15 alone would measure how Node starts. */
const TIMES_OVER = 5
const MS_PER_SECOND = 1000
const never = new AbortController().signal

interface Paper {
  readonly file: string
  readonly bytes: Uint8Array
}

/** Pages read, by both sides counted in the same way: those of files that gave text. */
interface Side {
  read(paper: Paper): Promise<number>
  close(): Promise<void>
}

if (hasShared) await compare()
else console.log('skipped: ../shared is not here')

async function compare(): Promise<void> {
  const papers = readPapers()
  const ours: number[] = []
  const oursWithTwo: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await pagesPerSecond(papers, openOurs(1)))
    oursWithTwo.push(await pagesPerSecond(papers, openOurs(2), 2))
    theirs.push(await pagesPerSecond(papers, openTheirs()))
  }
  const result = {
    task: `${papers.length / TIMES_OVER} papers ${TIMES_OVER} times over, ${ROUNDS} passes, each from fresh processes, median`,
    ...circumstances(),
    pagesPerSecond: {
      gloss: round1(median(ours)),
      'two processes': round1(median(oursWithTwo)),
      'pdf-parse': round1(median(theirs)),
    },
    passes: {
      gloss: ours.map(round1),
      'two processes': oursWithTwo.map(round1),
      'pdf-parse': theirs.map(round1),
    },
    times: round1(median(ours) / median(theirs)),
    timesWithTwo: round1(median(oursWithTwo) / median(theirs)),
  }
  console.log(result)
}

function readPapers(): Paper[] {
  const folder = sharedPath('papers', 'real')
  // The scan is left out: neither side gives text for it without recognition.
  const files = readdirSync(folder).filter((file) => file !== 'small_ocr.pdf')
  const papers = files.map((file) => ({ file, bytes: readFileSync(join(folder, file)) }))
  return Array.from({ length: TIMES_OVER }, () => papers).flat()
}

function openOurs(workers: number): Side {
  const reader = openPaperPool({ workers, limits: LIMITS })
  return {
    async read({ file, bytes }) {
      const reading = await reader.read(sourceOf(file, bytes), bytes, never)
      return reading.ok ? reading.pages.length : 0
    },
    close: () => reader.close(),
  }
}

/** A file on which it hangs costs the time limit, no more. */
function openTheirs(): Side {
  const pool = openChildPool<Uint8Array, { readonly pages: number }>({
    entry: join(import.meta.dirname, 'pdf-parse-child.ts'),
    workers: 1,
    maxMemoryMb: LIMITS.maxMemoryMb,
    requestsPerChild: Number.POSITIVE_INFINITY,
  })
  return {
    async read({ bytes }) {
      const outcome = await pool.run(bytes, LIMITS.timeoutMs, never)
      return outcome.kind === 'answer' ? outcome.answer.pages : 0
    },
    close: () => pool.close(),
  }
}

/** Takes `atOnce` papers at a time, the next one when one is done. */
async function pagesPerSecond(papers: readonly Paper[], side: Side, atOnce = 1): Promise<number> {
  const startMs = performance.now()
  let pages = 0
  const open = [...papers]
  const readOn = async () => {
    for (let paper = open.shift(); paper !== undefined; paper = open.shift()) {
      const read = await side.read(paper)
      pages += read
    }
  }
  await Promise.all(Array.from({ length: atOnce }, readOn))
  const seconds = (performance.now() - startMs) / MS_PER_SECOND
  await side.close()
  return pages / seconds
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0
}

function round1(value: number): number {
  return Math.round(value * 10) / 10
}
