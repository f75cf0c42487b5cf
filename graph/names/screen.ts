/** Removes what looks like a name in papers but is not: citations, numbers of figures, labels, words of reporting, first words. */
import { canonical } from './canonical.ts'
import type { NameSpan } from './capitalised.ts'
import { isGenericName, isLabel } from './generic-words.ts'
import type { PaperNames } from './mention.ts'
import type { Phrase } from './phrases.ts'
import { isUnitSymbol } from './quantities.ts'
import { MODIFIED, type SentenceWord } from './sentence-words.ts'
import { isEverydayWord } from './word-class.ts'

const AUTHOR = "\\p{Lu}[\\p{L}'’-]{1,30}"
const YEAR = '(?:19|20)\\d\\d[a-z]?'
const ASIDES = [
  // A primer: "5′-GTT TAT GCC GCA-3′"
  /[53][′’'][-–\s]?[ACGTU][ACGTU\s-]*[-–\s][53][′’']/gu,
  // "Smith and Jones et al. (2005)"
  new RegExp(`${AUTHOR}(?: (?:and|&) ${AUTHOR})? et al\\b\\.?(?:,? \\(?${YEAR}\\)?)?`, 'gu'),
  // "(Jones, 2005; Smith & Lee, 2010a)"
  new RegExp(`(?<=[(;] ?)${AUTHOR}(?: (?:and|&) ${AUTHOR})?, ${YEAR}(?=[);])`, 'gu'),
  /\b(?:(?:Supplementary|Supplemental|Extended Data) )?(?:Figures?|FIGURES?|Figs?\.?|FIGS?\.?|Tables?|TABLES?|Eqs?\.|Equations?|Schemes?|Box|Movies?|Sections?|Chapters?|Appendix|Algorithms?|Additional [Ff]iles?) ?S?\d{1,3}[A-Za-z]?(?![\p{L}\p{N}])/gu,
]
// "BACKGROUND Microarrays offer", "METHODS AND RESULTS: We"; 60 characters are more than any such label has.
const LABEL = /^\p{Lu}{4,}(?:[ /]\p{Lu}{2,}){0,4}(?=[:.]?\s)/u
const LABEL_CHARACTERS = 60
const WORD_BEFORE = /[\p{L}\p{N}]+$/u
const LONGEST_HEAD = 12
const NUMBER_BEHIND = /\s+(?:of|for)\s+\p{N}+$/u
const LONGEST_NUMBER = 24
// "Lab 4", and "Miller 25" with the number of a reference.
const NUMBER_OF_PAPER = /^(\p{Lu}\p{Ll}+)\s+\p{N}+$/u
const LABEL_SYMBOL = /^(?:\p{Lu}[\p{N}\p{Ll}]|[ACGT]{2}|.*[Α-Ω\u2126].*)$/u
const ROMAN_NUMERAL = /^(?:i{2,3}|i?v|vi{0,3}|i?x)$/
export const ORDINARY_WORD = /^\p{Lu}\p{Ll}+$/u

/** Replaces citations, numbers of figures and the label of the section by spaces, which keeps offsets valid. */
export function withoutAsides(sentence: string): string {
  let rest = sentence
  for (const aside of ASIDES) rest = rest.replace(aside, (found) => ' '.repeat(found.length))
  const label = LABEL.exec(rest.slice(0, LABEL_CHARACTERS))?.[0]
  if (label === undefined || !isGenericName(canonical(label).replaceAll(' and ', ' '))) return rest
  return ' '.repeat(label.length) + rest.slice(label.length)
}

/**
 * Returns the span from the start of its word ("siRNA", not "RNA"), without a number after it ("IC50 of 12") and a participle attached to
 * it ("Google-based"); null if it is not a name. `paper` contains the sentence; null if the text is the whole document.
 */
export function screened(
  sentence: string,
  { start, end }: NameSpan,
  paper: PaperNames | null,
): NameSpan | null {
  const head = WORD_BEFORE.exec(sentence.slice(Math.max(0, start - LONGEST_HEAD), start))?.[0] ?? ''
  const from = start - head.length
  const tail = NUMBER_BEHIND.exec(sentence.slice(Math.max(start, end - LONGEST_NUMBER), end))?.[0] ?? ''
  const whole = sentence.slice(from, end - tail.length)
  const surface = (paper === null ? whole : whole.replace(NUMBER_OF_PAPER, '$1')).replace(MODIFIED, '')
  const name = canonical(surface)
  if (name.length < 2 || isGenericName(name) || ROMAN_NUMERAL.test(name)) return null
  return paper !== null && isOfThisPaper(surface, paper)
    ? null
    : { start: from, end: from + surface.length, name }
}

/**
 * Returns whether a capital is no evidence of a name: labels ("Group C", "P 0", "S2"), units and symbols ("MeV", "Ki", "dΩf"), genotypes
 * ("AG"), and an everyday word that the paper writes in lower case as often ("Coverage").
 */
function isOfThisPaper(surface: string, { capitals, lowerCase }: PaperNames): boolean {
  if (LABEL_SYMBOL.test(surface) || isUnitSymbol(surface)) return true
  const words = surface.split(/\s+/)
  if (words.length > 1) return isLabel(words.map(canonical))
  const lower = surface.toLowerCase()
  const times = ORDINARY_WORD.test(surface) && isEverydayWord(lower) ? (lowerCase.get(lower) ?? 0) : 0
  return times > 0 && times >= (capitals.get(surface) ?? 0)
}

/** Returns whether a first word is capitalised only by position ("Dissecting the …"), or begins a longer phrase ("Rapid shifts …"). */
export function isSentenceCapital(
  { start, end }: NameSpan,
  words: readonly SentenceWord[],
  phrases: readonly Phrase[],
): boolean {
  const first = words[0]
  if (first === undefined || first.start !== start || first.end !== end) return false
  if (!ORDINARY_WORD.test(first.text)) return false
  const isNominal = first.partOfSpeech === 'noun' || first.partOfSpeech === 'proper-noun'
  return !isNominal || phrases.some((phrase) => phrase.from === 0 && phrase.to > 1)
}
