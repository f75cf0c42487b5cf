/**
 * Finds marks that need the corpus: its names in a doubtful sentence, and short forms that the text
 * explains differently or not at all.
 */
import { abbreviationsOf } from '../../core/index.ts'
import { singular } from '../../graph/index.ts'
import type { KnownNames } from '../known-names.ts'
import type { DoubtKind, WeightedMark } from './doubt-rules.ts'

// Chosen, not measured: with "I think" a corpus name alone is not enough, with a formula or a second
// hedge it is.
const KNOWN_NAME = 0.3
const UNDEFINED = 0.25
/**
 * Weight of an abbreviation that text and corpus expand differently: one of them is wrong, or they mean different
 * things.
 */
const MISREAD = 1
// The kinds with which formulas count, too: not a turn.
export const DOUBTS_WITH_NAMES: readonly DoubtKind[] = ['ignorance', 'hedge', 'question']
const SHORT_FORM = /\b\p{Lu}[\p{Lu}\p{N}-]{1,8}\b/gu

/**
 * Returns the marks. `isInDoubt`: the sentence has a doubt with which names count. Without one, only misread short forms are
 * marked.
 */
export function nameMarks(
  window: string,
  { start, end, isInDoubt }: { readonly start: number; readonly end: number; readonly isInDoubt: boolean },
  names: KnownNames,
): WeightedMark[] {
  const sentence = window.slice(start, end)
  const facts = isInDoubt ? [...undefinedForms(window, sentence, names), ...known(sentence, names)] : []
  return [...misread(sentence, names), ...facts].map((mark) => ({
    ...mark,
    start: mark.start + start,
    end: mark.end + start,
  }))
}

function misread(sentence: string, names: KnownNames): WeightedMark[] {
  if (!sentence.includes('(')) return []
  return [...abbreviationsOf(sentence)].flatMap(([short, long]) => {
    const longForms = names.longForms(short)
    const at = sentence.indexOf(`(${short}`) + 1
    if (longForms.length === 0 || at === 0 || longForms.some((form) => isSameForm(form, long))) return []
    return [markOf('misread-short-form', MISREAD, at, short, 'turn')]
  })
}

function undefinedForms(window: string, sentence: string, names: KnownNames): WeightedMark[] {
  return [...sentence.matchAll(SHORT_FORM)].flatMap(({ 0: short, index }) =>
    window.includes(`(${short})`) || names.longForms(short).length === 0
      ? []
      : [markOf('undefined-short-form', UNDEFINED, index, short, 'fact')],
  )
}

function known(sentence: string, names: KnownNames): WeightedMark[] {
  return names
    .find(sentence)
    .map((name) => markOf('known-name', KNOWN_NAME, name.start, sentence.slice(name.start, name.end), 'fact'))
}

function markOf(
  rule: string,
  weight: number,
  start: number,
  text: string,
  kind: WeightedMark['kind'],
): WeightedMark {
  return { rule, kind, weight, within: DOUBTS_WITH_NAMES, start, end: start + text.length }
}

/** Returns whether two forms are the same: "cyclins" is "cyclin", "enzymes" is "enzyme", and word order does not matter. */
function isSameForm(one: string, other: string): boolean {
  const wordsOf = (text: string) =>
    new Set(
      text
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu)
        ?.map(singular),
    )
  const [a, b] = [wordsOf(one), wordsOf(other)]
  const [fewer, more] = a.size < b.size ? [a, b] : [b, a]
  return [...fewer].every((word) => more.has(word))
}
