/** Reads a question and its only answer from a model's text, and checks them by program (specs/rethinker.md 4 and 5.4). */

import { jaccard } from '../../../../comparison/index.ts'
import { words } from '../../../../core/index.ts'

export interface QuestionPair {
  readonly question: string
  readonly truth: string
}

/** Reasons why an attempt gave no question, in the order of the checks; the first that applies counts. */
export const SYNTHESIS_REASONS = [
  /** The model refused, or the server could not use its answer. */
  'failed',
  /** No answer, or not exactly one question and one truth in the last one. */
  'no_pair',
  /** Fewer than three searches that are not near repeats of each other. */
  'few_searches',
  /** The question contains the truth. */
  'leak',
  /** The question was made before. */
  'repeated',
  /** The judge did not confirm it, could not be read, or named no unit that it is based on. */
  'unconfirmed',
] as const

export type SynthesisReason = (typeof SYNTHESIS_REASONS)[number]

const ANSWER = /<answer[^<>]{0,200}>((?:(?!<answer)[\s\S])*?)<\/answer>/gi
const QUESTION = /<question>([\s\S]*?)<\/question>/gi
const TRUTH = /<truth>([\s\S]*?)<\/truth>/gi

/** Reads the last answer. Returns null unless it has exactly one question and one truth, both non-empty. */
export function readPair(said: string): QuestionPair | null {
  const [, content = ''] = [...said.matchAll(ANSWER)].at(-1) ?? []
  const [question, truth] = [onlyOf(content, QUESTION), onlyOf(content, TRUTH)]
  return question === null || truth === null ? null : { question, truth }
}

function onlyOf(content: string, form: RegExp): string | null {
  const [first, second] = [...content.matchAll(form)].map(([, text = '']) => text.replace(/\s+/g, ' ').trim())
  return first === undefined || first === '' || second !== undefined ? null : first
}

/** From the paper's prompt: "at least 3 different perspectives". */
export const MIN_SEARCHES = 3
// Share of the words of both that are the same: "electron mass" and "mass of the electron" are one search. Chosen, not measured.
const NEAR_REPEAT = 2 / 3

/** Returns the searches that are not near repeats of an earlier one, in order. */
export function distinctSearches(searches: readonly string[]): string[] {
  const kept: { readonly search: string; readonly terms: readonly string[] }[] = []
  for (const search of searches) {
    const terms = words(search)
    if (terms.length === 0 || kept.some((other) => jaccard(other.terms, terms) >= NEAR_REPEAT)) continue
    kept.push({ search, terms })
  }
  return kept.map(({ search }) => search)
}

/** Returns whether the question contains the words of the truth, next to each other. */
export function leaks({ question, truth }: QuestionPair): boolean {
  const [all, part] = [spelling(question), spelling(truth)]
  return part === '' || ` ${all} `.includes(` ${part} `)
}

/** Returns a key that is the same for repeated questions. */
export function questionKey({ question }: Pick<QuestionPair, 'question'>): string {
  return spelling(question)
}

function spelling(text: string): string {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(' ')
}
