/** Schedules looks: after the first window, then after every stride, however the stream is cut into deltas. */
import type { TokenLogprob } from '../models/index.ts'

export interface StreamPiece {
  readonly text: string
  /** True if a look is due at the end of this piece. */
  readonly isLook: boolean
}

/**
 * Cuts a delta of one channel at the looks that are due in it; `untilLook` counts the characters before the
 * next one.
 */
export function scheduleLooks(
  delta: string,
  untilLook: number,
  strideCharacters: number,
): { readonly pieces: readonly StreamPiece[]; readonly untilLook: number } {
  const pieces: StreamPiece[] = []
  let until = untilLook
  let from = 0
  while (delta.length - from >= until) {
    // A look between the halves of a surrogate pair is moved after it.
    const end = from + until + (isSplit(delta, from + until) ? 1 : 0)
    pieces.push({ text: delta.slice(from, end), isLook: true })
    until = strideCharacters - (end - from - until)
    from = end
  }
  if (from < delta.length) pieces.push({ text: delta.slice(from), isLook: false })
  return { pieces, untilLook: until - (delta.length - from) }
}

function isSplit(text: string, at: number): boolean {
  return /^[\ud800-\udbff]$/.test(text.charAt(at - 1)) && at < text.length
}

/** Returns the last tokens that spell so many characters, the first of them maybe in part. */
export function lastTokens(tokens: readonly TokenLogprob[], characters: number): readonly TokenLogprob[] {
  let from = tokens.length
  for (let length = 0; from > 0 && length < characters; from--) length += tokens[from - 1]!.token.length
  return tokens.slice(from)
}
