/** Request and result of an ingest. */
import type { GatePolicy } from '../../corpus/index.ts'
import type { IngestEvent, IngestReport, LookupCounts } from '../../ingest/index.ts'
import type { LedgerByRole } from '../../models/index.ts'
import type { ReaderPlugIn } from '../../plugins/index.ts'
import type { PresetName } from '../config/presets.ts'
import type { ModelWindow } from '../wiring/model-windows.ts'
import type { OcrChoice } from '../wiring/paper-pools.ts'
import type { SummariserName } from './summarisers.ts'

export interface IngestRequest {
  readonly paths: readonly string[]
  readonly corpus?: string | undefined
  /** Name that sets topic, policy, summariser and passages; options that contradict it are refused. */
  readonly preset?: PresetName | undefined
  /** Names given by the client, if `paths` are uploads. A list among them can refer only to these files. */
  readonly uploads?: ReadonlyMap<string, string> | undefined
  /** `biochem`, `none`, or the path of a keyword file. Default: the corpus's own topic, `biochem` for a new one. */
  readonly topic?: string | undefined
  readonly policy?: GatePolicy | undefined
  readonly summariser?: SummariserName | undefined
  /** Leave the passages out, as published. */
  readonly unitsOnly?: boolean | undefined
  readonly workers?: number | undefined
  readonly ocr?: OcrChoice | undefined
  readonly retryFailed?: boolean | undefined
  /** Take back papers that were removed by hand; else their files are skipped as `removed_by_hand`. Default: true for uploads. */
  readonly takeBack?: boolean | undefined
  /** Ask Crossref and OpenAlex for the front matter of the papers that are read, and of stored ones that neither has confirmed. */
  readonly lookup?: boolean | undefined
  /** Called with problems of the lookup; the ingest continues. */
  readonly onWarning?: ((warning: string) => void) | undefined
  /** Remove papers below the given paths whose files are gone. */
  readonly prune?: boolean | undefined
  /** Read papers and ask the gate, but store nothing. */
  readonly dryRun?: boolean | undefined
  /** Follow links that lead out of the folders of `paths`. */
  readonly followLinks?: boolean | undefined
  /** Let other processes write to the corpus meanwhile, if its store supports that. */
  readonly isShared?: boolean | undefined
  /** Readers that are tried before the built-in ones. */
  readonly readers?: readonly ReaderPlugIn[] | undefined
  /** Called with each path that is no paper and a snake_case reason. */
  readonly onSkip?: ((path: string, reason: string) => void) | undefined
  /** Called once, before the first paper is read, with the number of papers that were found. */
  readonly onFound?: ((papers: number) => void) | undefined
  /** Asked with the projected tokens and cost before a model is; false ends the run with `CONSENT_NEEDED`. */
  readonly consent?: ((projection: string) => Promise<boolean>) | undefined
}

/** The object that `gloss ingest --json` prints, and more. */
export interface IngestResult extends IngestReport {
  readonly corpus: string
  readonly topic: string
  /** Counts of files that are no papers, by reason. */
  readonly skipped: Readonly<Record<string, number>>
  /** Counts of files of `unknown_kind` by extension, such as `.xlsx`; files without one under the empty string. */
  readonly unknownKinds: Readonly<Record<string, number>>
  readonly pruned: number
  /** Files below the given paths that papers were read from and that no longer exist; their papers stay without `prune`. */
  readonly gone: readonly string[]
  readonly seconds: number
  readonly dryRun: boolean
  /** Projected calls and cost of a model; empty unless this was a dry run and its summariser is a model. */
  readonly projection: string
  /** Context window of the model that writes units; null if none was needed. */
  readonly window: ModelWindow | null
  /** Last error of the model's server, if it failed so often that later papers were not asked about; else empty. */
  readonly modelDown: string
  /** Null if the request did not allow a lookup. */
  readonly lookup: LookupCounts | null
  /** Calls to models on servers, by role: embedder and summariser. */
  readonly ledger: LedgerByRole
}

export type IngestListener = (event: IngestEvent) => void
