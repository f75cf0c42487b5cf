/**
 * What the doubt model weighs in a sentence: runs of one to four words, pairs of telling words up to seven apart, what the next sentence
 * answers, what a very short sentence comes after, and whether the writer speaks.
 */
import type { SentenceSpan } from '../../core/index.ts'
import { symbolsOf, type WordSymbol } from './doubt-symbols.ts'

/** Offsets are those of the sentence; a feature of the whole sentence spans it. */
export interface DoubtFeature extends SentenceSpan {
  readonly name: string
}

/** A sentence with its neighbours; empty where there are none. */
export interface SentenceInPlace {
  readonly text: string
  readonly before: string
  readonly after: string
  /** The window ends in it. */
  readonly isOpen: boolean
}

const LONGEST_RUN = 4
const FARTHEST_PAIR = 7
/** In words. */
const SHORT = 5
const LONG = 14

const OF_DOUBT =
  'CERTAIN CLEAR UNSURE RECALL FORGET KNOW IDEA THINK MAYBE MIGHT ROUGHLY CHECK FIND SOURCE PLACE CONFLICT LACK SIGNIFICANT WISH MIND or ?'
/** A run without one of these says nothing of doubt. */
const IN_RUNS = setOf(`${OF_DOUBT} not no`)
/** Too common alone. */
const NOT_ALONE = setOf('or not no PLACE FIND WISH MIND')
/** One of a pair is one of these … */
const LEADS_PAIR = setOf(`${OF_DOUBT} FACT which`)
/** … the other one of these. */
const IN_PAIRS = setOf(
  `${OF_DOUBT} FACT which TURN FIRST WE OTHER LEVEL PLAN PROBLEM LOGIC not no if whether never nor what who how when where why was were either
  neither let but although though`,
)
/** What a short sentence ("Not sure.") comes after. */
const BEFORE_SHORT = setOf(`${OF_DOUBT} FACT which PLAN PROBLEM LOGIC`)

export function wordFeatures(sentence: SentenceInPlace): DoubtFeature[] {
  const symbols = symbolsOf(sentence.text, sentence.isOpen)
  const whole = { start: 0, end: sentence.text.length }
  return [
    ...runs(symbols),
    ...pairs(symbols),
    ...[...ofAnswer(symbols, sentence.after), ...ofShort(symbols, sentence.before), ...ofWriter(symbols)].map(
      (name) => ({ name, ...whole }),
    ),
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

/** Neighbours are a run already. */
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

/** How the sentence behind a question begins: "yes", "because", an equation. */
function ofAnswer(symbols: readonly WordSymbol[], after: string): string[] {
  if (after === '' || symbols.at(-2)?.form !== '?') return []
  const [, first, second] = symbolsOf(after)
  const equation = after.includes('=') ? ['? > ='] : []
  return [`? > ${first?.form}`, `? > ${first?.form} ${second?.form}`, ...equation]
}

function ofShort(symbols: readonly WordSymbol[], before: string): string[] {
  const isShort = symbols.length <= SHORT + 2 && symbols.some(({ form }) => LEADS_PAIR.has(form))
  if (!isShort) return []
  const forms = new Set(symbolsOf(before).map(({ form }) => form))
  return [...forms].filter((form) => BEFORE_SHORT.has(form)).map((form) => `${form} < short`)
}

/** Long sentences in which the writer does not speak are those of papers. */
function ofWriter(symbols: readonly WordSymbol[]): string[] {
  if (symbols.some(({ form }) => form === 'FIRST' || form === 'WE')) return []
  return symbols.length > LONG + 2 ? ['no writer', 'no writer, long'] : ['no writer']
}

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/))
}
