/** Which rules speak in a window, sentence by sentence, and with what weight. */
import type { SentenceSpan } from '../../core/index.ts'
import { expressionOf } from '../build-pattern.ts'
import type { KnownNames } from '../known-names.ts'
import type { DoubtKind, WeighedMark } from './doubt-rule.ts'
import { DOUBT_RULES } from './doubt-rules.ts'
import { type DoubtSentence, readWindow } from './doubt-sentences.ts'
import { DOUBTS_WITH_NAMES, nameMarks } from './name-marks.ts'

export interface WeighedSentence {
  readonly start: number
  readonly end: number
  /** Of all its marks but the turns; never below 0. */
  readonly weight: number
  /** Of its heaviest turn. */
  readonly turnWeight: number
  /** In the order of the rules; empty where nothing counts. */
  readonly marks: readonly WeighedMark[]
}

export interface WindowScope {
  /** Characters at the head that the look before this one saw: marks wholly among them do not count again. */
  readonly seenCharacters: number
  /** What would have triggered there. */
  readonly thresholdWeight: number
  readonly names: KnownNames | null
}

/** A plain statement of ignorance, or hedges on what retrieval can tell. */
export const THRESHOLD_WEIGHT = 1

const compiled = DOUBT_RULES.map((rule) => ({ rule, expression: expressionOf(rule.pattern) }))

/**
 * Every mark of a stream counts in one look. A mark that touches the window's end may be torn, "actual" of
 * "actually"; it lies in the overlap and is left to the next look, which counts marks that end where the
 * overlap does. Only a sentence that runs on from the overlap, and had too little there, is weighed as a
 * whole: "The formula is θ = 2N_e μ, | I think".
 */
export function weighedSentences(window: string, scope: WindowScope): WeighedSentence[] {
  const read = readWindow(window)
  const marks = marksIn(read.text).filter(({ end }) => end < window.length)
  return read.sentences.map((sentence) => {
    const within = marks.filter(({ start }) => start >= sentence.start && start < sentence.end)
    const own = sentence.isReport ? within.filter(({ rule }) => !sparedInReports.has(rule)) : within
    return weighedOnce(sentence, [...own, ...named(read.text, sentence, own, scope)], scope)
  })
}

function named(
  text: string,
  { start, end }: DoubtSentence,
  own: readonly WeighedMark[],
  { names }: WindowScope,
): WeighedMark[] {
  if (names === null) return []
  const isInDoubt = own.some(({ kind }) => DOUBTS_WITH_NAMES.includes(kind))
  return nameMarks(text, { start, end, isInDoubt }, names).filter((mark) => mark.end < text.length)
}

function weighedOnce(
  sentence: SentenceSpan,
  marks: readonly WeighedMark[],
  { seenCharacters, thresholdWeight }: WindowScope,
): WeighedSentence {
  const fresh = marks.filter(({ end }) => seenCharacters === 0 || end >= seenCharacters)
  if (fresh.length === 0 || fresh.length === marks.length) return weighed(sentence, fresh)
  const seen = weighed(
    sentence,
    marks.filter((mark) => !fresh.includes(mark)),
  )
  return weighed(sentence, windowWeight([seen]) < thresholdWeight ? marks : fresh)
}

const sparedInReports: ReadonlySet<string> = new Set(
  DOUBT_RULES.filter((rule) => rule.isSparedInReports).map(({ id }) => id),
)

/** A rule counts once a sentence; facts count only where the sentence also doubts. */
function weighed({ start, end }: SentenceSpan, marks: readonly WeighedMark[]): WeighedSentence {
  const kinds = new Set(
    marks.map(({ kind }) => kind).filter((kind) => kind !== 'fact' && kind !== 'assurance'),
  )
  const counted = new Map<string, WeighedMark>()
  for (const mark of marks) if (!counted.has(mark.rule) && counts(mark, kinds)) counted.set(mark.rule, mark)
  const [turns, others] = [[], []] as [WeighedMark[], WeighedMark[]]
  for (const mark of counted.values()) (mark.kind === 'turn' ? turns : others).push(mark)
  return {
    ...{ start, end, marks: [...counted.values()] },
    weight: Math.max(0, sumOf(others)),
    turnWeight: heaviestOf(turns),
  }
}

/**
 * Models turn several times over one sum ("Hmm, wait. Actually, no."): of all turns only the heaviest counts.
 */
export function windowWeight(sentences: readonly WeighedSentence[]): number {
  const turnWeight = Math.max(0, ...sentences.map((sentence) => sentence.turnWeight))
  return sentences.reduce((sum, { weight }) => sum + weight, turnWeight)
}

function sumOf(marks: readonly WeighedMark[]): number {
  return marks.reduce((sum, { weight }) => sum + weight, 0)
}

function heaviestOf(marks: readonly WeighedMark[]): number {
  return Math.max(0, ...marks.map(({ weight }) => weight))
}

function counts({ kind, within }: WeighedMark, doubts: ReadonlySet<DoubtKind>): boolean {
  if (kind === 'assurance') return doubts.size > 0
  return kind !== 'fact' || within.some((doubt) => doubts.has(doubt))
}

function marksIn(text: string): WeighedMark[] {
  const marks: WeighedMark[] = []
  for (const { rule, expression } of compiled)
    for (const match of text.matchAll(expression)) {
      const end = match.index + match[0].length
      const { id, kind, weight, within = [] } = rule
      marks.push({ rule: id, kind, weight, within, start: match.index, end })
    }
  return marks
}
