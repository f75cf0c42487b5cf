/** The index of one corpus by expanded terms, kept current with it: units that came are expanded by the model when the next question or save asks. */
import type { GlossError } from '../../core/index.ts'
import { type CorpusReader, indexedText } from '../../corpus/index.ts'
import type { TermExpander } from '../../models/index.ts'
import { type ArtefactSettings, checkNotAhead, readArtefact, writeArtefact } from '../artefact.ts'
import { bufferOf, bytesOf, jsonIn, numbersIn } from '../format.ts'
import { type KeptState, keepCurrent } from '../kept-current.ts'
import type { Filter } from '../ports.ts'
import { createRowTable, type RowParts, type RowTable } from '../rows.ts'
import { bestRows } from '../selection.ts'
import { createWeightedPostings, type SparseTerms, type WeightedPostings } from './weighted-postings.ts'

export interface SparseIndexOptions {
  readonly reader: CorpusReader
  readonly expander: Pick<TermExpander, 'id' | 'size' | 'expand'>
  /** Folder of the artefacts. */
  readonly folder: string
  readonly onRefused: (error: GlossError) => void
}

export interface SparseHit {
  readonly unit: string
  readonly paper: string
  /** Sum over the terms of the question: weight in the question x weight in the unit. */
  readonly score: number
}

export interface SparseIndex {
  /** The `depth` best units that the filter allows, best first; none without a term in common. */
  search(question: SparseTerms, depth: number, filter: Filter | null): Promise<SparseHit[]>
  /** The part of each term in the score of a unit, greatest first; empty for an unknown unit. */
  explain(question: SparseTerms, unit: string): Promise<{ readonly term: number; readonly score: number }[]>
  save(): Promise<boolean>
}

interface SparseState extends KeptState {
  readonly table: RowTable
  readonly postings: WeightedPostings
}

// Units expanded before they are added: what a failure loses.
const UNITS_A_TURN = 16

export async function openSparseIndex(options: SparseIndexOptions): Promise<SparseIndex> {
  const current = await keepCurrent<SparseState>({
    reader: options.reader,
    open: () => openState(options),
    takeIn: (state, now) => takeIn(state, options, now),
    liveUnits: ({ table }) => table.liveRows(),
    save: (state) => saveState(state, options),
  })
  let scores = new Float32Array(0)
  return {
    save: current.save,
    search: (question, depth, filter) =>
      current.whenCurrent(({ table, postings }) => {
        if (scores.length < table.rows()) scores = new Float32Array(table.rows())
        postings.score(question, scores)
        const rules = { depth, allowed: table.mask(filter), above: 0, ids: table.ids() }
        return bestRows(scores, table.rows(), rules).map((row) => ({
          unit: table.ids()[row]!,
          paper: table.paperOf(row),
          score: scores[row]!,
        }))
      }),
    explain: (question, unit) =>
      current.whenCurrent(({ table, postings }) => {
        const row = table.rowOf(unit)
        return row === undefined ? [] : postings.explain(question, row)
      }),
  }
}

function settingsOf({ expander }: SparseIndexOptions): ArtefactSettings {
  return { kind: 'sparse-1', expander: expander.id, terms: expander.size }
}

async function openState(options: SparseIndexOptions): Promise<SparseState> {
  const { reader, expander, folder, onRefused } = options
  const saved = await readArtefact<SparseState>(
    folder,
    settingsOf(options),
    async (artefact) => {
      checkNotAhead(artefact, await reader.seq())
      const rows = jsonIn(artefact.files, 'rows.json') as RowParts
      const parts = {
        offsets: numbersIn(artefact.files, 'offsets.u32'),
        rows: numbersIn(artefact.files, 'postings.u32'),
        steps: new Uint8Array(bufferOf(artefact.files, 'weights.u8')),
      }
      return {
        seq: artefact.seq,
        table: createRowTable(rows),
        postings: createWeightedPostings(expander.size, parts, rows.ids.length),
        saved: artefact.seq,
        changed: 0,
      }
    },
    onRefused,
  )
  if (saved !== null) return saved
  const postings = createWeightedPostings(expander.size)
  return { seq: 0, table: createRowTable(), postings, saved: null, changed: 0 }
}

/** Removals first, since a unit may have come back. What was added before a failure is known to the next call. */
async function takeIn(
  state: SparseState,
  { reader, expander }: SparseIndexOptions,
  now: number,
): Promise<void> {
  const { table, postings } = state
  for (const unit of state.seq === 0 ? [] : await reader.removedSince(state.seq)) {
    const row = table.rowOf(unit)
    if (row === undefined) continue
    table.remove(row)
    state.changed++
  }
  type Entry = Parameters<RowTable['add']>[0] & { readonly title: string }
  let waiting: Entry[] = []
  async function flush(): Promise<void> {
    const expanded = await expander.expand(waiting.map(({ unit, title }) => indexedText(unit, title)))
    for (const [at, entry] of waiting.entries()) {
      table.add(entry)
      postings.add(expanded[at]!)
      state.changed++
    }
    waiting = []
  }
  for await (const entry of reader.unitsSince(state.seq, expander.id)) {
    if (table.rowOf(entry.unit.id) === undefined) waiting.push(entry)
    if (waiting.length === UNITS_A_TURN) await flush()
  }
  await flush()
  state.seq = now
}

async function saveState({ table, postings, seq }: SparseState, options: SparseIndexOptions): Promise<void> {
  const keep = table.live()
  const { offsets, rows, steps } = postings.parts(keep)
  const files = new Map<string, Uint8Array>([
    ['rows.json', Buffer.from(JSON.stringify(table.parts(keep)))],
    ['offsets.u32', bytesOf(offsets)],
    ['postings.u32', bytesOf(rows)],
    ['weights.u8', bytesOf(steps)],
  ])
  const counts = { rows: keep.length, postings: rows.length }
  await writeArtefact(options.folder, settingsOf(options), { seq, counts, files })
}
