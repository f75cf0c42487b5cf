/** Checks whether the cited texts say what a sentence says, by words, numbers and quotations, without a model. */
import { defuseControlMarks, words } from '../core/index.ts'
import type { CitedSource } from './ports.ts'
import { escapeMarks, withoutMarks } from './read-citations.ts'

/**
 * Share of a sentence's terms that its sources must have. Chosen, not measured.
 */
const MIN_SHARE = 0.5
const NUMBER = /(?<![\p{L}\d])[-−–]?\d+(?:[.,]\d+)*/gu
const QUOTATION = /["“”„«]([^"“”„«»]{12,})["“”»]/gu

/**
 * Returns whether the cited texts together have every number of the sentence, every quotation word for word, and at least half of its
 * terms. Ignores negation and how terms are related: a sentence can be supported by this measure and still be wrong.
 */
export function isSupported(
  sentence: string,
  cited: readonly Pick<CitedSource, 'text' | 'reading'>[],
): boolean {
  if (cited.length === 0) return false
  const plain = withoutMarks(sentence)
  const quotable = cited.map(({ text }) => text).join('\n')
  const read = [quotable, ...cited.map(({ reading }) => reading ?? '')].join('\n')
  return hasNumbers(plain, read) && hasQuotations(plain, quotable) && hasTerms(plain, read)
}

function hasNumbers(sentence: string, text: string): boolean {
  const known = new Set([...text.matchAll(NUMBER)].map(([number]) => plainNumber(number)))
  return [...sentence.matchAll(NUMBER)].every(([number]) => known.has(plainNumber(number)))
}

/** Normalises a number: "1,000" and "1000", "-5" and "−5" are the same; a sign between two numbers may be a dash, so it does not count. */
function plainNumber(number: string): string {
  const digits = number.replace(/^[-−–]/, '').replace(/,(?=\d{3}(?:\D|$))/g, '')
  return digits.replace(',', '.').replace(/^0+(?=\d)/, '')
}

function hasQuotations(sentence: string, text: string): boolean {
  const whole = onOneLine(text)
  return [...sentence.matchAll(QUOTATION)].every(([, quoted = '']) =>
    whole.includes(onOneLine(quoted).replace(/[.,;]$/, '')),
  )
}

/** Replaces control and citation marks as for the model, so that its quotations match in either spelling. */
function onOneLine(text: string): string {
  return escapeMarks(defuseControlMarks(text)).replace(/\s+/g, ' ').trim()
}

function hasTerms(sentence: string, text: string): boolean {
  const wanted = [...new Set(words(sentence))]
  if (wanted.length === 0) return false
  const known = new Set(words(text))
  return wanted.filter((term) => known.has(term)).length / wanted.length >= MIN_SHARE
}
