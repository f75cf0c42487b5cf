/** What a pattern of the solver is to the rest of Gloss. Everything that runs, lists, describes or measures patterns reads this and nothing else. */
import type { z } from 'zod'
import type { WatchSettings } from '../monitor/index.ts'
import type { PageShape } from './page-shape.ts'
import type { Journal } from './ports.ts'
import type { RetrievalMode } from './retrieval-modes.ts'
import type { RunRecord, TimelineEvent } from './run-store.ts'
import type { RunTrajectory } from './run-trajectory.ts'
import type { PageBlock } from './run-view/page-blocks.ts'
import type { Pattern } from './solve.ts'

/** Of any pattern, checked by its schema and with every default filled in; plain data. */
export type PatternSettings = Readonly<Record<string, unknown>>

export interface PatternRole {
  /** Key of the ledger, and of `GLOSS_LLM_<ROLE>_MODEL`: letters only. */
  readonly name: string
  readonly does: string
  /** The role whose model it asks where it has none of its own; null: the default model. */
  readonly fallback: string | null
  /** Works with `runner.agent`: its model must be able to resume a stopped text. */
  readonly isAgent: boolean
}

/** Settings that belong together. Giving another value for one of them is refused. */
export interface PatternPreset {
  readonly summary: string
  readonly monitor?: string
  readonly backend?: string
  readonly settings: PatternSettings
}

/** What a run asks for besides its models. */
export interface PatternNeeds
  extends Pick<WatchSettings, 'hasQuerier' | 'hasSifter' | 'hasInjector' | 'helperTemperature'> {
  readonly retrieval: RetrievalMode
  readonly runsCode: boolean
  readonly searchesWeb: boolean
}

/** Of a pattern whose agents get nothing but their prompts. */
export const NO_NEEDS: PatternNeeds = {
  retrieval: 'none',
  runsCode: false,
  searchesWeb: false,
  hasQuerier: false,
  hasSifter: false,
  hasInjector: false,
  helperTemperature: 0,
}

/** What a role may be asked at most. */
export interface RoleTurns {
  readonly role: string
  /** Turns of agents, or questions, one answer each. */
  readonly turns: number
  /** That all of them together may write: turns x their limit. */
  readonly completionTokens: number
}

export interface AblationRow {
  /** Of the pattern's grid; selects all rows of it by its name. */
  readonly table: string
  /** Rows of a paper's tables have the names of packages/lab/evaluation/answers/published-figures.json. */
  readonly name: string
  /** That is run in place of the grid's own, as in comparisons across patterns. */
  readonly pattern?: string
  readonly settings: PatternSettings
  /** Way to retrieve; the asker's choice where absent. */
  readonly backend?: string
  /** `generic`: a corpus that was not made for the questions. A share: of the papers, drawn at random. The asker's where absent. */
  readonly corpus?: 'generic' | { readonly share: number }
}

/** What a stage made of a candidate. */
export interface CandidateStep {
  /** Place in the pool. */
  readonly candidate: number
  readonly stage: string
  readonly before: string
  readonly after: string
}

/** Answers that a stage changed, by their wording. */
export interface ChangedWording extends Pick<CandidateStep, 'candidate' | 'stage'> {
  readonly before: string | null
  readonly after: string | null
}

/** What a run chose its answer from. */
export interface RunCandidates {
  /** Written independently of each other. */
  readonly proposed: readonly string[]
  readonly pool: readonly string[]
  /** Only where a stage wrote something of its own. */
  readonly steps: readonly CandidateStep[]
}

export type Report = Extract<TimelineEvent, { readonly type: 'report' }>

export interface PatternParts<Settings> {
  /** As users write it: lower-case letters and digits. */
  readonly name: string
  readonly title: string
  /** What its agents do, in a sentence. */
  readonly summary: string
  readonly roles: readonly PatternRole[]
  readonly presets: Readonly<Record<string, PatternPreset>>
  readonly run: Pattern<Settings>
  needs(settings: Settings): PatternNeeds
  /** Its setting `searchesWeb` is turned off when a run starts where no search engine is configured. */
  readonly needsSearchEngine: boolean
  /** The most that a run can ask, for projections before anything is asked. Roles that are never asked are left out. */
  mostTurns(settings: Settings): RoleTurns[]
  /** The same as a formula over the settings, for the docs. */
  readonly calls: string
  /** What a run took in its paper, as a sentence; null where the paper does not say. */
  readonly publishedCost: string | null
  readonly ablations: readonly AblationRow[]
  readonly page: PageShape
  /** How a run came to its answer, besides the tables of `page`; reports in their order. */
  decisions?(reports: readonly Report[], changes: readonly ChangedWording[]): PageBlock[]
  /** The line of a report on a terminal; null for none. Reports of `page.tables` have one without this. */
  progress?(report: Pick<Report, 'path' | 'kind' | 'data'>): string | null
  /** Of the details that a run keeps; null where they are of another form, as in runs that did not come so far. */
  candidates?(details: unknown): RunCandidates | null
  /** Fields of `dump.jsonl`; null likewise. */
  dump?(details: unknown): object | null
  /** What its askers did, as training data is made of it; absent where nothing says how. */
  trajectories?(record: RunRecord, journal: Journal): Promise<readonly RunTrajectory[]>
  /** Answers written beforehand (app/solve/demo/played-chat.ts has their form) and the settings that they are written for; null for a plug-in. */
  readonly demonstration: { readonly script: URL; readonly settings: PatternSettings } | null
}

/** Its functions take settings as they are kept in plans. */
export interface PatternDefinition extends Omit<PatternParts<PatternSettings>, 'run'> {
  readonly settings: z.ZodReadonly<z.ZodObject>
  /** Throws the schema's error for settings of another version. */
  readonly run: Pattern<unknown>
}

/** `settings`: of a strict object in which every setting has a default and a description. */
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
    mostTurns: (given) => parts.mostTurns(read(given)),
  }
}
