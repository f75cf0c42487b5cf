import type { CorpusReader } from '../../corpus/index.ts'
import type { CorpusNames } from '../corpus-names.ts'

/** What views of a corpus's graph read: the names of its units, and the rows that the names come from. */
export interface GraphSource {
  /** Name of the corpus, for messages. */
  readonly name: string
  readonly store: CorpusReader
  readonly embedder: { readonly id: string }
  /** Throws `GRAPH_MISSING` if names were never extracted. */
  names(): Promise<CorpusNames>
}
