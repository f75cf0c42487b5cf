/** Interprets a gate record: the paper's state, the reason, and a person's override. */
import type { GateRecord, PaperState } from '../../corpus/index.ts'
import { judgeProse } from '../prose/index.ts'

const REASONS: Readonly<Record<string, string>> = {
  off_topic: 'it is closer to other fields than to the topic',
  near_negative: 'it is too close to what the topic excludes',
  not_prose: 'its text is not prose',
  unreadable: 'its text cannot be read',
  no_text: 'it has neither a title nor text to evaluate',
  duplicate: 'it is another file of a paper that is kept',
}

const KEYWORDS_SHOWN = 4

/** Distance to the cut-off where the other decision would be no surprise. `npm run measure gate` prints how many wrong ones are in it. */
const CLOSE_MARGIN = 0.06

/** Returns whether a person should look at the decision: it is near the cut-off because of the topic, and has not been overridden. */
export function isClose({ policy, score, cutoff, reason, overruled }: Decision): boolean {
  if (policy === 'none' || overruled !== null || !['', 'off_topic', 'near_negative'].includes(reason))
    return false
  return Math.abs(score - cutoff) <= CLOSE_MARGIN
}

/** Sorts lists: close calls first, beginning with the closest; then the others, lowest score first. */
export function byInterest(a: ListedDecision, b: ListedDecision): number {
  if (a.isClose !== b.isClose) return a.isClose ? -1 : 1
  const distance = ({ score, cutoff }: ListedDecision) => Math.abs(score - cutoff)
  return a.isClose ? distance(a) - distance(b) : a.score - b.score
}

type ListedDecision = Pick<GateRecord, 'score' | 'cutoff'> & { readonly isClose: boolean }
type Decision = Pick<GateRecord, 'policy' | 'score' | 'cutoff' | 'reason' | 'overruled'>

/** Returns whether the paper is kept: a person's decision overrides the policy's. */
export function isKept(record: Pick<GateRecord, 'keep' | 'overruled'>): boolean {
  return record.overruled === null ? record.keep : record.overruled === 'keep'
}

/** Returns the state that the record gives its paper. A paper that a person dropped against the policy is `dropped:by_hand`. */
export function stateOf(record: GateRecord): PaperState {
  if (isKept(record)) return 'kept'
  return `dropped:${record.keep ? 'by_hand' : record.reason}`
}

/** Returns the category of Table A1 that the paper is nearest to; empty if the topic has none. */
export function categoryOf(record: GateRecord): string {
  return record.nearest.find((keyword) => keyword.category !== '')?.category ?? ''
}

/** Returns lines for people: verdict, scores, nearest keywords, and any override. */
export function explainGate(record: GateRecord): string[] {
  const prose = proseLines(record)
  if (record.policy === 'none') {
    const verdict = record.keep
      ? 'Kept: no topic is set.'
      : `Drop: ${REASONS[record.reason] ?? record.reason}.`
    return withOverrule([verdict, ...prose], record)
  }
  const why = record.keep ? '' : `: ${REASONS[record.reason] ?? record.reason}`
  const lines = [
    `${record.keep ? 'Keep' : 'Drop'} for topic ${record.topic}${why}.`,
    ...prose,
    `Policy ${record.policy}: score ${signed(record.score)}, kept above ${signed(record.cutoff)} ` +
      `(${sidesOf(record)}; embedder ${record.embedder}).`,
  ]
  for (const [label, set] of [
    ['Nearest of the topic', 'positive'],
    ['Nearest excluded', 'negative'],
    ['Nearest other fields', 'other'],
  ] as const) {
    const near = record.nearest.filter((keyword) => keyword.set === set).slice(0, KEYWORDS_SHOWN)
    if (near.length === 0) continue
    lines.push(
      `${label}: ${near.map(({ keyword, cosine }) => `${keyword} ${cosine.toFixed(2)}`).join(', ')}.`,
    )
  }
  if (isClose(record)) lines.push('A close call: look at it yourself.')
  const category = categoryOf(record)
  if (category !== '') lines.push(`Category: ${category}.`)
  return withOverrule(lines, record)
}

/** Returns the measurements of the text, after the sentence with the deciding figure if the text was refused because of it. */
function proseLines({ prose, reason }: GateRecord): string[] {
  if (prose === undefined) return []
  const { words, inSentences, language, likeness, broken } = prose
  const refusal = judgeProse(prose)
  return [
    ...(refusal?.reason === reason ? [refusal.why] : []),
    `Text: ${words} words, ${percent(inSentences)} in sentences, ${percent(broken)} broken; most like ${language || 'no language'} (${likeness.toFixed(2)}).`,
  ]
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`
}

function withOverrule(lines: readonly string[], { overruled }: GateRecord): string[] {
  return overruled === null ? [...lines] : [...lines, `Overridden by hand: ${overruled}.`]
}

function sidesOf({ policy, positive, negative }: GateRecord): string {
  const sides = policy === 'contrast' ? ['topic', 'other fields'] : ['positive', 'negative']
  return `${sides[0]} ${positive.toFixed(3)}, ${sides[1]} ${negative.toFixed(3)}`
}

function signed(value: number): string {
  return `${value < 0 ? '−' : ''}${Math.abs(value).toFixed(3)}`
}
