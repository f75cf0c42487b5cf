/** The sentence by which `web_parse` says that a link could not be read, and how it is found again in what a run was answered. */

const FAILURE = ' could not be read'

/** `why` begins with a colon or a space: `: no text was found.` */
export function unreadLink(link: string, why: string): string {
  return `${link}${FAILURE}${why}`
}

/** Of the answer of `web_parse`: a page that was read and says so itself is none, as its answer does not open with its link. */
export function isUnreadLink(link: string, answer: unknown): boolean {
  return typeof answer === 'string' && answer.startsWith(`${link}${FAILURE}`)
}
