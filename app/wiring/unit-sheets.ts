/** What a hit shows of its unit and paper, remembered with its sentences already cut. */
import { languageOfText } from '../../core/index.ts'
import {
  type CorpusReader,
  type Paper,
  type StatementKind,
  statementKind,
  type Unit,
} from '../../corpus/index.ts'
import { type TermedSentences, termedSentences } from '../../retrieval/index.ts'

export interface UnitSheet {
  readonly unit: Unit
  readonly title: string
  readonly document: string | null
  readonly year: number | null
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
  /** `language`: of its paper. */
  readonly sentences: (language: string | null) => TermedSentences
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

  /** What is known and what is read; that is remembered unless the corpus changed meanwhile. */
  async function found<Value extends { readonly id: string }, Kept>(
    ids: readonly string[],
    { known, read, keep }: Source<Value, Kept>,
  ): Promise<ReadonlyMap<string, Kept>> {
    const seq = lastSeq
    const missing = [...new Set(ids)].filter((id) => !known.has(id))
    const all = new Map(ids.flatMap((id) => (known.has(id) ? [[id, known.get(id) as Kept] as const] : [])))
    for (const value of missing.length === 0 ? [] : await read(missing)) {
      if (value === null) continue
      const kept = keep(value)
      all.set(value.id, kept)
      if (seq === lastSeq) known.set(value.id, kept)
    }
    return all
  }

  return {
    async of(ids, seq) {
      await forgetChanged(seq)
      const ofUnits = await found(ids, { known: units, read: store.units, keep: cutUnit })
      const paperIds = [...ofUnits.values()].map(({ unit }) => unit.paper)
      const ofPapers = await found(paperIds, { known: papers, read: store.papersOf, keep: (paper) => paper })
      return ids.map((id) => {
        const cut = ofUnits.get(id)
        return cut === undefined ? null : sheetOf(cut, ofPapers.get(cut.unit.paper))
      })
    },
  }
}

interface Source<Value, Kept> {
  readonly known: Map<string, Kept>
  readonly read: (ids: readonly string[]) => Promise<(Value | null)[]>
  readonly keep: (value: Value) => Kept
}

function cutUnit(unit: Unit): CutUnit {
  let cut: TermedSentences | null = null
  return {
    unit,
    sentences: (language) => {
      cut ??= termedSentences(unit.text, unit.reading, languageOfText(unit.text, language))
      return cut
    },
  }
}

function sheetOf({ unit, sentences }: CutUnit, paper: Paper | undefined): UnitSheet {
  return {
    unit,
    title: paper?.title ?? '',
    document: paper?.document ?? null,
    year: paper?.year ?? unit.year,
    statement: statementKind(unit, paper?.sections ?? []),
    sentences: () => sentences(paper?.language ?? null),
  }
}
