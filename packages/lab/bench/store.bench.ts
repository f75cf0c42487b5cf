/**
 * What does the store cost? 5,183 papers (one page, one unit, one 256-wide vector each, as many as SciFact has abstracts) in batches
 * of 256, against a yardstick in the same run: the same bytes as blobs in one bare table, in the same transactions. Then the reads of a query.
 * Run: npm run measure store
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { contentId, seededRandom } from '../../../core/index.ts'
import { openSqliteCorpus } from '../../../corpus/adapters/sqlite-corpus-store.ts'
import { type CorpusStore, NO_PUBLICATION, type PaperRecord, SURE, unitsOf } from '../../../corpus/index.ts'
import { circumstances } from '../lib/circumstances.ts'

const PAPERS = 5_183
const BATCH = 256
const VECTOR_DIMS = 256
const READS = 2_000
const WORDS = 'protein binds receptor in cells of the mouse with high affinity and low toxicity'.split(' ')

function makeRecord(number: number, random: () => number): PaperRecord {
  const id = contentId(`paper ${number}`)
  const text = Array.from({ length: 200 }, () => WORDS[Math.floor(random() * WORDS.length)]).join(' ')
  const units = unitsOf(id, [
    {
      kind: 'unit',
      name: 'EXTRACTED_POINT',
      year: 2020,
      locator: 'Abstract, p. 1',
      topic: 'Binding',
      text: text.slice(0, 400),
      page: 1,
      start: 0,
      end: 400,
      made: 'extractive',
    },
  ])
  const raw = Float32Array.from({ length: VECTOR_DIMS }, () => random() - 0.5)
  const length = Math.hypot(...raw)
  const values = raw.map((value) => value / length)
  return {
    paper: {
      id,
      paths: [`corpus.jsonl#${number}`],
      format: 'jsonl',
      document: String(number),
      title: text.slice(0, 90),
      authors: [],
      abstract: text,
      year: 2020,
      doi: null,
      publication: NO_PUBLICATION,
      confidence: SURE,
      language: 'eng',
      licence: null,
      sections: [],
      bodyEnd: text.length,
      pageCount: 1,
      state: 'kept',
      detail: '',
      recipe: 'bench',
    },
    pages: [{ number: 1, width: 0, height: 0, text, boxes: new Float32Array(0) }],
    gate: null,
    units,
    vectors: units.map((unit) => ({ unit: unit.id, values })),
    embedder: 'static-256',
  }
}

async function secondsOf(action: () => Promise<void> | void): Promise<number> {
  const startedMs = performance.now()
  await action()
  return (performance.now() - startedMs) / 1_000
}

async function putAll(store: CorpusStore, batches: readonly PaperRecord[][]): Promise<void> {
  await using writer = await store.write('bench')
  for (const batch of batches) await writer.put(batch)
}

/** The least that any store on SQLite must do: the record's bytes, found again by id. */
function insertRaw(path: string, batches: readonly PaperRecord[][]): void {
  const database = new Database(path)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = NORMAL')
  database.exec(
    'CREATE TABLE record (id TEXT PRIMARY KEY, text TEXT, abstract TEXT, unit TEXT, vector BLOB) STRICT',
  )
  const insert = database.prepare('INSERT INTO record VALUES (?, ?, ?, ?, ?)')
  const insertBatch = database.transaction((batch: readonly PaperRecord[]) => {
    for (const { paper, pages, units, vectors } of batch) {
      const vector = Buffer.from(new Float16Array(vectors[0]?.values ?? []).buffer)
      insert.run(paper.id, pages[0]?.text, paper.abstract, units[0]?.text, vector)
    }
  })
  for (const batch of batches) insertBatch(batch)
  database.close()
}

async function medianMicroseconds(action: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < READS; run++) times.push((await secondsOf(async () => void (await action()))) * 1e6)
  times.sort((one, other) => one - other)
  return Number((times[READS / 2] ?? 0).toFixed(1))
}

async function measure(folder: string) {
  const random = seededRandom(1)
  const records = Array.from({ length: PAPERS }, (_, number) => makeRecord(number, random))
  const batches = Array.from({ length: Math.ceil(PAPERS / BATCH) }, (_, at) =>
    records.slice(at * BATCH, (at + 1) * BATCH),
  )
  const path = join(folder, 'corpus.sqlite')
  const store = openSqliteCorpus(path, { create: true })
  const putSeconds = await secondsOf(() => putAll(store, batches))
  const rawSeconds = await secondsOf(() => insertRaw(join(folder, 'raw.sqlite'), batches))
  const putAgainSeconds = await secondsOf(() => putAll(store, batches))
  const ids = records.slice(100, 110).flatMap(({ units }) => units.map(({ id }) => id))
  const [paper] = records.map((record) => record.paper.id)
  let streamed = 0
  const streamSeconds = await secondsOf(async () => {
    for await (const { vector } of store.unitsSince(0, 'static-256')) streamed += vector === null ? 0 : 1
  })
  let problems = 0
  const verifySeconds = await secondsOf(async () => {
    problems = (await store.verify()).length
  })
  const seqMicroseconds = await medianMicroseconds(() => store.seq())
  const tenUnitsMicroseconds = await medianMicroseconds(() => store.units(ids))
  const paperMicroseconds = await medianMicroseconds(() => store.paper(paper ?? ''))
  const bytesPerPaper = Math.round(statSync(path).size / PAPERS)
  await store.close()
  return {
    putSeconds: rounded(putSeconds),
    papersPerSecond: Math.round(PAPERS / putSeconds),
    rawSeconds: rounded(rawSeconds),
    timesRaw: rounded(putSeconds / rawSeconds),
    putAgainSeconds: rounded(putAgainSeconds),
    streamSeconds: rounded(streamSeconds),
    unitsPerSecond: Math.round(streamed / streamSeconds),
    verifySeconds: rounded(verifySeconds),
    problems,
    seqMicroseconds,
    tenUnitsMicroseconds,
    paperMicroseconds,
    bytesPerPaper,
  }
}

function rounded(value: number): number {
  return Number(value.toFixed(3))
}

const folder = mkdtempSync(join(tmpdir(), 'gloss-bench-'))
try {
  const figures = await measure(folder)
  console.table(figures)
  console.log({ papers: PAPERS, batch: BATCH, vectorDims: VECTOR_DIMS, ...circumstances() })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
