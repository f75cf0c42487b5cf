/**
 * The events of one run for clients. An agent's text is sent in frames while it is written; when it ends, one event replaces them, read
 * from the journal whenever it is sent, so that a log contains only the texts of agents that are writing.
 */
import {
  type AgentTranscript,
  DEMONSTRATION_NOTICE,
  findPattern,
  type PageShape,
  type RunEvent,
  type RunOutcome,
  type RunRecord,
  type TimelineEvent,
} from '../../app/solve/index.ts'
import type { AnswerMarks } from '../../app/wiring/index.ts'
import { createEventLog } from '../http/event-log.ts'
import type { EventSource } from '../http/event-stream.ts'
import { createCandidateNumbers } from './run-candidates.ts'
import { createTextFrames } from './text-frames.ts'

export interface RunEvents extends EventSource {
  readonly record: RunRecord
  add(event: RunEvent | TimelineEvent): void
  end(ending: RunEnding): void
  /** Returns costs so far; null if nothing has ended yet. */
  ledgers(): RunOutcome['ledgers'] | null
}

type EndingField = 'status' | 'answer' | 'answerPath' | 'failure' | 'seconds' | 'evidence' | 'watch'
export type RunEnding = Pick<RunOutcome, EndingField> & { readonly ledgers: RunOutcome['ledgers'] | null }

type AtPath = { readonly path: string; readonly [key: string]: unknown }

/** Shape of the page for a pattern of another version. */
const UNKNOWN_SHAPE: PageShape = { column: null, columnSetting: null, stages: [], tables: [], fields: [] }

export function createRunEvents(
  record: RunRecord,
  agentAt: (path: string) => Promise<AgentTranscript | null>,
  mark: (answer: string) => Promise<AnswerMarks>,
): RunEvents {
  const { push, drop, after, watch } = createEventLog()
  const shape = findPattern(record.plan.pattern)?.page ?? UNKNOWN_SHAPE
  const candidates = createCandidateNumbers(shape.stages)
  const frames = createTextFrames((frame) => pushPlaced('text', { ...frame }))
  let isEnded = false
  let ledgers: RunOutcome['ledgers'] | null = null

  function pushPlaced(type: string, data: AtPath): void {
    push(type, { candidate: candidates.at(data.path), ...data }, data.path)
  }

  function addThought({ path, thought }: Extract<RunEvent, { readonly type: 'thought' }>): void {
    if (thought.type === 'text' && thought.by !== 'injection') frames.add(path, thought)
    if (thought.type !== 'trace' || thought.event.kind !== 'injection') return
    const { at, text, queries, units, doubt } = thought.event
    frames.flush(path)
    pushPlaced('injection', { path, channel: at.channel, text, queries, units, doubt })
  }

  function addCourse(event: TimelineEvent): void {
    candidates.add(event)
    frames.flush()
    const { type, ...data } = event
    if (event.type === 'stage') push(type, data)
    else if (event.type === 'failure') pushPlaced(type, { ...data, path: event.path })
    else if (event.type === 'report') pushPlaced(event.kind, { path: event.path, ...reported(event) })
    else {
      const { path } = event
      drop(['text', 'injection'], path)
      push('agent', async () => ({ path, candidate: candidates.at(path), ...(await agentAt(path)) }), path)
    }
  }

  /** Reports the choice as a candidate, whether a pattern names its place in the pool or its author. */
  function reported({ kind, path, data }: Extract<TimelineEvent, { readonly type: 'report' }>): object {
    const { index, path: _, ...rest } = data as { readonly index?: number; readonly path?: string }
    if (kind !== 'selection') return rest
    return { ...rest, candidate: index === undefined ? candidates.at(path) : candidates.ofPlace(index) }
  }

  function spend(spent: RunOutcome['ledgers']): void {
    ledgers = spent
    drop(['ledger'])
    push('ledger', spent)
  }

  push('run', { ...describedRun(record), shape })
  return {
    record,
    after,
    watch,
    ledgers: () => ledgers,
    isEnded: () => isEnded,
    add(event) {
      if (event.type === 'thought') addThought(event)
      else if (event.type === 'ledgers') spend(event.ledgers)
      // The best so far is already known as a candidate.
      else if (event.type !== 'report' || event.kind !== 'best') addCourse(event)
    },
    end({ ledgers: spent, failure, answerPath, ...ending }) {
      frames.flush()
      if (spent !== null) spend(spent)
      if (failure !== null) push('failure', failure)
      const candidate = answerPath === null ? null : candidates.at(answerPath)
      isEnded = true
      let marked: Promise<AnswerMarks> | undefined
      push('answer', async () => {
        marked ??= mark(ending.answer ?? '')
        return { ...ending, answerPath, candidate, ...(await marked) }
      })
    },
  }
}

export function describedRun({ id, startedAt, plan }: RunRecord) {
  const { question, pattern, preset = null, settings, corpus, backend, filter = null } = plan
  const { monitor, budget, isDemonstration = false } = plan
  const notices = [...(isDemonstration ? [DEMONSTRATION_NOTICE] : []), ...(plan.notices ?? [])]
  return {
    id,
    startedAt,
    question: question.text,
    pattern,
    preset,
    settings,
    corpus,
    backend,
    filter,
    monitor,
    budget,
    notice: notices.length === 0 ? null : notices.join(' '),
  }
}
