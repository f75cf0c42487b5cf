/**
 * A monitor without a model server: a small logistic regression on words of doubt. It uses no tokens and takes under a millisecond for a
 * window of 512 characters.
 */
import type { KnownNames } from '../known-names.ts'
import type { Look, Monitor, MonitorVerdict } from '../ports.ts'
import { isOtherLanguage } from './reads-english.ts'
import {
  DOUBT_MODEL,
  DOUBT_THRESHOLD,
  type DoubtModel,
  FURTHER_DOUBT,
  type ScoredSentence,
  scoreSentences,
} from './score-doubt.ts'

export interface LexicalMonitorOptions {
  /** Minimum probability of doubt at which a sentence triggers. */
  readonly threshold?: number
  /** Names of the corpus; without them only the words decide. */
  readonly names?: KnownNames
  /** Model to use instead of the trained one, such as one of fewer sources. */
  readonly model?: DoubtModel
}

/** Reason of a look at a window in another language. */
export const NOT_ENGLISH = 'not English'

/** Characters that two looks in a row share, as published. */
const OVERLAP_CHARACTERS = 128
/** Maximum number of pieces of evidence in a verdict. */
const MAX_EVIDENCE = 4

export function createLexicalMonitor(options: LexicalMonitorOptions = {}): Monitor {
  return {
    name: 'lexical',
    async look(look) {
      return lexicalVerdict(look, options)
    },
  }
}

export function lexicalVerdict(look: Look, options: LexicalMonitorOptions): MonitorVerdict {
  const { offset, isLast = false } = look
  // A word at the end of a window may be torn, unless white space follows.
  const window = isLast ? `${look.window}\n` : look.window
  const { threshold = DOUBT_THRESHOLD } = options
  const score = (text: string) => scoreSentences(text, options.names ?? null, options.model ?? DOUBT_MODEL)
  const seen = offset <= look.window.length ? 0 : OVERLAP_CHARACTERS
  const fresh = freshSentences(window, { seen, threshold, score })
  const doubt = surest(fresh)
  if (doubt === null) return { answer: 'no', reason: 'nothing new' }
  const reason = reasonOf(doubt, window, threshold)
  if (doubt.probability < threshold)
    return { answer: 'no', reason: isOtherLanguage(window) ? NOT_ENGLISH : reason }
  const doubts = fresh.filter(({ probability }) => probability >= Math.min(threshold, FURTHER_DOUBT))
  const marks = doubts.flatMap(({ evidence }) =>
    evidence.slice(0, MAX_EVIDENCE).map(({ name, start, end }) => ({ rule: name, start, end })),
  )
  return { answer: 'yes', reason, marks, doubt: { start: doubt.start, end: doubt.end } }
}

/**
 * Returns the sentences that are new, so that every doubt triggers one look: the first that sees enough of its sentence. The look before
 * scored the overlap; a sentence that continues after it is new if its part in the overlap was below the threshold.
 */
function freshSentences(
  window: string,
  {
    seen,
    threshold,
    score,
  }: {
    readonly seen: number
    readonly threshold: number
    readonly score: (text: string) => ScoredSentence[]
  },
): ScoredSentence[] {
  const sentences = score(window).filter(({ end }) => end >= seen)
  const [first] = sentences
  if (seen === 0 || first === undefined || first.start >= seen) return sentences
  const told = score(window.slice(0, seen)).at(-1)
  const wasTold = told !== undefined && told.start === first.start && told.probability >= threshold
  return wasTold ? sentences.slice(1) : sentences
}

/** Returns the surest sentence; of ties the later one, since the model continues from it. */
function surest(sentences: readonly ScoredSentence[]): ScoredSentence | null {
  let best: ScoredSentence | null = null
  for (const sentence of sentences)
    if (best === null || sentence.probability >= best.probability) best = sentence
  return best
}

/** Returns `0.93 of 0.55: "I'm not sure" (FIRST not CERTAIN) +1.20, …`. */
function reasonOf(
  { start, end, probability, evidence }: ScoredSentence,
  window: string,
  threshold: number,
): string {
  const told = evidence.slice(0, MAX_EVIDENCE).map(({ name, weight, ...at }) => {
    const isWhole = at.start === start && at.end === end
    return `${isWhole ? name : `"${window.slice(at.start, at.end)}" (${name})`} +${weight.toFixed(2)}`
  })
  const sum = `${probability.toFixed(2)} of ${threshold}`
  return told.length === 0 ? sum : `${sum}: ${told.join(', ')}`
}
