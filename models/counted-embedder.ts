/** An embedder for a piece of work that has one ledger from its beginning to its end, such as an ingest. */
import type { Embedder, Ledger } from './ports.ts'

/** The same embedder; whatever is asked of a server through it is counted in `ledger`. */
export function countedEmbedder(embedder: Embedder, ledger: Ledger): Embedder {
  return { ...embedder, embed: (texts, signal) => embedder.embed(texts, signal, ledger) }
}
