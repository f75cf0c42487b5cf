/** The language of each row's terms, so that a question is read in the corpus's languages. */

/** Stored form: the distinct codes, and for each row the index of its code. */
export interface LanguageParts {
  readonly codes: readonly string[]
  readonly of: readonly number[]
}

/** Fewest rows of a language: names pass for foreign texts, as in 1 of 7,978 short English texts (2wiki-half). Chosen, not measured. */
const MIN_ROWS = 5
const MIN_SHARE = 0.01

export interface RowLanguages {
  /** Adds the next row with its language `code`, ISO 639-3. Rows are numbered from 0. */
  add(code: string): void
  remove(row: number): void
  /** Returns the codes of live rows, most rows first, ties by code; languages with only a few stray rows are left out. */
  held(): readonly string[]
  parts(keep: readonly number[]): LanguageParts
}

export function createRowLanguages(frozen: LanguageParts = { codes: [], of: [] }): RowLanguages {
  const codes = frozen.of.map((place) => frozen.codes[place]!)
  const counts = new Map<string, number>()
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1)
  let live = codes.length
  let held: readonly string[] | null = null

  function change(code: string, by: number): void {
    counts.set(code, (counts.get(code) ?? 0) + by)
    live += by
    held = null
  }

  return {
    add(code) {
      codes.push(code)
      change(code, 1)
    },
    remove: (row) => change(codes[row]!, -1),
    held() {
      held ??= heldLanguages(counts, live)
      return held
    },
    parts(keep) {
      const kept = [...new Set(keep.map((row) => codes[row]!))].sort()
      const places = new Map(kept.map((code, place) => [code, place]))
      return { codes: kept, of: keep.map((row) => places.get(codes[row]!)!) }
    },
  }
}

/** See `RowLanguages.held`. */
export function heldLanguages(
  counts: Iterable<readonly [code: string, rows: number]>,
  live: number,
): string[] {
  return [...counts]
    .filter(([, count]) => count > 0 && count >= Math.min(MIN_ROWS, MIN_SHARE * live))
    .sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
    .map(([code]) => code)
}
