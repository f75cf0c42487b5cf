/** How well and how fast does a backend answer judged questions? */
import type { Retriever } from '../retrieval/index.ts'
import { type Judgements, ndcg, percentile, recall } from './metrics.ts'

export interface JudgedQuestion {
  readonly id: string
  readonly text: string
  readonly judgements: Judgements
}

export interface RetrievalFigures {
  readonly queries: number
  readonly 'ndcg@10': number
  readonly 'recall@2': number
  readonly 'recall@5': number
  readonly 'recall@10': number
  /** Milliseconds of one question, from its text to its ranking. */
  readonly p50Ms: number
  readonly p99Ms: number
}

const DEPTH = 10

/**
 * Asks every question once, after one to warm up. Papers are judged, by their best unit; `documentOf` names a paper as the
 * judgements do. Figures are means over the questions that have a relevant document.
 */
export async function evaluateRetrieval(
  retriever: Retriever,
  questions: readonly JudgedQuestion[],
  documentOf: (paper: string) => Promise<string>,
  signal?: AbortSignal,
): Promise<RetrievalFigures> {
  const judged = questions.filter(({ judgements }) => [...judgements.values()].some((gain) => gain > 0))
  const rows: { ndcg: number; recalls: number[]; ms: number }[] = []
  const ask = (text: string) => retriever.retrieve({ text, k: DEPTH, onePerPaper: true }, signal)
  if (judged[0] !== undefined) await ask(judged[0].text)
  for (const { text, judgements } of judged) {
    const started = performance.now()
    const { hits } = await ask(text)
    const ms = performance.now() - started
    const ranking = await Promise.all(hits.map((hit) => documentOf(hit.paper)))
    rows.push({
      ndcg: ndcg(ranking, judgements, DEPTH),
      recalls: [2, 5, 10].map((k) => recall(ranking, judgements, k)),
      ms,
    })
  }
  const times = rows.map((row) => row.ms)
  const recallAt = (place: number) => mean(rows.map((row) => row.recalls[place] ?? 0))
  return {
    queries: rows.length,
    'ndcg@10': mean(rows.map((row) => row.ndcg)),
    'recall@2': recallAt(0),
    'recall@5': recallAt(1),
    'recall@10': recallAt(2),
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
  }
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}
