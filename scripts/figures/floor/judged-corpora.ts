/**
 * Judged sets of ../shared as corpora: a sample of the questions, and every document up to a number, those that are judged relevant to
 * the sample first. Embedding all of 2Wiki and SciFact by MiniLM takes an hour.
 */
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type CorpusSession, type Gloss, importPath } from '../../../app/index.ts'
import { sharedPath } from '../../lib/shared.ts'

export type Field = 'life sciences' | 'encyclopedia'

interface JudgedSet {
  readonly field: Field
  readonly documents: number
}

/** Sets of one field hold questions that the others can answer, too. */
export const JUDGED_SETS: Readonly<Record<string, JudgedSet>> = {
  'musique-train': { field: 'encyclopedia', documents: 2_000 },
  'hotpotqa-train': { field: 'encyclopedia', documents: 2_000 },
  '2wiki-half': { field: 'encyclopedia', documents: 2_000 },
  scifact: { field: 'life sciences', documents: 1_000 },
  covidqa: { field: 'life sciences', documents: 1_100 },
}
const QUESTIONS = 100
/** Given facts, where a set has them. */
const FACTS: Readonly<Record<string, string>> = { 'musique-train': 'openie.gpt-3.5-turbo-1106.jsonl' }

export interface JudgedQuery {
  readonly text: string
  /** Documents by the ids of the set. */
  readonly relevant: ReadonlySet<string>
}

export const hasFacts = (set: string): boolean => FACTS[set] !== undefined

const linesOf = async (...path: string[]) =>
  (await readFile(sharedPath('data', ...path), 'utf8')).trim().split('\n')

/** Every n-th, n as great as leaves `count`. */
function sampled<Item>(items: readonly Item[], count: number): Item[] {
  const step = Math.max(1, Math.floor(items.length / Math.max(1, count)))
  return items.filter((_, at) => at % step === 0).slice(0, count)
}

const idOf = (line: string) => (JSON.parse(line) as { readonly _id: string })._id

export async function judgedQueries(set: string): Promise<JudgedQuery[]> {
  const judged = new Map<string, Set<string>>()
  for (const line of (await linesOf(set, 'qrels.tsv')).slice(1)) {
    const [question = '', document = '', gain] = line.split('\t')
    if (Number(gain) > 0) judged.set(question, (judged.get(question) ?? new Set()).add(document))
  }
  const rows = (await linesOf(set, 'queries.jsonl')).map(
    (line) => JSON.parse(line) as { readonly _id: string; readonly text: string },
  )
  const asked = rows.filter(({ _id }) => judged.has(_id))
  return sampled(asked, QUESTIONS).map(({ _id, text }) => ({ text, relevant: judged.get(_id)! }))
}

/** Imports the set, with its facts, where the workspace does not have it yet. */
export async function openJudgedCorpus(
  gloss: Gloss,
  set: string,
  folder: string,
  signal: AbortSignal,
): Promise<CorpusSession> {
  if ((await gloss.workspace.listCorpora()).includes(set)) return gloss.session(set)
  const relevant = new Set((await judgedQueries(set)).flatMap((query) => [...query.relevant]))
  const { true: wanted = [], false: others = [] } = Object.groupBy(
    await linesOf(set, 'corpus.jsonl'),
    (line) => `${relevant.has(idOf(line))}` as const,
  )
  const kept = [...wanted, ...sampled(others, (JUDGED_SETS[set]?.documents ?? 0) - wanted.length)]
  const path = join(folder, `sample-${set}`)
  await writeCorpus(path, kept)
  await importPath(gloss, { path, format: 'beir', corpus: set }, signal)
  const facts = FACTS[set]
  if (facts !== undefined)
    await importPath(gloss, { format: 'openie', path: sharedPath('data', set, facts), corpus: set }, signal)
  return gloss.session(set)
}

/** A folder in BEIR's format with documents and no questions. */
export async function writeCorpus(path: string, lines: readonly string[]): Promise<void> {
  if (!existsSync(path)) await mkdir(path, { recursive: true })
  await writeFile(join(path, 'corpus.jsonl'), `${lines.join('\n')}\n`)
  await writeFile(join(path, 'queries.jsonl'), '')
  await writeFile(join(path, 'qrels.tsv'), '')
}
