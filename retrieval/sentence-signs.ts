/**
 * Signs that a sentence answers a question: it contains what the question asks for, and is not a plan or a plea. The traits of a sentence
 * do not depend on the question: each trait is computed once for all sentences of a text, when a question first needs it.
 */
import { words } from '../core/index.ts'
import type { AnswerKind, ParsedQuestion } from './read-question.ts'

// "(Moretti et al., 2014)" and "[9, 12]": their numbers answer nothing.
const REFERENCE = /\([^()]*\b(?:19|20)\d\d[a-z]?[^()]*\)|\[\d[\d\s,;–-]*\]/g
const FIRST_WORDS = /^(?:\S+\s+){0,3}\S+/
const WORDS_BETWEEN = 4
// Not a citation "[12]", nor the digits of a name such as "p53".
const NUMBER = /(?<![\p{L}\p{N}[–-])\d[\d,.]*/u
const SPELLED_NUMBER =
  /\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|billions?|half|third|quarter|once|twice|dozens?|zero|none|several)\b/i
const NONE = /^no$/i
const QUANTITY =
  /\d\s?(?:%|‰|[°º◦×±]|percent|per cent|-?fold|times|years?|months?|weeks?|days?|hours?|h\b|min(?:utes?)?\b|s(?:ec(?:onds?)?)?\b|[µμmnkpcMGdf]?[gmlLMVWAJKCNFTΩ]\b|[µμmnk]?mol|[kM]?Da\b|[kMG]?Hz|[mnc]m\b|km|kcal|kb\b|bp\b|nt\b|aa\b|amino|nucleotides?|Å|ppm|IU|U\/|patients|participants|people|cases|persons|individuals|subjects|children|women|men|million|billion|x\b)/u
const SHARE =
  /\d\s?(?:%|percent|per cent)|\b\d+ ?(?:in|of|out of|\/|per) ?(?:\d|every|each)|\b(?:one|two|three|half|third|quarter)s?[ -](?:in|of|out of|third|quarter|fifth)/i
const TIME_SPAN =
  /(?:\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|several|few))[\s-]?(?:years?|months?|weeks?|days?|hours?|h|min(?:utes?)?|s|sec(?:onds?)?|decades?)\b/i
const YEAR =
  /\b(?:1[5-9]|20)\d\d\b|\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b/
// A capital, a digit or mixed case within a sentence, not at its start.
const NAME =
  /(?<=[\p{L}\p{N},;)]\s\(?)(?:\p{Lu}[\p{L}\p{N}-]*|\p{Ll}*\p{Lu}[\p{L}\p{N}-]*|\p{L}+\d+[\p{L}\p{N}-]*)/gu
const FINDING =
  /\b(?:found|show(?:s|ed|n)?|reveal(?:s|ed)?|demonstrat(?:es?|ed)|observed?|results?|resulted|significant(?:ly)?|associated|increas(?:es?|ed)|decreas(?:es?|ed)|reduc(?:es?|ed)|higher|lower|greater|improv(?:es?|ed)|conclu(?:ded?|sions?)|indicat(?:es?|ed)|suggest(?:s|ed)?|evidence|caus(?:es?|ed)|leads? to|led to|declined?|no (?:association|effect|difference))\b/i
const REASON =
  /\b(?:because|due to|owing to|caused? by|since|therefore|thus|as a result|leads? to|correlated|result(?:s|ing)? (?:in|from)|attributed|so that|in order to)\b/i
const AIM =
  /\b(?:aim(?:s|ed)?|we (?:investigated|examined|studied|describe|review|discuss|present|report|evaluate|compare)|purpose|objective|in this (?:study|paper|review|section|article|work)|this (?:study|paper|review|article) (?:is|was|aims|reports|describes|presents|investigates|examines)|was to|were to|hypothes[ie]s|were subjected to|to (?:investigate|determine|examine|evaluate|assess))\b/i
const OUTLOOK =
  /\b(?:further (?:studies|research|work|investigation)|future|should be|needs? to be|(?:is|are) needed|limitations?|remains? (?:unclear|unknown)|unclear|key ?words)\b/i
const DEFINES =
  /\b(?:(?:is|are|was) (?:an?|the|one|defined|called|any)|refers? to|means?|denotes?|stands? for|consists? of)\b/
// A citation mark, a bracket or a quotation mark may follow; the point of "80.9" is no end.
const SENTENCE_END =
  /(?<!\p{N})[\p{Sentence_Terminal}…:;][\p{P}\p{N}\s]*$|[\p{Sentence_Terminal}…:;](?!\p{N})[\p{P}\p{N}\s]*$/u
/** The beginning of a caption or a heading, with its number. */
const CAPTION = /^(?:Table|Fig(?:ure)?|Scheme|Box)\.?\s*[\dSIVX]+/i
const HEADING_NUMBER = /^\d+(?:\.\d+)*\.?\s/
// "HB, haemoglobin; SF, serum ferritin."
const LEGEND = /^(?:[*\p{L}\p{N}-]{1,10}\s?[,:=]\s[^;.]+(?:;\s|\.$)){2,}$/u
// A sentence with two names is as good as one with a list of them.
const NAMES_COUNTED = 2

const TRAITS = {
  number: hasNumber,
  quantity: (sentence: string) => QUANTITY.test(withoutReferences(sentence)),
  share: (sentence: string) => SHARE.test(withoutReferences(sentence)),
  timeSpan: (sentence: string) => TIME_SPAN.test(withoutReferences(sentence)),
  year: (sentence: string) => YEAR.test(sentence),
  finding: (sentence: string) => FINDING.test(sentence),
  reason: (sentence: string) => REASON.test(sentence),
  aim: (sentence: string) => AIM.test(sentence),
  outlook: (sentence: string) => OUTLOOK.test(sentence),
  fragment: isFragment,
  opening: (sentence: string) => words(FIRST_WORDS.exec(withoutReferences(sentence))?.[0] ?? ''),
  counted: (sentence: string) => countedTerms(withoutReferences(sentence)),
  defined: (sentence: string) => definedTerms(withoutReferences(sentence)),
  names: (sentence: string) => [...new Set(sentence.match(NAME))].map(words),
} as const
type Traits = typeof TRAITS

/** The features of each sentence of a text that do not depend on the question. */
export interface SentenceTraits {
  of<Trait extends keyof Traits>(trait: Trait): readonly ReturnType<Traits[Trait]>[]
}

/** Computes each trait on first use and caches it. */
export function createSentenceTraits(sentences: () => readonly string[]): SentenceTraits {
  const known = new Map<keyof Traits, readonly unknown[]>()
  return {
    of<Trait extends keyof Traits>(trait: Trait) {
      const values = known.get(trait) ?? sentences().map((sentence) => TRAITS[trait](sentence))
      known.set(trait, values)
      return values as readonly ReturnType<Traits[Trait]>[]
    },
  }
}

interface Sign {
  readonly name: string
  /** The sign counts only if the question wants this; null if it always counts. */
  readonly want: AnswerKind | null
  /** Returns a figure for each sentence, 0 to 1. */
  figures(traits: SentenceTraits, terms: ParsedQuestion['terms']): readonly (number | boolean)[]
}

const SIGN_TABLE: readonly Sign[] = [
  { name: 'number where a count is asked', want: 'count', figures: (traits) => traits.of('number') },
  { name: 'number beside what is counted', want: 'count', figures: withFocus('counted') },
  { name: 'begins with what is asked about', want: null, figures: withFocus('opening') },
  { name: 'quantity where a count is asked', want: 'count', figures: (traits) => traits.of('quantity') },
  { name: 'quantity where a measure is asked', want: 'measure', figures: (traits) => traits.of('quantity') },
  { name: 'share where a share is asked', want: 'share', figures: (traits) => traits.of('share') },
  {
    name: 'time span where a duration is asked',
    want: 'duration',
    figures: (traits) => traits.of('timeSpan'),
  },
  { name: 'year where a time is asked', want: 'time', figures: (traits) => traits.of('year') },
  { name: 'name where a name is asked', want: 'name', figures: newNames },
  { name: 'name where a place is asked', want: 'place', figures: newNames },
  { name: 'definition where a meaning is asked', want: 'meaning', figures: withFocus('defined') },
  { name: 'finding where a verdict is asked', want: 'verdict', figures: (traits) => traits.of('finding') },
  { name: 'reason where a reason is asked', want: 'reason', figures: (traits) => traits.of('reason') },
  { name: 'aim', want: null, figures: (traits) => traits.of('aim') },
  { name: 'outlook', want: null, figures: (traits) => traits.of('outlook') },
  { name: 'no sentence', want: null, figures: (traits) => traits.of('fragment') },
]

/** Names of the signs, in the order of their figures. */
export const SIGNS = SIGN_TABLE.map(({ name }) => name)

/** Calls `visit` with the index of each sign that the question wants, and its figure for each sentence. */
export function forEachSign(
  traits: SentenceTraits,
  { terms, wants }: ParsedQuestion,
  visit: (sign: number, figures: readonly (number | boolean)[]) => void,
): void {
  for (const [place, { want, figures }] of SIGN_TABLE.entries())
    if (want === null || wants.has(want)) visit(place, figures(traits, terms))
}

/** Returns whether the terms of the trait include the question's first term, which is its subject. */
function withFocus(trait: 'opening' | 'counted' | 'defined'): Sign['figures'] {
  return (traits, [focus]) => traits.of(trait).map((found) => focus !== undefined && found.includes(focus))
}

/** Counts names that the question does not contain: 0 for none, 1 for two or more. */
function newNames(traits: SentenceTraits, asked: readonly string[]): number[] {
  return traits.of('names').map((names) => {
    const fresh = names.filter((name) => name.some((term) => !asked.includes(term)))
    return Math.min(NAMES_COUNTED, fresh.length) / NAMES_COUNTED
  })
}

/** Returns whether a text has a number, in digits or as a word, outside its references. */
export function hasNumber(text: string): boolean {
  return isNumber(withoutReferences(text))
}

/** Returns whether a text has a number besides that of its caption or heading. */
export function hasFigure(text: string): boolean {
  return hasNumber(text.replace(CAPTION, '').replace(HEADING_NUMBER, ''))
}

/** Returns whether a text is a heading, a caption, a legend, a row or a piece of a sentence. */
export function isFragment(text: string): boolean {
  return !SENTENCE_END.test(text) || CAPTION.test(text) || LEGEND.test(text)
}

function withoutReferences(sentence: string): string {
  return sentence.replace(REFERENCE, ' ')
}

function isNumber(text: string): boolean {
  return NUMBER.test(text) || SPELLED_NUMBER.test(text)
}

/** Returns the terms of what is counted: "18 homologous gene families" counts families, and genes; "no implantations" counts too. */
function countedTerms(sentence: string): string[] {
  const parts = sentence.split(/\s+/)
  return parts.flatMap((part, at) =>
    isNumber(part) || NONE.test(part) ? words(parts.slice(at, at + WORDS_BETWEEN + 1).join(' ')) : [],
  )
}

/** Returns the terms being defined: "A counterfactual x' of an instance is one with …", "haplotypes are defined as …". */
function definedTerms(sentence: string): string[] {
  const [subject = '', verb] = sentence.split(DEFINES)
  return verb === undefined ? [] : words(subject).slice(-WORDS_BETWEEN)
}
