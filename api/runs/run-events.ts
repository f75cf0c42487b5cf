/**
 * The events of one run as clients get them. What an agent writes comes in frames while it writes; when it ends, they make room for one event
 * that is read from the journal whenever it is sent. So a log holds the texts of those that write, and of no others.
 */
import {
  type AgentTranscript,
  DEMONSTRATION_NOTICE,
  findPattern,
  type PageShape,
  type RunEvent,
  type RunOutcome,
  type RunRecord,
  splitStage,
  type TimelineEvent,
} from '../../app/solve/index.ts'
import type { Thought } from '../../app/think/index.ts'
import type { AnswerMarks } from '../../app/wiring/index.ts'
import { createEventLog } from '../http/event-log.ts'
import type { EventSource } from '../http/event-stream.ts'

export interface RunEvents extends EventSource {
  readonly record: RunRecord
  add(event: RunEvent | TimelineEvent): void
  end(ending: RunEnding): void
  /** What was spent so far; null where nothing came to its end yet. */
  ledgers(): RunOutcome['ledgers'] | null
}

type EndingField = 'status' | 'answer' | 'answerPath' | 'failure' | 'seconds' | 'evidence' | 'watch'
export type RunEnding = Pick<RunOutcome, EndingField> & { readonly ledgers: RunOutcome['ledgers'] | null }

type AtPath = { readonly path: string; readonly [key: string]: unknown }

/** Of a pattern of another version. */
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

  /** The choice is reported as a candidate, whether a pattern names its place in the pool or its author. */
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
      // The best so far is known by its candidate.
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

/**
 * Numbers the candidates of a run. A candidate is named by the place of the agent that opened it and keeps that name through all stages,
 * although a pattern counts again from 0 when one of them came to nothing.
 */

interface CandidateNumbers {
  /** Takes every event, in order. */
  add(event: TimelineEvent): void
  /** Of the agent at this path; null where it works for all of them, as a ranker does. */
  at(path: string): number | null
  /** Of a place in the pool that goes through the later stages. */
  ofPlace(place: number): number
}

/** Paths are `stage/place`, or `stage.round/place`; the stage that comes first opens the candidates. `stages`: of the pattern's page. */
function createCandidateNumbers(stages: PageShape['stages']): CandidateNumbers {
  const inColumns = new Set(stages.flatMap(({ stage, isColumn }) => (isColumn === true ? [stage] : [])))
  const opened = new Set<number>()
  let opening: string | null = null

  const ofPlace = (place: number) => [...opened].sort((one, other) => one - other)[place] ?? place

  return {
    add(event) {
      if (event.type === 'stage') opening ??= event.stage
      if (event.type === 'stage' || event.type === 'failure') return
      const { stage, place } = placeOf(event.path)
      if (stage !== opening || place === null) return
      if (event.type === 'agent') opened.add(place)
      else if (isEmpty(event.data)) opened.delete(place)
    },
    at(path) {
      const { stage, place } = placeOf(path)
      if (place === null || !inColumns.has(splitStage(stage).name)) return null
      return stage === (opening ?? stage) ? place : ofPlace(place)
    },
    ofPlace,
  }
}

/** Who wrote nothing goes no further. */
function isEmpty(data: unknown): boolean {
  return (data as { readonly text?: unknown } | null)?.text === ''
}

function placeOf(path: string): { readonly stage: string; readonly place: number | null } {
  const [stage = '', place = ''] = path.split('/')
  return { stage, place: /^\d+$/.test(place) ? Number(place) : null }
}

/** Words of models come one by one, and of several at once: they are handed on in frames, so that a client gets few events and all of the text. */

type Text = Extract<Thought, { readonly type: 'text' }>

interface Frame extends Pick<Text, 'channel' | 'by' | 'text'> {
  readonly path: string
}

interface TextFrames {
  add(path: string, text: Text): void
  /** Hands on what is left of one path, or of all. */
  flush(path?: string): void
}

// Ten frames a second for each path are fluent to read. Chosen, not measured.
const FRAME_MS = 100

function createTextFrames(take: (frame: Frame) => void): TextFrames {
  const waiting = new Map<string, Frame>()
  let timer: NodeJS.Timeout | null = null

  function takeOf(path: string): void {
    const frame = waiting.get(path)
    if (frame === undefined) return
    waiting.delete(path)
    take(frame)
  }

  function flush(path?: string): void {
    for (const one of path === undefined ? [...waiting.keys()] : [path]) takeOf(one)
    if (waiting.size > 0 || timer === null) return
    clearTimeout(timer)
    timer = null
  }

  return {
    flush,
    add(path, { channel, by, text }) {
      const last = waiting.get(path)
      const isSame = last?.channel === channel && last.by === by
      if (last !== undefined && !isSame) takeOf(path)
      waiting.set(path, { path, channel, by, text: isSame ? last.text + text : text })
      timer ??= setTimeout(() => {
        timer = null
        flush()
      }, FRAME_MS)
    },
  }
}
