/**
 * `auto`: the walk where the question names the title of some unit, else words and vectors. Source: key-free-graph.md, recipe 5: on
 * questions that need one unit alone the walk is much worse than the fusion.
 */
import { hybridBackend } from './backends.ts'
import type { Fusion } from './fusion.ts'
import type { Retriever } from './ports.ts'
import { type NamedGround, walkBackend } from './walk.ts'

export function autoBackend(ground: NamedGround, fusion?: Fusion): Retriever {
  const walk = walkBackend(ground)
  const hybrid = hybridBackend(ground, fusion)
  return {
    name: 'auto',
    async retrieve(question, signal) {
      const started = performance.now()
      const names = await ground.names()
      const linked = await names.whenCurrent(({ graph }) => graph.link(question.text))
      const chosen = linked.some(({ isTitle }) => isTitle) ? walk : hybrid
      const gate = performance.now() - started
      const retrieval = await chosen.retrieve(question, signal)
      return { ...retrieval, by: chosen.name, stages: { gate, ...retrieval.stages } }
    },
  }
}
