/** What was decided while a model wrote, and why, event by event: enough to say afterwards where each injected word came from. */
import type { ContinuationMethod, FinishReason } from '../models/index.ts'
import type { Channel, Mark, MonitorVerdict, Worth } from './ports.ts'

/**
 * A place in a turn: step and stream call are counted from 0, `offset` in UTF-16 characters of the channel in
 * this stream call.
 */
export interface StreamPlace {
  readonly step: number
  readonly call: number
  readonly channel: Channel
  readonly offset: number
}

/** Where the look ended that an injection answers, and how far behind it the evidence stands. */
export interface DoubtPlace {
  /** UTF-16 offset into the whole channel of the turn. */
  readonly offset: number
  /** Characters that the model wrote behind the sentence that it was in; 0 where the evidence stands behind that very sentence. */
  readonly behind: number
}

/** A unit that was injected, as a reader can look it up. */
export interface InjectedUnit {
  readonly unit: string
  readonly paper: string
  readonly title: string
  readonly page: number | null
  readonly locator: string
  /** UTF-16 offsets into the paper's text; null without a place. */
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
  | 'code'

export type MissReason =
  | 'no_query'
  | 'nothing_found'
  | 'off_topic'
  | 'already_injected'
  | 'sifted_out'
  | 'empty_injection'

/**
 * Why a due look was not taken: `open_code` as published; `pending`: an injection waits for its place;
 * `overtaken`: the monitor is too far behind; `late`: the stream ended first; `thoughts`: the server cannot continue
 * thoughts, so that nothing can be put into them; `silent`: helpers did not answer in time twice in a row.
 */
export type SkipReason = 'open_code' | 'pending' | 'overtaken' | 'late' | 'thoughts' | 'silent'

/** A search of the corpus by code that a model wrote. */
export interface CodeSearch {
  readonly query: string
  /** Texts that the code was given; null where the search failed. */
  readonly found: number | null
  readonly failure?: { readonly code: string; readonly message: string }
}

export type TraceEvent =
  | {
      readonly kind: 'call'
      readonly step: number
      readonly call: number
      readonly rung: ContinuationMethod | null
      /** What the event before said of this very call, which the server did not take; absent where it did. */
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
  | { readonly kind: 'skip'; readonly at: StreamPlace; readonly reason: SkipReason }
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
        /** Of the query that found it. */
        readonly topicality: number
        /** Absent where no sifter was asked. */
        readonly worth?: Worth
      }[]
      readonly kept: readonly string[]
      readonly tokens: number
      readonly tookMs: number
    }
  | { readonly kind: 'miss'; readonly at: StreamPlace; readonly reason: MissReason }
  | {
      readonly kind: 'injection'
      /** Of the look that led to it. */
      readonly at: StreamPlace
      readonly cut: { readonly offset: number; readonly kind: 'sentence' | 'line' | 'word' }
      /** Absent in traces of before it was kept. */
      readonly doubt?: DoubtPlace
      /** UTF-16 offsets into the whole channel of the turn, over all calls and steps. */
      readonly span: readonly [start: number, end: number]
      readonly text: string
      /** Absent unless control marks were made harmless in the text (core/control-marks.ts). */
      readonly isDefused?: true
      readonly queries: readonly string[]
      readonly units: readonly InjectedUnit[]
      /** What the model had written after the cut: paid for and not shown. */
      readonly discarded: string
      readonly tokens: number
      readonly tookMs: number
    }
  /** An injection that found no place before the turn ended. */
  | { readonly kind: 'unused'; readonly at: StreamPlace; readonly reason: 'late' }
  | {
      readonly kind: 'code'
      readonly step: number
      readonly code: string
      /** As the model was given it. */
      readonly result: string
      /** As of injections. */
      readonly isDefused?: true
      /** Absent where the code searched nothing. */
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
