/**
 * How is a corpus changed? Each call is one transaction that raises `seq`; what an index would not see differently keeps
 * its own `seq`, so indexes do no work for it. Cached answers are no change: they leave `seq` alone. Papers and names may be
 * many thousands of rows: in between, everything else that the thread has to do gets its turn.
 */
import type { Database } from 'better-sqlite3'
import type { GateRecord } from '../gate-record.ts'
import type { Extraction, PhraseVector, Synonym, UnitMentions } from '../graph-rows.ts'
import type { PaperRecord, UnitVector } from '../ports.ts'
import { inTurns } from './long-transaction.ts'
import { assertRecord, paperNotFound } from './paper-record.ts'
import { rowDigest } from './row-digest.ts'
import { createSqliteGraphChanges } from './sqlite-graph-writer.ts'
import {
  assertPaperRow,
  gateRow,
  PAGE_COLUMNS,
  PAPER_COLUMNS,
  type PaperRow,
  pageRow,
  paperRow,
  pathDigest,
  type StoredUnitRow,
  UNIT_COLUMNS,
  unitRow,
  vectorDigest,
  withRecipe,
} from './stored-rows.ts'
import { encodeVector } from './vector-blob.ts'

/** Rows of papers are written one after another, so a small cache serves them as well; mentions are written all over their index. */
const PUT_CACHE_KIB = 8_192

type StoredUnit = StoredUnitRow & { readonly row: number }
interface StoredVector {
  readonly embedder: number
  readonly value: Buffer
  readonly digest: string | null
}
type Statements = ReturnType<typeof prepareStatements>

/** The changes themselves, one at a time: the store calls the next when the one before has ended, and names their failures. */
interface SqliteChanges {
  put(records: readonly PaperRecord[]): Promise<void>
  addPath(paper: string, ...paths: readonly string[]): void
  remove(papers: readonly string[]): number
  removePath(path: string): void
  setGate(paper: string, gate: GateRecord, recipe?: string): void
  putVectors(embedder: string, vectors: readonly UnitVector[]): void
  setSetting(name: string, value: string): void
  rememberCall(hash: string, answer: string): void
  putMentions(recipe: string, units: readonly UnitMentions[]): Promise<void>
  putExtractions(extractions: readonly Extraction[]): void
  putSynonyms(embedder: string, synonyms: readonly Synonym[]): void
  putPhraseVectors(embedder: string, vectors: readonly PhraseVector[]): void
}

export function createSqliteChanges(database: Database): SqliteChanges {
  const sql = prepareStatements(database)
  const graph = createSqliteGraphChanges(database, (id) => embedderRow(sql, id))
  const change = <T>(action: (seq: number) => T): T =>
    database.transaction(() => action(sql.raiseSeq.get() as number)).immediate()
  const changeBySteps = (steps: (seq: number) => Iterable<void>, cacheKib?: number) =>
    inTurns(database, () => steps(sql.raiseSeq.get() as number), cacheKib)

  return {
    put: (records) => {
      for (const record of records) assertRecord(record)
      return changeBySteps(function* (seq) {
        for (const record of records) yield* putRecord(sql, seq, record)
      }, PUT_CACHE_KIB)
    },
    addPath: (paper, ...paths) => {
      if (sql.paperFacts.get(paper) === undefined) throw paperNotFound(paper)
      const fresh = paths.filter((path) => sql.pathOwner.get(path) !== paper)
      if (fresh.length === 0) return
      change((seq) => {
        for (const path of fresh) movePath(sql, seq, path, paper)
      })
    },
    remove: (papers) =>
      change((seq) => {
        let count = 0
        for (const paper of papers) count += removePaper(sql, seq, paper)
        return count
      }),
    removePath: (path) => change((seq) => forgetPath(sql, seq, path)),
    setGate: (paper, gate, recipe) =>
      change(() => {
        if (sql.paperFacts.get(paper) === undefined) throw paperNotFound(paper)
        putGate(sql, paper, gate)
        if (recipe !== undefined) putRecipe(sql, paper, recipe)
      }),
    putVectors: (embedder, vectors) => change((seq) => addVectors(sql, seq, embedder, vectors)),
    setSetting: (name, value) => change(() => void sql.putSetting.run(name, value, rowDigest([name, value]))),
    rememberCall: (hash, answer) => void sql.putCall.run(hash, answer, rowDigest([hash, answer])),
    putMentions: (recipe, units) => changeBySteps((seq) => graph.putMentions(seq, recipe, units)),
    putExtractions: (extractions) => change((seq) => graph.putExtractions(seq, extractions)),
    putSynonyms: (embedder, synonyms) => change((seq) => graph.putSynonyms(seq, embedder, synonyms)),
    putPhraseVectors: (embedder, vectors) =>
      database.transaction(() => graph.putPhraseVectors(embedder, vectors)).immediate(),
  }
}

function prepareStatements(database: Database) {
  const insert = (table: string, columns: readonly string[]) =>
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((name) => `@${name}`).join(', ')})`
  const updates = PAPER_COLUMNS.map((name) => `${name} = excluded.${name}`).join(', ')
  return {
    raiseSeq: database.prepare('UPDATE meta SET seq = seq + 1, inverse = inverse - 1 RETURNING seq').pluck(),
    paperFacts: database.prepare<[string], { title: string; year: number | null }>(
      'SELECT title, year FROM paper WHERE id = ?',
    ),
    putPaper: database.prepare(`${insert('paper', PAPER_COLUMNS)} ON CONFLICT (id) DO UPDATE SET ${updates}`),
    paperRow: database.prepare<[string], PaperRow>(
      `SELECT ${PAPER_COLUMNS.join(', ')} FROM paper WHERE id = ?`,
    ),
    deletePaper: database.prepare<[string]>('DELETE FROM paper WHERE id = ?'),
    pathOwner: database.prepare<[string], string>('SELECT paper FROM paper_path WHERE path = ?').pluck(),
    hasPath: database.prepare<[string]>('SELECT 1 FROM paper_path WHERE paper = ? LIMIT 1').pluck(),
    putPath: database.prepare<[string, string, string]>(
      'INSERT INTO paper_path (path, paper, digest) VALUES (?, ?, ?)',
    ),
    deletePath: database.prepare<[string]>('DELETE FROM paper_path WHERE path = ?'),
    putPage: database.prepare(insert('page', PAGE_COLUMNS)),
    deletePages: database.prepare<[string]>('DELETE FROM page WHERE paper = ?'),
    putGate: database.prepare<[string, string, string | null]>(
      `INSERT INTO gate (paper, record, digest) VALUES (?, ?, ?)
       ON CONFLICT (paper) DO UPDATE SET record = excluded.record, digest = excluded.digest`,
    ),
    deleteGate: database.prepare<[string]>('DELETE FROM gate WHERE paper = ?'),
    storedUnits: database.prepare<[string], StoredUnit>(
      `SELECT row, ${UNIT_COLUMNS.join(', ')} FROM unit WHERE paper = ?`,
    ),
    vectorsOf: database.prepare<[number], StoredVector>(
      'SELECT embedder, value, digest FROM vector WHERE unit = ?',
    ),
    putUnit: database.prepare(insert('unit', [...UNIT_COLUMNS, 'seq'])),
    deleteUnit: database.prepare<[number]>('DELETE FROM unit WHERE row = ?'),
    unitVector: database.prepare<
      [number, string],
      { row: number; value: Buffer | null; digest: string | null }
    >(
      `SELECT unit.row, vector.value, vector.digest FROM unit
       LEFT JOIN vector ON vector.unit = unit.row AND vector.embedder = ? WHERE unit.id = ?`,
    ),
    touchUnit: database.prepare<[number, number]>('UPDATE unit SET seq = ? WHERE row = ?'),
    putRemoved: database.prepare<[string, number]>('INSERT OR REPLACE INTO removed VALUES (?, ?)'),
    putRemovedOf: database.prepare<[number, string]>(
      'INSERT OR REPLACE INTO removed SELECT id, ? FROM unit WHERE paper = ?',
    ),
    putEmbedder: database.prepare<[string]>('INSERT OR IGNORE INTO embedder (id) VALUES (?)'),
    embedder: database.prepare<[string], number>('SELECT row FROM embedder WHERE id = ?').pluck(),
    putVector: database.prepare<[number | bigint, number, Buffer, string]>(
      `INSERT INTO vector (unit, embedder, value, digest) VALUES (?, ?, ?, ?)
       ON CONFLICT (unit, embedder) DO UPDATE SET value = excluded.value, digest = excluded.digest`,
    ),
    putSetting: database.prepare<[string, string, string]>(
      'INSERT OR REPLACE INTO setting (name, value, digest) VALUES (?, ?, ?)',
    ),
    putCall: database.prepare<[string, string, string]>(
      'INSERT OR REPLACE INTO call (hash, answer, digest) VALUES (?, ?, ?)',
    ),
  }
}

function* putRecord(sql: Statements, seq: number, record: PaperRecord): Iterable<void> {
  const { paper, pages, gate } = record
  const known = sql.paperFacts.get(paper.id)
  sql.putPaper.run(paperRow(paper))
  for (const path of paper.paths) movePath(sql, seq, path, paper.id)
  if (known !== undefined) sql.deletePages.run(paper.id)
  for (const page of pages) {
    sql.putPage.run(pageRow(paper.id, page))
    yield
  }
  if (gate === null) sql.deleteGate.run(paper.id)
  else putGate(sql, paper.id, gate)
  const stored = known === undefined ? [] : sql.storedUnits.all(paper.id)
  const isSameFront = known?.title === paper.title && known.year === paper.year
  yield* replaceUnits(sql, seq, record, { stored, isSameFront })
}

function putGate(sql: Statements, paper: string, gate: GateRecord): void {
  const { record, digest } = gateRow(paper, gate)
  sql.putGate.run(paper, record, digest)
}

/** Throws `STORE_DAMAGED`: a digest must not be computed again over damaged rows. */
function putRecipe(sql: Statements, paper: string, recipe: string): void {
  const row = sql.paperRow.get(paper) as PaperRow
  assertPaperRow(row)
  sql.putPaper.run(withRecipe(row, recipe))
}

/** Units that an index would see as before keep their rows. Others go first, so that places are free for those that come. */
function* replaceUnits(
  sql: Statements,
  seq: number,
  record: PaperRecord,
  before: { readonly stored: readonly StoredUnit[]; readonly isSameFront: boolean },
): Iterable<void> {
  const embedder = record.embedder === null ? null : embedderRow(sql, record.embedder)
  const vectors = new Map(record.vectors.map((vector) => [vector.unit, vector]))
  const coming = new Map(record.units.map((unit) => [unit.id, unit]))
  const blobOfUnit = (id: string) => {
    const vector = vectors.get(id)
    return vector === undefined ? undefined : blobOf(vector, record.embedder ?? '')
  }
  for (const stored of before.stored) {
    yield
    const unit = coming.get(stored.id)
    const blob = blobOfUnit(stored.id)
    const isSame = unit !== undefined && before.isSameFront && isSameUnit(stored, unitRow(unit))
    if (isSame && isSameVector(sql.vectorsOf.all(stored.row), embedder, blob)) {
      coming.delete(stored.id)
      continue
    }
    sql.putRemoved.run(stored.id, seq)
    sql.deleteUnit.run(stored.row)
  }
  for (const unit of coming.values()) {
    yield
    const { lastInsertRowid } = sql.putUnit.run({ ...unitRow(unit), seq })
    const blob = blobOfUnit(unit.id)
    if (blob !== undefined && embedder !== null)
      sql.putVector.run(lastInsertRowid, embedder, blob.value, blob.digest)
  }
}

interface VectorBlob {
  readonly value: Buffer
  readonly digest: string
}

function blobOf({ unit, values }: UnitVector, embedder: string): VectorBlob {
  const value = encodeVector(values)
  return { value, digest: vectorDigest(unit, embedder, value) }
}

/** A row whose digest is damaged counts as changed and is written again. */
function isSameBlob(
  stored: { readonly value: Buffer | null; readonly digest: string | null },
  blob: VectorBlob,
) {
  return stored.digest === blob.digest && stored.value?.equals(blob.value) === true
}

function isSameUnit(one: StoredUnitRow, other: StoredUnitRow): boolean {
  return UNIT_COLUMNS.every((column) => one[column] === other[column])
}

function isSameVector(
  stored: readonly StoredVector[],
  embedder: number | null,
  blob: VectorBlob | undefined,
): boolean {
  const [vector] = stored
  if (vector === undefined || blob === undefined) return vector === undefined && blob === undefined
  return stored.length === 1 && vector.embedder === embedder && isSameBlob(vector, blob)
}

function movePath(sql: Statements, seq: number, path: string, paper: string): void {
  const owner = sql.pathOwner.get(path)
  if (owner === paper) return
  if (owner !== undefined) forgetPath(sql, seq, path)
  sql.putPath.run(path, paper, pathDigest(path, paper))
}

function forgetPath(sql: Statements, seq: number, path: string): void {
  const owner = sql.pathOwner.get(path)
  if (owner === undefined) return
  sql.deletePath.run(path)
  if (sql.hasPath.get(owner) === undefined) removePaper(sql, seq, owner)
}

function removePaper(sql: Statements, seq: number, paper: string): number {
  sql.putRemovedOf.run(seq, paper)
  return sql.deletePaper.run(paper).changes
}

/** A unit whose vector changes counts as removed and come again: that is what an index of vectors has to do. */
function addVectors(sql: Statements, seq: number, embedder: string, vectors: readonly UnitVector[]): void {
  const by = embedderRow(sql, embedder)
  for (const vector of vectors) {
    const { unit } = vector
    const stored = sql.unitVector.get(by, unit)
    const blob = blobOf(vector, embedder)
    if (stored === undefined || isSameBlob(stored, blob)) continue
    sql.putVector.run(stored.row, by, blob.value, blob.digest)
    sql.putRemoved.run(unit, seq)
    sql.touchUnit.run(seq, stored.row)
  }
}

function embedderRow(sql: Statements, id: string): number {
  sql.putEmbedder.run(id)
  return sql.embedder.get(id) as number
}
