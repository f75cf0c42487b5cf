/** Ports of a run: its journal, models, retrieval and code. Independent of patterns. */
import type { Clock, ErrorCode } from '../core/index.ts'
import type { ChatModel, ContinuingChat, Ledger, LedgerCall, StreamingChat } from '../models/index.ts'
import type { AssistPorts, Evidence, Find, LoopSettings } from '../monitor/index.ts'
import type { GuestFunctions } from '../tools/index.ts'

/** An answer of a model or a tool, stored under its position in the run. */
export interface JournalEntry {
  /** Path of the asker, kind and number: `propose/2/stream.0`. */
  readonly key: string
  /** Hash of the request, so that the answer to another request is not used. */
  readonly askedHash: string
  /** Plain data; of a stream, the part received before it failed or the reader stopped. Null if nothing was received. */
  readonly value: unknown
  readonly failure: { readonly code: ErrorCode; readonly message: string } | null
  /** Calls to models for this entry, including failed attempts. */
  readonly calls: readonly LedgerCall[]
}

/** The answers of a run, so that it can be resumed without asking again. */
export interface Journal {
  /** Returns the entry of a key, or null. */
  read(key: string): Promise<JournalEntry | null>
  /** Writes an entry durably, replacing one with the same key. `asked` is the JSON that `askedHash` is the hash of, stored only once. */
  write(entry: JournalEntry, asked?: string): Promise<void>
  /** Returns all calls to models for this run, also those without an answer: of a stopped agent, or a failure that was removed. */
  calls(): Promise<readonly Pick<JournalEntry, 'key' | 'calls'>[]>
  /** Returns answers whose keys have this ending, in the order of writing. */
  answersOf(keyEnd: string): Promise<readonly Pick<JournalEntry, 'key' | 'value'>[]>
  /** Yields the request of each answer and failure, in the order of writing. */
  questions(): AsyncIterable<JournalQuestion>
}

export interface JournalQuestion {
  readonly key: string
  /** Request as plain data; null if only its hash was stored, as in older versions. */
  readonly asked: unknown
  readonly failure: JournalEntry['failure']
}

/** Marks keys of entries that have spent tokens but no answer. */
export const SPENT_MARK = '!'

/** How an agent's code may search the corpus. */
export interface CorpusSearch {
  /** Units returned for a query. */
  readonly k: number
  /** Whether the sifter judges the units, if it has a model. */
  readonly hasSifter: boolean
  /** Sampling temperature of the sifter. */
  readonly helperTemperature: number
}

/** Functions that an agent's code may call. */
export interface AgentTools {
  readonly searchesCorpus: boolean
  readonly searchesWeb: boolean
  /** `texts`: web functions return texts, from the corpus if no search engine is configured. Absent: as published for Eigen-1. */
  readonly web?: 'texts'
}

/** How blocks of code are run. Absent: as published for Eigen-1. */
export interface CodeRunning {
  readonly timeoutMs: number
  /** Shows the result as JSON instead of a Python dictionary. */
  readonly form: 'json'
}

/** The helpers of a monitor; without a querier the window is the query, without an injector units are injected as they are. */
export interface Monitoring {
  readonly hasQuerier: boolean
  readonly hasSifter: boolean
  readonly hasInjector: boolean
  /** Sampling temperature of the helpers that are models. */
  readonly helperTemperature: number
}

/** External dependencies of a run. */
export interface RunPorts {
  readonly clock: Clock
  /** Settings of all streams of the run. */
  readonly loop: Partial<LoopSettings>
  /** Opens the model of a role for the asker at `path`; its calls are counted in `ledger`. Throws `MODEL_UNCONFIGURED`. */
  chat(role: string, ledger: Ledger, path: string): ContinuingChat
  /** Opens the model for single questions, whose answers are never continued. */
  helper(role: string, ledger: Ledger, path: string): ChatModel & StreamingChat
  /** Retrieves evidence for a query from the run's corpus; calls to models are counted in `ledger`. */
  find(query: string, k: number, signal: AbortSignal, ledger: Ledger): Promise<readonly Evidence[]>
  /** Creates monitor, querier, sifter and injector with the given models and retriever. */
  inquiry(
    parts: { readonly helper: (role: string) => ChatModel & StreamingChat; readonly find: Find },
    monitoring: Monitoring,
  ): AssistPorts
  /** Returns the functions that an agent's code may call; their calls to models are counted in `ledger`. */
  functions(
    tools: AgentTools,
    asking: { readonly search: CorpusSearch; readonly ledger: Ledger },
  ): GuestFunctions
  /** Runs a block of code and returns the text that the model sees. Throws `SANDBOX_UNAVAILABLE`. */
  execute(
    code: string,
    functions: GuestFunctions,
    signal: AbortSignal,
    running?: CodeRunning,
  ): Promise<string>
}
