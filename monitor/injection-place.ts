/** Finds the place of a prepared injection in a stream: after the doubtful sentence if it is ready by then, else further on. */
import { isAnswered } from './agent.ts'
import type { PreparedInjection } from './assist.ts'
import { isInCode, UNSCANNED, wouldBeInCode } from './code-blocks.ts'
import { type CutPoint, cutPoint, wordCutPoint } from './cut-points.ts'
import type { DoubtPlace } from './trace.ts'
import { recorded } from './turn-moves.ts'
import type { InjectionCut, StateIn } from './turn-state.ts'

type State = StateIn<'pieces'>

/** Drops an injection for another channel: one for the reasoning is useless once the answer has begun. */
export function withoutMisplaced(state: State): State {
  const { phase, scans } = state
  const { prepared } = phase.call
  if (
    prepared === null ||
    isInCode(scans[phase.delta.channel]) ||
    prepared.at.channel === phase.delta.channel
  )
    return state
  const unused = recorded(state, { kind: 'unused', at: prepared.at, reason: 'late' })
  return { ...unused, phase: { ...phase, call: { ...phase.call, prepared: null } } }
}

/** Returns the place of the injection in the piece: after a sentence, or between two words if no sentence ends for long. */
export function placeIn(
  { plan: { settings }, phase: { call, delta }, written, scans }: State,
  piece: string,
): { readonly point: CutPoint | null; readonly waited: number } {
  const before = written[delta.channel]
  const isCode = (kept: string) => wouldBeInCode(scans[delta.channel], kept)
  const point = cutPoint(before, piece, isCode)
  if (point !== null) return { point, waited: call.waited }
  const waited = call.waited + piece.length
  return { point: waited > settings.cutWithinCharacters ? wordCutPoint(before, piece, isCode) : null, waited }
}

/** Returns a cut after the model's last word for an injection that is ready when the model stops without an answer. */
export function lastInjection(state: StateIn<'reading'>): InjectionCut | null {
  const { plan, scans, said, isForced, phase } = state
  const { prepared: injection, reason } = phase.call
  const { agent, settings } = plan
  const isOver = isForced || ((agent.answerTag !== null || agent.nudging) && isAnswered(said, agent))
  if (injection === null || settings.hold === 'never' || reason !== 'stop' || isOver) return null
  const { channel } = injection.at
  if (channel !== 'text' || isInCode(scans.text)) return null
  const point = { at: 0, kind: 'sentence' } as const
  const doubt = doubtPlace(state.written.text, phase.call.channels.text.text, injection, '')
  return { how: 'injection', injection, point, channel, doubt, discarded: '' }
}

/** Measures how far an injection is from its doubt. `whole`: channel up to the cut; `ofCall`: this call's part; `rest`: what follows. */
export function doubtPlace(
  whole: string,
  ofCall: string,
  { at }: PreparedInjection,
  rest: string,
): DoubtPlace {
  const since = ofCall.slice(at.offset)
  const offset = whole.length - since.length
  const isCode = (kept: string) => wouldBeInCode(UNSCANNED[at.channel], kept)
  const first = cutPoint(whole.slice(0, offset), since + rest, isCode)
  const behind = since.slice(first?.at ?? since.length)
  // White space may have been output before it is known that the sentence has ended.
  return { offset, behind: behind.trim() === '' ? 0 : behind.length }
}
