/** Formats one paper as lines for people, with uncertain values marked. */
import { DOUBTFUL_BELOW } from '../../app/think/index.ts'
import type { PaperDetails } from '../../app/wiring/index.ts'
import { counted, shownPath } from '../output.ts'
import { inOneLine } from '../terminal-text.ts'

const DAY_CHARACTERS = '2027-01-31'.length

/** Adds a mark to a value of low confidence: `2004 (doubtful)`. */
export function marked(text: string, confidence: number): string {
  return confidence < DOUBTFUL_BELOW ? `${text} (doubtful)` : text
}

export function paperLines(paper: PaperDetails): string[] {
  const { title, authors, year, doi, confidence } = paper
  return [
    title === '' ? 'No title found.' : marked(title, confidence.title),
    authors.length === 0
      ? 'No authors found.'
      : marked(authors.join(authorsSeparator(authors)), confidence.authors),
    [year === null ? 'No year found' : marked(String(year), confidence.year), published(paper)]
      .filter((part) => part !== '')
      .join('. '),
    ...(doi === null ? [] : [`DOI ${doi}`]),
    ...correctedLine(paper),
    `${paper.state}${paper.detail === '' ? '' : `: ${paper.detail}`}`,
    `${counted(paper.pages, 'page')}, ${counted(paper.units, 'unit')}`,
    ...paper.paths.map((path) => shownPath(path)),
    paper.id,
  ].map(inOneLine)
}

/** Returns the separator of authors: a name of the form `Family, Given` already has a comma. */
function authorsSeparator(authors: readonly string[]): string {
  return authors.some((name) => name.includes(',')) ? '; ' : ', '
}

function correctedLine({ corrected }: PaperDetails): string[] {
  const fields = Object.entries(corrected).map(
    ([field, { at }]) => `${field} (${at.slice(0, DAY_CHARACTERS)})`,
  )
  return fields.length === 0 ? [] : [`Corrected by hand: ${fields.join(', ')}`]
}

/** Formats the publication, `Dhaka Univ. J. Pharm. Sci. 8(1): 7-10`, without the unknown parts. */
function published({ publication: { journal, volume, issue, pages } }: PaperDetails): string {
  const place = `${volume ?? ''}${issue === null ? '' : `(${issue})`}${pages === null ? '' : `: ${pages}`}`
  return [journal ?? '', place].filter((part) => part !== '').join(' ')
}
