/**
 * Injected text out of the way while an agent's text is read: a mark of noncharacters, which Unicode keeps for internal use, stands for each
 * injection. No tag, box or word of the injection can then be taken for the agent's.
 */

const DIGITS = '\ufdd0\ufdd1\ufdd2\ufdd3\ufdd4\ufdd5\ufdd6\ufdd7\ufdd8\ufdd9'
const END = '\ufdda'
const MARK = new RegExp(`([${DIGITS}]+)${END}`, 'g')
const MARKS_BETWEEN = new RegExp(`(\\S?)(?:[${DIGITS}]+${END})+(?=(\\S?))`, 'g')
const MARK_CHARACTER = new RegExp(`[${DIGITS}${END}]`, 'g')

/** For patterns: what a character class needs to match marks like white space. */
export const IN_MARKS = DIGITS + END

export function evidenceMark(place: number): string {
  return [...String(place)].map((digit) => DIGITS[Number(digit)]).join('') + END
}

/** Of a text in which no mark may be. */
export function withoutMarkCharacters(text: string): string {
  return text.replace(MARK_CHARACTER, '\ufffd')
}

/** `texts`: by the places that the marks were made for. */
export function withEvidence(text: string, texts: readonly string[]): string {
  return text.replace(MARK, (_, digits: string) => {
    const place = Number([...digits].map((digit) => DIGITS.indexOf(digit)).join(''))
    return texts[place] ?? ''
  })
}

/** A space is left where words would join. */
export function withoutEvidence(text: string): string {
  return text.replace(MARKS_BETWEEN, (_, before: string, behind: string) =>
    before === '' || behind === '' ? before : `${before} `,
  )
}

/** Nothing but white space and marks. */
export function isBlankBesideMarks(text: string): boolean {
  return text.replace(MARK_CHARACTER, '').trim() === ''
}
