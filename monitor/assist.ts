/**
 * Takes one look at a stream and, after a yes, prepares queries, evidence, and the text to inject, while the
 * stream is read. Failures are traced and never affect the turn: the model continues
 * undisturbed (Eigen-1's specs, E17).
 */
import { type Clock, GlossError, sleep } from '../core/index.ts'
import type { ChatUsage } from '../models/index.ts'
import { isSamePlace, MIN_TOPICALITY } from '../retrieval/index.ts'
import type {
  Evidence,
  EvidencePlace,
  Find,
  InjectionOrder,
  Injector,
  Look,
  Monitor,
  MonitorVerdict,
  Querier,
  Sifter,
  Worth,
  WrittenInjection,
} from './ports.ts'
import type { LoopSettings } from './settings.ts'
import { isWorthKeeping } from './sifters/worth.ts'
import type { FailureStage, MissReason, StreamPlace, TraceEvent } from './trace.ts'

export interface AssistPorts {
  readonly monitor: Monitor
  /** Querier; null to use the window as the query. */
  readonly querier: Querier | null
  readonly find: Find
  /** Sifter; null to keep everything that passes the floor. */
  readonly sifter: Sifter | null
  /** Injector; null to inject the kept units unchanged. */
  readonly injector: Injector | null
  readonly clock: Clock
}

/** An injection that waits for its place in the stream. */
export interface PreparedInjection {
  readonly at: StreamPlace
  readonly text: string
  readonly queries: readonly string[]
  readonly evidence: readonly Evidence[]
  readonly tokens: number
  readonly tookMs: number
}

/** A look that is due, and what it needs to know about the turn. */
export interface AssistRequest {
  readonly look: Look
  readonly at: StreamPlace
  /** Returns the text of this channel of the stream call so far. */
  readonly textSoFar: () => string
  /** Returns the places that are already in the turn. */
  readonly injected: () => readonly EvidencePlace[]
  readonly record: (event: TraceEvent) => void
}

/** Returns the injection, or null if there is nothing to inject. Rejects only with the reason of `signal`. */
export async function assist(
  request: AssistRequest,
  ports: AssistPorts,
  settings: LoopSettings,
  signal: AbortSignal,
): Promise<PreparedInjection | null> {
  if (isSilent(ports, 'look')) {
    request.record({ kind: 'skip', at: request.at, reason: 'silent' })
    return null
  }
  const run = new AbortController()
  const both = AbortSignal.any([signal, run.signal])
  // Work that ignores the signal may continue after the deadline; it is no longer traced.
  const record = (event: TraceEvent) => void (both.aborted || request.record(event))
  const work: AssistWork = { ...request, record, ports, settings, signal: both, stage: 'monitor' }
  try {
    const prepared = await inTime(prepare(work), settings.inquiryMs, ports.clock, both)
    countTimeouts(ports, 'look', null)
    return prepared
  } catch (error) {
    signal.throwIfAborted()
    countTimeouts(ports, 'look', error)
    request.record({ kind: 'failure', stage: work.stage, ...failureOf(error) })
    return null
  } finally {
    run.abort(new Error('the look is over'))
  }
}

interface AssistWork extends AssistRequest {
  readonly ports: AssistPorts
  readonly settings: LoopSettings
  readonly signal: AbortSignal
  /** Stage reached, for the trace of a failure. */
  stage: FailureStage
}

async function prepare(work: AssistWork): Promise<PreparedInjection | null> {
  const { look, at, ports, record, signal } = work
  const startedMs = ports.clock.nowMs()
  const verdict = await ports.monitor.look(look, signal)
  const { answer, reason, marks = [] } = verdict
  const spent = { tokens: tokensOf(verdict.usage), tookMs: ports.clock.nowMs() - startedMs }
  record({ kind: 'look', at, window: look.window, answer, reason, marks, ...spent })
  if (answer !== 'yes') return null
  const queries = await queriesOf(work, verdict)
  if (queries.length === 0) return miss(work, 'no_query')
  const evidence = await evidenceFor(work, queries)
  if (typeof evidence === 'string') return miss(work, evidence)
  const doubt = verdict.doubt === undefined ? '' : look.window.slice(verdict.doubt.start, verdict.doubt.end)
  return await written(work, { queries, evidence, doubt }, startedMs)
}

function miss({ at, record }: AssistWork, reason: MissReason): null {
  record({ kind: 'miss', at, reason })
  return null
}

async function queriesOf(work: AssistWork, verdict: MonitorVerdict): Promise<readonly string[]> {
  const { look, at, ports, record, signal } = work
  work.stage = 'querier'
  const startedMs = ports.clock.nowMs()
  const { queries, usage } =
    ports.querier === null ? { queries: [look.window] } : await ports.querier.queries(look, verdict, signal)
  const clean = queries.map((query) => query.trim()).filter((query) => query !== '')
  const tookMs = ports.clock.nowMs() - startedMs
  record({ kind: 'query', at, queries: clean, tokens: tokensOf(usage), tookMs })
  return clean
}

/** Returns what is worth injecting, best first, or the reason why nothing is. */
async function evidenceFor(
  work: AssistWork,
  queries: readonly string[],
): Promise<readonly Evidence[] | MissReason> {
  const { at, ports, settings, record, signal } = work
  work.stage = 'retriever'
  const startedMs = ports.clock.nowMs()
  const found = interleaved(
    await Promise.all(queries.map((query) => ports.find(query, settings.k, signal))),
  ).slice(0, settings.k)
  const passed = found.filter((evidence) => passesFloor(evidence, settings))
  const injected = work.injected()
  const fresh = passed.filter((evidence) => !injected.some((known) => isKnownPlace(known, evidence)))
  const sifted = fresh.length === 0 ? null : await siftingOf(work, queries, fresh)
  const kept = fresh.filter((_, i) => isWorthKeeping(sifted?.worths[i]))
  record({
    kind: 'evidence',
    at,
    found: found.map((evidence) => summary(evidence, sifted?.worths[fresh.indexOf(evidence)])),
    kept: kept.map(({ unit }) => unit),
    tokens: tokensOf(sifted?.usage),
    tookMs: ports.clock.nowMs() - startedMs,
  })
  if (kept.length > 0) return kept
  if (found.length === 0) return 'nothing_found'
  if (passed.length === 0) return 'off_topic'
  return fresh.length === 0 ? 'already_injected' : 'sifted_out'
}

function passesFloor({ topicality }: Evidence, { floor }: LoopSettings): boolean {
  return floor === 'none' || topicality >= MIN_TOPICALITY
}

function isKnownPlace(known: EvidencePlace, evidence: EvidencePlace): boolean {
  return known.unit === evidence.unit || isSamePlace(known, evidence)
}

/** Sifts evidence. If the sifter fails, all evidence is kept (the specs' decision in 3.4). */
async function siftingOf(work: AssistWork, queries: readonly string[], evidence: readonly Evidence[]) {
  const { ports, settings, record, signal } = work
  if (ports.sifter === null) return null
  work.stage = 'sifter'
  try {
    if (isSilent(ports, 'sifter'))
      throw new GlossError('MODEL_TIMEOUT', 'The sifter did not answer in time twice in a row.')
    const sifting = await inTime(
      ports.sifter.sift(queries, evidence, signal),
      settings.sifterMs,
      ports.clock,
      signal,
    )
    countTimeouts(ports, 'sifter', null)
    return sifting
  } catch (error) {
    signal.throwIfAborted()
    countTimeouts(ports, 'sifter', error)
    record({ kind: 'failure', stage: 'sifter', ...failureOf(error) })
    return { worths: evidence.map(() => 'unsifted' as const) }
  }
}

function summary({ unit, score, similarity, topicality }: Evidence, worth: Worth | undefined) {
  return { unit, score, similarity, topicality, ...(worth === undefined ? {} : { worth }) }
}

async function written(
  work: AssistWork,
  found: Pick<InjectionOrder, 'queries' | 'evidence' | 'doubt'>,
  startedMs: number,
): Promise<PreparedInjection | null> {
  const { look, at, ports, signal, textSoFar } = work
  work.stage = 'injector'
  const { queries, evidence } = found
  const order = { text: textSoFar(), channel: look.channel, ...found }
  const { text, usage } = (await ports.injector?.write(order, signal)) ?? asTheyAre(evidence)
  if (text.trim() === '') return miss(work, 'empty_injection')
  const tookMs = ports.clock.nowMs() - startedMs
  return { at, text, queries, evidence, tokens: tokensOf(usage), tookMs }
}

function asTheyAre(evidence: readonly Evidence[]): WrittenInjection {
  return { text: evidence.map(({ text }) => text).join(' ') }
}

/** Interleaves rankings: the first of each query, then the second of each, every place once. */
function interleaved(rankings: readonly (readonly Evidence[])[]): Evidence[] {
  const places: Evidence[] = []
  const longest = Math.max(0, ...rankings.map((ranking) => ranking.length))
  for (let rank = 0; rank < longest; rank++)
    for (const ranking of rankings) {
      const evidence = ranking[rank]
      if (evidence !== undefined && !places.some((known) => isKnownPlace(known, evidence)))
        places.push(evidence)
    }
  return places
}

/** Time-outs in a row after which a helper is no longer asked in this turn, since each takes the full time limit. */
const MAX_TIMEOUTS = 2
const silent = new WeakMap<AssistPorts, Record<'look' | 'sifter', number>>()

function isSilent(ports: AssistPorts, part: 'look' | 'sifter'): boolean {
  return (silent.get(ports)?.[part] ?? 0) >= MAX_TIMEOUTS
}

/** Counts time-outs in a row: an answer, or any other failure, resets the count. */
function countTimeouts(ports: AssistPorts, part: 'look' | 'sifter', error: unknown): void {
  const counts = silent.get(ports) ?? { look: 0, sifter: 0 }
  const isLate = error instanceof GlossError && error.code === 'MODEL_TIMEOUT'
  silent.set(ports, { ...counts, [part]: isLate ? counts[part] + 1 : 0 })
}

/** Limits the time of work, even of work that ignores its signal. */
async function inTime<T>(work: Promise<T>, ms: number, clock: Clock, signal: AbortSignal): Promise<T> {
  const late = sleep(clock, ms, signal).then(() => {
    throw new GlossError('MODEL_TIMEOUT', `The inquiry took longer than ${ms} ms.`, { ms })
  })
  return await Promise.race([work, late])
}

function tokensOf(usage: ChatUsage | undefined): number {
  return usage === undefined ? 0 : usage.promptTokens + usage.completionTokens
}

export interface Failure {
  /** Code of the error. */
  readonly what: string
  readonly message: string
}

export function failureOf(error: unknown): Failure {
  if (error instanceof GlossError) return { what: error.code, message: error.message }
  return { what: 'INTERNAL', message: error instanceof Error ? error.message : String(error) }
}
