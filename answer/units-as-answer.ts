/** An answer without a model: the best units as they are, those of one paper together. */
import type { CitedSentence, CitedSource } from './ports.ts'

/** At most `count` sources, papers in the order of their best one. Each supports itself. */
export function unitsAsAnswer(sources: readonly CitedSource[], count: number): CitedSentence[] {
  const byPaper = Map.groupBy(sources.slice(0, count), ({ paper }) => paper)
  return [...byPaper.values()].flat().map(({ n, text }) => ({
    text: `${text.replace(/\s+/g, ' ').trim()} [${n}]`,
    citations: [n],
    isSupported: true,
  }))
}
