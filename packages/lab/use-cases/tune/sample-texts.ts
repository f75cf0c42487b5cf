/** Samples the texts of a corpus that a table learns, and holds out papers to measure the result. */
import { sampled, sentences, shuffle } from '../../../../core/index.ts'
import {
  allPapers,
  type CorpusReader,
  indexedText,
  type Paper,
  readingOf,
  type Unit,
} from '../../../../corpus/index.ts'

export interface TuningSample {
  /** Texts, each once, in a random order, so that any prefix is a sample too. */
  readonly lessons: readonly string[]
  readonly heldOut: readonly HeldOutPaper[]
  /** Number of papers with lessons. */
  readonly papers: number
}

export interface HeldOutPaper {
  /** Title, empty if there is none. */
  readonly title: string
  /** Units without the title before them. */
  readonly units: readonly string[]
}

export interface SampleSize {
  readonly maxLessons: number
  readonly maxHeldOutPapers: number
  readonly seed: number
}

/** With fewer papers, learning and measuring are not possible at the same time. Chosen, not measured. */
export const MIN_PAPERS = 8
/** MiniLM (int8) embeds as many in two and a half minutes of one core; a fit of them takes one more. */
export const MAX_LESSONS = 28_000
const HELD_OUT_SHARE = 1 / 8
const MIN_HELD_OUT_PAPERS = 3
// Most held-out units of one paper, so that a long one does not dominate.
const MAX_HELD_OUT_UNITS = 20
const MIN_LESSONS_PER_PAPER = 8
// Shorter "sentences" are headings, list marks and slips of the splitter.
const MIN_SENTENCE_CHARACTERS = 20

/** Returns the sample, or null if fewer than `MIN_PAPERS` papers have units. */
export async function sampleTexts(
  corpus: CorpusReader,
  { maxLessons, maxHeldOutPapers, seed }: SampleSize,
): Promise<TuningSample | null> {
  const ids: string[] = []
  for await (const { id } of allPapers(corpus, { state: 'kept' })) ids.push(id)
  if (ids.length < MIN_PAPERS) return null
  const order = shuffle(ids, seed)
  const heldOutCount = Math.min(
    maxHeldOutPapers,
    Math.max(MIN_HELD_OUT_PAPERS, Math.round(ids.length * HELD_OUT_SHARE)),
  )
  const heldOut: HeldOutPaper[] = []
  for (const id of order.slice(0, heldOutCount)) heldOut.push(await heldOutPaper(id, corpus, seed))
  const taught = order.slice(heldOutCount)
  const ofEach = Math.max(MIN_LESSONS_PER_PAPER, Math.ceil(maxLessons / taught.length))
  const lessons = new Set<string>()
  let papers = 0
  for (const id of taught) {
    if (lessons.size >= maxLessons) break
    const texts = textsOfPaper(titleOf(await corpus.paper(id)), await corpus.listUnits({ paper: id }))
    for (const text of sampled(texts, ofEach, seed)) lessons.add(text)
    papers++
  }
  return { lessons: shuffle([...lessons], seed).slice(0, maxLessons), heldOut, papers }
}

/** Returns the texts to learn from a paper: its title, its units as they are indexed, and their sentences. */
export function textsOfPaper(
  title: string,
  units: readonly Pick<Unit, 'topic' | 'text' | 'reading'>[],
): string[] {
  const texts = new Set<string>(title === '' ? [] : [title])
  for (const unit of units) {
    texts.add(indexedText(unit, title))
    for (const sentence of sentencesOf(readingOf(unit))) texts.add(sentence)
  }
  return [...texts]
}

function sentencesOf(text: string): string[] {
  return sentences(text)
    .map(({ start, end }) => text.slice(start, end))
    .filter((sentence) => sentence.length >= MIN_SENTENCE_CHARACTERS)
}

async function heldOutPaper(id: string, corpus: CorpusReader, seed: number): Promise<HeldOutPaper> {
  const units = sampled(await corpus.listUnits({ paper: id }), MAX_HELD_OUT_UNITS, seed)
  return { title: titleOf(await corpus.paper(id)), units: units.map(readingOf) }
}

function titleOf(paper: Paper | null): string {
  return paper?.title ?? ''
}
