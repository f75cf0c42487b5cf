/** What part of a paper a heading or the label of a structured abstract names. */

export type Part = 'background' | 'methods' | 'results' | 'conclusions'

const NAMES: readonly (readonly [Part, RegExp])[] = [
  [
    'conclusions',
    /^(?:(?:discussion (?:and|&) )?conclusions?(?: and .*|s? .{0,30})?|interpretation|(?:clinical )?(?:significance|implications?|relevance)(?: .*)?|summary(?: and .*)?|concluding remarks|take[- ]home .*)$/i,
  ],
  [
    'results',
    /^(?:(?:(?:principal|main|key|major|experiment(?:al)?|empirical|simulation|numerical|metric|study) )?(?:findings|results)(?: and discussions?)?(?: .{0,40})?|outcomes?|observations)$/i,
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
