/** The sentence by which `web_parse` says that a link could not be read, and a test for it in the answers of a run. */

const FAILURE = ' could not be read'

/** Returns the sentence. `why` begins with a colon or a space: `: no text was found.` */
export function unreadLink(link: string, why: string): string {
  return `${link}${FAILURE}${why}`
}

/** Returns whether `web_parse` could not read the link. Pages with this sentence do not count: their answers do not begin with the link. */
export function isUnreadLink(link: string, answer: unknown): boolean {
  return typeof answer === 'string' && answer.startsWith(`${link}${FAILURE}`)
}
