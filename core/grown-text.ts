// Joining at each piece would take the square of the length. Chosen, not measured.
const JOINED_CHARACTERS = 65_536
const START = /^/

/**
 * Returns `text` with `added` behind it, for a text that grows by many small pieces. V8 keeps the pieces of a sum apart until somebody reads
 * the text: a million pieces of four characters take 35 MB in place of 4, and an answer that is written is held in some ten places at once.
 */
export function grownText(text: string, added: string): string {
  const grown = text + added
  const isDue = Math.trunc(grown.length / JOINED_CHARACTERS) > Math.trunc(text.length / JOINED_CHARACTERS)
  // A pattern reads the text, which joins the pieces; the compiler leaves out a read character whose value nobody uses.
  if (isDue) START.test(grown)
  return grown
}
