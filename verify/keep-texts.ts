import type { ComparedText } from './compare-wording.ts'
import { squeeze } from './squeeze.ts'

/** Size of the cache; some 8 bytes a character. */
const KEPT_CHARACTERS = 4_000_000

/** Caches the squeezed texts of the papers used last. */
export function keepTexts(
  textOf: (paper: string) => Promise<string>,
): (paper: string) => Promise<ComparedText> {
  const kept = new Map<string, ComparedText>()
  let characters = 0
  return async (paper) => {
    const known = kept.get(paper)
    if (known !== undefined) {
      kept.delete(paper)
      kept.set(paper, known)
      return known
    }
    const text = await textOf(paper)
    const compared = { text, squeezed: squeeze(text) }
    kept.set(paper, compared)
    characters += text.length
    for (const [oldest, { text: old }] of kept) {
      if (characters <= KEPT_CHARACTERS || oldest === paper) break
      kept.delete(oldest)
      characters -= old.length
    }
    return compared
  }
}
