/** The sentence by which `web_parse` says that a link could not be read, and how it is found again in what a run was answered. */

const FAILURE = ' could not be read'

/** `why` begins with a colon or a space: `: no text was found.` */
export function unreadLink(link: string, why: string): string {
  return `${link}${FAILURE}${why}`
}

/** Returns whether `web_parse` could not read the link. A page that was read and has these words does not count: its answer does not begin with its link. */
export function isUnreadLink(link: string, answer: unknown): boolean {
  return typeof answer === 'string' && answer.startsWith(`${link}${FAILURE}`)
}
