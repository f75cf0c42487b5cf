/** Questions about papers that need two or three places of them, and the ranks at which a ranking has those places. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Half = 'tune' | 'keep'

/** Some words of a paper, exact except for white space, that identify a place in it. */
export interface Quotation {
  /** Folder and file: `labelled/NAME.pdf`; `samples/NAME.pdf` is in the repository, the others are in ../shared/papers. */
  readonly paper: string
  /** Page from 1, for a reader. */
  readonly page: number
  readonly quotation: string
}

export interface HopQuestion {
  readonly id: string
  /** `keep` is reported and never read while anything is chosen. No paper is in both. */
  readonly half: Half
  readonly kind: 'bridge' | 'comparison' | 'intersection'
  readonly text: string
  /** The two or three places that an answer needs, each with its alternatives in the papers, one of which is enough. */
  readonly places: readonly (readonly Quotation[])[]
}

/** A unit or passage in a ranking. */
export interface RankedText {
  /** Folder and file, as in `Quotation`. */
  readonly paper: string
  readonly text: string
}

const FILE = join(import.meta.dirname, '..', '..', 'research', 'hops', 'questions.jsonl')

export function readHopQuestions(): HopQuestion[] {
  const lines = readFileSync(FILE, 'utf8').trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line) as HopQuestion)
}

/** Returns, for each place, the rank, from 0, of the first text that contains one of its quotations; infinity if none does. */
export function placeRanks(
  { places }: Pick<HopQuestion, 'places'>,
  ranking: readonly RankedText[],
): number[] {
  const read = ranking.map(({ paper, text }) => ({ paper, letters: lettersOf(text) }))
  return places.map((quotations) => {
    const wanted = quotations.map(({ paper, quotation }) => ({ paper, letters: lettersOf(quotation) }))
    const rank = read.findIndex(({ paper, letters }) =>
      wanted.some((one) => one.paper === paper && letters.includes(one.letters)),
    )
    return rank < 0 ? Number.POSITIVE_INFINITY : rank
  })
}

/** Keeps letters and digits only: an ingest may join lines, hyphenated words and symbols differently. */
export function lettersOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}
