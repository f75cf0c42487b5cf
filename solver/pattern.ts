/** Defines patterns of the solver. All code that runs, lists, describes or measures patterns uses only this definition. */
import type { z } from 'zod'
import type { WatchSettings } from '../monitor/index.ts'
import type { PageShape } from './page-shape.ts'
import type { Journal } from './ports.ts'
import type { RetrievalMode } from './retrieval-modes.ts'
import type { RunRecord, TimelineEvent } from './run-store.ts'
import type { RunTrajectory } from './run-trajectory.ts'
import type { PageBlock } from './run-view/page-blocks.ts'
import type { Pattern } from './solve.ts'

/** Settings of any pattern, checked by its schema and with all defaults filled in; plain data. */
export type PatternSettings = Readonly<Record<string, unknown>>

export interface PatternRole {
  /** Key in the ledger and in `GLOSS_LLM_<ROLE>_MODEL`: letters only. */
  readonly name: string
  readonly does: string
  /** Role whose model it uses if none is configured for it; null: the default model. */
  readonly fallback: string | null
  /** Whether it uses `runner.agent`, so that its model must be able to resume a stopped text. */
  readonly isAgent: boolean
}

/** Settings that belong together. Overriding one of them is refused. */
export interface PatternPreset {
  readonly summary: string
  readonly monitor?: string
  readonly backend?: string
  readonly settings: PatternSettings
}

/** Needs of a run besides its models. */
export interface PatternNeeds
  extends Pick<WatchSettings, 'hasQuerier' | 'hasSifter' | 'hasInjector' | 'helperTemperature'> {
  readonly retrieval: RetrievalMode
  readonly runsCode: boolean
  readonly searchesWeb: boolean
}

/** Needs of a pattern whose agents get only their prompts. */
export const NO_NEEDS: PatternNeeds = {
  retrieval: 'none',
  runsCode: false,
  searchesWeb: false,
  hasQuerier: false,
  hasSifter: false,
  hasInjector: false,
  helperTemperature: 0,
}

/** Upper limit of the calls to a role. */
export interface RoleTurns {
  readonly role: string
  /** Turns of agents, or single questions. */
  readonly turns: number
  /** Most tokens that all turns may write together: turns x limit. */
  readonly completionTokens: number
}

export interface AblationRow {
  /** Table of the pattern's grid; its name selects all its rows. */
  readonly table: string
  /** Name of the row; rows of a paper's tables are named as in packages/lab/evaluation/answers/published-figures.json. */
  readonly name: string
  /** Pattern to run instead of the grid's own, for comparisons across patterns. */
  readonly pattern?: string
  readonly settings: PatternSettings
  /** Backend; default: the caller's choice. */
  readonly backend?: string
  /** `generic`: a corpus not made for the questions. `share`: a random part of the papers. Default: the caller's corpus. */
  readonly corpus?: 'generic' | { readonly share: number }
}

/** A change of a candidate by a stage. */
export interface CandidateStep {
  /** Index in the pool. */
  readonly candidate: number
  readonly stage: string
  readonly before: string
  readonly after: string
}

/** An answer whose wording a stage changed. */
export interface ChangedWording extends Pick<CandidateStep, 'candidate' | 'stage'> {
  readonly before: string | null
  readonly after: string | null
}

/** Candidates from which a run chose its answer. */
export interface RunCandidates {
  /** Texts written independently of each other. */
  readonly proposed: readonly string[]
  readonly pool: readonly string[]
  /** Changes by stages that wrote a new text. */
  readonly steps: readonly CandidateStep[]
}

export type Report = Extract<TimelineEvent, { readonly type: 'report' }>

export interface PatternParts<Settings> {
  /** Name for users: lower-case letters and digits. */
  readonly name: string
  readonly title: string
  /** A sentence that says what its agents do. */
  readonly summary: string
  readonly roles: readonly PatternRole[]
  readonly presets: Readonly<Record<string, PatternPreset>>
  readonly run: Pattern<Settings>
  needs(settings: Settings): PatternNeeds
  /** Whether its setting `searchesWeb` is turned off if no search engine is configured. */
  readonly needsSearchEngine: boolean
  /** Returns the most turns that a run can take, to estimate its cost in advance. Roles that are never asked are left out. */
  maxTurns(settings: Settings): RoleTurns[]
  /** The same as a formula of the settings, for the docs. */
  readonly calls: string
  /** Cost of a run in the paper, as a sentence; null if the paper does not report it. */
  readonly publishedCost: string | null
  readonly ablations: readonly AblationRow[]
  readonly page: PageShape
  /** Returns how a run came to its answer, in addition to the tables of `page`. Reports are in order. */
  decisions?(reports: readonly Report[], changes: readonly ChangedWording[]): PageBlock[]
  /** Returns the line of a report for a terminal, or null. Reports of `page.tables` get one without this. */
  progress?(report: Pick<Report, 'path' | 'kind' | 'data'>): string | null
  /** Returns the candidates from a run's details; null if their form is unknown, as in runs that ended early. */
  candidates?(details: unknown): RunCandidates | null
  /** Returns the fields of `dump.jsonl`; null in the same cases. */
  dump?(details: unknown): object | null
  /** Returns the trajectories of its askers, for training data; absent if the pattern defines none. */
  trajectories?(record: RunRecord, journal: Journal): Promise<readonly RunTrajectory[]>
  /** Prepared answers (form: app/solve/demo/played-chat.ts) and the settings that they are written for; null for a plug-in. */
  readonly demonstration: { readonly script: URL; readonly settings: PatternSettings } | null
}

/** A pattern whose functions accept settings as stored in plans. */
export interface PatternDefinition extends Omit<PatternParts<PatternSettings>, 'run'> {
  readonly settings: z.ZodReadonly<z.ZodObject>
  /** Runs the pattern. Throws the schema's error for settings of another version. */
  readonly run: Pattern<unknown>
}

/** Defines a pattern. `settings` is the schema of a strict object whose settings all have a default and a description. */
export function definePattern<Schema extends z.ZodReadonly<z.ZodObject>>(
  settings: Schema,
  parts: PatternParts<z.infer<Schema>>,
): PatternDefinition {
  const read = (given: unknown) => settings.parse(given)
  return {
    ...parts,
    settings,
    run: (question, given, runner) => parts.run(question, read(given), runner),
    needs: (given) => parts.needs(read(given)),
    maxTurns: (given) => parts.maxTurns(read(given)),
  }
}
