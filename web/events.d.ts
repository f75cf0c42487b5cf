/** The server-sent events of each stream. OpenAPI describes a stream as text, so these shapes are written by hand. */
import type { AskAnswer, Evidence, Job, Ledgers, ListedRun, PathOf, Patterns, Run } from './api.d.ts'

export interface EventsByPath {
  '/jobs/{id}/events': JobEvent
  '/runs/{id}/events': RunEvent
}

export type EventPath = keyof EventsByPath & PathOf<'get'>

/** Events that answer a POST request, by its path. */
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

export type RunEvent =
  | {
      [Type in keyof RunEventData]: Event<Type, RunEventData[Type]>
    }[keyof RunEventData]
  | ReportEvent

/** Events of the pattern's own kinds: rows of the tables in its shape. */
export type ReportEvent = Event<`${string}-row`, AgentPlace & Readonly<Record<string, unknown>>>

export interface RunEventData {
  run: StartedRun
  stage: { readonly stage: string }
  text: TextFrame
  injection: InjectionEvent
  agent: EndedAgent
  score: Score
  turn: TurnEvent
  failure: RunFailure
  selection: { readonly candidate: number | null; readonly by?: string; readonly decided?: string }
  ledger: Ledgers
  answer: RunEnd
}

export interface StartedRun extends Pick<ListedRun, 'id' | 'question' | 'pattern' | 'corpus'> {
  /** Settings of the pattern. */
  readonly settings: Readonly<Record<string, unknown>>
  readonly shape: RunShape
  readonly backend: string
  readonly budget: Readonly<Record<string, number | null>>
  /** Shown above a run that is a demonstration. */
  readonly notice: string | null
}

/** How a pattern lays out its runs (solver/page-shape.ts). */
export interface RunShape {
  readonly column: string | null
  readonly columnSetting: string | null
  readonly stages: readonly {
    readonly stage: string
    readonly heading: string
    readonly status: string
    readonly inRound?: { readonly heading: string; readonly status: string }
    readonly isColumn?: boolean
  }[]
  readonly tables: readonly {
    readonly kind: `${string}-row`
    readonly caption: string
    readonly columns: readonly { readonly field: string; readonly label: string; readonly isPath?: boolean }[]
  }[]
  readonly fields: Patterns['patterns'][number]['fields']
}

/** A question to a role, with its whole answer. */
export interface TurnEvent extends AgentPlace {
  readonly role: string
  readonly text: string
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
  /** Distance from the doubtful sentence to the evidence after it, in characters. */
  readonly doubt?: { readonly behind: number }
}

export interface TextFrame extends AgentPlace, Segment {}

export interface InjectionEvent extends AgentPlace, Omit<Segment, 'by'> {}

export interface EndedAgent extends AgentPlace {
  readonly segments?: readonly Segment[]
  readonly steps?: number
  /** Null if the agent was not asked for an answer tag. */
  readonly hasAnswer?: boolean | null
}

export interface Score extends AgentPlace {
  readonly candidate: number
  readonly round: number
  /** Scores for logic, answer and explanation, 0 to 5. */
  readonly scores: readonly number[] | null
  readonly composite: number | null
  readonly suggestion: string
  readonly passes: boolean
}

export interface RunFailure extends Partial<AgentPlace> {
  readonly message: string
  readonly help?: string
}

export interface RunEnd extends Pick<Run, 'marks' | 'problems'> {
  readonly status: ListedRun['status']
  readonly answer: string | null
  readonly candidate: number | null
  readonly seconds: number
  readonly evidence: readonly Evidence[]
  /** Absent if the run did not end here, or was written by an older version. */
  readonly watch?: { readonly problems: readonly string[] }
}

interface Event<Type, Data> {
  readonly number: number
  readonly type: Type
  readonly data: Data
}
