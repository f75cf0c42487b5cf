/**
 * Units found by expanded terms next to the hits of any backend, joined by reciprocal ranks (Cormack, Clarke and Büttcher, SIGIR 2009): scores of both
 * sides have nothing in common, and no model is at hand that a weight could be chosen with.
 */
import type { SparseIndex } from '../index/index.ts'
import type { TermExpander } from '../models/index.ts'
import { RANK_DAMPING } from './fusion.ts'
import type { Hit, Question, Retrieval, Retriever, SparseWhy } from './ports.ts'
import { checkQuestion, type Ranked, rankHits } from './query-checks.ts'

// Of each side. As deep as the backends look themselves.
const DEPTH = 100

export interface SparseGround {
  readonly index: SparseIndex
  readonly expander: Pick<TermExpander, 'weigh' | 'term'>
}

export function sparseBackend(inner: Retriever, ground: () => Promise<SparseGround>): Retriever {
  return {
    name: inner.name,
    async prepare() {
      await inner.prepare?.()
      await ground()
    },
    async retrieve(question, signal): Promise<Retrieval> {
      checkQuestion(question)
      const depth = Math.max(DEPTH, question.k)
      const answer = await inner.retrieve({ ...question, k: depth }, signal)
      const started = performance.now()
      const hits = await joined(answer.hits, question, depth, await ground())
      return { ...answer, hits, stages: { ...answer.stages, sparse: performance.now() - started } }
    },
  }
}

async function joined(
  hits: readonly Hit[],
  question: Question,
  depth: number,
  { index, expander }: SparseGround,
): Promise<Hit[]> {
  const asked = expander.weigh(question.text)
  const found = await index.search(asked, depth, question.filter ?? null)
  const all = new Map<string, Ranked>()
  for (const { unit, paper, rank, why } of hits)
    all.set(unit, { unit, paper, score: 1 / (RANK_DAMPING + rank), why })
  for (const [at, { unit, paper, score }] of found.entries()) {
    const known = all.get(unit)
    all.set(unit, {
      unit,
      paper,
      score: (known?.score ?? 0) + 1 / (RANK_DAMPING + at + 1),
      why: { ...known?.why, sparse: { score } },
    })
  }
  const ranked = rankHits([...all.values()], question)
  if (question.explain !== true) return ranked
  return Promise.all(ranked.map(async (hit) => ({ ...hit, why: { ...hit.why, ...(await explained(hit)) } })))

  async function explained({ unit, why }: Hit): Promise<{ readonly sparse?: SparseWhy }> {
    if (why.sparse === undefined) return {}
    const parts = await index.explain(asked, unit)
    const terms = parts.map(({ term, score }) => ({ term: expander.term(term), score }))
    return { sparse: { ...why.sparse, terms } }
  }
}
