/** Records decisions made while a model wrote, and their reasons, event by event: enough to explain the origin of each injected word. */
import type { ContinuationMethod, FinishReason } from '../models/index.ts'
import type { Channel, Mark, MonitorVerdict, Worth } from './ports.ts'

/**
 * A place in a turn: step and stream call count from 0, `offset` in UTF-16 characters of the channel in
 * this stream call.
 */
export interface StreamPlace {
  readonly step: number
  readonly call: number
  readonly channel: Channel
  readonly offset: number
}

/** Place at which the look of an injection ended, and how far behind it the evidence is. */
export interface DoubtPlace {
  /** UTF-16 offset in the whole channel of the turn. */
  readonly offset: number
  /** Characters that the model wrote after the doubtful sentence; 0 if the evidence directly follows that sentence. */
  readonly behind: number
}

/** A unit that was injected, with its place for readers. */
export interface InjectedUnit {
  readonly unit: string
  readonly paper: string
  readonly title: string
  readonly page: number | null
  readonly locator: string
  /** UTF-16 offsets in the paper's text; null without a place. */
  readonly span: readonly [start: number, end: number] | null
}

export type FailureStage =
  | 'monitor'
  | 'querier'
  | 'retriever'
  | 'sifter'
  | 'injector'
  | 'continuation'
  | 'stream'
  | 'budget'
  | 'code'

export type MissReason =
  | 'no_query'
  | 'nothing_found'
  | 'off_topic'
  | 'already_injected'
  | 'sifted_out'
  | 'empty_injection'

/**
 * Why a due look was not taken. `open_code`: as published; `pending`: an injection waits for its place;
 * `overtaken`: the monitor is too far behind; `late`: the stream ended first; `thoughts`: the server cannot continue
 * thoughts, so that nothing can be put into them; `silent`: helpers did not answer in time twice in a row.
 */
export type SkipReason = 'open_code' | 'pending' | 'overtaken' | 'late' | 'thoughts' | 'silent'

/** A search of the corpus by code that a model wrote. */
export interface CodeSearch {
  readonly query: string
  /** Number of texts that the code received; null if the search failed. */
  readonly found: number | null
  readonly failure?: { readonly code: string; readonly message: string }
}

export type TraceEvent =
  | {
      readonly kind: 'call'
      readonly step: number
      readonly call: number
      readonly rung: ContinuationMethod | null
      /** Method in this call's previous event, which the server refused; absent if it accepted. */
      readonly instead?: ContinuationMethod | null
    }
  | {
      readonly kind: 'look'
      readonly at: StreamPlace
      readonly window: string
      readonly answer: MonitorVerdict['answer']
      readonly reason: string
      readonly marks: readonly Mark[]
      readonly tokens: number
      readonly tookMs: number
    }
  | {
      readonly kind: 'skip'
      readonly at: StreamPlace
      readonly reason: SkipReason
      /** Present if the look had found doubt when the answer ended. */
      readonly doubt?: DoubtPlace
    }
  | {
      readonly kind: 'query'
      readonly at: StreamPlace
      readonly queries: readonly string[]
      readonly tokens: number
      readonly tookMs: number
    }
  | {
      readonly kind: 'evidence'
      readonly at: StreamPlace
      readonly found: readonly {
        readonly unit: string
        readonly score: number
        readonly similarity: number | null
        /** Topicality of the query that found the unit. */
        readonly topicality: number
        /** Absent if no sifter was asked. */
        readonly worth?: Worth
      }[]
      readonly kept: readonly string[]
      readonly tokens: number
      readonly tookMs: number
    }
  | { readonly kind: 'miss'; readonly at: StreamPlace; readonly reason: MissReason }
  | {
      readonly kind: 'injection'
      /** Place of the look that led to the injection. */
      readonly at: StreamPlace
      readonly cut: { readonly offset: number; readonly kind: 'sentence' | 'line' | 'word' }
      /** Absent in older traces. */
      readonly doubt?: DoubtPlace
      /** UTF-16 offsets in the whole channel of the turn, over all calls and steps. */
      readonly span: readonly [start: number, end: number]
      readonly text: string
      /** Absent unless control marks were made harmless in the text (core/control-marks.ts). */
      readonly isDefused?: true
      readonly queries: readonly string[]
      readonly units: readonly InjectedUnit[]
      /** Text that the model had written after the cut: paid for and not shown. */
      readonly discarded: string
      readonly tokens: number
      readonly tookMs: number
    }
  /** An injection that found no place before the turn ended. */
  | {
      readonly kind: 'unused'
      readonly at: StreamPlace
      readonly reason: 'late'
      /** Present if it was ready when the answer ended. */
      readonly doubt?: DoubtPlace
    }
  | {
      readonly kind: 'code'
      readonly step: number
      readonly code: string
      /** Result as the model received it. */
      readonly result: string
      /** Absent unless control marks were made harmless in the result. */
      readonly isDefused?: true
      /** Absent if the code searched nothing. */
      readonly searches?: readonly CodeSearch[]
      readonly discarded: string
      readonly tookMs: number
    }
  | { readonly kind: 'forced'; readonly step: number; readonly why: 'steps' | 'empties' | 'no_answer' }
  /** `what` is the code of the error. */
  | {
      readonly kind: 'failure'
      readonly stage: FailureStage
      readonly what: string
      readonly message: string
    }
  | {
      readonly kind: 'end'
      readonly finish: FinishReason
      readonly steps: number
      readonly hasAnswer: boolean | null
    }

/** `atMs`: milliseconds since the turn began. */
export type TimedTraceEvent = TraceEvent & { readonly atMs: number }
