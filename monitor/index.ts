export { type AgentSettings, withoutCode } from './agent.ts'
export type { AssistPorts } from './assist.ts'
export { createExtractiveInjector, createModelInjector } from './injectors/index.ts'
export { type KnownNames, namesOfGraph } from './known-names.ts'
export {
  createCascadeMonitor,
  createJoinedMonitor,
  createLexicalMonitor,
  createLogprobMonitor,
  createModelMonitor,
  createUnseenMonitor,
  type LexicalMonitorOptions,
  type UnseenPair,
  unseenPairs,
} from './monitors/index.ts'
export type {
  Channel,
  Evidence,
  Find,
  InjectionOrder,
  Look,
  Monitor,
  MonitorVerdict,
  PromptIdentity,
  Sifter,
} from './ports.ts'
export { withoutThoughts } from './prompts.ts'
export { createLexicalQuerier, createModelQuerier, type LexicalQuerierOptions } from './queriers/index.ts'
export { DEFAULT_LOOP, type LoopSettings } from './settings.ts'
export { createModelSifter, isWorthKeeping } from './sifters/index.ts'
export { type CodeOutput, type Execute, type Task, type ThinkPorts, think } from './think.ts'
export type { CodeSearch, InjectedUnit, TimedTraceEvent } from './trace.ts'
export type { Thought } from './turn-state.ts'
export { type WatchRates, type WatchSummary, watchRates } from './watch-figures.ts'
export { partsOf, promptsOf, type WatchParts } from './watch-parts.ts'
export { count, decimal, flag, loopSettingsOf, WATCH_SHAPE, WatchSettings } from './watch-settings.ts'
export { createWatchTally, isUnhelped, watchLines, watchSummary } from './watch-summary.ts'
