/** Figures of one ranking of hits that stand at places of papers. */
import type { AnswerHit } from '../../../app/wiring/answer-hit.ts'

/** Every paper counts where its first hit stands. */
export function ndcgByPaper(
  hits: readonly Pick<AnswerHit, 'paper'>[],
  relevant: ReadonlySet<string>,
  depth: number,
): number {
  const papers = [...new Set(hits.map(({ paper }) => paper))].slice(0, depth)
  const gainAt = (rank: number) => 1 / Math.log2(rank + 2)
  const gained = papers.reduce((sum, paper, rank) => sum + (relevant.has(paper) ? gainAt(rank) : 0), 0)
  const most = Array.from({ length: Math.min(depth, relevant.size) }, (_, rank) => gainAt(rank))
  return gained / most.reduce((sum, gain) => sum + gain, 0)
}

/** Of the papers' text, each character once; of a statement without a place its own. */
export function distinctCharacters(hits: readonly Pick<AnswerHit, 'paper' | 'span' | 'text'>[]): number {
  let characters = 0
  for (const of of Map.groupBy(hits, ({ paper }) => paper).values()) {
    let end = 0
    for (const [from, to] of of.flatMap(({ span }) => (span === null ? [] : [span])).sort(byStart)) {
      characters += Math.max(0, to - Math.max(from, end))
      end = Math.max(end, to)
    }
    characters += of.reduce((sum, { span, text }) => sum + (span === null ? text.length : 0), 0)
  }
  return characters
}

function byStart(one: readonly [number, number], other: readonly [number, number]): number {
  return one[0] - other[0]
}
