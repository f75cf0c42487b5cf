/**
 * Makes texts of papers, models and files safe for a terminal. Control characters can move the cursor, change the window's title or answer
 * for the user; bidi controls can show a line in another order. None of them reaches the terminal, except the styles of this program.
 */

/** Control characters C0 and C1 without tab and line feed, and the bidi controls of Unicode (UAX #9). */
const UNSAFE = /(?![\t\n])[\p{Cc}\p{Bidi_Control}]/gu
/** UNSAFE, preceded by the sequences that begin and end text that `styleText` underlines or makes cyan. */
const STYLE_OR_UNSAFE = /\p{Cc}\[(?:4|24|36|39)m|(?![\t\n])[\p{Cc}\p{Bidi_Control}]/gu
const LINE_BREAKS = /[\t\n\u2028\u2029]/g
const ESCAPE = '\u001b'
const REPLACEMENT = '\ufffd'

/** Returns safe lines for people. */
export function terminalText(text: string): string {
  return text.replace(STYLE_OR_UNSAFE, (mark) =>
    mark.length > 1 && mark.startsWith(ESCAPE) ? mark : REPLACEMENT,
  )
}

/** Returns a name or a title within a line, without characters that begin another line. */
export function inOneLine(text: string): string {
  return text.replace(UNSAFE, REPLACEMENT).replace(LINE_BREAKS, REPLACEMENT)
}

/** Returns one line of JSON for programs, which parse the same value from it. */
export function terminalJson(value: unknown): string {
  const escaped = (mark: string) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`
  return (JSON.stringify(value) ?? '').replace(UNSAFE, escaped)
}
