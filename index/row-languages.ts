/** The language of each row's terms, so that a question is read in the languages of the corpus. */

/** What an artefact keeps of it: codes named once, and the place of each row's code among them. */
export interface LanguageParts {
  readonly codes: readonly string[]
  readonly of: readonly number[]
}

/** A name in another language is soon taken for a text in it: one of 7,978 short English texts (2wiki-half). Chosen, not measured. */
const LEAST_ROWS = 5
const LEAST_SHARE = 0.01

export interface RowLanguages {
  /** `code`: ISO 639-3. Rows count from 0 in the order they come. */
  add(code: string): void
  remove(row: number): void
  /** Codes of the rows that are there, most rows first, equal numbers by code; those of a few stray rows left out. */
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
    .filter(([, count]) => count > 0 && count >= Math.min(LEAST_ROWS, LEAST_SHARE * live))
    .sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
    .map(([code]) => code)
}
