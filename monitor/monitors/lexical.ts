/**
 * A monitor without a model: weighted rules for words of doubt. It costs no token and some tenth of a
 * millisecond for a window of 512 characters.
 */
import type { KnownNames } from '../known-names.ts'
import type { Look, Monitor, MonitorVerdict } from '../ports.ts'
import { THRESHOLD_WEIGHT, type WeighedSentence, weighedSentences, windowWeight } from './doubt-marks.ts'

export interface LexicalMonitorOptions {
  /**
   * Sum of the weights in a window from which it triggers. 1 is a plain "I'm not sure", or two hedges and
   * more.
   */
  readonly thresholdWeight?: number
  /** Characters that two looks in a row have in common: 128 as published. */
  readonly overlapCharacters?: number
  /** Names of the corpus; without them the words alone decide. */
  readonly names?: KnownNames
}

const OVERLAP_CHARACTERS = 128
// Sums of weights such as .4 + .35 + .25.
const ROUNDING = 1e-9

export function createLexicalMonitor(options: LexicalMonitorOptions = {}): Monitor {
  return {
    name: 'lexical',
    async look(look) {
      return lexicalVerdict(look, options)
    },
  }
}

export function lexicalVerdict(look: Look, options: LexicalMonitorOptions): MonitorVerdict {
  const { thresholdWeight = THRESHOLD_WEIGHT, overlapCharacters = OVERLAP_CHARACTERS, names = null } = options
  const isFirst = look.offset <= look.window.length
  const scope = { seenCharacters: isFirst ? 0 : overlapCharacters, thresholdWeight, names }
  const speaking = weighedSentences(look.window, scope).filter(({ marks }) => marks.length > 0)
  const weight = windowWeight(speaking)
  const doubt = weightiest(speaking)
  const marks = speaking.flatMap((sentence) =>
    sentence.marks.map(({ rule, start, end }) => ({ rule, start, end })),
  )
  const rules = [...new Set(marks.map(({ rule }) => rule))]
  return {
    answer: weight + ROUNDING >= thresholdWeight ? 'yes' : 'no',
    reason:
      rules.length === 0 ? 'no mark' : `${weight.toFixed(2)} of ${thresholdWeight}: ${rules.join(', ')}`,
    marks,
    ...(doubt === null ? {} : { doubt: { start: doubt.start, end: doubt.end } }),
  }
}

/**
 * Turns ("Hmm, wait.") point to a doubt elsewhere and decide only a tie. Then the later sentence wins: the
 * model continues from it.
 */
function weightiest(sentences: readonly WeighedSentence[]): WeighedSentence | null {
  let best: WeighedSentence | null = null
  for (const sentence of sentences) if (best === null || isAsHeavy(sentence, best)) best = sentence
  return best
}

function isAsHeavy(one: WeighedSentence, other: WeighedSentence): boolean {
  return one.weight === other.weight ? one.turnWeight >= other.turnWeight : one.weight > other.weight
}
