/** How do the units of a paper, and their vectors, change in PostgreSQL? */
import type { PaperRecord, UnitVector } from '../ports.ts'
import { type CorpusChange, embedderRow, insertRows } from './postgres-change.ts'
import type { PostgresQuery } from './postgres-connection.ts'
import { type StoredUnitRow, UNIT_COLUMNS, unitRow, vectorDigest } from './stored-rows.ts'
import { encodeVector } from './vector-blob.ts'

type StoredUnit = StoredUnitRow & { readonly row: number }

interface StoredVector {
  readonly unit: number
  readonly embedder: number
  readonly value: Uint8Array
  readonly digest: string | null
}

/** Units that an index would see as before keep their rows; `isSameFront` is null for a paper that is new. */
export async function replaceUnits(
  { query, seq }: CorpusChange,
  record: PaperRecord,
  isSameFront: boolean | null,
): Promise<void> {
  const embedder = record.embedder === null ? null : await embedderRow(query, record.embedder)
  const blobs = new Map(record.vectors.map((vector) => [vector.unit, blobOf(vector, record.embedder ?? '')]))
  const coming = new Map(record.units.map((unit) => [unit.id, unitRow(unit)]))
  if (isSameFront !== null) {
    const stored = await storedUnits(query, record.paper.id)
    const isSame = ({ unit, vectors }: (typeof stored)[number]) =>
      isSameFront &&
      isSameUnit(unit, coming.get(unit.id)) &&
      isSameVector(vectors, embedder, blobs.get(unit.id))
    const going = stored.filter((one) => !isSame(one)).map(({ unit }) => unit)
    for (const one of stored) if (isSame(one)) coming.delete(one.unit.id)
    await putRemoved(
      query,
      seq,
      'row = ANY ($2)',
      going.map(({ row }) => row),
    )
    await query('DELETE FROM corpus.unit WHERE row = ANY ($1)', [going.map(({ row }) => row)])
  }
  const fresh = [...coming.values()]
  if (fresh.length === 0) return
  const [last] = await query<{ last_row: number }>(
    'UPDATE corpus.meta SET last_row = last_row + $1 RETURNING last_row',
    [fresh.length],
  )
  const first = (last?.last_row ?? 0) - fresh.length + 1
  const rows = fresh.map((unit, at) => ({ ...unit, seq, row: first + at }))
  await insertRows(query, 'unit', [...UNIT_COLUMNS, 'seq', 'row'], rows)
  const vectors = rows.flatMap(({ id, row }) => {
    const blob = blobs.get(id)
    return blob === undefined ? [] : [{ unit: row, embedder, ...blob }]
  })
  await insertRows(query, 'vector', ['unit', 'embedder', 'value', 'digest'], vectors)
}

async function storedUnits(
  query: PostgresQuery,
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

/** A row whose digest is damaged counts as changed and is written again. */
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

/** Notes that units go, those that `condition` names by `$2`. */
export async function putRemoved(
  query: PostgresQuery,
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

/** A unit whose vector changes counts as removed and come again: that is what an index of vectors has to do. */
export async function addVectors(
  { query, seq }: CorpusChange,
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
  const changed = vectors.flatMap((vector) => {
    const before = byId.get(vector.unit)
    if (before === undefined) return []
    const blob = blobOf(vector, embedder)
    const isSame = before.value !== null && isSameBlob({ value: before.value, digest: before.digest }, blob)
    return isSame ? [] : [{ unit: before.row, embedder: by, ...blob }]
  })
  const rows = changed.map(({ unit }) => unit)
  await insertRows(
    query,
    'vector',
    ['unit', 'embedder', 'value', 'digest'],
    changed,
    'ON CONFLICT (unit, embedder) DO UPDATE SET value = excluded.value, digest = excluded.digest',
  )
  await putRemoved(query, seq, 'row = ANY ($2)', rows)
  await query('UPDATE corpus.unit SET seq = $1 WHERE row = ANY ($2)', [seq, rows])
}
