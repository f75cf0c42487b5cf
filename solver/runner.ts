/** Runs the agents, single questions and parallel work of a pattern. All requests are journalled, counted and charged to the budget. */
import type { Clock } from '../core/index.ts'
import {
  type ChatAnswer,
  type ChatRequest,
  type ContinuationAbility,
  estimateTokens,
  type PriceTable,
} from '../models/index.ts'
import { createWatchTally, type PromptIdentity, type Thought, type WatchSummary } from '../monitor/index.ts'
import { type AgentRun, type AgentSpec, runAgent } from './agent.ts'
import { type Budget, budgetOfSeconds, checkBudget } from './budget.ts'
import { BEST_KIND, type RunEvent } from './events.ts'
import { heldPorts } from './held-chats.ts'
import { journaledHelper } from './journaled.ts'
import { createJournaledAsker, type JournaledAsker } from './journaled-asker.ts'
import { createParallel, type Parallel } from './parallel.ts'
import type { Journal, RunPorts } from './ports.ts'
import { openPurse } from './purse.ts'
import type { RunUse } from './run-conditions.ts'
import { createUseRecorder, type UseRecorder } from './run-conditions.ts'
import { createRunLedger, type RunLedger } from './run-ledger.ts'
import type { UsedUnit } from './run-store.ts'

export interface Runner {
  /** Runs an agent. Its path begins with the stage and is used once, such as `propose/2`. Throws what its model throws. */
  agent(path: string, spec: AgentSpec): Promise<AgentRun>
  /** Asks a question and returns the whole answer; `prompt` is what the question was made from. */
  ask(path: string, role: string, request: ChatRequest, prompt?: PromptIdentity): Promise<ChatAnswer>
  readonly parallel: Parallel
  stage(name: string): void
  report(path: string, kind: string, data: unknown): void
  /** Records the best answer so far, which is the result if the run is ended early. */
  offer(answer: string, path: string): void
}

export interface RunState {
  readonly runner: Runner
  readonly ledger: RunLedger
  steps(): number
  evidence(): readonly UsedUnit[]
  /** Returns the summary of the monitor for finished agents. */
  watch(): WatchSummary
  used(): RunUse
  best(): { readonly answer: string; readonly path: string } | null
  /** Returns the error that ended all work, such as a budget of seconds; null if there is none. */
  ended(): unknown
  /** Frees resources; called when the pattern has ended. */
  close(): void
}

export interface RunnerOptions {
  readonly ports: RunPorts
  readonly journal: Journal
  readonly budget: Budget
  readonly prices: PriceTable
  /** Seconds that the run took before it was resumed. */
  readonly secondsBefore: number
  readonly onEvent: (event: RunEvent) => void
  readonly clock: Clock
  readonly signal: AbortSignal
}

export function createRunner(options: RunnerOptions): RunState {
  const { journal, budget, prices, secondsBefore, onEvent, clock } = options
  const use = createUseRecorder()
  const tally = createWatchTally()
  const ending = new AbortController()
  const signal = AbortSignal.any([options.signal, ending.signal])
  const ledger = createRunLedger(prices)
  const startedMs = clock.nowMs()
  const evidence: UsedUnit[] = []
  const { ports, agentPorts } = portsWithin(use.noting(options.ports), { ...options, ledger, signal })
  const stopClock = budgetOfSeconds(budget, secondsBefore, clock, (error) => ending.abort(error))
  let steps = 0
  let best: { readonly answer: string; readonly path: string } | null = null

  function check(): void {
    const seconds = secondsBefore + (clock.nowMs() - startedMs) / 1_000
    checkBudget(budget, { total: ledger.total(), steps, seconds })
  }

  function scopeOf(path: string): JournaledAsker {
    return createJournaledAsker({ journal, ledger, signal, check }, path)
  }

  const abilityOf = createAbilities(scopeOf, { ports, use, signal })

  return {
    ledger,
    steps: () => steps,
    evidence: () => evidence,
    watch: tally.summary,
    used: use.used,
    best: () => best,
    ended: () => (ending.signal.aborted ? ending.signal.reason : null),
    close: stopClock,
    runner: {
      async agent(path, spec) {
        use.addPrompts(spec.prompts ?? [])
        const onThought = (thought: Thought) => onEvent({ type: 'thought', path, thought })
        const ability = await abilityOf(spec.role)
        const run = await runAgent(spec, {
          ports: agentPorts,
          scope: scopeOf(path),
          ability,
          signal,
          onThought,
        })
        steps += run.steps
        tally.add(run.trace, spec.monitoring === null ? [] : run.segments, use.modelOf(spec.role))
        for (const event of run.trace) {
          if (event.kind === 'injection') evidence.push(...event.units.map((unit) => ({ ...unit, path })))
          if ('discarded' in event) ledger.discard(path, run.role, estimateTokens(event.discarded))
        }
        onEvent({ type: 'agent', path, run })
        return run
      },
      async ask(path, role, request, prompt) {
        if (prompt !== undefined) use.addPrompts([prompt])
        const scope = scopeOf(path)
        return await journaledHelper(ports.helper(role, scope.ledger, path), 'ask', scope).complete(
          request,
          signal,
        )
      },
      parallel: createParallel({ signal, end: (error) => ending.abort(error), onEvent }),
      stage: (stage) => onEvent({ type: 'stage', stage }),
      report: (path, kind, data) => onEvent({ type: 'report', path, kind, data }),
      offer(answer, path) {
        best = { answer, path }
        onEvent({ type: 'report', path, kind: BEST_KIND, data: { answer } })
      },
    },
  }
}

/** Returns ports limited to the budget: for single questions, and for agents, whose helpers do not wait for their streams' reserves. */
function portsWithin(
  noted: RunPorts,
  { budget, prices, onEvent, ledger, signal }: RunnerOptions & { readonly ledger: RunLedger },
): { readonly ports: RunPorts; readonly agentPorts: RunPorts } {
  const held = {
    purse: openPurse(budget, ledger.total, prices),
    signal,
    onRepetition: (path: string, role: string, characters: number) =>
      onEvent({ type: 'report', path, kind: 'repetition', data: { role, characters } }),
  }
  return { ports: heldPorts(noted, held, true), agentPorts: heldPorts(noted, held, false) }
}

/** Determines once per run, and journals, how the model of a role resumes a stopped text, because an agent's start depends on it. */
function createAbilities(
  scopeOf: (path: string) => JournaledAsker,
  {
    ports,
    use,
    signal,
  }: { readonly ports: RunPorts; readonly use: UseRecorder; readonly signal: AbortSignal },
): (role: string) => Promise<ContinuationAbility> {
  const abilities = new Map<string, Promise<ContinuationAbility>>()

  async function find(role: string): Promise<ContinuationAbility> {
    const scope = scopeOf(`prepare/${role}`)
    const chat = ports.chat(role, scope.ledger, scope.path)
    const ability = await scope.once('ability', { model: chat.id }, () => chat.prepare(signal))
    use.addAbility(role, ability)
    return ability
  }

  return (role) => {
    const finding = abilities.get(role) ?? find(role)
    abilities.set(role, finding)
    return finding
  }
}
