/** Finds the part of a paper that the label before a sentence names. */
import { type Part, partOfHeading } from '../../corpus/index.ts'

// Labels before a sentence from structured abstracts and undetected headings: "RESULTS: ", "Results Eight studies …".
const LABEL =
  /^((?:background|introduction|(?:main )?objectives?|aims?(?: and objectives?)?|purpose|rationale|context|importance|motivation|hypothesis|(?:study )?design(?:,? (?:and )?settings?)?|settings?|(?:patients|materials?|subjects) and methods?|participants|patients|subjects|interventions?|(?:main )?outcome (?:measures?|measurements?)|methods?(?:ology)?(?: and (?:findings|results|analysis))?|(?:principal |main )?(?:findings|results)|discussion|conclusions?(?:s? and relevance)?|interpretation|significance|summary|relevance))(\s*[:.—–-])?(?:\s+|$)/iu
const SHOUTED = /^(\p{Lu}{4,}(?:,?\s+(?:AND|OF|&|\p{Lu}{4,}))*)\s*[:.]?\s+(?=\p{Lu}\p{Ll}|\p{Lu}\s|\d)/u

// "3.2 Mechanism" on a separate line, with the style of the text.
const NUMBERED_HEADING = /^\d{1,2}(?:\.\d{1,2})+\.?\s+(\p{Lu}[^\n.]{2,60})\n(?=\p{Lu})/u

export interface Label {
  /** Part of the paper, or null for a label that names none. */
  readonly part: Part | null
  /** Number of characters of the label, including the space after it. */
  readonly length: number
}

/** Returns the label before a sentence. */
export function partOfLabel(sentence: string): Label | null {
  const heading = NUMBERED_HEADING.exec(sentence)
  if (heading !== null) return { part: partOfHeading(heading[1] ?? ''), length: heading[0].length }
  const match = labelWord(sentence) ?? SHOUTED.exec(sentence)
  if (match === null) return null
  return { part: partOfHeading((match[1] ?? '').toLowerCase()), length: match[0].length }
}

/** Matches "Results: …", "Results Eight studies …", not "Results of the test …". */
function labelWord(sentence: string): RegExpExecArray | null {
  const match = LABEL.exec(sentence)
  if (match === null || !/^\p{Lu}/u.test(sentence)) return null
  const isAlone = match[0].length === sentence.length
  return isAlone || match[2] !== undefined || /^[\p{Lu}\d]/u.test(sentence.slice(match[0].length))
    ? match
    : null
}
