/**
 * Do two texts say the same in the same words? Case, articles, punctuation, Unicode forms, LaTeX dress and safe plurals do not count.
 * What is worded otherwise is left to a judge, never called wrong: similarity of vectors cannot tell `increases` from `decreases`
 * (specs/reasoning-with-a-star.md 3.4).
 */
import { GREEK } from '../../../../../core/index.ts'
import { openNotation } from './notation.ts'
import type { GraderVerdict } from './ports.ts'

const ARTICLES = new Set(['a', 'an', 'the'])
const OPPOSITES: Readonly<Record<string, string>> = { yes: 'no', no: 'yes', true: 'false', false: 'true' }
const RESTATING = /^([^\n]{1,200}?)\s(?:is|are|was|were|is called|was called)\s+([^\n]{1,200})$/i
// `virus`, `glass`, `analysis`, `series`: no plurals.
const NO_PLURAL = /(?:ss|us|is|ies|as|os)$/

/** Yes, no, true, false: whether such a word stands in a sentence says nothing. */
export function isVerdictWord(gold: string): boolean {
  return Object.hasOwn(OPPOSITES, wordsThatCount(gold).join(' '))
}

/** The words that count, in their order. Empty for a text of mere punctuation. */
export function wordsThatCount(text: string): readonly string[] {
  return spelled(text)
    .toLowerCase()
    .split(' ')
    .filter((word) => word !== '' && !ARTICLES.has(word))
    .map(singular)
}

/** `question`: an answer may repeat it in front of what it says. */
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

/** `Yes, because …` against `no`. */
function gradeVerdictWord(said: readonly string[], wanted: string): GraderVerdict {
  if (said[0] === wanted) return { isCorrect: true, reason: 'equal' }
  if (said[0] === OPPOSITES[wanted]) return { isCorrect: false, reason: 'opposite' }
  return { isCorrect: null, reason: 'wording_differs' }
}

/** `The capital of France is Paris.`: behind the verb the gold, in front of it only words of the question. */
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

/** CO is not Co: names of two letters that differ in case only. */
function isCaseTelling(prediction: string, gold: string): boolean {
  const [said, wanted] = [spelled(prediction), spelled(gold)]
  return /^[A-Za-z]{2}$/.test(wanted) && said !== wanted && !/^[a-z]{2}$/.test(said)
}

/** Words and telling signs parted by one blank. Signs between digits and signs of charge stay. */
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
