/** The beginning of a text that a window has room for. */
import { estimateTokens } from '../../models/index.ts'

/** `text`, or as much of its beginning as `most` tokens (estimated) hold, nothing where that is less than 1. Cut in proportion, and again where the beginning is the denser part. */
export function cutToTokens(text: string, most: number): string {
  if (most < 1) return ''
  let cut = text
  for (let tokens = estimateTokens(cut); tokens > most; tokens = estimateTokens(cut))
    cut = cut.slice(0, Math.floor((cut.length * most) / tokens))
  return cut
}
