/** Which links lead to papers, and where is their PDF? */

// Old ids (math.GT/0309136) and new ones (2509.21193v2).
const ARXIV = /^\/(?:abs|pdf|html)\/((?:[a-z-]+(?:\.[A-Z]{2})?\/\d{7}|\d{4}\.\d{4,5})(?:v\d+)?)(?:\.pdf)?\/?$/
const ARXIV_HOST = /^(?:www\.|export\.)?arxiv\.org$/

/** The link of its PDF where the link leads to a paper, else null. Works on links that are not safe, and does not ask them. */
export function paperLink(link: string): string | null {
  const url = URL.canParse(link) ? new URL(link) : null
  if (url === null) return null
  if (ARXIV_HOST.test(url.hostname)) {
    const id = ARXIV.exec(url.pathname)?.[1]
    if (id !== undefined) return `https://arxiv.org/pdf/${id}`
  }
  return url.pathname.toLowerCase().endsWith('.pdf') ? url.href : null
}
