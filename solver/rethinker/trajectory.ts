/** What an agent of ReThinker did, as the summary and the next agents are given it (specs/rethinker.md 1 and 6). */
import { estimateTokens } from '../../models/index.ts'
import { withoutThoughts } from '../../monitor/index.ts'
import type { AgentRun, AgentSegment } from '../agent.ts'
import { extractAnswer } from './read-answer.ts'

/** Plain data. */
export interface Trajectory {
  readonly path: string
  /** Of the last text with one, in this round. */
  readonly answer: string | null
  /** What was written after the last code and the last sentence that was put in; empty for an agent that wrote nothing. */
  readonly text: string
  readonly steps: number
  /** `none`: the agent came to its end without an answer. */
  readonly finish: 'answer' | 'none'
}

export function trajectoryOf(run: AgentRun, sentences: readonly string[]): Trajectory {
  const answer = extractAnswer(writtenBy(run.segments))
  const text = lastSegment(run.segments, sentences)
  return { path: run.path, answer, text, steps: run.steps, finish: answer === null ? 'none' : 'answer' }
}

/** Returns the model's own visible words: tags in anything else are not its answer. */
export function writtenBy(segments: readonly AgentSegment[]): string {
  return withoutThoughts(
    segments.map(({ channel, by, text }) => (channel === 'text' && by === 'model' ? text : ' ')).join(''),
  )
}

/** `sentences`: that are put in to make an agent finish; evidence that was put in belongs to the text around it. */
function lastSegment(segments: readonly AgentSegment[], sentences: readonly string[]): string {
  const isEnd = ({ by, text }: AgentSegment) =>
    by === 'code' || (by === 'injection' && sentences.some((sentence) => text.includes(sentence)))
  const visible = segments.filter(({ channel }) => channel === 'text')
  const last = visible.slice(visible.findLastIndex(isEnd) + 1)
  return withoutThoughts(last.map(({ text }) => text).join('')).trim()
}

export interface RenderedTrajectory {
  readonly text: string
  /** Tool results that were shortened, and turns that were left out. */
  readonly cutResults: number
  readonly droppedTurns: number
}

/** Characters that stay of each end of a result that is cut (section 6). */
const RESULT_END = 1_000

/** All that is visible, in its order. Over `maxTokens`, results are cut to their ends, the oldest first, and then the oldest turns are left out. */
export function renderTrajectory(segments: readonly AgentSegment[], maxTokens: number): RenderedTrajectory {
  const turns = segments
    .filter(({ channel }) => channel === 'text')
    .map(({ by, text }) => ({ by, text: by === 'model' ? withoutThoughts(text) : text }))
  let tokens = turns.reduce((sum, { text }) => sum + estimateTokens(text), 0)
  let cutResults = 0
  for (const turn of turns) {
    if (tokens <= maxTokens) break
    if (turn.by !== 'code' || turn.text.length <= 2 * RESULT_END) continue
    const before = estimateTokens(turn.text)
    turn.text = `${turn.text.slice(0, RESULT_END)} … ${turn.text.slice(-RESULT_END)}`
    tokens += estimateTokens(turn.text) - before
    cutResults++
  }
  let droppedTurns = 0
  while (tokens > maxTokens && turns.length > 1) {
    tokens -= estimateTokens(turns.shift()?.text ?? '')
    droppedTurns++
  }
  return { text: turns.map(({ text }) => text).join(''), cutResults, droppedTurns }
}
