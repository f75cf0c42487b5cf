/** Which rules speak in a sentence, and with what weight: one kind of features of the doubt model. */
import { abbreviationsOf } from '../../core/index.ts'
import { singular } from '../../graph/index.ts'
import type { KnownNames } from '../known-names.ts'
import { DOUBT_RULES, type DoubtKind, type WeighedMark } from './doubt-rules.ts'
import type { DoubtSentence } from './doubt-sentences.ts'

const sparedInReports: ReadonlySet<string> = new Set(
  DOUBT_RULES.filter((rule) => rule.isSparedInReports).map(({ id }) => id),
)

/** All matches, in the order of the rules. One that touches the text's end may be torn, "actual" of "actually", and is left out. */
export function marksIn(text: string): WeighedMark[] {
  const marks: WeighedMark[] = []
  for (const { id, kind, weight, within, expression } of DOUBT_RULES)
    for (const match of text.matchAll(expression)) {
      const end = match.index + match[0].length
      if (end < text.length) marks.push({ rule: id, kind, weight, within, start: match.index, end })
    }
  return marks
}

/** The marks that count in a sentence: each rule once, facts and assurances only where the sentence also doubts. */
export function countedMarks(
  text: string,
  sentence: DoubtSentence,
  marks: readonly WeighedMark[],
  names: KnownNames | null,
): WeighedMark[] {
  const { start, end, isReport } = sentence
  const own = marks.filter(
    (mark) => mark.start >= start && mark.start < end && !(isReport && sparedInReports.has(mark.rule)),
  )
  const isInDoubt = own.some(({ kind }) => DOUBTS_WITH_NAMES.includes(kind))
  const named =
    names === null
      ? []
      : nameMarks(text, { start, end, isInDoubt }, names).filter((mark) => mark.end < text.length)
  const all = [...own, ...named]
  const kinds = new Set(all.map(({ kind }) => kind).filter((kind) => kind !== 'fact' && kind !== 'assurance'))
  const counted = new Map<string, WeighedMark>()
  for (const mark of all) if (!counted.has(mark.rule) && counts(mark, kinds)) counted.set(mark.rule, mark)
  return [...counted.values()]
}

/** Models turn several times over one sum ("Hmm, wait. Actually, no."): of all turns only the heaviest counts. Never below 0. */
export function weightOf(marks: readonly WeighedMark[]): number {
  const [turns, others] = [[0], [0]]
  for (const { kind, weight } of marks) (kind === 'turn' ? turns : others).push(weight)
  return (
    Math.max(...turns) +
    Math.max(
      0,
      others.reduce((sum, weight) => sum + weight),
    )
  )
}

function counts({ kind, within }: WeighedMark, doubts: ReadonlySet<DoubtKind>): boolean {
  if (kind === 'assurance') return doubts.size > 0
  return kind !== 'fact' || within.some((doubt) => doubts.has(doubt))
}

/**
 * Marks that only the corpus can give: its names in a doubtful sentence, and short forms that the text
 * explains differently or not at all.
 */

// Chosen, not measured: with "I think" a name of the corpus alone is not enough, with a formula or a second
// hedge it is.
const KNOWN_NAME = 0.3
const UNDEFINED = 0.25
/**
 * Two texts that read one abbreviation differently: one of them is mistaken, or they speak of different
 * things.
 */
const MISREAD = 1
// As for formulas: not with a turn.
const DOUBTS_WITH_NAMES: readonly DoubtKind[] = ['ignorance', 'hedge', 'question']
const SHORT_FORM = /\b\p{Lu}[\p{Lu}\p{N}-]{1,8}\b/gu

/**
 * `isInDoubt`: the sentence has a doubt with which names count. Without one, only misread short forms are
 * marked.
 */
function nameMarks(
  window: string,
  { start, end, isInDoubt }: { readonly start: number; readonly end: number; readonly isInDoubt: boolean },
  names: KnownNames,
): WeighedMark[] {
  const sentence = window.slice(start, end)
  const facts = isInDoubt ? [...undefinedForms(window, sentence, names), ...known(sentence, names)] : []
  return [...misread(sentence, names), ...facts].map((mark) => ({
    ...mark,
    start: mark.start + start,
    end: mark.end + start,
  }))
}

function misread(sentence: string, names: KnownNames): WeighedMark[] {
  if (!sentence.includes('(')) return []
  return [...abbreviationsOf(sentence)].flatMap(([short, long]) => {
    const longForms = names.longForms(short)
    const at = sentence.indexOf(`(${short}`) + 1
    if (longForms.length === 0 || at === 0 || longForms.some((form) => isSameForm(form, long))) return []
    return [markOf('misread-short-form', MISREAD, at, short, 'turn')]
  })
}

function undefinedForms(window: string, sentence: string, names: KnownNames): WeighedMark[] {
  return [...sentence.matchAll(SHORT_FORM)].flatMap(({ 0: short, index }) =>
    window.includes(`(${short})`) || names.longForms(short).length === 0
      ? []
      : [markOf('undefined-short-form', UNDEFINED, index, short, 'fact')],
  )
}

function known(sentence: string, names: KnownNames): WeighedMark[] {
  return names
    .find(sentence)
    .map((name) => markOf('known-name', KNOWN_NAME, name.start, sentence.slice(name.start, name.end), 'fact'))
}

function markOf(
  rule: string,
  weight: number,
  start: number,
  text: string,
  kind: WeighedMark['kind'],
): WeighedMark {
  return { rule, kind, weight, within: DOUBTS_WITH_NAMES, start, end: start + text.length }
}

/** "cyclins" is "cyclin", "enzymes" is "enzyme", and word order does not matter. */
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
