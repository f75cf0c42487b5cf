/**
 * A monitor by the corpus itself: a sentence that joins two names, or a name and a quantity, that are frequent in the corpus and in no unit
 * together, is worth a look. After QuCo-RAG, which counts names in the training corpus of the model. It uses no tokens. Experimental: what
 * it achieves is in docs/thinking.md.
 */
import type { KnownNames, NamedSpan } from '../known-names.ts'
import type { Look, Monitor, MonitorVerdict } from '../ports.ts'
import { readWindow } from './doubt-sentences.ts'

export interface UnseenMonitorOptions {
  readonly names: KnownNames
}

/** Two names of one sentence that no unit has together. */
export interface UnseenPair {
  readonly one: NamedSpan
  readonly other: NamedSpan
  readonly expected: number
}

// Minimum number of units with each name. Chosen on half of the papers of SciFact and CovidQA (docs/thinking.md).
const MIN_UNITS = 3
// Minimum number of units that unrelated names would share: below it, sharing none says little. At .25, true sentences had seven times as many
// marks, and .53 of all marks were on wrong ones in place of .61 (half 0 of SciFact, `npm run measure unseen -- --half 0`).
const MIN_EXPECTED = 1
// Characters that two looks in a row share, as published.
const OVERLAP_CHARACTERS = 128

export function createUnseenMonitor(options: UnseenMonitorOptions): Monitor {
  return {
    name: 'unseen',
    async look(look) {
      return unseenVerdict(look, options)
    },
  }
}

/** Returns a monitor that says yes if either does; a doubt in words takes precedence. */
export function createJoinedMonitor(first: Monitor, second: Monitor): Monitor {
  return {
    name: `${first.name}+${second.name}`,
    async look(look, signal) {
      const verdict = await first.look(look, signal)
      return verdict.answer === 'yes' ? verdict : mostTelling(verdict, await second.look(look, signal))
    },
  }
}

function mostTelling(first: MonitorVerdict, second: MonitorVerdict): MonitorVerdict {
  return second.answer === 'yes' ? second : first
}

/** Returns the verdict. A pair belongs to the first look that sees both of its names. */
function unseenVerdict({ window, offset }: Look, options: UnseenMonitorOptions): MonitorVerdict {
  const seen = offset <= window.length ? 0 : OVERLAP_CHARACTERS
  let best: { readonly pair: UnseenPair; readonly start: number; readonly end: number } | null = null
  for (const { start, end } of readWindow(window).sentences)
    for (const pair of unseenPairs(window.slice(start, end), options))
      if (start + pair.other.end > seen && pair.expected >= (best?.pair.expected ?? 0))
        best = { pair, start, end }
  if (best === null) return { answer: 'no', reason: 'no pair of names is new to the corpus' }
  const { pair, start, end } = best
  const marks = [pair.one, pair.other].map((name) => ({
    rule: 'unseen-pair',
    start: start + name.start,
    end: start + name.end,
  }))
  const reason = `no unit has both ${pair.one.name} (${pair.one.units}) and ${pair.other.name} (${pair.other.units})`
  return { answer: 'yes', reason, marks, doubt: { start, end } }
}

/** Returns the pairs of one sentence, in reading order. */
export function unseenPairs(sentence: string, { names }: UnseenMonitorOptions): UnseenPair[] {
  const known = names.find(sentence).filter(({ units }) => units >= MIN_UNITS)
  return known.flatMap((one, at) =>
    known.slice(at + 1).flatMap((other): UnseenPair[] => {
      const { units, expected } = names.together(one, other)
      return units === 0 && expected >= MIN_EXPECTED ? [{ one, other, expected }] : []
    }),
  )
}
