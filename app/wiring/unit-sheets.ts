/** Remembers what hits show of their units and papers, with the sentences already cut. */
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
  /** Title of the paper, or its document id if it has none. */
  readonly title: string
  readonly document: string | null
  readonly year: number | null
  /** Doubtful words; see `doubtfulIn`. */
  readonly doubtful: readonly string[]
  /** Kind of statement; null for a passage. */
  readonly statement: StatementKind | null
  /** Returns the sentences, cut on the first call, since a hit that joins another is not shown. */
  readonly sentences: () => TermedSentences
}

export interface UnitSheets {
  /**
   * Returns sheets in the order of `ids`, null for a removed unit. Makes at most one query for units and one for papers. If `seq`, that of
   * the index, changes, papers and changed units are read again.
   */
  of(ids: readonly string[], seq: number): Promise<(UnitSheet | null)[]>
}

interface CutUnit {
  readonly unit: Unit
  readonly sheet: (paper: Paper | undefined) => UnitSheet
}

// Some 10 kB each with their terms; papers take some 3 kB.
const REMEMBERED_UNITS = 10_000

export function createUnitSheets(store: CorpusReader): UnitSheets {
  const units = new Map<string, CutUnit>()
  const papers = new Map<string, Paper>()
  let lastSeq = -1

  async function forgetChanged(seq: number): Promise<void> {
    if (units.size > REMEMBERED_UNITS) units.clear()
    if (papers.size > REMEMBERED_UNITS) papers.clear()
    if (seq === lastSeq) return
    const changed = units.size === 0 ? [] : await store.removedSince(lastSeq)
    for (const id of changed) units.delete(id)
    papers.clear()
    lastSeq = seq
  }

  /** Returns values in the order of `ids`, known or read; those read are remembered unless the corpus changed meanwhile. */
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

/** Remembers a unit's sentences, and its sheet while the paper is unchanged. */
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
