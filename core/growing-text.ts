/**
 * A text that grows by many small pieces. V8 keeps the pieces of a sum apart until the text is read: a million pieces of four characters take
 * 35 MB instead of 4. Reading the whole text each time would leave a copy each time. So only the newest pieces are joined.
 */
export interface GrowingText {
  readonly joined: string
  /** Newest pieces, not joined yet. */
  readonly newest: string
}

// Pieces that are joined soon never leave V8's young space. Chosen, not measured.
const JOINED_CHARACTERS = 4_096
const START = /^/

export const NO_TEXT: GrowingText = { joined: '', newest: '' }

export function grown({ joined, newest }: GrowingText, added: string): GrowingText {
  const longer = newest + added
  if (longer.length < JOINED_CHARACTERS) return { joined, newest: longer }
  // A pattern reads the text, which joins the pieces; the compiler removes a character access whose value is unused.
  START.test(longer)
  return { joined: joined + longer, newest: '' }
}

/** Returns the text. Its length costs nothing; reading it joins all of it. */
export function wholeText({ joined, newest }: GrowingText): string {
  return joined + newest
}
