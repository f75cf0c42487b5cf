/**
 * Drives a turn: yields the output of the state machine, performs its effects, and feeds their results
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
  /** Beginning of the turn, such as a published prefix; it is not part of the output. */
  readonly prefix?: Written
  readonly settings?: Partial<LoopSettings>
  readonly agent?: Partial<AgentSettings>
}

export interface CodeOutput {
  /** Text between `<execution_results>` and its end. */
  readonly result: string
  readonly searches: readonly CodeSearch[]
}

/** Runs a block of code. Code that searched nothing may return only its result. */
export type Execute = (code: string, signal: AbortSignal) => Promise<string | CodeOutput>

export interface ThinkPorts {
  readonly chat: ContinuingChat
  /** Ports of injections; null to inject nothing. */
  readonly assist: AssistPorts | null
  /** Runs code; null to treat `<code>` as text. */
  readonly execute: Execute | null
  readonly clock: Clock
}

// Lets others run after so many looks when much text arrives at once: counted rather than timed, so that a turn can be repeated.
// Chosen, not measured: a look takes under a millisecond if no model is asked.
const LOOKS_IN_A_ROW = 16

const NOTHING: Written = { reasoning: '', text: '' }

/**
 * Yields thoughts that end with one `finish`. Throws the chat's errors if no retry helped; earlier output
 * remains valid.
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
        await yieldToLooks()
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

/** Lets a monitor that answers at once report before the next text is output. */
async function yieldToLooks(): Promise<void> {
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

/** Runs a block of code. If the sandbox fails, the result tells the model, which can continue without it. */
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
