/** Binds an embedder to the ledger of a piece of work, such as an ingest. */
import type { Embedder, Ledger } from './ports.ts'

/** Returns the same embedder, which counts its requests to a server in `ledger`. */
export function countedEmbedder(embedder: Embedder, ledger: Ledger): Embedder {
  return { ...embedder, embed: (texts, signal) => embedder.embed(texts, signal, ledger) }
}
