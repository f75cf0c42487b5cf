/** Classifies headings of papers and labels of structured abstracts by the part of the paper that they name. */

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

/** Returns the part that a heading names, or null for a heading about the paper's subject. */
export function partOfHeading(heading: string): Part | null {
  const plain = heading.replace(/[\s:.]+$/, '')
  return NAMES.find(([, pattern]) => pattern.test(plain))?.[0] ?? null
}
