/** How close does each corpus come to the questions of every set? Judged sets of ../shared and a reader's questions to papers. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type CorpusSession, type Gloss, importPath } from '../../../app/index.ts'
import { type Closeness, closenessOf } from '../../../retrieval/index.ts'
import { sharedPath } from '../../lib/shared.ts'
import { askedPapers, CORPUS, openAskedPapers } from '../answers/asked-papers.ts'

/** Sets of one field have questions that the others can answer, too. */
export const FIELDS: Readonly<Record<string, 'life sciences' | 'encyclopedia'>> = {
  covidqa: 'life sciences',
  scifact: 'life sciences',
  [CORPUS]: 'life sciences',
  'hotpotqa-train': 'encyclopedia',
  'musique-train': 'encyclopedia',
  '2wiki-half': 'encyclopedia',
}
export const SETS = Object.keys(FIELDS)
const QUESTIONS_PER_SET = 120
/** The relevant documents of those questions, and others up to so many: embedding all of them by MiniLM takes an hour. */
const DOCUMENTS_PER_SET = 1_000

export interface AskedOf {
  readonly corpus: string
  /** Where the question comes from. */
  readonly set: string
  readonly closeness: Closeness
}

const linesOf = async (...path: string[]) =>
  (await readFile(sharedPath('data', ...path), 'utf8')).trim().split('\n')

/** Every n-th, n as great as leaves `count`. */
function sampled<Item>(items: readonly Item[], count: number): Item[] {
  const step = Math.max(1, Math.floor(items.length / Math.max(1, count)))
  return items.filter((_, at) => at % step === 0).slice(0, count)
}

interface Row {
  readonly _id: string
  readonly text: string
}

async function questionsOf(set: string): Promise<Row[]> {
  if (set === CORPUS)
    return (await askedPapers()).map(({ question }, at) => ({ _id: String(at), text: question }))
  const judged = new Set((await linesOf(set, 'qrels.tsv')).map((line) => line.split('\t')[0]))
  const rows = (await linesOf(set, 'queries.jsonl')).map((line) => JSON.parse(line) as Row)
  return sampled(
    rows.filter(({ _id }) => judged.has(_id)),
    QUESTIONS_PER_SET,
  )
}

/** Imports a sample of the set where the workspace does not have it yet. */
async function openSet(
  gloss: Gloss,
  set: string,
  folder: string,
  signal: AbortSignal,
): Promise<CorpusSession> {
  if (set === CORPUS) return openAskedPapers(gloss, signal)
  if ((await gloss.workspace.listCorpora()).includes(set)) return gloss.session(set)
  const asked = new Set((await questionsOf(set)).map(({ _id }) => _id))
  const judgements = await linesOf(set, 'qrels.tsv')
  const relevant = new Set(
    judgements
      .map((line) => line.split('\t'))
      .filter(([question = '', , gain]) => asked.has(question) && Number(gain) > 0)
      .map(([, document]) => document),
  )
  const documents = Map.groupBy(await linesOf(set, 'corpus.jsonl'), (line) =>
    relevant.has((JSON.parse(line) as Row)._id),
  )
  const wanted = documents.get(true) ?? []
  const others = sampled(documents.get(false) ?? [], DOCUMENTS_PER_SET - wanted.length)
  const path = join(folder, `sample-${set}`)
  await mkdir(path, { recursive: true })
  await writeFile(join(path, 'corpus.jsonl'), `${[...wanted, ...others].join('\n')}\n`)
  await writeFile(join(path, 'queries.jsonl'), '')
  await writeFile(join(path, 'qrels.tsv'), '')
  await importPath(gloss, { path, format: 'beir', corpus: set }, signal)
  return gloss.session(set)
}

/** Every question over every corpus; those that nothing is near are left out. */
export async function askEverySet(gloss: Gloss, folder: string, signal: AbortSignal): Promise<AskedOf[]> {
  const questions = await Promise.all(
    SETS.map(async (set) => (await questionsOf(set)).map(({ text }) => ({ set, text }))),
  )
  const vectors = new Map<string, Float32Array>()
  const rows: AskedOf[] = []
  for (const corpus of SETS) {
    const { index, embedder } = await openSet(gloss, corpus, folder, signal)
    for (const { set, text } of questions.flat()) {
      const vector = vectors.get(text) ?? (await embedder.embed([text], signal))[0]!
      vectors.set(text, vector)
      const closeness = await closenessOf(index, { text, vector, filter: null })
      if (closeness !== null) rows.push({ corpus, set, closeness })
    }
  }
  return rows
}
