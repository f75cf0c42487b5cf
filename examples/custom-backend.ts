/**
 * A custom backend: finds the units that share most words with the question. As a module it also works on the command line:
 *
 *     gloss retrieve "lupeol" --backend ./custom-backend.ts
 */
import type { BackendPlugIn } from '@gloss-papers/gloss'

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/\p{L}+/gu) ?? [])

export const backend: BackendPlugIn = {
  name: 'shared words',
  open(corpus) {
    let seq = -1
    const units = new Map<string, Set<string>>()
    return {
      async retrieve({ text, k }) {
        // Indexes the units again whenever the corpus has changed.
        if (seq !== (await corpus.seq())) {
          seq = await corpus.seq()
          units.clear()
          for await (const unit of corpus.units()) units.set(unit.id, wordsOf(unit.text))
        }
        const asked = wordsOf(text)
        return [...units]
          .map(([unit, words]) => ({ unit, score: asked.intersection(words).size }))
          .filter(({ score }) => score > 0)
          .sort((a, b) => b.score - a.score)
          .slice(0, k)
      },
    }
  },
}
