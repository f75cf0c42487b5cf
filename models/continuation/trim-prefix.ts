/** How much of a text may be sent to be continued: whole characters, and no white space at the end where the server loses it. */

export interface SentText {
  readonly sent: string
  /** `sent` and `held` together are the text. */
  readonly held: string
}

export function trimPrefix(text: string, trims: boolean): SentText {
  const whole = isHighSurrogate(text.charCodeAt(text.length - 1)) ? text.slice(0, -1) : text
  const sent = trims ? whole.trimEnd() : whole
  return { sent, held: text.slice(sent.length) }
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}
