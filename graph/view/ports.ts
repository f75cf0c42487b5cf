import type { CorpusReader } from '../../corpus/index.ts'
import type { CorpusNames } from '../corpus-names.ts'

/** What a view of a corpus's graph reads: the names of its units, and the rows that they come from. */
export interface GraphSource {
  /** Of the corpus, for messages. */
  readonly name: string
  readonly store: CorpusReader
  readonly embedder: { readonly id: string }
  /** Throws `GRAPH_MISSING` where names were never extracted. */
  names(): Promise<CorpusNames>
}
