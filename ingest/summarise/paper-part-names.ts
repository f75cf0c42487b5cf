/** What part of a paper a heading or the label of a structured abstract names. */

export type Part = 'background' | 'methods' | 'results' | 'conclusions'

const NAMES: readonly (readonly [Part, RegExp])[] = [
  [
    'conclusions',
    /^(?:(?:discussion (?:and|&) )?conclusions?(?: and .*|s? .{0,30})?|interpretation|(?:clinical )?(?:significance|implications?|relevance)(?: .*)?|summary(?: and .*)?|concluding remarks|take[- ]home .*)$/i,
  ],
  [
    'results',
    /^(?:(?:(?:principal|main|key|major) )?(?:findings|results)(?: and discussions?)?(?: .{0,40})?|outcomes?|observations)$/i,
  ],
  [
    'methods',
    /^(?:(?:(?:materials?|patients?|subjects?|participants?|study|data)(?: and |, | & )?)*(?:methods?|methodology|procedures?|design)(?: .{0,40})?|(?:study )?(?:design|settings?|population|subjects?|samples?|participants?|patients)(?:,? (?:and|&) .*)?|experimental(?: .*)?|interventions?|(?:main |primary )?(?:outcome )?measure(?:s|ments?)(?: .*)?|statistical anal.*|data (?:sources?|collection|extraction|synthesis)(?: .*)?|protocols?|synthesis of .*|general procedures?.*|animals?|reagents?.*|chemicals?.*|.* (?:assays?|preparation|isolation|purification|culture|extraction|staining|protocol)|implementation)$/i,
  ],
  [
    'background',
    /^(?:background(?: .*)?|introduction|(?:main )?objectives?|aims?(?: .*)?|purposes?|rationale|context|motivation|importance|hypothes[ei]s|related works?|literature review|problem|questions?)$/i,
  ],
]

/** Returns null for headings of the paper's own subject. */
export function partOfHeading(heading: string): Part | null {
  const plain = heading.replace(/[\s:.]+$/, '')
  return NAMES.find(([, pattern]) => pattern.test(plain))?.[0] ?? null
}

// What structured abstracts and undetected headings leave in front of a sentence: "RESULTS: ", "Results Eight studies …".
const LABEL =
  /^((?:background|introduction|(?:main )?objectives?|aims?(?: and objectives?)?|purpose|rationale|context|importance|motivation|hypothesis|(?:study )?design(?:,? (?:and )?settings?)?|settings?|(?:patients|materials?|subjects) and methods?|participants|patients|subjects|interventions?|(?:main )?outcome (?:measures?|measurements?)|methods?(?:ology)?(?: and (?:findings|results|analysis))?|(?:principal |main )?(?:findings|results)|discussion|conclusions?(?:s? and relevance)?|interpretation|significance|summary|relevance))(\s*[:.—–-])?(?:\s+|$)/iu
const SHOUTED = /^(\p{Lu}{4,}(?:,?\s+(?:AND|OF|&|\p{Lu}{4,}))*)\s*[:.]?\s+(?=\p{Lu}\p{Ll}|\p{Lu}\s|\d)/u

// "3.2 Mechanism" on a line of its own, which no style separated from the text.
const NUMBERED_HEADING = /^\d{1,2}(?:\.\d{1,2})+\.?\s+(\p{Lu}[^\n.]{2,60})\n(?=\p{Lu})/u

export interface Label {
  /** Null for a label that names no part. */
  readonly part: Part | null
  /** Characters that it takes, the space behind it included. */
  readonly length: number
}

/** Returns the label in front of a sentence. */
export function partOfLabel(sentence: string): Label | null {
  const heading = NUMBERED_HEADING.exec(sentence)
  if (heading !== null) return { part: partOfHeading(heading[1] ?? ''), length: heading[0].length }
  const match = labelWord(sentence) ?? SHOUTED.exec(sentence)
  if (match === null) return null
  return { part: partOfHeading((match[1] ?? '').toLowerCase()), length: match[0].length }
}

/** "Results: …", "Results Eight studies …", not "Results of the test …". */
function labelWord(sentence: string): RegExpExecArray | null {
  const match = LABEL.exec(sentence)
  if (match === null || !/^\p{Lu}/u.test(sentence)) return null
  const isAlone = match[0].length === sentence.length
  return isAlone || match[2] !== undefined || /^[\p{Lu}\d]/u.test(sentence.slice(match[0].length))
    ? match
    : null
}
