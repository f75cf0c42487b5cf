/** Signs that a sentence answers: it has what the question asks for, and is no plan or plea. */
import { words } from '../core/index.ts'
import type { ParsedQuestion, Want } from './read-question.ts'

export const SIGNS = [
  'number where a count is asked',
  'number beside what is counted',
  'begins with what is asked about',
  'quantity where a count is asked',
  'quantity where a measure is asked',
  'share where a share is asked',
  'time span where a duration is asked',
  'year where a time is asked',
  'name where a name is asked',
  'name where a place is asked',
  'definition where a meaning is asked',
  'finding where a verdict is asked',
  'reason where a reason is asked',
  'aim',
  'outlook',
] as const

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
// A capital, a digit or a mixed spelling within a sentence, not at its start.
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
// From two names on a sentence is as good as a list of them.
const NAMES_COUNTED = 2

/** One figure for each of `SIGNS`, 0 to 1. */
export function signsOf(sentence: string, { terms, wants }: ParsedQuestion): number[] {
  const plain = sentence.replace(REFERENCE, ' ')
  const [focus = ''] = terms
  const where = (want: Want, sign: number | boolean) => (wants.has(want) ? Number(sign) : 0)
  const names = wants.has('name') || wants.has('place') ? newNames(sentence, terms) : 0
  const isQuantity = QUANTITY.test(plain)
  const isNumber = NUMBER.test(plain) || SPELLED_NUMBER.test(plain)
  return [
    where('count', isNumber),
    where('count', isCounted(plain, focus)),
    Number(words(FIRST_WORDS.exec(plain)?.[0] ?? '').includes(focus)),
    where('count', isQuantity),
    where('measure', isQuantity),
    where('share', SHARE.test(plain)),
    where('duration', TIME_SPAN.test(plain)),
    where('time', YEAR.test(sentence)),
    where('name', names),
    where('place', names),
    where('meaning', isDefined(plain, focus)),
    where('verdict', FINDING.test(sentence)),
    where('reason', REASON.test(sentence)),
    Number(AIM.test(sentence)),
    Number(OUTLOOK.test(sentence)),
  ]
}

/** Names that the question does not have itself: 0 for none, 1 for two or more. */
function newNames(sentence: string, asked: readonly string[]): number {
  const names = new Set(sentence.match(NAME) ?? [])
  const fresh = [...names].filter((name) => words(name).some((term) => !asked.includes(term)))
  return Math.min(NAMES_COUNTED, fresh.length) / NAMES_COUNTED
}

/** "18 homologous gene families" counts families, and genes; "no implantations" counts them, too. */
function isCounted(sentence: string, counted: string): boolean {
  const parts = sentence.split(/\s+/)
  return parts.some(
    (part, at) =>
      (NUMBER.test(part) || SPELLED_NUMBER.test(part) || NONE.test(part)) &&
      words(parts.slice(at, at + WORDS_BETWEEN + 1).join(' ')).includes(counted),
  )
}

/** "A counterfactual x' of an instance is one with …", "haplotypes are defined as …". */
function isDefined(sentence: string, focus: string): boolean {
  const [subject = '', verb] = sentence.split(DEFINES)
  return verb !== undefined && words(subject).slice(-WORDS_BETWEEN).includes(focus)
}
