/** Whose statement is a unit, and of what? By its section, its verbs and persons, and the marks that cite others. */
import { ENGLISH, languageOfText } from '../core/index.ts'
import type { Section } from './paper.ts'
import { type Part, partOfHeading } from './paper-parts.ts'
import type { Unit } from './unit.ts'

/** `finding`: the paper's own. `method`: what was done, and how. `background`: what is known or assumed. `others`: what others did or found. */
export const STATEMENT_KINDS = ['finding', 'method', 'background', 'others'] as const
export type StatementKind = (typeof STATEMENT_KINDS)[number]

type Place = Part | 'discussion' | 'abstract' | 'unknown'
type Weights = Readonly<Partial<Record<StatementKind, number>>>

// Set on 200 units of half of the papers, read by eye. Of 62 units of others .73 are right; of those called findings .92 are, of findings .73 are called so.
const OF_PLACE: Readonly<Record<Place, Weights>> = {
  results: { finding: 2.2, method: 0.4 },
  conclusions: { finding: 2.1, background: 0.4 },
  discussion: { finding: 0.8, background: 0.8, others: 0.5 },
  abstract: { finding: 1.3, background: 0.7, method: 0.3 },
  methods: { method: 2.6 },
  background: { background: 2, others: 0.6 },
  unknown: { finding: 0.6, background: 0.7, method: 0.5 },
}

const CUES: readonly (readonly [pattern: RegExp, weights: Weights])[] = [
  // "We found", "our results show".
  [
    /\b(?:we|i|our|my|this (?:study|paper|work|analysis|trial|review|report|meta-analysis)|the present (?:study|work|trial)|these (?:results|data|findings)|(?:the |our )?(?:results?|findings|analysis|experiments?|evaluations?|histograms?|histology))\b[^.]{0,80}\b(?:f[io]u?nd|show(?:s|ed|n)?|demonstrate[sd]?|reveal(?:s|ed)?|indicate[sd]?|suggest(?:s|ed)?|observed?|identif(?:y|ied|ies)|conclude[sd]?|confirm(?:s|ed)?|detect(?:ed)?|outperforms?|achieve[sd]?|infer(?:red)?|expect(?:ed)?|potentially means)\b/iu,
    { finding: 1.6 },
  ],
  [/\(?\b(?:fig(?:ure)?s?\.?|tables?)\s*S?\d/iu, { finding: 0.7 }],
  [
    /\b[pP]\s?[<=>≤≥]\s?\.?\d|\b(?:CI|OR|RR|HR|WMD|AUROC|IC50|LC50)\b|±|\b\d+(?:\.\d+)?\s?%|\bmedian of\b|\(n\s?=/u,
    { finding: 0.6 },
  ],
  [
    /\b(?:was|were|showed|had|displayed|exhibited|performed?|presented)\b[^.]{0,50}\b(?:significant(?:ly)?|high(?:er|est)|low(?:er|est)|larg(?:er|est)|small(?:er|est)|better|worse|greater|fewer|less|more|similar|reduced|increased|decreased|inhibit\w*|observed|found|detected|associated|correlated|maximi[sz]ed|sensitive|resistant|identified)\b|\b(?:there (?:was|were)|outperform(?:s|ed)?|perform(?:s|ed)? (?:\p{L}+ )?(?:worse|better|equally)|(?:is|are|was|were) (?:rather )?(?:more|less|rich|poor)\b|beats?|helps? the|improves? the results|did not|most significant(?:ly)?|further supports?)\b/iu,
    { finding: 0.9 },
  ],
  // What came of it, and the paper's last word.
  [
    /(?<!\b(?:an?|the|at|with|of|through|by|for|to|from|in|their|its|and|or|been|is|are|be)\s)\b(?:inhibit|increas|decreas|reduc|induc|activat|suppress|enhanc|improv|impair|prevent|declin|correlat|rang|exceed)ed\b|\b(?:rose|fell|grew)\b/iu,
    { finding: 0.7 },
  ],
  [/^(?:in conclusion|in summary|taken together|overall|to conclude)\b/iu, { finding: 1.2 }],
  // What a review found in what it reviews.
  [
    /\b(?:reviewed|included|eligible|identified|retrieved|pooled) (?:\p{L}+ )?(?:studies|trials|reports|results|estimates?|analys[ei]s)\b/iu,
    { finding: 1.6 },
  ],
  // Marks of citations.
  [
    /\[\d+(?:\s?[,–-]\s?\d+)*\]|[.,\p{Ll}]\s?[¹²³⁴⁵⁶⁷⁸⁹⁰]+|\(\d{1,3}(?:[,–-]\s?\d{1,3})*\)|\(\p{Lu}[^()]{2,60}\b(?:19|20)\d\d[a-z]?\)/u,
    { others: 0.9, background: 0.7, finding: -0.6 },
  ],
  [
    /\bet ?al\b|\p{Lu}\p{Ll}+(?:\s?\[\d+\]|[¹²³⁴⁵⁶⁷⁸⁹⁰]+) (?:f[io]u?nd|showed|reported)|\p{Lu}\p{Ll}+(?: (?:and|&) \p{Lu}\p{Ll}+)? \(?(?:19|20)\d\d\)?[^.]{0,10}(?:found|showed|reported)/u,
    { others: 1.3, finding: -0.5 },
  ],
  [
    /\b(?:(?:previous|earlier|recent|several|other|many|numerous|few|these two|clinical) (?:\p{L}+ )?(?:studies|stud[yi]|reports?|works?|authors|researchers|investigators|trials|meta-analyses)|(?:has|have) (?:\p{L}+ )?(?:been )?(?:reported|shown|demonstrated|suggested|found|observed)|it was (?:suggested|reported|shown)|(?:\p{Lu}\S+ )?studies (?:showed|show|indicate|have|reported)|evidence from|the study concluded|(?:he|she|they) found|related to ours|authors used|(?:in )?a further cohort|experimental results ?\[)\b/iu,
    { others: 1.3, background: 0.4, finding: -0.3 },
  ],
  // What is cited for what it found, and the paper does not claim.
  [
    /^(?!.*\b(?:we|our|this study|the present study)\b)(?=.*(?:\[\d|\(\d{1,3}\)|\p{Ll}[.,]?[¹²³⁴⁵⁶⁷⁸⁹⁰]|\bet al|(?:19|20)\d\d\))).*\b(?:f[io]u?nd|showed|shown|revealed|reported|confirmed|demonstrated|associated with|predicted|retrieved|ended in)\b/isu,
    { others: 0.8, finding: -0.4 },
  ],
  // What is generally so.
  [
    /\b(?:is|are) (?:an?|the|one of|known|considered|thought|believed|widely|often|usually|generally|well|important|used (?:in|for|to treat)|defined|caused|characteri[sz]ed)\b|\b(?:remains?|can (?:be|lead|cause|induce|help)|may (?:be|lead|cause)|affects?|accounts? for|worldwide|in recent years|most common|leading cause|empirically known|is|are)\b/iu,
    { background: 0.7 },
  ],
  // Aims, outlines, limits, plans, advice.
  [
    /\b(?:limitations?|further (?:studies|research|work)|future (?:work|goal|studies|research)|should (?:be|consider|seek)|is needed|no study has|first (?:clinical )?study|in this (?:paper|section),? (?:we|I)|section [IVX\d]+ (?:introduces|describes|presents|we)|we (?:provide|propose|hypothesi[sz]ed?)|would be|recommend(?:ed|ation)?)\b/iu,
    { background: 0.9, finding: -0.3 },
  ],
  // What was done.
  [
    /\b(?:was|were|is|are) (?:then |also |first |further |subsequently |all |slowly |\p{L}+ly )?(?:performed|measured|determined|calculated|computed|collected|obtained|prepared|added|incubated|injected|administered|seeded|pooled|searched|searched|screened|scanned|removed|used|applied|captured|secured|drawn|made|made in|filled|conducted|carried out|analy[sz]ed|acquired|assessed|evaluated|recruited|randomi[sz]ed|selected|installed|mounted|calibrated|dissolved|filtered|cryopreserved|generated|created|reviewed|provided through|permitted|prescribed|assigned|fielded|centralized|adjudicated|divided|soaked|plated|swabbed|kept|loaded|weighed|treated|pre-treated|placed|stored|washed|stained|run)\b/iu,
    { method: 1.1 },
  ],
  [
    /\b(?:we|i) (?:then |also |first |next |randomly |apply |have )?(?:used?|utili[sz]ed|measured?|calculated?|comput(?:e|ed)|collect(?:ed)?|appl(?:y|ied)|employ(?:ed)?|perform(?:ed)?|select(?:ed)?|retriev(?:e|ed)|creat(?:e|ed)|define[d]?|set|fit(?:ted)?|considered|assess(?:ed)?|examined|recruited|report the|encode|compensate|removed|did not ask|augmented|converted|build|train(?:ed)?|start(?:ed)?|begin)\b/iu,
    { method: 1.3 },
  ],
  [
    /\b(?:participants? (?:will|must)|will be|must be at least|inclusion criteria|eligib|protocol|every \d+ (?:months|weeks|days)|our approach|each trial|using the|according to (?:the )?(?:manufacturer|method|protocol)|for each (?:species|sample|treatment)|penalty|the first step|the algorithm|we consider eligible|enrol?lment)/iu,
    { method: 0.8 },
  ],
]

/** Returns null for a passage, and for a unit in another language than English, in which no cue is read. `sections` are those of the unit's paper. */
export function statementKind(
  { kind, text, start, locator }: Pick<Unit, 'kind' | 'text' | 'start' | 'locator'>,
  sections: readonly Section[],
): StatementKind | null {
  if (kind === 'passage' || languageOfText(text, null) !== ENGLISH) return null
  const scores = new Map<StatementKind, number>(
    Object.entries(OF_PLACE[placeOf(start, locator, sections)]) as [],
  )
  for (const [pattern, weights] of CUES) {
    if (!pattern.test(text)) continue
    for (const [name, weight] of Object.entries(weights) as [StatementKind, number][])
      scores.set(name, (scores.get(name) ?? 0) + weight)
  }
  return STATEMENT_KINDS.reduce((best, name) =>
    (scores.get(name) ?? 0) > (scores.get(best) ?? 0) ? name : best,
  )
}

const DISCUSSION = /^(?:general )?discussions?\b(?!.*\bresults\b)|^limitations?|^strengths and/iu
const ABSTRACT = /^(?:abstract|summary)$/iu
const METHOD_HEADING =
  /\b(?:methods?|assays?|protocols?|procedures?|eligibility|study (?:design|population|end ?points?)|search strategy|setup|treatments?|implementation)\b/iu
// No "I" of "Introduction".
const NUMBER = /^(?:\d[\d.]*|[IVX]+(?=[\s.:|)]))?[\s.:|)]*(?=\p{L}{2})/u

/** The nearest heading that names a part, from the unit's own section up to those above it. */
function placeOf(start: number | null, locator: string, sections: readonly Section[]): Place {
  const above = start === null ? [] : headingsAt(start, sections)
  const headings = above.length === 0 ? [locator.replace(/(?:, )?p\. \d+$/, '')] : above
  // A summary of importance stands in front of the text, whose first headings may go unread.
  for (const heading of headings.filter((one) => !/^importance$/i.test(one))) {
    const plain = heading.replace(NUMBER, '').trim()
    if (ABSTRACT.test(plain)) return 'abstract'
    if (DISCUSSION.test(plain)) return 'discussion'
    const part = partOfHeading(plain)
    if (part !== null) return part
    if (METHOD_HEADING.test(plain)) return 'methods'
  }
  return 'unknown'
}

/** From the section around an offset up: each of a lower level than the one before. */
function headingsAt(start: number, sections: readonly Section[]): string[] {
  const headings: string[] = []
  let level = Number.POSITIVE_INFINITY
  for (const section of sections.filter((one) => one.start <= start).toReversed()) {
    if (section.level >= level) continue
    level = section.level
    headings.push(section.heading)
  }
  return headings
}
