/** The server-sent events of each stream. OpenAPI describes a stream as text, so these shapes are written by hand. */
import type { AskAnswer, Evidence, Job, Ledgers, ListedRun, PathOf, Run } from './api.d.ts'

export interface EventsByPath {
  '/jobs/{id}/events': JobEvent
  '/runs/{id}/events': RunEvent
}

export type EventPath = keyof EventsByPath & PathOf<'get'>

/** What a request is answered with, by its path. */
export interface PostedEvents {
  '/ask': AskEvent
}

export type AskEvent =
  | { readonly type: 'sources'; readonly data: { readonly sources: readonly AskSource[] } }
  | { readonly type: 'text'; readonly data: { readonly text: string } }
  | { readonly type: 'answer'; readonly data: AskAnswer }
  | { readonly type: 'failure'; readonly data: { readonly message: string; readonly help: string } }

/** A unit that the answer may cite. */
export interface AskSource extends Omit<AskAnswer['citations'][number], 'quote' | 'boxes'> {
  readonly text: string
}

export type JobEvent = Event<'job-changed', Job> | Event<'paper-ended', EndedPaper>

export interface EndedPaper {
  readonly title: string
  readonly path: string
  readonly state: string
  readonly detail: string
  readonly units: number
  readonly unchanged: boolean
}

export type RunEvent = {
  [Type in keyof RunEventData]: Event<Type, RunEventData[Type]>
}[keyof RunEventData]

export interface RunEventData {
  run: StartedRun
  stage: { readonly stage: string }
  text: TextFrame
  injection: InjectionEvent
  agent: EndedAgent
  score: Score
  failure: RunFailure
  selection: { readonly candidate: number; readonly by: string }
  ledger: Ledgers
  answer: RunEnd
}

export interface StartedRun {
  readonly id: string
  readonly question: string
  readonly pattern: string
  readonly settings: {
    readonly proposers?: number
    readonly rounds?: number
    readonly retrieval?: string
  }
  readonly corpus: string
  readonly backend: string
  readonly budget: Readonly<Record<string, number | null>>
  /** Shown above a run that is a demonstration. */
  readonly notice: string | null
}

/** `candidate` is null for agents that work on all candidates, such as the ranker. */
export interface AgentPlace {
  readonly path: string
  readonly candidate: number | null
}

type RunSegment = Run['agents'][number]['segments'][number]

export interface Segment extends Pick<RunSegment, 'channel' | 'by' | 'text'> {
  readonly units?: readonly Evidence[]
  readonly queries?: readonly string[]
}

export interface TextFrame extends AgentPlace, Segment {}

export interface InjectionEvent extends AgentPlace, Omit<Segment, 'by'> {}

export interface EndedAgent extends AgentPlace {
  readonly segments?: readonly Segment[]
  readonly steps?: number
  /** Null where the agent was not asked for an answer tag. */
  readonly hasAnswer?: boolean | null
}

export interface Score extends AgentPlace {
  readonly candidate: number
  readonly round: number
  /** Logic, answer, explanation, 0 to 5. */
  readonly scores: readonly number[] | null
  readonly composite: number | null
  readonly suggestion: string
  readonly passes: boolean
}

export interface RunFailure extends Partial<AgentPlace> {
  readonly message: string
  readonly help?: string
}

export interface RunEnd {
  readonly status: ListedRun['status']
  readonly answer: string | null
  readonly candidate: number | null
  readonly seconds: number
  readonly evidence: readonly Evidence[]
  /** Absent where the run did not end here, and in runs of older versions. */
  readonly watch?: { readonly problems: readonly string[] }
}

interface Event<Type, Data> {
  readonly number: number
  readonly type: Type
  readonly data: Data
}
