/** Measures how much of a reference text a reader returns, and in which order. Compares words: letters only, lower case. */
import { sentences } from '../../../../core/index.ts'

/** Shares from 0 to 1; `sentences` is a count. */
export interface BodyFigures {
  /** Words of the reference that the reader has, each as often. A word cut in two or joined to another is lost. */
  readonly words: number
  /** Runs of eight words of the reference that occur in sequence: a foreign word in a sentence breaks eight of them. */
  readonly runs: number
  /** Number of sentences of the reference, of at least six words, that occur unbroken. */
  readonly sentences: number
  /** Longest common subsequence of each window of 100 words with the matching stretch of the text. */
  readonly windows: number
  /** Passages (runs of eight words that occur once) that are in the order of the reference. */
  readonly order: number
}

const RUN = 8
const WINDOW = 100
/** Number of words to search on either side of a window's expected place. */
const REACH = 150
const MIN_SENTENCE_WORDS = 6

export function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  )
}

/** Joins words that a hyphen divides at a line end, since most readers leave them divided. */
export function joinCutWords(text: string): string {
  return text.replace(/(?<=\p{L})[-\u00ad‐]\s*\n\s*(?=\p{Ll})/gu, '')
}

export function compareBody(reference: string, read: string): BodyFigures {
  const wanted = wordsOf(reference)
  const found = wordsOf(read)
  const places = runPlaces(found)
  const anchors = anchorsOf(wanted, places)
  return {
    words: sharedWords(wanted, found),
    runs: sharedRuns(wanted, places),
    sentences: wholeSentences(reference, ` ${found.join(' ')} `),
    windows: windowsFound(wanted, found, anchors),
    order: anchors.length === 0 ? 0 : longestRising(anchors.map(([, place]) => place)) / anchors.length,
  }
}

function sharedWords(wanted: readonly string[], found: readonly string[]): number {
  const left = new Map<string, number>()
  for (const word of found) left.set(word, (left.get(word) ?? 0) + 1)
  let shared = 0
  for (const word of wanted) {
    const count = left.get(word) ?? 0
    if (count > 0) shared++
    left.set(word, count - 1)
  }
  return shared / wanted.length
}

function runAt(words: readonly string[], at: number): string {
  return words.slice(at, at + RUN).join(' ')
}

/** Returns the start of each run of words; -1 for a run that occurs more than once. */
function runPlaces(words: readonly string[]): Map<string, number> {
  const places = new Map<string, number>()
  for (let at = 0; at + RUN <= words.length; at++) {
    const run = runAt(words, at)
    places.set(run, places.has(run) ? -1 : at)
  }
  return places
}

function sharedRuns(wanted: readonly string[], places: ReadonlyMap<string, number>): number {
  let shared = 0
  const runs = wanted.length - RUN + 1
  for (let at = 0; at < runs; at++) if (places.has(runAt(wanted, at))) shared++
  return shared / runs
}

function wholeSentences(reference: string, found: string): number {
  let whole = 0
  let all = 0
  for (const { start, end } of sentences(reference)) {
    const words = wordsOf(reference.slice(start, end))
    if (words.length < MIN_SENTENCE_WORDS) continue
    all++
    if (found.includes(` ${words.join(' ')} `)) whole++
  }
  return whole / all
}

/** Returns pairs of places, in the reference and in the text, of the runs that occur once in both. */
function anchorsOf(wanted: readonly string[], places: ReadonlyMap<string, number>): [number, number][] {
  const anchors: [number, number][] = []
  for (const [run, at] of runPlaces(wanted)) {
    const place = places.get(run) ?? -1
    if (at >= 0 && place >= 0) anchors.push([at, place])
  }
  return anchors.sort((a, b) => a[0] - b[0])
}

function windowsFound(
  wanted: readonly string[],
  found: readonly string[],
  anchors: readonly (readonly [number, number])[],
): number {
  let common = 0
  let all = 0
  for (let from = 0; from < wanted.length; from += WINDOW) {
    const window = wanted.slice(from, from + WINDOW)
    all += window.length
    const offsets = anchors
      .filter(([at]) => at >= from - RUN && at < from + WINDOW)
      .map(([at, place]) => place - at)
    offsets.sort((a, b) => a - b)
    const offset = offsets[offsets.length >> 1]
    if (offset === undefined) continue
    const start = Math.max(0, from + offset - REACH)
    common += commonLength(window, found.slice(start, from + offset + WINDOW + REACH))
  }
  return common / all
}

/** Returns the length of the longest common subsequence. */
function commonLength(a: readonly string[], b: readonly string[]): number {
  let above = new Uint16Array(b.length + 1)
  for (const word of a) {
    const row = new Uint16Array(b.length + 1)
    for (let at = 0; at < b.length; at++)
      row[at + 1] = word === b[at] ? (above[at] ?? 0) + 1 : Math.max(above[at + 1] ?? 0, row[at] ?? 0)
    above = row
  }
  return above[b.length] ?? 0
}

function longestRising(places: readonly number[]): number {
  const tails: number[] = []
  for (const place of places) {
    let low = 0
    let high = tails.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((tails[middle] ?? 0) < place) low = middle + 1
      else high = middle
    }
    tails[low] = place
  }
  return tails.length
}
