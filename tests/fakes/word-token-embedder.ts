/** Token vectors without a model: a word's row is a hash of its letters, the same everywhere. It records the texts it embedded. */
import { contentId } from '../../core/index.ts'
import type { TextForm, TokenEmbedder } from '../../models/index.ts'

const DIMS = 16

export interface WordTokenEmbedder extends TokenEmbedder {
  readonly embedded: readonly { readonly text: string; readonly form: TextForm }[]
}

export function wordTokenEmbedder(): WordTokenEmbedder {
  const embedded: { text: string; form: TextForm }[] = []
  return {
    id: `words-${DIMS}`,
    dims: DIMS,
    embedded,
    async embedTokens(texts, form, signal) {
      signal?.throwIfAborted()
      embedded.push(...texts.map((text) => ({ text, form })))
      return texts.map((text) => {
        const words = text.toLowerCase().match(/\w+/g) ?? []
        return { rows: words.length, values: Float32Array.from(words.flatMap(rowOf)) }
      })
    },
    async close() {},
  }
}

function rowOf(word: string): number[] {
  const hash = contentId(word)
  const row = Array.from(
    { length: DIMS },
    (_, axis) => Number.parseInt(hash.slice(2 * axis, 2 * axis + 2), 16) - 127.5,
  )
  const length = Math.hypot(...row)
  return row.map((value) => value / length)
}
