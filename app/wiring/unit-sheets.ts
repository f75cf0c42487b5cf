/** What a hit shows of its unit and paper, remembered with its sentences already cut. */
import { languageOfText } from '../../core/index.ts'
import {
  type CorpusReader,
  doubtfulIn,
  type Paper,
  type StatementKind,
  statementKind,
  type Unit,
} from '../../corpus/index.ts'
import { type TermedSentences, termedSentences } from '../../retrieval/index.ts'

export interface UnitSheet {
  readonly unit: Unit
  /** What the paper is called: its document where it has no title. */
  readonly title: string
  readonly document: string | null
  readonly year: number | null
  /** See `doubtfulIn`. */
  readonly doubtful: readonly string[]
  /** Null for a passage. */
  readonly statement: StatementKind | null
  /** Cut at the first call: a hit that joins another is not shown. */
  readonly sentences: () => TermedSentences
}

export interface UnitSheets {
  /**
   * In the order of `ids`; null for a unit that was removed in the meantime. At most one query for units and one for papers. When `seq`,
   * that of the index, changes, papers are read again, and the units that changed.
   */
  of(ids: readonly string[], seq: number): Promise<(UnitSheet | null)[]>
}

interface CutUnit {
  readonly unit: Unit
  readonly sheet: (paper: Paper | undefined) => UnitSheet
}

// Some 10 kB each with their terms.
const REMEMBERED_UNITS = 10_000

export function createUnitSheets(store: CorpusReader): UnitSheets {
  const units = new Map<string, CutUnit>()
  const papers = new Map<string, Paper>()
  let lastSeq = -1

  async function forgetChanged(seq: number): Promise<void> {
    if (units.size > REMEMBERED_UNITS) units.clear()
    if (seq === lastSeq) return
    const changed = units.size === 0 ? [] : await store.removedSince(lastSeq)
    for (const id of changed) units.delete(id)
    papers.clear()
    lastSeq = seq
  }

  /** In the order of `ids`: what is known and what is read; that is remembered unless the corpus changed meanwhile. */
  async function found<Value extends { readonly id: string }, Kept>(
    ids: readonly string[],
    { known, read, keep }: Source<Value, Kept>,
  ): Promise<(Kept | undefined)[]> {
    const seq = lastSeq
    const all = ids.map((id) => known.get(id))
    const missing = new Set(ids.filter((_, at) => all[at] === undefined))
    if (missing.size === 0) return all
    const fresh = new Map<string, Kept>()
    for (const value of await read([...missing])) {
      if (value === null) continue
      const kept = keep(value)
      fresh.set(value.id, kept)
      if (seq === lastSeq) known.set(value.id, kept)
    }
    return all.map((kept, at) => kept ?? fresh.get(ids[at]!))
  }

  return {
    async of(ids, seq) {
      await forgetChanged(seq)
      const cuts = await found(ids, { known: units, read: store.units, keep: cutUnit })
      const there = cuts.filter((cut) => cut !== undefined)
      const paperIds = there.map(({ unit }) => unit.paper)
      const ofPapers = await found(paperIds, { known: papers, read: store.papersOf, keep: (paper) => paper })
      const sheets = there.map((cut, at) => cut.sheet(ofPapers[at]))
      return there.length === ids.length ? sheets : cuts.map((cut) => sheets[there.indexOf(cut!)] ?? null)
    },
  }
}

interface Source<Value, Kept> {
  readonly known: Map<string, Kept>
  readonly read: (ids: readonly string[]) => Promise<(Value | null)[]>
  readonly keep: (value: Value) => Kept
}

/** Remembers its sentences, and its sheet while the paper is the same. */
function cutUnit(unit: Unit): CutUnit {
  let cut: TermedSentences | null = null
  let last: { readonly paper: Paper | undefined; readonly sheet: UnitSheet } | null = null
  const sentences = (language: string | null) => {
    cut ??= termedSentences(unit.text, unit.reading, languageOfText(unit.text, language))
    return cut
  }
  return {
    unit,
    sheet: (paper) => {
      if (last === null || last.paper !== paper) last = { paper, sheet: sheetOf(unit, paper, sentences) }
      return last.sheet
    },
  }
}

function sheetOf(
  unit: Unit,
  paper: Paper | undefined,
  sentences: (language: string | null) => TermedSentences,
): UnitSheet {
  return {
    unit,
    title: paper?.title || (paper?.document ?? ''),
    document: paper?.document ?? null,
    year: paper?.year ?? unit.year,
    doubtful: doubtfulIn(unit.text),
    statement: statementKind(unit, paper?.sections ?? []),
    sentences: () => sentences(paper?.language ?? null),
  }
}
