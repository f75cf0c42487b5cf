/** Chooses the corpus of a command or request that names none. */
import { DEFAULT_CORPUS } from '../config/config.ts'

/** The invented sample papers, as `npm start` stores them. */
export const SAMPLE_CORPUS = 'sample'
/** The same papers for the demonstration of the solver, kept only while Gloss runs. Older versions left it in the workspace. */
export const DEMONSTRATION_CORPUS = 'demonstration'

const SUBSET_FOR_ABLATIONS = /_[\d-]+-percent$/

/**
 * Returns the corpus to read: the only one there is, else `main`; those that Gloss makes for itself (the demonstration, subsets for
 * ablations) do not count beside another. To write: the same, but nothing is added to the sample papers unless their corpus is named.
 */
export function defaultCorpus(corpora: readonly string[], use: 'read' | 'write'): string {
  const own = corpora.filter((name) => name !== DEMONSTRATION_CORPUS && !SUBSET_FOR_ABLATIONS.test(name))
  const [only = DEFAULT_CORPUS, ...others] = own.length > 0 ? own : corpora
  if (others.length > 0) return DEFAULT_CORPUS
  const isInvented = only === SAMPLE_CORPUS || only === DEMONSTRATION_CORPUS
  return use === 'write' && isInvented ? DEFAULT_CORPUS : only
}
