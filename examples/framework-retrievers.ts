/**
 * Retrievers for LangChain and LlamaIndex. Their packages are large, so this file declares only the few members that it needs of
 * them: with `@langchain/core` installed, extend its `BaseRetriever`, with `llamaindex` its `BaseRetriever`, and keep the bodies.
 *
 *     node framework-retrievers.ts FOLDER_OF_PAPERS
 */
import { type GlossLibrary, type LibraryHit, openGloss } from '@gloss-papers/gloss'

/** The members of LangChain's `Document`. */
interface LangChainDocument {
  readonly pageContent: string
  readonly metadata: Readonly<Record<string, unknown>>
  readonly id: string
}

/** The members of LlamaIndex's `NodeWithScore`. */
interface LlamaIndexNode {
  readonly node: {
    readonly id_: string
    readonly text: string
    readonly metadata: Readonly<Record<string, unknown>>
  }
  readonly score: number
}

const metadataOf = ({ paper, title, year, page, span }: LibraryHit) => ({ paper, title, year, page, span })

/** For `class … extends BaseRetriever` of `@langchain/core/retrievers`. */
export function langChainRetriever(gloss: GlossLibrary, k = 5) {
  return {
    async _getRelevantDocuments(query: string): Promise<LangChainDocument[]> {
      const { hits } = await gloss.retrieve(query, { k })
      return hits.map((hit) => ({ pageContent: hit.text, metadata: metadataOf(hit), id: hit.unit }))
    },
  }
}

/** For `class … extends BaseRetriever` of `llamaindex`. */
export function llamaIndexRetriever(gloss: GlossLibrary, k = 5) {
  return {
    async _retrieve({ query }: { readonly query: string }): Promise<LlamaIndexNode[]> {
      const { hits } = await gloss.retrieve(query, { k })
      return hits.map((hit) => ({
        node: { id_: hit.unit, text: hit.text, metadata: metadataOf(hit) },
        score: hit.score,
      }))
    },
  }
}

const [papers = './papers'] = process.argv.slice(2)
await using gloss = await openGloss({ workspace: './framework-corpora' })
await gloss.ingest([papers])
const query = 'Which IC50 did the bark extract show?'
const [document] = await langChainRetriever(gloss)._getRelevantDocuments(query)
const [found] = await llamaIndexRetriever(gloss)._retrieve({ query })
console.log(document?.pageContent, document?.metadata)
console.log(found?.node.text, found?.score)
