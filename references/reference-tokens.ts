/** A reference cut into the pieces that are labelled: words, numbers, single marks; addresses, DOIs and arXiv ids stay whole. */

export interface ReferenceToken {
  readonly text: string
  /** UTF-16 offsets in the reference. */
  readonly start: number
  readonly end: number
  /** White space stands before it. */
  readonly isApart: boolean
}

const TOKEN = new RegExp(
  [
    String.raw`(?:https?:\/\/|www\.)[^\s<>"]*[^\s<>".,;:)\]}]`,
    String.raw`10\.\d{4,9}\/[^\s<>"]*[^\s<>".,;:)\]}]`,
    String.raw`\b[a-z]{2,8}(?:-[a-z]{2})?(?:\.[A-Z]{2})?\/\d{7}(?:v\d+)?\b`,
    String.raw`\b\d{4}\.\d{4,5}(?:v\d+)?\b`,
    String.raw`\p{L}[\p{L}\p{M}]*`,
    String.raw`\p{N}+`,
    String.raw`[^\s]`,
  ].join('|'),
  'gu',
)

export function referenceTokens(reference: string): ReferenceToken[] {
  return [...reference.matchAll(TOKEN)].map(({ 0: text, index }) => ({
    text,
    start: index,
    end: index + text.length,
    isApart: index > 0 && /\s/.test(reference.charAt(index - 1)),
  }))
}
