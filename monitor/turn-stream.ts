/** Handles one stream call in the state machine: its beginning, its events, and where looks are due and the stream is cut. */
import { grown, NO_TEXT, wholeText } from '../core/index.ts'
import type { ChatEvent, TokenLogprob } from '../models/index.ts'
import { type CodeBlock, type CodeScan, isInCode, scanCode, scanPastBlocks } from './code-blocks.ts'
import { doubtPlace, placeIn, withoutMisplaced } from './injection-place.ts'
import type { Channel, Look } from './ports.ts'
import type { SkipReason, StreamPlace } from './trace.ts'
import { appended, isContinuable, proceed, recorded, seamAfter, traceOf } from './turn-moves.ts'
import type {
  CallState,
  ChannelState,
  Effect,
  EffectResult,
  StateIn,
  StreamCut,
  Thought,
  Transition,
  TurnState,
} from './turn-state.ts'
import { lastTokens, type StreamPiece, scheduleLooks } from './window-schedule.ts'

type State = StateIn<'pieces'>

export function startReading(state: StateIn<'opening'>): Transition {
  const { plan, written, ability } = state
  const isNew = wholeText(written.text) === '' && wholeText(written.reasoning) === ''
  const rung = isNew ? null : (ability?.rung ?? null)
  const traced = recorded(state, { kind: 'call', step: state.step, call: state.call, rung })
  const channel = { text: NO_TEXT, recent: '', untilLook: plan.settings.windowCharacters, logprobs: [] }
  const call: CallState = {
    method: rung,
    channels: { reasoning: channel, text: channel },
    logprobs: [],
    prepared: null,
    waited: 0,
    doubt: 'none',
    isPatient: true,
    reason: 'other',
  }
  return {
    state: { ...traced, phase: { name: 'reading', call }, trace: [] },
    output: traceOf(traced),
    effect: { type: 'read' },
  }
}

export function receive(
  state: StateIn<'reading'>,
  { event }: Extract<EffectResult, { readonly type: 'received' }>,
): Transition {
  if (event.type === 'text' || event.type === 'reasoning') return receiveDelta(state, event.type, event.text)
  if (event.type === 'method') return methodTaken(state, event)
  const call = { ...state.phase.call, ...noticed(event) }
  const output: Thought[] = event.type === 'tool-call' ? [event] : []
  return proceed(state, { name: 'heard', call }, output)
}

function methodTaken(
  state: StateIn<'reading'>,
  { method, refusal }: Extract<ChatEvent, { readonly type: 'method' }>,
): Transition {
  const { step, call, phase } = state
  const refused =
    refusal === null
      ? state
      : recorded(state, {
          kind: 'failure',
          stage: 'continuation',
          what: refusal.code,
          message: refusal.message,
        })
  const event = { kind: 'call', step, call, rung: method, instead: phase.call.method } as const
  return proceed(recorded(refused, event), { name: 'heard', call: { ...phase.call, method } })
}

/** Returns what the call must remember of an event without text. */
function noticed(event: ChatEvent): Partial<CallState> {
  if (event.type === 'logprobs') return { logprobs: event.tokens }
  return event.type === 'finish' ? { reason: event.reason } : {}
}

function receiveDelta(state: StateIn<'reading'>, channel: Channel, text: string): Transition {
  const { settings, isMonitored } = state.plan
  const { channels, logprobs } = state.phase.call
  const before = channels[channel]
  const { pieces, untilLook } = scheduleLooks(text, before.untilLook, settings.strideCharacters)
  const after: ChannelState = {
    ...before,
    untilLook,
    logprobs: isMonitored ? joined(before.logprobs, logprobs, settings.windowCharacters) : [],
  }
  const call = { ...state.phase.call, channels: { ...channels, [channel]: after }, logprobs: [] }
  const delta = { channel, pieces, isLong: text.length >= settings.strideCharacters, due: null }
  return nextPiece({ ...state, phase: { name: 'pieces', call, delta } })
}

function joined(
  before: readonly TokenLogprob[],
  added: readonly TokenLogprob[],
  characters: number,
): readonly TokenLogprob[] {
  return added.length === 0 ? before : lastTokens([...before, ...added], characters)
}

/** Takes the look that is due, then the next piece. */
export function nextPiece(state: State): Transition {
  const { phase } = state
  const { delta } = phase
  if (delta.due === 'look') return look(state)
  if (mustSettle(state)) {
    const { call } = phase
    const { settings } = state.plan
    const waited = call.doubt === 'open' ? { ...call, doubt: 'waited' as const } : call
    return {
      state: { ...state, phase: { ...phase, call: waited, delta: { ...delta, due: null } } },
      output: [],
      effect: { type: 'settle', ms: settings.hold === 'never' ? null : settings.holdMs },
    }
  }
  const [piece, ...pieces] = delta.pieces
  if (piece !== undefined) return readPiece(state, piece, pieces)
  return proceed(state, { name: 'heard', call: phase.call })
}

/** Reads on in a separate phase, so that a look that is answered at once is traced with the text that it was taken at. */
export function readOn(state: StateIn<'heard'>): Transition {
  return {
    state: { ...state, phase: { name: 'reading', call: state.phase.call }, trace: [] },
    output: traceOf(state),
    effect: { type: 'read' },
  }
}

/** Returns whether to wait for the look: one within a long delta is waited for, as if the rest had arrived later. */
function mustSettle({ plan: { settings }, phase: { call, delta } }: State): boolean {
  if (settings.hold === 'doubt' && call.doubt === 'open') return true
  const isBulk = delta.isLong && delta.pieces.length > 0 && call.isPatient
  return delta.due === 'settling' && (settings.hold === 'look' || isBulk)
}

function look(state: State): Transition {
  const { plan, phase } = state
  const { channel } = phase.delta
  const taken: State = { ...state, phase: { ...phase, delta: { ...phase.delta, due: 'settling' } } }
  if (!plan.isMonitored || state.injections >= plan.settings.maxInjections || !isContinuable(state))
    return nextPiece(taken)
  const effect = lookEffect(state, channel, { window: phase.call.channels[channel].recent })
  const reason = whySkipped(state)
  if (reason !== null) return nextPiece(recorded(taken, { kind: 'skip', at: effect.at, reason }))
  return { state: taken, output: [], effect }
}

/** Returns a look at the end of the call's text so far. */
export function lookEffect(
  { step, call, plan, phase }: StateIn<'pieces' | 'ending'>,
  channel: Channel,
  seen: Pick<Look, 'window' | 'isLast'>,
): Extract<Effect, { readonly type: 'look' }> {
  const { text, logprobs } = phase.call.channels[channel]
  const question = plan.request.messages.findLast(({ role }) => role === 'user')?.content ?? ''
  const tokens = lastTokens(logprobs, seen.window.length)
  const at: StreamPlace = { step, call, channel, offset: wholeText(text).length }
  return { type: 'look', look: { ...seen, offset: at.offset, channel, question, logprobs: tokens }, at }
}

function whySkipped({ ability, scans, phase: { call, delta } }: State): SkipReason | null {
  if (delta.channel === 'reasoning' && ability?.continuesReasoning !== true) return 'thoughts'
  if (isInCode(scans[delta.channel])) return 'open_code'
  return call.prepared === null ? null : 'pending'
}

/** Outputs the piece, up to where the stream is cut. */
function readPiece(before: State, piece: StreamPiece, pieces: readonly StreamPiece[]): Transition {
  const state = withoutMisplaced(before)
  const { call, delta } = state.phase
  const { channel } = delta
  const injection = isInCode(state.scans[channel]) ? null : call.prepared
  const { point, waited } =
    injection === null ? { point: null, waited: call.waited } : placeIn(state, piece.text)
  const upTo = point === null ? piece.text : piece.text.slice(0, point.at)
  const { scan, block } = scanned(state, channel, upTo)
  const kept = block === null ? upTo : upTo.slice(0, block.end)
  const said = spokenIn({ ...state, scans: { ...state.scans, [channel]: scan } }, channel, kept)
  const heard = { ...withText(call, channel, kept, state.plan.settings.windowCharacters), waited }
  const discarded = () => piece.text.slice(kept.length) + pieces.map(({ text }) => text).join('')
  if (block !== null)
    return cutStream(said, heard, { how: 'code', channel, code: block.code, discarded: discarded() })
  if (injection !== null && point !== null) {
    const doubt = doubtPlace(
      said.state.written[channel],
      heard.channels[channel].text,
      injection.at,
      discarded(),
    )
    const cut = { how: 'injection', injection, point, channel, doubt, discarded: discarded() } as const
    return cutStream(said, heard, cut)
  }
  const next = { ...delta, pieces, due: piece.isLook ? ('look' as const) : null }
  return proceed(said.state, { name: 'pieces', call: heard, delta: next }, said.output)
}

interface SpokenPiece {
  readonly state: TurnState
  readonly output: readonly Thought[]
}

function cutStream({ state, output }: SpokenPiece, call: CallState, cut: StreamCut): Transition {
  return { state: { ...state, phase: { name: 'cutting', call, cut } }, output, effect: { type: 'close' } }
}

function scanned(
  { scans, plan, isForced }: State,
  channel: Channel,
  text: string,
): { readonly scan: CodeScan; readonly block: CodeBlock | null } {
  const runsCode = plan.runsCode && !(isForced && plan.agent.nudging !== undefined)
  return runsCode
    ? scanCode(scans[channel], text)
    : { scan: scanPastBlocks(scans[channel], text), block: null }
}

function withText(call: CallState, channel: Channel, added: string, windowCharacters: number): CallState {
  const before = call.channels[channel]
  const recent = (before.recent + added).slice(-windowCharacters)
  const after = { ...before, text: grown(before.text, added), recent }
  return { ...call, channels: { ...call.channels, [channel]: after } }
}

/** Adds the space that the model omits after an injection. */
function spokenIn(state: TurnState, channel: Channel, text: string): SpokenPiece {
  if (text === '') return { state, output: [] }
  const seam = state.isAtSeam ? seamAfter(wholeText(state.written[channel]), text) : ''
  const spaced = seam === '' ? null : appended(state, channel, seam, 'injection')
  const { state: next, thought } = appended(spaced?.state ?? state, channel, text, 'model')
  return {
    state: { ...next, isAtSeam: false, isComplete: false },
    output: spaced === null ? [thought] : [spaced.thought, thought],
  }
}
