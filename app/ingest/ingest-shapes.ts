/** What is asked of an ingest, and what it answers. */
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
  /** Topic, policy, summariser and passages by one name; what contradicts it is refused. */
  readonly preset?: PresetName | undefined
  /** Where `paths` are uploads: each by the name that the client gave. A list among them reaches these and no other files. */
  readonly uploads?: ReadonlyMap<string, string> | undefined
  /** `biochem`, `none`, or the path of a keyword file; default: the corpus's own, `biochem` for a new one. */
  readonly topic?: string | undefined
  readonly policy?: GatePolicy | undefined
  readonly summariser?: SummariserName | undefined
  /** Leave the passages out: the published way. */
  readonly unitsOnly?: boolean | undefined
  readonly workers?: number | undefined
  readonly ocr?: OcrChoice | undefined
  readonly retryFailed?: boolean | undefined
  /** Take back papers that were removed by hand; else their files are skipped as `removed_by_hand`. Default: for uploads. */
  readonly takeBack?: boolean | undefined
  /** Ask Crossref and OpenAlex for the front matter of the papers that are read, and of stored ones that none has confirmed. */
  readonly lookup?: boolean | undefined
  /** Called with what went wrong with the lookup; the ingest continues. */
  readonly onWarning?: ((warning: string) => void) | undefined
  /** Remove papers below the given paths whose files are gone. */
  readonly prune?: boolean | undefined
  /** Read papers and ask the gate, but store nothing. */
  readonly dryRun?: boolean | undefined
  /** Follow links that lead out of the folders of `paths`. */
  readonly followLinks?: boolean | undefined
  /** Other processes may write to the corpus meanwhile, where its store can. */
  readonly isShared?: boolean | undefined
  /** Before those of the app. */
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
  /** Files that are no papers, by reason. */
  readonly skipped: Readonly<Record<string, number>>
  /** Those of `unknown_kind` by their ending, such as `.xlsx`; files without one under the empty string. */
  readonly unknownKinds: Readonly<Record<string, number>>
  readonly pruned: number
  /** Files below the given paths that papers were read from and that are not there any more; their papers stay without `prune`. */
  readonly gone: readonly string[]
  readonly seconds: number
  readonly dryRun: boolean
  /** What a model would be asked and cost; empty unless the run was dry and its summariser is a model. */
  readonly projection: string
  /** Of the model that writes units; null where none was needed. */
  readonly window: ModelWindow | null
  /** What the model's server last failed with, where it failed so often that the papers after it were not asked about; else empty. */
  readonly modelDown: string
  /** Null where the request did not allow a lookup. */
  readonly lookup: LookupCounts | null
  /** What was asked of models on servers, by role: embedder and summariser. */
  readonly ledger: LedgerByRole
}

export type IngestListener = (event: IngestEvent) => void
