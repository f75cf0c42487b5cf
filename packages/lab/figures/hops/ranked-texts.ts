/** The papers of the questions as one corpus, and the texts of a ranking of its units. */
import { basename, join } from 'node:path'
import { type BackendName, type CorpusSession, type Gloss, ingestPaths } from '../../../../app/index.ts'
import type { Retriever } from '../../../../retrieval/index.ts'
import { sharedPath } from '../../../../tests/fixtures/shared.ts'
import { halvedPapers } from '../body-text/paper-halves.ts'
import { type HopQuestion, placeRanks, type RankedText } from './hop-questions.ts'
import { PLACE_DEPTH, type PlaceFigures, placeFigures } from './place-metrics.ts'

const CORPUS = 'hops'
const SAMPLES = join(import.meta.dirname, '..', '..', '..', '..', 'samples', 'papers')
const never = new AbortController().signal

export interface HopCorpus {
  readonly session: CorpusSession
  /** Name of each paper in the questions, by its id. */
  readonly names: ReadonlyMap<string, string>
  /** Texts by id of the unit. */
  readonly texts: ReadonlyMap<string, RankedText>
}

/** Figures of one question, and the backend that answered it. */
export interface QuestionResult {
  readonly figures: PlaceFigures
  readonly by: string
}

/** Ingests all available papers and the samples that the workspace does not have yet. */
export async function openHopCorpus(gloss: Gloss): Promise<HopCorpus> {
  const paths = [...halvedPapers().map(({ path }) => path), SAMPLES]
  if (!(await gloss.workspace.listCorpora()).includes(CORPUS))
    await ingestPaths(gloss, { paths, corpus: CORPUS, topic: 'none' }, () => undefined, never)
  const session = await gloss.session(CORPUS)
  const papers = await session.store.papers()
  const names = new Map(papers.map(({ id, paths: [path = ''] }) => [id, paperName(path)]))
  const units = await session.store.listUnits()
  const texts = new Map(units.map(({ id, paper, text }) => [id, { paper: names.get(paper) ?? '', text }]))
  return { session, names, texts }
}

/** Returns the places that no unit or passage contains, so that no ranking can find them. */
export function unfindable({ texts }: HopCorpus, questions: readonly HopQuestion[]): string[] {
  const all = [...texts.values()]
  return questions.flatMap((question) =>
    placeRanks(question, all).flatMap((rank, at) =>
      Number.isFinite(rank) ? [] : [`${question.id}, place ${at + 1}`],
    ),
  )
}

/** Returns every unit and passage as a separate hit. */
export async function askPlain(
  { texts }: HopCorpus,
  retriever: Retriever,
  questions: readonly HopQuestion[],
): Promise<QuestionResult[]> {
  const rows: QuestionResult[] = []
  for (const question of questions) {
    const { hits, by = retriever.name } = await retriever.retrieve({ text: question.text, k: PLACE_DEPTH })
    const ranking = hits.map(({ unit }) => texts.get(unit) ?? { paper: '', text: '' })
    rows.push({ figures: placeFigures(placeRanks(question, ranking)), by })
  }
  return rows
}

/** Returns one hit for each place of a paper, as users get them. */
export async function askPlaces(
  { session, names }: HopCorpus,
  backend: BackendName,
  questions: readonly HopQuestion[],
): Promise<QuestionResult[]> {
  const rows: QuestionResult[] = []
  for (const { text: query, places } of questions) {
    const { hits, by = backend } = await session.retrieve({ query, k: PLACE_DEPTH, backend })
    const ranking = hits.map(({ paper, text }) => ({ paper: names.get(paper) ?? '', text }))
    rows.push({ figures: placeFigures(placeRanks({ places }, ranking)), by })
  }
  return rows
}

function paperName(path: string): string {
  const folder = ['labelled', 'mixed', 'real'].find((name) => path.startsWith(sharedPath('papers', name)))
  return `${folder ?? 'samples'}/${basename(path)}`
}
