/** Selects the stretches of papers that a quote is compared with. */
import type { Span } from '../corpus/index.ts'
import type { ComparedText } from './compare-wording.ts'
import type { FingerprintIndex, Fingerprints, FoundStretch } from './fingerprints.ts'

/** What the verifier needs of a paper. */
export interface QuotablePaper {
  readonly id: string
  readonly fingerprints: Fingerprints
}

/** A place to compare although no stretch of the quote was found there: that of a nearest statement, for instance. */
export interface NearPlace {
  readonly paper: string
  readonly span: Span
}

export const MAX_COMPARED = 3
/** How far a comparison's window extends beyond the quote, in squeezed characters. */
const MIN_SLACK = 40
const SLACK_SHARE = 0.15

export interface Ground {
  readonly papers: readonly QuotablePaper[]
  readonly index: FingerprintIndex
  readonly numberOf: ReadonlyMap<string, number>
  readonly read: (paper: string) => Promise<ComparedText>
  /** Called between two comparisons to yield to other work: a long quote has hundreds, of some milliseconds each. */
  readonly takeTurns: () => Promise<void>
}

export interface Window {
  readonly paper: string
  /** Range in squeezed characters. */
  readonly range: readonly [number, number]
}

/** Returns the windows around the first places. */
export function windowsOf({ papers }: Ground, places: readonly FoundStretch[], length: number): Window[] {
  const slack = Math.max(MIN_SLACK, Math.ceil(length * SLACK_SHARE))
  return places.slice(0, MAX_COMPARED).map(({ paper, start }) => ({
    paper: papers[paper]!.id,
    range: [Math.max(0, start - slack), Math.max(0, start) + length + slack],
  }))
}

export async function nearWindows(
  { read, numberOf }: Ground,
  near: readonly NearPlace[],
  length: number,
): Promise<Window[]> {
  const windows: Window[] = []
  for (const { paper, span } of near) {
    if (!numberOf.has(paper)) continue
    const { offsets } = (await read(paper)).squeezed
    const placeOf = (offset: number) => lowerBound(offsets, offset)
    windows.push({ paper, range: [Math.max(0, placeOf(span[0]) - length), placeOf(span[1]) + length] })
  }
  return windows
}

/** Returns the index of the first value that is not below `value`. */
export function lowerBound(sorted: Uint32Array, value: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < value) low = middle + 1
    else high = middle
  }
  return low
}
