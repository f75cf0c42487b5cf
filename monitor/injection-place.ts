/** Finds the place of a prepared injection in a stream: after the doubtful sentence if it is ready by then, else further on. */
import { type GrowingText, wholeText } from '../core/index.ts'
import { isInCode, UNSCANNED, wouldBeInCode } from './code-blocks.ts'
import { type CutPoint, cutPoint, wordCutPoint } from './cut-points.ts'
import type { DoubtPlace, StreamPlace } from './trace.ts'
import { recorded } from './turn-moves.ts'
import type { StateIn } from './turn-state.ts'

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
  const before = wholeText(written[delta.channel])
  const isCode = (kept: string) => wouldBeInCode(scans[delta.channel], kept)
  const point = cutPoint(before, piece, isCode)
  if (point !== null) return { point, waited: call.waited }
  const waited = call.waited + piece.length
  return { point: waited > settings.cutWithinCharacters ? wordCutPoint(before, piece, isCode) : null, waited }
}

/** Measures how far an injection is from its doubt. `whole`: channel up to the cut; `ofCall`: this call's part; `rest`: what follows. */
export function doubtPlace(
  whole: GrowingText,
  ofCall: GrowingText,
  at: StreamPlace,
  rest: string,
): DoubtPlace {
  const since = wholeText(ofCall).slice(at.offset)
  const text = wholeText(whole)
  const offset = text.length - since.length
  const isCode = (kept: string) => wouldBeInCode(UNSCANNED[at.channel], kept)
  const first = cutPoint(text.slice(0, offset), since + rest, isCode)
  const behind = since.slice(first?.at ?? since.length)
  // White space may have been output before it is known that the sentence has ended.
  return { offset, behind: behind.trim() === '' ? 0 : behind.length }
}
