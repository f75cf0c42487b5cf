/** Describes what an agent of ReThinker did, for the summary and the next agents (specs/rethinker.md 1 and 6). */
import { estimateTokens } from '../../models/index.ts'
import { withoutThoughts } from '../../monitor/index.ts'
import type { AgentRun, AgentSegment } from '../agent.ts'
import { extractAnswer } from './read-answer.ts'

/** Work of an agent, as plain data. */
export interface Trajectory {
  readonly path: string
  /** Last answer of this round. */
  readonly answer: string | null
  /** Text after the last code and the last inserted sentence; empty for an agent that wrote nothing. */
  readonly text: string
  readonly steps: number
  /** `none`: the agent finished without an answer. */
  readonly finish: 'answer' | 'none'
}

export function trajectoryOf(run: AgentRun, sentences: readonly string[]): Trajectory {
  const answer = extractAnswer(writtenBy(run.segments))
  const text = lastSegment(run.segments, sentences)
  return { path: run.path, answer, text, steps: run.steps, finish: answer === null ? 'none' : 'answer' }
}

/** Returns the model's own visible text: tags elsewhere are not its answer. */
export function writtenBy(segments: readonly AgentSegment[]): string {
  return withoutThoughts(
    segments.map(({ channel, by, text }) => (channel === 'text' && by === 'model' ? text : ' ')).join(''),
  )
}

/** Returns the text after the last code and the last of `sentences`, inserted to make an agent finish; evidence belongs to that text. */
function lastSegment(segments: readonly AgentSegment[], sentences: readonly string[]): string {
  const isEnd = ({ by, text }: AgentSegment) =>
    by === 'code' || (by === 'injection' && sentences.some((sentence) => text.includes(sentence)))
  const visible = segments.filter(({ channel }) => channel === 'text')
  const last = visible.slice(visible.findLastIndex(isEnd) + 1)
  return withoutThoughts(last.map(({ text }) => text).join('')).trim()
}

export interface RenderedTrajectory {
  readonly text: string
  /** Number of shortened tool results, and in `droppedTurns` of turns left out. */
  readonly cutResults: number
  readonly droppedTurns: number
}

/** Characters kept at each end of a shortened result (section 6). */
const RESULT_END = 1_000

/** Returns all visible text in order. Over `maxTokens`, results are shortened, oldest first, and then the oldest turns are left out. */
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
