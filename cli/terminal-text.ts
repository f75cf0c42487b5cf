/**
 * What papers, models and files say, as a terminal may get it. Control characters of a text move the cursor, change the title of the window
 * or answer for the user; bidi controls show a line in another order than it is. None of them reaches the terminal; styles of ours do.
 */

/** C0 and C1 without tab and line feed, and the bidi controls of Unicode (UAX #9). */
const UNSAFE = /(?![\t\n])[\p{Cc}\p{Bidi_Control}]/gu
/** The same, with those first that begin and end what `styleText` underlines or makes cyan. */
const STYLE_OR_UNSAFE = /\p{Cc}\[(?:4|24|36|39)m|(?![\t\n])[\p{Cc}\p{Bidi_Control}]/gu
const LINE_BREAKS = /[\t\n\u2028\u2029]/g
const ESCAPE = '\u001b'
const REPLACEMENT = '\ufffd'

/** Lines for people. */
export function terminalText(text: string): string {
  return text.replace(STYLE_OR_UNSAFE, (mark) =>
    mark.length > 1 && mark.startsWith(ESCAPE) ? mark : REPLACEMENT,
  )
}

/** A name or a title within a line: nothing in it begins another line. */
export function inOneLine(text: string): string {
  return text.replace(UNSAFE, REPLACEMENT).replace(LINE_BREAKS, REPLACEMENT)
}

/** One line of JSON for programs, which read the same value from it. */
export function terminalJson(value: unknown): string {
  const escaped = (mark: string) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`
  return (JSON.stringify(value) ?? '').replace(UNSAFE, escaped)
}
