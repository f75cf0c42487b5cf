/**
 * The driver of a turn: yields what the state machine puts out, performs its effects, and feeds their results
 * back as events. The same stream, answers and clock give the same thoughts and the same trace.
 */
import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../core/index.ts'
import type { ChatRequest, ContinuingChat, Written } from '../models/index.ts'
import { type AgentSettings, DEFAULT_AGENT } from './agent.ts'
import { type AssistPorts, failureOf } from './assist.ts'
import { type ModelCall, openModelCall } from './model-call.ts'
import { DEFAULT_LOOP, type LoopSettings } from './settings.ts'
import type { CodeSearch, TraceEvent } from './trace.ts'
import { openCall } from './turn-moves.ts'
import type { Effect, EffectResult, LookReport, Thought } from './turn-state.ts'
import { firstState, type TurnPlan } from './turn-state.ts'
import { step } from './turn-step.ts'

export interface Task {
  readonly request: ChatRequest
  /** What the turn begins with, such as a published prefix; it is not given out. */
  readonly prefix?: Written
  readonly settings?: Partial<LoopSettings>
  readonly agent?: Partial<AgentSettings>
}

/** What a block of code came to. */
export interface CodeOutput {
  /** What goes between `<execution_results>` and its end. */
  readonly result: string
  readonly searches: readonly CodeSearch[]
}

/** Runs a block of code; of code that searched nothing, its result is enough. */
export type Execute = (code: string, signal: AbortSignal) => Promise<string | CodeOutput>

export interface ThinkPorts {
  readonly chat: ContinuingChat
  /** Null: nothing is injected. */
  readonly assist: AssistPorts | null
  /** Null: `<code>` is text. */
  readonly execute: Execute | null
  readonly clock: Clock
}

// Much text may be here at once, and then everybody else has their turn in between: counted and not timed, so that a turn can be repeated.
// Chosen, not measured: a look takes under a millisecond where no model is asked.
const LOOKS_IN_A_ROW = 16

const NOTHING: Written = { reasoning: '', text: '' }

/**
 * Ends with one `finish`. Throws what the chat throws where no retry helped; what was given out by then
 * remains.
 */
export async function* think(task: Task, ports: ThinkPorts, signal: AbortSignal): AsyncGenerator<Thought> {
  const { clock, chat, assist } = ports
  const startedMs = clock.nowMs()
  const atMs = () => clock.nowMs() - startedMs
  const reports: LookReport[] = []
  let turn = openCall(firstState(planOf(task, ports), task.prefix ?? NOTHING))
  let call: ModelCall | null = null
  let looks = 0
  const callOptions = {
    chat,
    assist,
    signal,
    state: () => turn.state,
    stamped: (event: TraceEvent) => ({ ...event, atMs: atMs() }),
    report: (report: LookReport) => void reports.push(report),
  }
  try {
    for (;;) {
      for (const thought of turn.output) {
        await letLooksRun()
        yield thought
      }
      const { state, effect } = turn
      if (effect.type === 'finish') return
      if (effect.type === 'fail') throw effect.error
      if (effect.type === 'open') call = openModelCall(effect, callOptions)
      const result = await perform(effect, call, ports.execute, signal)
      await Promise.resolve()
      if (effect.type === 'look' && ++looks % LOOKS_IN_A_ROW === 0) await setImmediate()
      turn = step(state, { ...result, atMs: atMs(), ability: chat.known(), reports: reports.splice(0) })
    }
  } finally {
    await call?.leave()
  }
}

function planOf({ request, settings, agent }: Task, { assist, execute }: ThinkPorts): TurnPlan {
  const needsLogprobs = assist?.monitor.needsLogprobs === true
  return {
    request: needsLogprobs ? { topLogprobs: 1, ...request } : request,
    settings: { ...DEFAULT_LOOP, ...settings },
    agent: { ...DEFAULT_AGENT, ...agent },
    isMonitored: assist !== null,
    runsCode: execute !== null,
  }
}

/** So that a monitor which answers at once is heard before the next text is given out. */
async function letLooksRun(): Promise<void> {
  await Promise.resolve()
}

async function perform(
  effect: Effect,
  call: ModelCall | null,
  execute: Execute | null,
  signal: AbortSignal,
): Promise<EffectResult> {
  if (effect.type === 'run') return await runCode(effect.code, execute, signal)
  if (call === null) throw new Error(`No stream is open for the effect "${effect.type}".`)
  if (effect.type === 'read') return await call.read()
  if (effect.type === 'close') return await call.close()
  if (effect.type === 'look') call.look(effect)
  if (effect.type === 'settle') await call.settle(effect.ms)
  return { type: 'proceed' }
}

/** Runs a block of code. Where the sandbox fails, the result says so to the model, which can continue without it. */
async function runCode(code: string, execute: Execute | null, signal: AbortSignal): Promise<EffectResult> {
  const nothing = { searches: [], failure: null }
  if (code.trim() === '') return { type: 'ran', result: 'error: the code block is empty', ...nothing }
  try {
    const output = (await execute?.(code, signal)) ?? ''
    return { type: 'ran', ...nothing, ...(typeof output === 'string' ? { result: output } : output) }
  } catch (error) {
    signal.throwIfAborted()
    const failure = failureOf(error)
    return { type: 'ran', result: `error: ${failure.message}`, searches: [], failure }
  }
}
