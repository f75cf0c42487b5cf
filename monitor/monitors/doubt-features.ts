/**
 * Features of a sentence for the doubt model: runs of one to four words, pairs of telling words up to seven apart, how the next sentence
 * answers, what a very short sentence follows, and whether the writer speaks.
 */
import type { SentenceSpan } from '../../core/index.ts'
import { symbolsOf, type WordSymbol } from './doubt-symbols.ts'

/** A feature with its offsets in the sentence; a feature of the whole sentence spans it. */
export interface DoubtFeature extends SentenceSpan {
  readonly name: string
}

/** A sentence with its neighbours, which are empty if there are none. */
export interface SentenceInPlace {
  readonly text: string
  readonly before: string
  readonly after: string
  /** True if the window ends within the sentence. */
  readonly isOpen: boolean
}

const LONGEST_RUN = 4
const FARTHEST_PAIR = 7
/** Maximum number of words of a short sentence. */
const SHORT = 5
const LONG = 14

const OF_DOUBT =
  'CERTAIN CLEAR UNSURE RECALL FORGET KNOW IDEA THINK MAYBE MIGHT ROUGHLY CHECK FIND SOURCE PLACE CONFLICT LACK SIGNIFICANT WISH MIND or ?'
/** Words of which a run must have one to say anything about doubt. */
const IN_RUNS = setOf(`${OF_DOUBT} not no`)
/** Words that are too common to be a feature alone. */
const NOT_ALONE = setOf('or not no PLACE FIND WISH MIND')
/** Words of which the first of a pair must be one ... */
const LEADS_PAIR = setOf(`${OF_DOUBT} FACT which`)
/** ... and the other one of these. */
const IN_PAIRS = setOf(
  `${OF_DOUBT} FACT which TURN FIRST WE OTHER LEVEL PLAN PROBLEM LOGIC not no if whether never nor what who how when where why was were either
  neither let but although though`,
)
/** Words that a short sentence ("Not sure.") may follow. */
const BEFORE_SHORT = setOf(`${OF_DOUBT} FACT which PLAN PROBLEM LOGIC`)

export function wordFeatures(sentence: SentenceInPlace): DoubtFeature[] {
  const symbols = symbolsOf(sentence.text, sentence.isOpen)
  const whole = { start: 0, end: sentence.text.length }
  return [
    ...runs(symbols),
    ...pairs(symbols),
    ...[
      ...answerFeatures(symbols, sentence.after),
      ...shortSentenceFeatures(symbols, sentence.before),
      ...writerFeatures(symbols),
    ].map((name) => ({ name, ...whole })),
  ]
}

function runs(symbols: readonly WordSymbol[]): DoubtFeature[] {
  const found: DoubtFeature[] = []
  for (const [at, { start }] of symbols.entries()) {
    let name = ''
    let isTelling = false
    for (const { form, end } of symbols.slice(at, at + LONGEST_RUN)) {
      isTelling ||= IN_RUNS.has(form)
      name = name === '' ? form : `${name} ${form}`
      if (isTelling && !NOT_ALONE.has(name)) found.push({ name, start, end })
    }
  }
  return found
}

/** Returns pairs of words that are not neighbours, which are already runs. */
function pairs(symbols: readonly WordSymbol[]): DoubtFeature[] {
  const found: DoubtFeature[] = []
  for (const [at, one] of symbols.entries()) {
    if (!IN_PAIRS.has(one.form)) continue
    for (const other of symbols.slice(at + 2, at + FARTHEST_PAIR + 1))
      if (IN_PAIRS.has(other.form) && (LEADS_PAIR.has(one.form) || LEADS_PAIR.has(other.form)))
        found.push({ name: `${one.form}…${other.form}`, start: one.start, end: other.end })
  }
  return found
}

/** Returns how the sentence after a question begins: "yes", "because", an equation. */
function answerFeatures(symbols: readonly WordSymbol[], after: string): string[] {
  if (after === '' || symbols.at(-2)?.form !== '?') return []
  const [, first, second] = symbolsOf(after)
  const equation = after.includes('=') ? ['? > ='] : []
  return [`? > ${first?.form}`, `? > ${first?.form} ${second?.form}`, ...equation]
}

function shortSentenceFeatures(symbols: readonly WordSymbol[], before: string): string[] {
  const isShort = symbols.length <= SHORT + 2 && symbols.some(({ form }) => LEADS_PAIR.has(form))
  if (!isShort) return []
  const forms = new Set(symbolsOf(before).map(({ form }) => form))
  return [...forms].filter((form) => BEFORE_SHORT.has(form)).map((form) => `${form} < short`)
}

/** Returns features of the writer: long sentences without the first person are from papers. */
function writerFeatures(symbols: readonly WordSymbol[]): string[] {
  if (symbols.some(({ form }) => form === 'FIRST' || form === 'WE')) return []
  return symbols.length > LONG + 2 ? ['no writer', 'no writer, long'] : ['no writer']
}

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/))
}
