/** How many letters has a text, and how many of them are capitals or small? */
export interface LetterCounts {
  /** Of every script, those without capitals too. */
  readonly letters: number
  readonly capitals: number
  readonly small: number
}

const [FIRST_CAPITAL, LAST_CAPITAL, FIRST_SMALL, LAST_SMALL] = [65, 90, 97, 122]
const FIRST_BEYOND_ASCII = 128

/** A list of all matches of a pattern took ten times as long; of characters beyond ASCII there are few in most texts. */
export function letterCounts(text: string): LetterCounts {
  let [capitals, small] = [0, 0]
  let rest = ''
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= FIRST_SMALL && code <= LAST_SMALL) small++
    else if (code >= FIRST_CAPITAL && code <= LAST_CAPITAL) capitals++
    else if (code >= FIRST_BEYOND_ASCII) rest += text[at]
  }
  const inRest = (pattern: RegExp) => (rest === '' ? 0 : (rest.match(pattern)?.length ?? 0))
  return {
    letters: capitals + small + inRest(/\p{L}/gu),
    capitals: capitals + inRest(/\p{Lu}/gu),
    small: small + inRest(/\p{Ll}/gu),
  }
}
