/** Runs an agent: one conversation in the loop of monitor/, with its tools, recorded in the order in which it happened. */
import { defined } from '../core/index.ts'
import type { ChatMessage, ChatRequest, ContinuationAbility, FinishReason, Written } from '../models/index.ts'
import {
  type AgentSettings,
  type Channel,
  type LoopSettings,
  type PromptIdentity,
  type Task,
  type ThinkPorts,
  type Thought,
  type TimedTraceEvent,
  think,
} from '../monitor/index.ts'
import { withSearches } from './code-searches.ts'
import { type Certainty, createConfidenceTap } from './confidence.ts'
import { journaledChat, journaledFind, journaledFunctions, journaledHelper } from './journaled.ts'
import type { JournaledAsker } from './journaled-asker.ts'
import type { AgentTools, CodeRunning, CorpusSearch, Monitoring, RunPorts } from './ports.ts'

export interface AgentSpec {
  /** Role whose model it uses, in the configuration. */
  readonly role: string
  readonly messages: readonly ChatMessage[]
  /** Prompts that its messages and its prefix were made from. */
  readonly prompts?: readonly PromptIdentity[]
  /** Returns the beginning of its turn, which depends on whether its model can continue thoughts. */
  readonly prefix?: (continuesReasoning: boolean) => Written
  readonly temperature?: number
  /** Token limit of the whole turn. */
  readonly maxTokens?: number
  readonly seed?: number
  readonly topP?: number
  /** Requests log probabilities. */
  readonly asksLogprobs?: true
  readonly code?: CodeRunning
  /** Null: code that it writes is only text. */
  readonly tools: AgentTools | null
  /** How its code searches the corpus, if its tools allow that. */
  readonly search: CorpusSearch
  /** Null: nothing is injected into its stream. */
  readonly monitoring: Monitoring | null
  readonly agent?: Partial<AgentSettings>
  readonly loop?: Partial<LoopSettings>
}

export interface AgentSegment {
  readonly channel: Channel
  readonly by: 'model' | 'injection' | 'code'
  readonly text: string
}

/** Record of an agent, as plain data. */
export interface AgentRun {
  readonly path: string
  readonly role: string
  /** Segments in the order of the text; neighbours differ in channel or author. */
  readonly segments: readonly AgentSegment[]
  readonly trace: readonly TimedTraceEvent[]
  readonly finish: FinishReason
  readonly steps: number
  /** Whether the text has the requested tag; null if none was requested. */
  readonly hasAnswer: boolean | null
  /** Certainty of its last text; null if the server sent no log probabilities, absent if none were requested. */
  readonly confidence?: Certainty | null
}

/** Returns the visible text of an agent, including injections. */
export function visibleText({ segments }: AgentRun): string {
  return segments.flatMap(({ channel, text }) => (channel === 'text' ? [text] : [])).join('')
}

/** Runs an agent. If it finished before the run was resumed, its record is returned, and its thoughts are not reported again. */
export async function runAgent(spec: AgentSpec, place: AgentPlace): Promise<AgentRun> {
  const { scope, ports } = place
  const { role, agent = {}, loop = {}, tools, search, monitoring, code } = spec
  const tap = spec.asksLogprobs === true ? createConfidenceTap() : null
  const parts = loopPorts(spec, ports, scope)
  const heard = tap === null ? parts : { ...parts, chat: tap.hearing(parts.chat) }
  const prefix = spec.prefix?.(place.ability.continuesReasoning)
  const task = {
    request: requestOf(spec),
    ...(prefix === undefined ? {} : { prefix }),
    agent,
    // As published, the end of a stream is no look.
    settings: { ...ports.loop, ...loop, hold: 'look' as const, holdMs: null, hasLastLook: false },
  }
  const running = code === undefined ? {} : { code }
  // Part of the journal's key, in which this setting keeps its first name.
  const asked = { ...task, settings: { ...ports.loop, ...loop, holdsStream: true } }
  return await scope.once(AGENT_KIND, { role, tools, search, monitoring, ...running, ...asked }, async () => {
    const run = await written(task, heard, place, role)
    return tap === null ? run : { ...run, confidence: tap.of(run.segments) }
  })
}

/** Kind of the journal entries of whole agents. */
export const AGENT_KIND = 'agent'

async function written(
  task: Task,
  parts: ThinkPorts,
  { scope, signal, onThought }: AgentPlace,
  role: string,
): Promise<AgentRun> {
  const record = createRecord()
  for await (const thought of think(task, parts, signal)) {
    record.add(thought)
    onThought(thought)
  }
  return { path: scope.path, role, ...record.taken() }
}

export interface AgentPlace {
  readonly ability: ContinuationAbility
  readonly ports: RunPorts
  readonly scope: JournaledAsker
  readonly signal: AbortSignal
  readonly onThought: (thought: Thought) => void
}

function requestOf({ messages, temperature, maxTokens, seed, topP, asksLogprobs }: AgentSpec): ChatRequest {
  const extraBody = defined({ seed, top_p: topP })
  return {
    messages,
    ...defined({ temperature, maxTokens }),
    ...(Object.keys(extraBody).length === 0 ? {} : { extraBody }),
    ...(asksLogprobs === true ? { topLogprobs: 1 } : {}),
  }
}

function loopPorts(
  { role, tools, search, monitoring, code: running }: AgentSpec,
  ports: RunPorts,
  scope: JournaledAsker,
) {
  const { clock } = ports
  const find = journaledFind(ports.find, scope)
  const helper = (name: string) => journaledHelper(ports.helper(name, scope.ledger, scope.path), name, scope)
  const functions =
    tools === null ? {} : journaledFunctions(ports.functions(tools, { search, ledger: scope.ledger }), scope)
  const run = (code: string, signal: AbortSignal) =>
    withSearches(functions, (recorded) => ports.execute(code, recorded, signal, running))
  return {
    chat: journaledChat(ports.chat(role, scope.ledger, scope.path), scope),
    assist: monitoring === null ? null : ports.inquiry({ helper, find }, monitoring),
    execute:
      tools === null
        ? null
        : (code: string, signal: AbortSignal) => scope.once('code', { code }, () => run(code, signal)),
    clock,
  }
}

function createRecord() {
  const segments: AgentSegment[] = []
  const trace: TimedTraceEvent[] = []
  let finish: FinishReason = 'other'

  function addText({ channel, by, text }: AgentSegment): void {
    const last = segments.at(-1)
    if (last?.channel === channel && last.by === by)
      segments[segments.length - 1] = { ...last, text: last.text + text }
    else segments.push({ channel, by, text })
  }

  return {
    add(thought: Thought): void {
      if (thought.type === 'text') addText(thought)
      if (thought.type === 'trace') trace.push(thought.event)
      if (thought.type === 'finish') finish = thought.reason
    },
    taken() {
      const end = trace.findLast((event) => event.kind === 'end')
      return { segments, trace, finish, steps: end?.steps ?? 1, hasAnswer: end?.hasAnswer ?? null }
    },
  }
}
