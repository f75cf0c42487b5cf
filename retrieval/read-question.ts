/** What does a question ask for? Its terms without the words of asking, and what an answer has to have. */
import { ENGLISH, words, wordsIn } from '../core/index.ts'

/**
 * `count`: a number ("how many"); `measure`: most likely one ("what is the LC50 …"), of them `share` ("how often") and `duration` ("how long");
 * `time` ("when"); `name` ("who", "which"); `place`; `meaning` ("what is a haplotype?"); `verdict` ("does …?", "how did … affect …?"); `reason` ("why").
 */
export type Want =
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
  /** Index terms, each once, without those of asking where others are left. */
  readonly terms: readonly string[]
  readonly wants: ReadonlySet<Want>
}

// "what" is no stop word of the index, but a sentence that has it answers no better.
const ASKING: ReadonlySet<string> = new Set(
  words(
    'what which who whom whose when where why how do does did many much have has had can could should would were been from than its ' +
      'between about some any name give list me my you your we our i',
  ),
)

const PATTERNS: readonly (readonly [Want, RegExp])[] = [
  [
    'count',
    /\bhow (?:many|much|often|long|old|large|big|high|low|far|fast|common(?:ly)?|frequent(?:ly)?|likely|prevalent|deep|tall|wide|heavy|selective|strong(?:ly)?)\b|\b(?:what|which) (?:is the |was the |are the |were the )?(?:number|percentage|percent|proportion|share|amount|fraction of)\b|\bnumber of\b/,
  ],
  [
    'measure',
    // Named near the word of asking: "at what temperature", "what was the mean incubation period".
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
const MOST_TERMS_OF_A_MEANING = 3

/** `language`: that of the terms. What is asked for is read in English alone; a question of another language wants nothing in particular. */
export function readQuestion(text: string, language: string = ENGLISH): ParsedQuestion {
  const terms = termsOfQuestion(text, language)
  const plain = text.trim().toLowerCase().replace(/\s+/g, ' ')
  const wants = new Set(PATTERNS.flatMap(([want, pattern]) => (pattern.test(plain) ? [want] : [])))
  if (MEANING.test(plain) && terms.length <= MOST_TERMS_OF_A_MEANING && !wants.has('measure'))
    wants.add('meaning')
  return { terms, wants }
}

/** Index terms, each once, without those of asking where others are left. */
export function termsOfQuestion(text: string, language: string): string[] {
  const content = contentTerms(text, language)
  return content.length > 0 ? content : [...new Set(wordsIn(text, language))]
}

/** Index terms without those of asking, each once. */
export function contentTerms(text: string, language: string = ENGLISH): string[] {
  return [...new Set(wordsIn(text, language))].filter((term) => !ASKING.has(term))
}
