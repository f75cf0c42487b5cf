/**
 * `auto`: the walk if the question names the title of some unit, otherwise words and vectors. Source: key-free-graph.md, recipe 5: on
 * questions that need only one unit, the walk is much worse than the fusion. For a question with several clauses, the fusion ranks units of
 * each clause first: R@5 on papers by hops (`npm run measure hops`), within .003 elsewhere. A question in a language that the embedder does
 * not know is answered by words, and the answer says so.
 */
import { isGlossError } from '../core/index.ts'
import { hybridBackend, wordsBackend } from './backends.ts'
import type { Fusion } from './fusion.ts'
import { unknownLanguage, wordsAloneNote } from './known-language.ts'
import type { Retriever } from './ports.ts'
import { type NamedGround, walkBackend } from './walk.ts'

export function autoBackend(ground: NamedGround, fusion?: Fusion): Retriever {
  const walk = walkBackend(ground)
  const words = wordsBackend(ground)
  const hybrid = hybridBackend(ground, fusion, { coversClauses: true })
  return {
    name: 'auto',
    async retrieve(question, signal) {
      const started = performance.now()
      const unknown = await unknownLanguage(question.text, ground)
      const chosen = unknown !== null ? words : (await namesTitle(ground, question.text)) ? walk : hybrid
      const gate = performance.now() - started
      const retrieval = await chosen.retrieve(question, signal)
      const note = unknown === null ? {} : { note: wordsAloneNote(unknown, ground.embedder) }
      return { ...retrieval, by: chosen.name, ...note, stages: { gate, ...retrieval.stages } }
    },
  }
}

/** Returns false if no names were extracted yet: such a corpus is answered without them. */
async function namesTitle({ names }: NamedGround, text: string): Promise<boolean> {
  try {
    const { linked } = await (await names()).ask(text)
    return linked.some(({ isTitle }) => isTitle)
  } catch (error) {
    if (isGlossError(error, 'GRAPH_MISSING')) return false
    throw error
  }
}
