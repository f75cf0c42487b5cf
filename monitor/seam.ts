/** White space around an injection. */

/** Between the text so far and an injection: nothing at the beginning or after white space. */
export function seamBefore(textSoFar: string): string {
  return textSoFar === '' || /\s$/.test(textSoFar) ? '' : ' '
}

/**
 * Between an injection and the model's next word. Models that continue the text as a message may leave the
 * space out.
 */
export function seamAfter(textSoFar: string, next: string): string {
  return /[\p{L}\p{N}.!?:;,)\]"'”’]$/u.test(textSoFar) && /^[\p{L}\p{N}$\\("'“‘[]/u.test(next) ? ' ' : ''
}
