/** Finds the rules that match a sentence and their weights, one kind of features of the doubt model. */
import type { KnownNames } from '../known-names.ts'
import { DOUBT_RULES, type DoubtKind, type WeightedMark } from './doubt-rules.ts'
import type { DoubtSentence } from './doubt-sentences.ts'
import { DOUBTS_WITH_NAMES, nameMarks } from './name-marks.ts'

const sparedInReports: ReadonlySet<string> = new Set(
  DOUBT_RULES.filter((rule) => rule.isSparedInReports).map(({ id }) => id),
)

/** Returns all matches in the order of the rules. A match at the text's end may be torn, "actual" of "actually", and is left out. */
export function marksIn(text: string): WeightedMark[] {
  const marks: WeightedMark[] = []
  for (const { id, kind, weight, within, expression } of DOUBT_RULES)
    for (const match of text.matchAll(expression)) {
      const end = match.index + match[0].length
      if (end < text.length) marks.push({ rule: id, kind, weight, within, start: match.index, end })
    }
  return marks
}

/** Returns the marks that count in a sentence: each rule once, facts and assurances only if the sentence also doubts. */
export function countedMarks(
  text: string,
  sentence: DoubtSentence,
  marks: readonly WeightedMark[],
  names: KnownNames | null,
): WeightedMark[] {
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
  const counted = new Map<string, WeightedMark>()
  for (const mark of all) if (!counted.has(mark.rule) && counts(mark, kinds)) counted.set(mark.rule, mark)
  return [...counted.values()]
}

/** Returns their weight, at least 0. Models repeat turns over one sum ("Hmm, wait. Actually, no."): only the heaviest counts. */
export function weightOf(marks: readonly WeightedMark[]): number {
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

function counts({ kind, within }: WeightedMark, doubts: ReadonlySet<DoubtKind>): boolean {
  if (kind === 'assurance') return doubts.size > 0
  return kind !== 'fact' || within.some((doubt) => doubts.has(doubt))
}
