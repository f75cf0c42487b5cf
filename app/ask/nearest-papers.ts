/** Finds which of the retrieved papers a question is about, and the passages of its abstract. */
import { sentences } from '../../core/index.ts'
import type { CorpusReader, Paper, Unit } from '../../corpus/index.ts'
import type { Embedder } from '../../models/index.ts'
import type { AnswerHit } from '../wiring/retrieve-shapes.ts'

/** Papers whose title and abstract are compared: 49 of 50 reworded questions have theirs among the ten whose places score most. */
const PAPERS_COMPARED = 10
/** First passages of a paper, in which its abstract is looked for. Chosen, not measured. */
const PASSAGES_LOOKED_AT = 12
/** A shorter sentence, in letters and digits, may match an abstract by chance. Chosen, not measured. */
const MIN_LETTERS = 30
/** Characters of an abstract that are shown. 900, 1,100, 1,300, 1,500 and all of it: 18, 20, 19, 19, 19 of 50 best on the half `tuned`. */
const MAX_ABSTRACT_CHARACTERS = 1_100

export interface NearestPapersRequest {
  readonly question: string
  readonly hits: readonly AnswerHit[]
  /** Embedder of titles and abstracts; null if it does not know the language of the question. */
  readonly embedder: Embedder | null
}

export interface NearPaper {
  readonly paper: Paper
  /** Sum of the squared scores of the paper's hits, divided by the greatest such sum of any paper. */
  readonly share: number
  /**
   * The share plus two cosines of the question: with the title, and with title
   * and abstract: 0 to 3.
   */
  readonly nearness: number
}

/** Returns the papers with most of the hits, the nearest first. How they are weighted: docs/asking.md. */
export async function nearestPapers(
  store: Pick<CorpusReader, 'papersOf'>,
  { question, hits, embedder }: NearestPapersRequest,
): Promise<NearPaper[]> {
  const sums = new Map<string, number>()
  for (const { paper, score } of hits) sums.set(paper, (sums.get(paper) ?? 0) + score * score)
  const ids = [...sums.keys()].sort((one, other) => sums.get(other)! - sums.get(one)!)
  const papers = (await store.papersOf(ids.slice(0, PAPERS_COMPARED))).filter((paper) => paper !== null)
  const cosines = await cosinesWith(question, papers, embedder)
  return papers
    .map((paper, at) => {
      const share = sums.get(paper.id)! / sums.get(ids[0]!)!
      return { paper, share, nearness: share + cosines[at]! }
    })
    .sort((one, other) => other.nearness - one.nearness)
}

async function cosinesWith(
  question: string,
  papers: readonly Paper[],
  embedder: Embedder | null,
): Promise<number[]> {
  if (embedder === null) return papers.map(() => 0)
  const texts = papers.flatMap(({ title, abstract }) => [title, `${title}. ${abstract}`])
  const [asked, ...vectors] = await embedder.embed([question, ...texts])
  const cosine = (vector: Float32Array) => vector.reduce((sum, value, at) => sum + value * asked![at]!, 0)
  return papers.map((_, at) => cosine(vectors[2 * at]!) + cosine(vectors[2 * at + 1]!))
}

/** A passage with the sentences of its paper's abstract that it contains. */
export interface AbstractPart {
  readonly unit: Unit
  readonly sentences: readonly string[]
}

/**
 * Returns the end of the abstract as passages, each sentence once: an abstract begins with what is known. Empty if the paper has no
 * abstract or its passages do not contain it.
 */
export async function abstractParts(
  store: Pick<CorpusReader, 'listUnits'>,
  { id, abstract }: Pick<Paper, 'id' | 'abstract'>,
): Promise<AbstractPart[]> {
  const whole = lettersOf(abstract)
  if (whole === '') return []
  const seen = new Set<string>()
  const passages = await store.listUnits({ paper: id, kind: 'passage', limit: PASSAGES_LOOKED_AT })
  const stated = passages.flatMap((unit) =>
    sentences(unit.text).flatMap(({ start, end }) => {
      const sentence = unit.text.slice(start, end)
      const letters = lettersOf(sentence)
      if (letters.length < MIN_LETTERS || seen.has(letters) || !whole.includes(letters)) return []
      seen.add(letters)
      return [{ unit, sentence }]
    }),
  )
  let length = stated.reduce((sum, { sentence }) => sum + sentence.length, 0)
  while (stated.length > 1 && length > MAX_ABSTRACT_CHARACTERS) length -= stated.shift()!.sentence.length
  const parts = Map.groupBy(stated, ({ unit }) => unit)
  return [...parts].map(([unit, of]) => ({ unit, sentences: of.map(({ sentence }) => sentence) }))
}

/** Returns a text's letters, so that texts can be compared regardless of hyphens, spaces and signs. */
export function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}
