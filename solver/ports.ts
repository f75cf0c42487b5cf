/** What a run of the solver keeps, and what it needs: models, retrieval, code. Independent of patterns. */
import type { Clock, ErrorCode } from '../core/index.ts'
import type { ChatModel, ContinuingChat, Ledger, LedgerCall, StreamingChat } from '../models/index.ts'
import type { AssistPorts, Evidence, Find, LoopSettings } from '../monitor/index.ts'
import type { GuestFunctions } from '../tools/index.ts'

/** One answer of a model or a tool, under the place in the run where it was asked for. */
export interface JournalEntry {
  /** Path of the asker, kind and number: `propose/2/stream.0`. */
  readonly key: string
  /** Of what was asked: an answer to another question is not taken for this one's. */
  readonly askedHash: string
  /** Plain data; of a stream, what came before it failed or was left. Null where nothing did. */
  readonly value: unknown
  readonly failure: { readonly code: ErrorCode; readonly message: string } | null
  /** What was asked of models for it, failed attempts included. */
  readonly calls: readonly LedgerCall[]
}

/** What a run was answered, so that it can be resumed without asking again. */
export interface Journal {
  /** Null where nothing was written under this key. */
  read(key: string): Promise<JournalEntry | null>
  /** Durable when it resolves; writing a key again replaces it. `asked`: JSON of what `askedHash` is of; the same is kept once. */
  write(entry: JournalEntry, asked?: string): Promise<void>
  /** All that was ever asked of models for this run, also for answers that it does not have: of an agent that was stopped, or a failure that was forgotten. */
  calls(): Promise<readonly Pick<JournalEntry, 'key' | 'calls'>[]>
  /** Answers whose keys end so, in the order in which they were written. */
  answersOf(keyEnd: string): Promise<readonly Pick<JournalEntry, 'key' | 'value'>[]>
  /** What was asked for each answer, and each failure, in the order in which they were written. */
  questions(): AsyncIterable<JournalQuestion>
}

export interface JournalQuestion {
  readonly key: string
  /** Plain data; null where only its hash was kept, as before it was written down. */
  readonly asked: unknown
  readonly failure: JournalEntry['failure']
}

/** Marks keys of entries that hold spent tokens and no answer. */
export const SPENT_MARK = '!'

/** How an agent's code may search the corpus. */
export interface CorpusSearch {
  /** Units a query is answered with. */
  readonly k: number
  /** Whether the sifter judges what was found, where it has a model. */
  readonly hasSifter: boolean
  /** Of the sifter. */
  readonly helperTemperature: number
}

/** Functions that code in a run may call. */
export interface AgentTools {
  readonly searchesCorpus: boolean
  readonly searchesWeb: boolean
  /** `texts`: the web functions answer with texts, and out of the corpus where no search engine is configured. Absent: as Eigen-1 has them published. */
  readonly web?: 'texts'
}

/** How blocks of code are run. Absent: as Eigen-1 has it published. */
export interface CodeRunning {
  readonly timeoutMs: number
  /** The result as JSON in place of a Python dictionary. */
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

/** What a run needs of the world. */
export interface RunPorts {
  readonly clock: Clock
  /** What holds for all streams of the run. */
  readonly loop: Partial<LoopSettings>
  /** Opens the model of a role, for the asker at `path`; what it is asked is counted in `ledger`. Throws `MODEL_UNCONFIGURED`. */
  chat(role: string, ledger: Ledger, path: string): ContinuingChat
  /** The same for single questions, whose answers are never continued. */
  helper(role: string, ledger: Ledger, path: string): ChatModel & StreamingChat
  /** Retrieves evidence for a query from the run's corpus; what models are asked for it is counted in `ledger`. */
  find(query: string, k: number, signal: AbortSignal, ledger: Ledger): Promise<readonly Evidence[]>
  /** Monitor, querier, sifter and injector over the models and the retriever that they are given. */
  inquiry(
    parts: { readonly helper: (role: string) => ChatModel & StreamingChat; readonly find: Find },
    monitoring: Monitoring,
  ): AssistPorts
  /** The functions that an agent's code may call; what models are asked by them is counted in `ledger`. */
  functions(
    tools: AgentTools,
    asking: { readonly search: CorpusSearch; readonly ledger: Ledger },
  ): GuestFunctions
  /** Runs a block of code and returns what the model gets to see of it. Throws `SANDBOX_UNAVAILABLE`. */
  execute(
    code: string,
    functions: GuestFunctions,
    signal: AbortSignal,
    running?: CodeRunning,
  ): Promise<string>
}
