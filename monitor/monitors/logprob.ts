/**
 * A monitor by log probabilities: triggers on a content word with a token of low probability, as in FLARE
 * (Jiang et al. 2023, section 3.2). It uses no tokens, but needs a server that sends log probabilities.
 * Experimental: thresholds chosen, not measured. With a small model low probability does not reveal a wrong answer: the area
 * under the ROC is .53 (docs/thinking.md).
 */
import { GlossError, GRAMMAR_WORDS, type SentenceSpan, sentences } from '../../core/index.ts'
import type { Look, Mark, Monitor, MonitorVerdict } from '../ports.ts'

/**
 * Probability below which a token is in doubt. FLARE tries .4 to .8 for single sentences of greedy text; a look sees three
 * or four, sampled at .5 or more, hence the lower end. Chosen, not measured.
 */
const MIN_PROBABILITY = 0.4
/** Characters that two looks in a row share. */
const OVERLAP_CHARACTERS = 128
const WORD = /[\p{L}\p{N}]+(?:['’_-][\p{L}\p{N}]+)*/gu

/** Creates the monitor. Each look throws `LOGPROBS_MISSING` if the server sends none. */
export function createLogprobMonitor(): Monitor {
  return {
    name: 'logprob',
    needsLogprobs: true,
    async look(look) {
      return logprobVerdict(look)
    },
  }
}

function logprobVerdict(look: Look): MonitorVerdict {
  if (look.logprobs.length === 0)
    throw new GlossError('LOGPROBS_MISSING', 'The model server sent no log probabilities with its text.')
  const { window, offset } = look
  const seen = offset <= window.length ? 0 : OVERLAP_CHARACTERS
  const unsure = contentWords(look).filter(
    ({ end, probability }) => end > seen && probability < MIN_PROBABILITY,
  )
  const least = unsure.reduce<(typeof unsure)[number] | null>(
    (worst, word) => (worst === null || word.probability < worst.probability ? word : worst),
    null,
  )
  if (least === null) return { answer: 'no', reason: `no word below ${MIN_PROBABILITY}` }
  const doubt = sentences(window).find(({ start, end }) => start <= least.start && end >= least.end)
  const marks: Mark[] = unsure.map(({ start, end }) => ({ rule: 'low-probability', start, end }))
  const reason = `"${window.slice(least.start, least.end)}" at ${least.probability.toFixed(2)}`
  return { answer: 'yes', reason, marks, ...(doubt === undefined ? {} : { doubt }) }
}

/** Returns the content words of a window, each with the probability of its least sure token. */
export function contentWords(look: Pick<Look, 'window' | 'logprobs'>): TokenInText[] {
  const tokens = placedTokens(look)
  return [...look.window.matchAll(WORD)]
    .filter(([word]) => !GRAMMAR_WORDS.has(word.toLowerCase()))
    .map(({ 0: word, index }) => ({ start: index, end: index + word.length }))
    .map((word) => ({ ...word, probability: minProbabilityWithin(tokens, word) }))
}

interface TokenInText extends SentenceSpan {
  readonly probability: number
}

/** Returns tokens with offsets. The last one ends at the window's end; the first may begin before the window. */
function placedTokens({ window, logprobs }: Pick<Look, 'window' | 'logprobs'>): TokenInText[] {
  const placed: TokenInText[] = []
  let end = window.length
  for (const { token, logprob } of logprobs.toReversed()) {
    placed.push({ start: end - token.length, end, probability: Math.exp(Math.min(0, logprob)) })
    end -= token.length
  }
  return placed
}

/** Returns the probability of a word's least sure token; 1 if no token spells it. */
function minProbabilityWithin(tokens: readonly TokenInText[], { start, end }: SentenceSpan): number {
  let least = 1
  for (const token of tokens)
    if (token.start < end && token.end > start) least = Math.min(least, token.probability)
  return least
}
