/** An answer without a model: the best statements as they are, in the order of their places. */
import type { CitedSentence, CitedSource } from './ports.ts'

/** Returns at most `count` statements; one that several places have, as two files of one paper do, is there once. */
export function statementsAsAnswer(sources: readonly CitedSource[], count: number): CitedSentence[] {
  const distinct = new Map<string, CitedSource>()
  for (const source of sources) {
    const letters = source.statement.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase()
    if (!distinct.has(letters)) distinct.set(letters, source)
  }
  return [...distinct.values()].slice(0, count).map(({ n, statement, support }) => ({
    text: `${statement} [${n}]`,
    citations: [n],
    isSupported: support === 'yes',
    support,
  }))
}
