/** Leaves out what looks like a name in papers but is not: citations, numbers of figures, labels, words of reporting, first words. */
import { canonical } from './canonical.ts'
import type { NameSpan } from './capitalised.ts'
import { isGenericName } from './generic-words.ts'
import type { Phrase } from './phrases.ts'
import type { SentenceWord } from './sentence-words.ts'

const AUTHOR = "\\p{Lu}[\\p{L}'’-]{1,30}"
const YEAR = '(?:19|20)\\d\\d[a-z]?'
const ASIDES = [
  // "Smith and Jones et al. (2005)"
  new RegExp(`${AUTHOR}(?: (?:and|&) ${AUTHOR})? et al\\b\\.?(?:,? \\(?${YEAR}\\)?)?`, 'gu'),
  // "(Jones, 2005; Smith & Lee, 2010a)"
  new RegExp(`(?<=[(;] ?)${AUTHOR}(?: (?:and|&) ${AUTHOR})?, ${YEAR}(?=[);])`, 'gu'),
  /\b(?:(?:Supplementary|Supplemental|Extended Data) )?(?:Figures?|Figs?\.?|Tables?|Eqs?\.|Equations?|Schemes?|Box|Movies?|Sections?|Chapters?|Appendix|Algorithms?|Additional [Ff]iles?) ?S?\d{1,3}[A-Za-z]?(?![\p{L}\p{N}])/gu,
]
// "BACKGROUND Microarrays offer", "METHODS AND RESULTS: We"; 60 characters are more than any such label has.
const LABEL = /^\p{Lu}{4,}(?:[ /]\p{Lu}{2,}){0,4}(?=[:.]?\s)/u
const LABEL_CHARACTERS = 60
const WORD_BEFORE = /[\p{L}\p{N}]+$/u
const LONGEST_HEAD = 12
const NUMBER_BEHIND = /\s+(?:of|for)\s+\p{N}+$/u
const LONGEST_NUMBER = 24
const ROMAN_NUMERAL = /^(?:i{2,3}|i?v|vi{0,3}|i?x)$/
const ORDINARY_WORD = /^\p{Lu}\p{Ll}+$/u

/** Replaces citations, numbers of figures and the label of the section by spaces: offsets stay. */
export function withoutAsides(sentence: string): string {
  let rest = sentence
  for (const aside of ASIDES) rest = rest.replace(aside, (found) => ' '.repeat(found.length))
  const label = LABEL.exec(rest.slice(0, LABEL_CHARACTERS))?.[0]
  if (label === undefined || !isGenericName(canonical(label).replaceAll(' and ', ' '))) return rest
  return ' '.repeat(label.length) + rest.slice(label.length)
}

/** Returns the span from the start of its word ("siRNA", not "RNA") and without a number behind ("IC50 of 12"); null if it is not a name. */
export function screened(sentence: string, { start, end, name }: NameSpan): NameSpan | null {
  if (isGenericName(name) || ROMAN_NUMERAL.test(name)) return null
  const head = WORD_BEFORE.exec(sentence.slice(Math.max(0, start - LONGEST_HEAD), start))?.[0] ?? ''
  const tail = NUMBER_BEHIND.exec(sentence.slice(Math.max(start, end - LONGEST_NUMBER), end))?.[0] ?? ''
  if (head === '' && tail === '') return { start, end, name }
  const from = start - head.length
  const to = end - tail.length
  const form = canonical(sentence.slice(from, to))
  return form === '' || isGenericName(form) ? null : { start: from, end: to, name: form }
}

/** Returns whether the capital is the sentence's ("Dissecting the …", "Rapid shifts …") and the word not a name, or the front of a longer one. */
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
