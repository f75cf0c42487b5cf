/** Classifies a unit's statement by whose it is and what it tells, from its section, verbs, persons and citation marks. */
import { ENGLISH, languageOfText } from '../core/index.ts'
import type { Section } from './paper.ts'
import { type Part, partOfHeading } from './paper-parts.ts'
import { sectionsAround } from './sections.ts'
import type { Unit } from './unit.ts'

/** `finding`: the paper's own. `method`: what was done, and how. `background`: what is known or assumed. `others`: what others did or found. */
export const STATEMENT_KINDS = ['finding', 'method', 'background', 'others'] as const
export type StatementKind = (typeof STATEMENT_KINDS)[number]

type Place = Part | 'discussion' | 'abstract' | 'opening' | 'earlier' | 'limits' | 'unknown'
type Weights = Readonly<Partial<Record<StatementKind, number>>>

// Set on 200 units of half of the papers, read by eye. Of 62 units of others .73 are right; precision of findings is .92, recall .73.
const OF_PLACE: Readonly<Record<Place, Weights>> = {
  results: { finding: 2.2, method: 0.4 },
  conclusions: { finding: 2.1, background: 0.4 },
  discussion: { finding: 0.8, background: 0.8, others: 0.5 },
  abstract: { finding: 1.3, background: 0.7, method: 0.3 },
  // The part of an abstract that says why and how.
  opening: { finding: 0.5, background: 1.2, method: 0.5 },
  methods: { method: 2.6 },
  background: { background: 2, others: 0.6 },
  // Sections on earlier work by others and its findings.
  earlier: { others: 1.8, background: 1.7, finding: -1.5 },
  limits: { background: 1.9, finding: 0.4 },
  unknown: { finding: 0.3, background: 0.7, method: 0.5 },
}

const CUES: readonly (readonly [pattern: RegExp, weights: Weights])[] = [
  // "We found", "our results show".
  [
    /\b(?:we|i|our|my|this (?:study|paper|work|analysis|trial|review|report|meta-analysis)|the present (?:study|work|trial)|these (?:results|data|findings)|(?:the |our )?(?:results?|findings|analysis|experiments?|evaluations?|histograms?|histology))\b[^.]{0,80}\b(?:f[io]u?nd|show(?:s|ed|n)?|demonstrate[sd]?|reveal(?:s|ed)?|indicate[sd]?|suggest(?:s|ed)?|observed?|identif(?:y|ied|ies)|conclude[sd]?|confirm(?:s|ed)?|detect(?:ed)?|outperforms?|achieve[sd]?|infer(?:red)?|expect(?:ed)?|provides?|potentially means)\b/iu,
    { finding: 1.6 },
  ],
  [/\(?\b(?:fig(?:ure)?s?\.?|tables?)\s*S?\d/iu, { finding: 0.7 }],
  [
    /\b[pP]\s?[<=>≤≥]\s?\.?\d|\b(?:CI|OR|RR|HR|WMD|AUROC|IC50|LC50)\b|±|\b\d+(?:\.\d+)?\s?%|\bmedian of\b|\(n\s?=/u,
    { finding: 0.6 },
  ],
  [
    /\b(?:was|were|showed|had|displayed|exhibited|performed?|presented)\b[^.]{0,50}\b(?:significant(?:ly)?|high(?:er|est)|low(?:er|est)|larg(?:er|est)|small(?:er|est)|better|worse|greater|fewer|less|more|similar|reduced|increased|decreased|inhibit\w*|observed|found|detected|associated|correlated|maximi[sz]ed|sensitive|resistant|identified)\b|\b(?:there (?:was|were)|outperform(?:s|ed|ing)?|achiev(?:es|ed|ing)|perform(?:s|ed)? (?:\p{L}+ )?(?:worse|better|equally)|(?:is|are|was|were) (?:rather )?(?:more|less|rich|poor)\b|beats?|helps? the|improves? the results|did not|most significant(?:ly)?|further supports?)\b/iu,
    { finding: 0.9 },
  ],
  // Outcomes in the past tense, and the paper's concluding words.
  [
    /(?<!\b(?:an?|the|at|with|of|through|by|for|to|from|in|their|its|and|or|been|is|are|be)\s)\b(?:inhibit|increas|decreas|reduc|induc|activat|suppress|enhanc|improv|impair|prevent|declin|correlat|rang|exceed)ed\b|\b(?:rose|fell|grew)\b/iu,
    { finding: 0.7 },
  ],
  [/^(?:in conclusion|in summary|taken together|overall|to conclude)\b/iu, { finding: 1.2 }],
  // What a review found in the studies that it reviews.
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
    /\bet ?al\b|\p{Lu}\p{Ll}+(?:\s?\[\d+\]|[¹²³⁴⁵⁶⁷⁸⁹⁰]+) (?:f[io]u?nd|showed|reported)|\p{Lu}\p{Ll}+(?: (?:and|&) \p{Lu}\p{Ll}+)? \(?(?:19|20)\d\d\)?[^.]{0,10}(?:found|showed|reported|present(?:s|ed)?|proposed?|performed|conducted|compared|used)/u,
    { others: 1.3, finding: -0.5 },
  ],
  [
    /\b(?:(?:previous|earlier|recent|several|other|many|numerous|few|these two|clinical|two|three|four|five|\d) (?:[\p{L}-]+ ){0,2}(?:studies|stud[yi]|reports?|works?|authors|researchers|investigators|trials|(?:meta-)?analyses)|(?:has|have) (?:\p{L}+ )?(?:been )?(?:reported|shown|demonstrated|suggested|found|observed)|it was (?:suggested|reported|shown)|(?:\p{Lu}\S+ )?studies (?:showed|show|indicate|have|reported)|evidence from|the study concluded|(?:he|she|they) found|related to ours|authors used|(?:in )?a further cohort|experimental results ?\[)\b/iu,
    { others: 1.3, background: 0.4, finding: -0.3 },
  ],
  // Cited findings that the paper does not claim as its own.
  [
    /^(?!.*\b(?:we|our|this study|the present study)\b)(?=.*(?:\[\d|\(\d{1,3}\)|\p{Ll}[.,]?[¹²³⁴⁵⁶⁷⁸⁹⁰]|\bet al|(?:19|20)\d\d\))).*\b(?:f[io]u?nd|showed|shown|revealed|reported|confirmed|demonstrated|associated with|predicted|retrieved|ended in)\b/isu,
    { others: 0.8, finding: -0.4 },
  ],
  // General truths.
  [
    /\b(?:is|are) (?:an?|the|one of|known|considered|thought|believed|widely|often|usually|generally|well|important|used (?:in|for|to treat)|defined|caused|characteri[sz]ed)\b|\b(?:remains?|can (?:be|lead|cause|induce|help)|may (?:be|lead|cause)|affects?|accounts? for|worldwide|in recent years|most common|leading cause|empirically known|is|are)\b/iu,
    { background: 0.7 },
  ],
  // Aims, outlines, limits, plans, advice.
  [
    /\b(?:limitations?|further (?:studies|research|work)|future (?:work|goal|studies|research)|should (?:be|consider|seek)|is needed|no study has|first (?:clinical )?study|in this (?:paper|section),? (?:we|I)|section [IVX\d]+ (?:introduces|describes|presents|we)|we (?:provide|propose|hypothesi[sz]ed?)|would (?:be|also|either|need)|recommend(?:ed|ation)?)\b/iu,
    { background: 0.9, finding: -0.3 },
  ],
  // Definitions and hypothetical cases.
  [
    /^(?:suppose|assume|consider|if not|let)\b|\brefers? to\b|\bwe would like to\b|^the \p{L}+ (?:\p{L}+ )?(?:is|are) the (?:fraction|number|ratio|sum|share)\b/iu,
    { background: 0.8, method: 0.8, finding: -1 },
  ],
  // Procedures.
  [
    /\b(?:was|were|is|are) (?:then |also |first |further |subsequently |all |slowly |\p{L}+ly )?(?:performed|measured|determined|calculated|computed|collected|obtained|prepared|added|co-added|incubated|injected|administered|seeded|pooled|searched|searched|screened|scanned|removed|used|applied|captured|secured|drawn|made|made in|filled|conducted|carried out|analy[sz]ed|acquired|assessed|evaluated|recruited|randomi[sz]ed|selected|installed|mounted|calibrated|dissolved|filtered|cryopreserved|generated|created|reviewed|provided through|permitted|prescribed|assigned|fielded|centralized|adjudicated|divided|soaked|plated|swabbed|kept|loaded|weighed|treated|pre-treated|placed|stored|washed|stained|run)\b/iu,
    { method: 1.1 },
  ],
  [
    /\b(?:was|were|are)\b[^.]{0,60}\p{Ll}(?:ed|wn|en|ept|ut) (?:by )?(?:using|via|according to)\b/iu,
    { method: 0.8 },
  ],
  [
    /\b(?:we|i) (?:then |also |first |next |randomly |apply |have |do so by |would )?(?:used?|utili[sz]ed|measured?|calculated?|comput(?:e|ed)|collect(?:ed)?|appl(?:y|ied)|employ(?:ed)?|perform(?:ed)?|select(?:ed)?|cho{1,2}se|profiled|permute[ds]?|retriev(?:e|ed)|creat(?:e|ed)|define[d]?|set|fit(?:ted)?|considered|assess(?:ed)?|evaluated?|benchmark(?:ed)?|compared?|test(?:ed)?|examined|recruited|report the|encode|compensate|removed|did not ask|augmented|converted|build|train(?:ed)?|start(?:ed)?|begin)\b/iu,
    { method: 1.3 },
  ],
  [
    /\b(?:participants? (?:will|must)|will be|must be at least|inclusion criteria|eligib|protocol|every \d+ (?:months|weeks|days)|our approach|each trial|using the|according to (?:the )?(?:manufacturer|method|protocol)|for each (?:species|sample|treatment)|penalty|the first step|the algorithm|we consider eligible|enrol?lment)/iu,
    { method: 0.8 },
  ],
]

/** Returns null for a passage, and for a unit that is not in English, whose cues are not known. `sections` are those of its paper. */
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

const DISCUSSION = /^(?:general )?discussions?\b(?!.*\bresults\b)/iu
const LIMITS = /^(?:(?:study )?limitations?|strengths and|threats to validity)\b/iu
const EARLIER =
  /^(?:(?:related|previous|prior|earlier) (?:\p{L}+ )?(?:works?|research|studies|literature|approaches)|literature(?: review)?|state of the art|evidence before this study)\b/iu
const ABSTRACT = /^(?:abstract|summary)$/iu
const METHOD_HEADING =
  /\b(?:methods?|assays?|protocols?|procedures?|eligibility|(?:study|experiment(?:al)?|trial|research|survey) (?:design|population|end ?points?)|search strategy|set-?up|treatments?|implementation|approach|data ?sets?|data (?:collection|evaluation|preparation|processing|extraction)|sampling|baselines?)\b/iu
/** Under "Methods", a heading for what was to be measured; elsewhere, one for results. */
const MEASURED = /^(?:outcomes?|observations)\b/iu
// The "I" of "Introduction" is not a number.
const NUMBER = /^(?:\d[\d.]*|[IVX]+(?=[\s.:|)]))?[\s.:|)]*(?=\p{L}{2})/u

/** Returns the place of the nearest heading that names a part, from the unit's section upwards; else the part before, if it continues. */
function placeOf(start: number | null, locator: string, sections: readonly Section[]): Place {
  const above = start === null ? [] : sectionsAround(start, sections).map(({ heading }) => heading)
  const headings = above.length === 0 ? [locator.replace(/(?:, )?p\. \d+$/, '')] : above
  // A box on importance precedes the text, whose first headings may not have been recognised.
  const plain = headings.filter((one) => !/^importance$/i.test(one)).map(plainName)
  const named = plain.map((one) => ({ one, place: placeByName(one) })).filter(({ place }) => place !== null)
  const [first] = named
  if (first === undefined) return partBefore(start, sections)
  if (MEASURED.test(first.one) && named.some(({ place }) => place === 'methods')) return 'methods'
  if (first.place === 'abstract' && start !== null) {
    if (followsMainSections(start, sections)) return 'conclusions'
    if (isEarly(start, sections)) return 'opening'
  }
  return first.place ?? 'unknown'
}

function placeByName(plain: string): Place | null {
  if (ABSTRACT.test(plain)) return 'abstract'
  if (DISCUSSION.test(plain)) return 'discussion'
  if (LIMITS.test(plain)) return 'limits'
  if (EARLIER.test(plain)) return 'earlier'
  return partOfHeading(plain) ?? (METHOD_HEADING.test(plain) ? 'methods' : null)
}

/** Between "Results" and "Discussion", headings about the subject are results, even if they are of the same level. */
function partBefore(start: number | null, sections: readonly Section[]): Place {
  if (start === null) return 'unknown'
  const places = sections.map((section) => ({
    ...section,
    place: placeByName(plainName(section.heading)),
  }))
  const before = places.findLast((section) => section.start <= start && isMain(section.place))
  const after = places.find((section) => section.start > start && isMain(section.place))
  return before?.place === 'results' && after !== undefined ? 'results' : 'unknown'
}

/** Share of an abstract, from its start, in which results are rare. */
const EARLY = 0.35

function isEarly(start: number, sections: readonly Section[]): boolean {
  const abstract = sectionsAround(start, sections).find(({ heading }) => ABSTRACT.test(plainName(heading)))
  return abstract !== undefined && start - abstract.start < EARLY * (abstract.end - abstract.start)
}

/** A "Summary" after the methods or results does not summarise the whole paper. */
function followsMainSections(start: number, sections: readonly Section[]): boolean {
  return sections.some(
    ({ heading, start: other }) =>
      other < start && /^(?:methods|results|discussion)$/.test(placeByName(plainName(heading)) ?? ''),
  )
}

function plainName(heading: string): string {
  return heading.replace(NUMBER, '').trim()
}

function isMain(place: Place | null): boolean {
  return place !== null && ['background', 'methods', 'results', 'discussion', 'conclusions'].includes(place)
}
