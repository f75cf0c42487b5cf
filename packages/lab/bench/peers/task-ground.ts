/** What the tasks of a run share: the location of data, how peers are started, and the amount to measure. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { metricsOf } from '../../../../comparison/metrics.ts'
import type { Embedder } from '../../../../models/index.ts'
import type { PeerProgram } from './peer-process.ts'
import { type BeirSet, readBeir } from './read-beir.ts'

export interface TaskGround {
  /** Scratch folder; each task gets its own. */
  readonly folder: string
  /** Folder with a subfolder for each judged set in BEIR's layout. */
  readonly data: string
  /** Maximum number of texts to index. */
  readonly rows: number
  readonly embedder: Embedder
  readonly python: string
}

export const HITS = 10

export function pythonPeer(
  { python }: TaskGround,
  name: string,
  script: string,
  ...args: string[]
): PeerProgram {
  return { name, command: python, args: [join(import.meta.dirname, `${script}-peer.py`), ...args] }
}

export function hasSet({ data }: Pick<TaskGround, 'data'>, set: string): boolean {
  return existsSync(join(data, set, 'corpus.jsonl'))
}

export function readSet({ data }: Pick<TaskGround, 'data'>, set: string): BeirSet {
  return readBeir(join(data, set))
}

/** Returns a document's text as it is indexed. */
export function textOf({ title, text }: BeirSet['documents'][number]): string {
  return title === '' ? text : `${title}. ${text}`
}

/** Returns the mean of a measure over questions; `found` lists the documents of each, best first. */
export function meanMetric(
  { questions }: Pick<BeirSet, 'questions'>,
  found: readonly unknown[],
  metric: 'ndcg@10' | 'recall@5',
): number {
  const figures = questions.map(({ gains }, question) => {
    const judged = new Map([...gains].map(([document, gain]) => [String(document), gain]))
    return metricsOf(rowsIn(found[question]).map(String), judged)[metric]
  })
  return figures.reduce((sum, figure) => sum + figure, 0) / figures.length
}

/** Returns the mean share of the wanted rows that were found. */
export function meanOverlap(wanted: readonly (readonly number[])[], found: readonly unknown[]): number {
  const shares = wanted.map((rows, question) => {
    const have = new Set(rowsIn(found[question]))
    return rows.length === 0 ? 1 : rows.filter((row) => have.has(row)).length / rows.length
  })
  return shares.reduce((sum, share) => sum + share, 0) / shares.length
}

function rowsIn(found: unknown): number[] {
  return Array.isArray(found) ? found.filter((row): row is number => typeof row === 'number') : []
}
