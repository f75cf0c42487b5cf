/** Changes the units of a paper and their vectors. */
import { mapInTurns } from '../../core/index.ts'
import type { CorpusQuery, PaperRecord, UnitVector } from '../ports.ts'
import { type CorpusChange, embedderRow } from './corpus-change.ts'
import { type StoredUnitRow, UNIT_COLUMNS, unitRow, vectorDigest } from './stored-rows.ts'
import { encodeVector } from './vector-blob.ts'

/** Units removed at once. Chosen, not measured. */
const ROWS_AT_ONCE = 256

type StoredUnit = StoredUnitRow & { readonly row: number }

interface StoredVector {
  readonly unit: number
  readonly embedder: number
  readonly value: Uint8Array
  readonly digest: string | null
}

/** Replaces a paper's units, keeping the rows whose indexed form is unchanged; `isSameFront` is null for a new paper. */
export async function replaceUnits(
  change: CorpusChange,
  record: PaperRecord,
  isSameFront: boolean | null,
): Promise<void> {
  const { query, seq, insert } = change
  const embedder = record.embedder === null ? null : await embedderRow(query, record.embedder)
  const blobs = new Map(
    await mapInTurns(
      record.vectors,
      (vector) => [vector.unit, blobOf(vector, record.embedder ?? '')] as const,
    ),
  )
  const coming = new Map(await mapInTurns(record.units, (unit) => [unit.id, unitRow(unit)] as const))
  if (isSameFront !== null) {
    const going: number[] = []
    for (const { unit, vectors } of await storedUnits(query, record.paper.id)) {
      const isSame = isSameFront && isSameUnit(unit, coming.get(unit.id))
      if (isSame && isSameVector(vectors, embedder, blobs.get(unit.id))) coming.delete(unit.id)
      else going.push(unit.row)
    }
    // Removed before others are inserted, so that their places are free.
    await removeUnits(change, going)
  }
  const fresh = [...coming.values()]
  if (fresh.length === 0) return
  const first = await change.unitRows(fresh.length)
  const rows = fresh.map((unit, at) => ({ ...unit, seq, row: first + at }))
  await insert('unit', [...UNIT_COLUMNS, 'seq', 'row'], rows)
  const vectors = rows.flatMap(({ id, row }) => {
    const blob = blobs.get(id)
    return blob === undefined ? [] : [{ unit: row, embedder, ...blob }]
  })
  await insert('vector', ['unit', 'embedder', 'value', 'digest'], vectors)
}

/** Removes units by their row numbers, in batches. */
async function removeUnits({ query, seq }: CorpusChange, rows: readonly number[]): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const some = rows.slice(at, at + ROWS_AT_ONCE)
    await putRemoved(query, seq, 'row = ANY ($2)', some)
    await query('DELETE FROM corpus.unit WHERE row = ANY ($1)', [some])
  }
}

async function storedUnits(
  query: CorpusQuery,
  paper: string,
): Promise<{ unit: StoredUnit; vectors: StoredVector[] }[]> {
  const units = await query<StoredUnit>(
    `SELECT row, ${UNIT_COLUMNS.join(', ')} FROM corpus.unit WHERE paper = $1 ORDER BY row`,
    [paper],
  )
  const vectors = await query<StoredVector>(
    'SELECT unit, embedder, value, digest FROM corpus.vector WHERE unit = ANY ($1)',
    [units.map(({ row }) => row)],
  )
  const byUnit = Map.groupBy(vectors, ({ unit }) => unit)
  return units.map((unit) => ({ unit, vectors: byUnit.get(unit.row) ?? [] }))
}

interface VectorBlob {
  readonly value: Buffer
  readonly digest: string
}

function blobOf({ unit, values }: UnitVector, embedder: string): VectorBlob {
  const value = encodeVector(values)
  return { value, digest: vectorDigest(unit, embedder, value) }
}

function isSameUnit(one: StoredUnitRow, other: StoredUnitRow | undefined): boolean {
  return other !== undefined && UNIT_COLUMNS.every((column) => one[column] === other[column])
}

/** Returns whether a vector is unchanged. One whose digest is wrong counts as changed and is written again. */
function isSameVector(
  stored: readonly StoredVector[],
  embedder: number | null,
  blob: VectorBlob | undefined,
): boolean {
  const [vector] = stored
  if (vector === undefined || blob === undefined) return vector === undefined && blob === undefined
  return stored.length === 1 && vector.embedder === embedder && isSameBlob(vector, blob)
}

function isSameBlob(stored: Pick<StoredVector, 'value' | 'digest'>, blob: VectorBlob): boolean {
  return stored.digest === blob.digest && blob.value.equals(stored.value)
}

/** Records the removal of units that match `condition`, with `value` as `$2`. */
export async function putRemoved(
  query: CorpusQuery,
  seq: number,
  condition: string,
  value: string | readonly number[],
): Promise<void> {
  await query(
    `INSERT INTO corpus.removed (unit, seq) SELECT id, $1 FROM corpus.unit WHERE ${condition}
     ON CONFLICT (unit) DO UPDATE SET seq = excluded.seq`,
    [seq, value],
  )
}

/** Stores vectors. A unit whose vector changes counts as removed and added again, as an index of vectors must treat it. */
export async function addVectors(
  { query, seq, insert }: CorpusChange,
  embedder: string,
  vectors: readonly UnitVector[],
): Promise<void> {
  const by = await embedderRow(query, embedder)
  const stored = await query<{ id: string; row: number; value: Uint8Array | null; digest: string | null }>(
    `SELECT unit.id, unit.row, vector.value, vector.digest FROM corpus.unit
       LEFT JOIN corpus.vector ON vector.unit = unit.row AND vector.embedder = $1 WHERE unit.id = ANY ($2)`,
    [by, vectors.map(({ unit }) => unit)],
  )
  const byId = new Map(stored.map((row) => [row.id, row]))
  const changes = await mapInTurns(vectors, (vector) => {
    const before = byId.get(vector.unit)
    if (before === undefined) return []
    const blob = blobOf(vector, embedder)
    const isSame = before.value !== null && isSameBlob({ value: before.value, digest: before.digest }, blob)
    return isSame ? [] : [{ unit: before.row, embedder: by, ...blob }]
  })
  const changed = changes.flat()
  const rows = changed.map(({ unit }) => unit)
  await insert(
    'vector',
    ['unit', 'embedder', 'value', 'digest'],
    changed,
    'ON CONFLICT (unit, embedder) DO UPDATE SET value = excluded.value, digest = excluded.digest',
  )
  await putRemoved(query, seq, 'row = ANY ($2)', rows)
  await query('UPDATE corpus.unit SET seq = $1 WHERE row = ANY ($2)', [seq, rows])
}
