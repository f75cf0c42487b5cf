/** What a hit shows of its unit and paper, remembered with its sentences already cut. */
import type { CorpusReader, Unit } from '../../corpus/index.ts'
import { type TermedSentences, termedSentences } from '../../retrieval/index.ts'

export interface UnitSheet {
  readonly unit: Unit
  readonly title: string
  readonly document: string | null
  readonly year: number | null
  /** Cut at the first call: a hit that joins another is not shown. */
  readonly sentences: () => TermedSentences
}

export interface UnitSheets {
  /** In the order of `ids`; null for a unit that was removed in the meantime. Remembered until `seq`, that of the index, changes. */
  of(ids: readonly string[], seq: number): Promise<(UnitSheet | null)[]>
}

// Some 10 kB each with their terms.
const REMEMBERED_SHEETS = 10_000

export function createUnitSheets(store: CorpusReader): UnitSheets {
  const sheets = new Map<string, UnitSheet>()
  let lastSeq = -1

  async function load(unit: Unit): Promise<UnitSheet> {
    const paper = await store.paper(unit.paper)
    let cut: TermedSentences | null = null
    return {
      unit,
      title: paper?.title ?? '',
      document: paper?.document ?? null,
      year: paper?.year ?? unit.year,
      sentences: () => {
        cut ??= termedSentences(unit.text, unit.reading)
        return cut
      },
    }
  }

  return {
    async of(ids, seq) {
      if (seq !== lastSeq || sheets.size > REMEMBERED_SHEETS) sheets.clear()
      lastSeq = seq
      const missing = ids.filter((id) => !sheets.has(id))
      for (const unit of missing.length === 0 ? [] : await store.units(missing))
        if (unit !== null) sheets.set(unit.id, await load(unit))
      return ids.map((id) => sheets.get(id) ?? null)
    },
  }
}
