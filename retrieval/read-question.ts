/** Parses a question: its terms without question words, and what kind of answer it asks for. */
import { ENGLISH, words, wordsIn } from '../core/index.ts'

/**
 * `count`: a number ("how many"); `measure`: most likely one ("what is the LC50 …"), also `share` ("how often"), `duration` ("how long");
 * `time` ("when"); `name` ("who", "which"); `place`; `meaning` ("what is a haplotype?"); `verdict` ("does …?", "how did … affect …?");
 * `reason` ("why").
 */
export type AnswerKind =
  | 'count'
  | 'measure'
  | 'share'
  | 'duration'
  | 'time'
  | 'name'
  | 'place'
  | 'meaning'
  | 'verdict'
  | 'reason'

export interface ParsedQuestion {
  /** Index terms without duplicates, and without question words if others are left. */
  readonly terms: readonly string[]
  readonly wants: ReadonlySet<AnswerKind>
}

// "what" is not a stop word of the index, but a sentence is no better an answer for containing it.
const ASKING: ReadonlySet<string> = new Set(
  words(
    'what which who whom whose when where why how do does did many much have has had can could should would were been from than its ' +
      'between about some any name give list me my you your we our i',
  ),
)

const PATTERNS: readonly (readonly [AnswerKind, RegExp])[] = [
  [
    'count',
    /\bhow (?:many|much|often|long|old|large|big|high|low|far|fast|common(?:ly)?|frequent(?:ly)?|likely|prevalent|deep|tall|wide|heavy|selective|strong(?:ly)?)\b|\b(?:what|which) (?:is the |was the |are the |were the )?(?:number|percentage|percent|proportion|share|amount|fraction of)\b|\bnumber of\b/,
  ],
  [
    'measure',
    // A quantity near the question word: "at what temperature", "what was the mean incubation period".
    /\b(?:what|which)(?: is| was| are| were)?(?: the| an?)?(?: [\w-]+){0,2}? (?:rates?|ratios?|risk|prevalence|incidence|frequency|temperature|concentrations?|dos(?:e|es|age)|[ieal][cd]50|ki|k[dm]|values?|ph|mass|weight|height|size|length|width|depth|resolution|duration|period|age|odds|scores?|levels?|accuracy|yields?|half-life|density|population|distance|speed|velocity|costs?|price|index|diameter|volume|energy|pressure|mortality|fatality|sensitivity|specificity|efficiency|range|affinity|constants?|dimensions?|interval|probability|chance|likelihood|p-value|share|percent(?:age)?|proportion|number|amount)\b/,
  ],
  [
    'share',
    /\bhow (?:often|common(?:ly)?|frequent(?:ly)?|likely|prevalent)\b|\b(?:percent(?:age)?|proportion|share|fraction|rates?|risk of|prevalence|incidence|frequency|probability|chance|likelihood|fatality|mortality)\b/,
  ],
  ['duration', /\bhow long\b|\b(?:duration|half-life|incubation|latency|time|period|age)\b/],
  ['time', /\bwhen\b|\b(?:what|which) (?:year|date|month|day|century|decade)\b|\bhow long ago\b/],
  [
    'name',
    /\bwho(?:m|se)?\b|\bwhich\b|\bwhat (?!is\b|are\b|was\b|were\b|do\b|does\b|did\b|has\b|have\b|can\b|will\b|makes?\b|causes?\b)[a-z]/,
  ],
  ['place', /\bwhere\b|\b(?:what|which) (?:country|city|state|region|place|continent|hospital|province)\b/],
  [
    'verdict',
    /^(?:does|do|did|is|are|was|were|can|could|has|have|had|will|would|should)\b|\b(?:affect|effects?|influence|impact|improve|associated|compare)\b/,
  ],
  ['reason', /\bwhy\b|\bwhat (?:causes?|makes?|leads?)\b|\breasons?\b/],
]
const MEANING = /^(?:what (?:is|are) |what does .+ (?:mean|stand for)|define )/
const MAX_MEANING_TERMS = 3

/** Parses a question whose terms are in `language`. What it asks for is detected in English alone; `wants` is empty for other languages. */
export function readQuestion(text: string, language: string = ENGLISH): ParsedQuestion {
  const terms = termsOfQuestion(text, language)
  const plain = text.trim().toLowerCase().replace(/\s+/g, ' ')
  const wants = new Set(PATTERNS.flatMap(([want, pattern]) => (pattern.test(plain) ? [want] : [])))
  if (MEANING.test(plain) && terms.length <= MAX_MEANING_TERMS && !wants.has('measure')) wants.add('meaning')
  return { terms, wants }
}

/** Returns the index terms without duplicates, and without question words if others are left. */
export function termsOfQuestion(text: string, language: string): string[] {
  const content = contentTerms(text, language)
  return content.length > 0 ? content : [...new Set(wordsIn(text, language))]
}

/** Returns the index terms without question words and duplicates. */
export function contentTerms(text: string, language: string = ENGLISH): string[] {
  return [...new Set(wordsIn(text, language))].filter((term) => !ASKING.has(term))
}
