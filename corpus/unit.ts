/** A unit: a self-contained statement with its provenance. A passage is a stretch of the paper's own text, indexed with the units. */
import { tupleId } from '../core/index.ts'

/** UTF-16 offsets, the end exclusive. */
export type Span = readonly [start: number, end: number]

export type UnitKind = 'unit' | 'passage'

export interface Unit {
  readonly id: string
  /** Id of the paper it comes from. */
  readonly paper: string
  readonly kind: UnitKind
  /** Position among the paper's units of the same kind, from 0. */
  readonly ordinal: number
  /** `EXTRACTED_POINT`, `SYNTHESIZED_POINT_SUMMARY`, `PASSAGE`, `ASIDE`, or the name that an import gave. */
  readonly name: string
  readonly year: number | null
  /** Section and page for people: `Results, p. 4`. */
  readonly locator: string
  readonly topic: string
  /** The statement itself; the published CSV's `quote` column. For an extracted unit, exactly the paper's text from `start` to `end`. */
  readonly text: string
  /**
   * `text` as indexes and prompts have it: on one line, without citation marks, short forms spelled out,
   * table rows with the names of their columns. Never shown as a quote. Null if it would equal the text.
   */
  readonly reading: string | null
  /** Page number, from 1; null if the source has no pages. */
  readonly page: number | null
  /** UTF-16 offsets of the paper's text that the unit rests on; both null for a synthesised unit without a location. */
  readonly start: number | null
  readonly end: number | null
  /** How it was made: `extractive`, `llm:MODEL:PROMPT_HASH`, `passage`, `import`. */
  readonly made: string
}

/** Name of passages outside a paper's argument: rows of tables, legends, thanks. They rank below the others. */
export const ASIDE = 'ASIDE'

/** A unit before it is assigned a paper, an ordinal and an id. */
export type UnitDraft = Omit<Unit, 'id' | 'paper' | 'ordinal' | 'reading'> & {
  readonly reading?: string | null
}

/** Hashes paper, kind, span and text: the same statement at the same place is one unit. */
export function unitId(unit: Pick<Unit, 'paper' | 'kind' | 'start' | 'end' | 'text'>): string {
  return tupleId([unit.paper, unit.kind, unit.start ?? -1, unit.end ?? -1, unit.text])
}

/** Gives drafts their ids and ordinals. Repeats among the drafts are left out. */
export function unitsOf(paper: string, drafts: readonly UnitDraft[]): Unit[] {
  const seen = new Map<string, Unit>()
  const ordinals: Record<UnitKind, number> = { unit: 0, passage: 0 }
  for (const draft of drafts) {
    const id = unitId({ ...draft, paper })
    if (seen.has(id)) continue
    seen.set(id, { reading: null, ...draft, id, paper, ordinal: ordinals[draft.kind]++ })
  }
  return [...seen.values()]
}

/** Returns whether `text` is a quotation of the paper at the unit's span. Statements by models and imports are paraphrases. */
export function quotesItsPaper({ made, start }: Pick<Unit, 'made' | 'start'>): boolean {
  return start !== null && (made === 'extractive' || made === 'passage')
}

/** Returns a unit's text in the form that indexes and prompts have. */
export function readingOf({ reading, text }: Pick<UnitDraft, 'reading' | 'text'>): string {
  return reading ?? text
}

/** Returns a unit's text for the index with title and topic. Without titles, 3-sentence units fall from .64 to .55 (nDCG@10, SciFact). */
export function indexedText(unit: Pick<UnitDraft, 'topic' | 'text' | 'reading'>, title: string): string {
  return [title, unit.topic, readingOf(unit)].filter((part) => part !== '' && part !== 'N/A').join('. ')
}

/** An unreadable character with the rest of its word, and a number before it. */
const IN_DOUBT = /(?:[\d.,]+\s)?\S*\uFFFD\S*/gu

/** Returns the parts of a text with characters that could not be read for certain: "10 \uFFFDM". The page's picture shows them. */
export function doubtfulIn(text: string): string[] {
  return text.includes('\uFFFD') ? [...new Set(text.match(IN_DOUBT))] : []
}
