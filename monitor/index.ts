export type { AgentSettings } from './agent.ts'
export type { AssistPorts } from './assist.ts'
export { withoutThoughts } from './helper-answer.ts'
export * from './injectors/index.ts'
export { type KnownName, type KnownNames, namesOfGraph } from './known-names.ts'
export {
  type CascadeMonitorOptions,
  createCascadeMonitor,
  createLexicalMonitor,
  createLogprobMonitor,
  createModelMonitor,
  type HelperModelOptions,
  type LexicalMonitorOptions,
  type LogprobMonitorOptions,
} from './monitors/index.ts'
export type * from './ports.ts'
export * from './queriers/index.ts'
export { DEFAULT_LOOP, type LoopSettings } from './settings.ts'
export * from './sifters/index.ts'
export { similarityFloorOf } from './similarity-floor.ts'
export { type Execute, type Task, type ThinkPorts, think } from './think.ts'
export type * from './trace.ts'
export type { Thought } from './turn-events.ts'
