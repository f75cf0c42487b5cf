/** Builds an answer without a model: the best statements unchanged, in the order of the hits. */
import type { CitedSentence, CitedSource } from './ports.ts'

/** A heading or label with fewer words is shown only if there is nothing else. */
const MIN_WORDS = 3

/** Returns the statements; one found in several places, as in two files of one paper, is returned once. */
export function statementsAsAnswer(sources: readonly CitedSource[]): CitedSentence[] {
  const said = sources.filter(({ statement }) => new Set(wordsOf(statement)).size >= MIN_WORDS)
  const distinct = new Map<string, CitedSource>()
  for (const source of said.length > 0 ? said : sources) {
    const letters = wordsOf(source.statement).join('')
    if (!distinct.has(letters)) distinct.set(letters, source)
  }
  return [...distinct.values()].map(({ n, statement, support }) => ({
    text: `${statement} [${n}]`,
    citations: [n],
    isSupported: support === 'yes',
    support,
  }))
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}
