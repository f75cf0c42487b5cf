/**
 * Compares the words of two texts. Case, articles, punctuation, Unicode forms, LaTeX styles and safe plurals do not count. Different
 * wording is left to a judge, never called wrong: similarity of vectors cannot distinguish `increases` from `decreases`
 * (specs/reasoning-with-a-star.md 3.4).
 */
import { GREEK } from '../../../../../core/index.ts'
import { openNotation } from './notation.ts'
import type { GraderVerdict } from './ports.ts'

const ARTICLES = new Set(['a', 'an', 'the'])
const OPPOSITES: Readonly<Record<string, string>> = { yes: 'no', no: 'yes', true: 'false', false: 'true' }
const RESTATING = /^([^\n]{1,200}?)\s(?:is|are|was|were|is called|was called)\s+([^\n]{1,200})$/i
// `virus`, `glass`, `analysis`, `series`: not plurals.
const NO_PLURAL = /(?:ss|us|is|ies|as|os)$/

/** Returns whether a gold is yes, no, true or false, whose mere presence in a sentence means nothing. */
export function isVerdictWord(gold: string): boolean {
  return Object.hasOwn(OPPOSITES, wordsThatCount(gold).join(' '))
}

/** Returns the words that count, in order. Empty for punctuation alone. */
export function wordsThatCount(text: string): readonly string[] {
  return spelled(text)
    .toLowerCase()
    .split(' ')
    .filter((word) => word !== '' && !ARTICLES.has(word))
    .map(singular)
}

/** Compares an answer with the gold. The answer may repeat `question` first. */
export function gradeWording(prediction: string, gold: string, question = ''): GraderVerdict {
  const [said, wanted] = [wordsThatCount(prediction), wordsThatCount(gold)]
  const isSame =
    said.length > 0 &&
    (said.join(' ') === wanted.join(' ') || isRestated(prediction, wanted.join(' '), question))
  const [head] = wanted
  if (wanted.length === 1 && Object.hasOwn(OPPOSITES, head!)) return gradeVerdictWord(said, head!)
  if (!isSame) return { isCorrect: null, reason: 'wording_differs' }
  return isCaseTelling(prediction, gold)
    ? { isCorrect: null, reason: 'case_differs' }
    : { isCorrect: true, reason: 'equal' }
}

/** Compares verdict words: `Yes, because …` with `no`. */
function gradeVerdictWord(said: readonly string[], wanted: string): GraderVerdict {
  if (said[0] === wanted) return { isCorrect: true, reason: 'equal' }
  if (said[0] === OPPOSITES[wanted]) return { isCorrect: false, reason: 'opposite' }
  return { isCorrect: null, reason: 'wording_differs' }
}

/** Returns whether the gold follows the verb, with only words of the question before it: `The capital of France is Paris.` */
function isRestated(prediction: string, wanted: string, question: string): boolean {
  const parts = RESTATING.exec(prediction)
  if (parts === null || wanted === '') return false
  const [, head, rest] = parts
  if (wordsThatCount(rest!).join(' ') !== wanted) return false
  const asked = new Set([
    ...wordsThatCount(question),
    'it',
    'this',
    'that',
    'he',
    'she',
    'they',
    'these',
    'those',
  ])
  return wordsThatCount(head!).every(
    (word) => asked.has(word) || /^(?:of|in|for|by|and|to|on|with)$/.test(word),
  )
}

/** Returns whether case matters: in names of two letters, CO is not Co. */
function isCaseTelling(prediction: string, gold: string): boolean {
  const [said, wanted] = [spelled(prediction), spelled(gold)]
  return /^[A-Za-z]{2}$/.test(wanted) && said !== wanted && !/^[a-z]{2}$/.test(said)
}

/** Returns words and significant signs separated by one blank. Signs between digits and signs of charge are kept. */
function spelled(text: string): string {
  return openNotation(text)
    .replace(/[α-ω]/g, (letter) => GREEK[letter] ?? letter)
    .replace(/\^\(([^()]*)\)/g, '^$1')
    .replace(/[_{}'’‘`"“”]/g, '')
    .replace(/(?<![\p{L}\p{N}])-(?=\d)/gu, ' minus')
    .replace(/\s*([<>=±→≤≥/*+^])\s*/g, '$1')
    .replace(/[^\p{L}\p{N}<>=±→≤≥/*+^%°.]+/gu, ' ')
    .replace(/\.(?!\d)/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
}

function singular(word: string): string {
  if (word.length < 5 || !/^[a-z]+s$/.test(word) || NO_PLURAL.test(word)) return word
  return word.slice(0, -1)
}
