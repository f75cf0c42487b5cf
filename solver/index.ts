export { type AgentRun, type AgentSegment, type AgentSpec, visibleText } from './agent.ts'
export { type AgentTranscript, agentTranscript, endedAgents } from './agent-transcript.ts'
export { type Budget, NO_BUDGET } from './budget.ts'
export * from './eigen1/index.ts'
export type { RunEvent } from './events.ts'
export type { AgentTools, Journal, JournalEntry, Monitoring, RunPorts } from './ports.ts'
export { type SolverPromptName, solverPrompt } from './prompts.ts'
export {
  type AccuracyGrade,
  type ParseResult,
  readAccuracies,
  readAnswer,
  readConsistency,
} from './reading/index.ts'
export type * from './run-store.ts'
export type { Runner } from './runner.ts'
export { type Pattern, type PatternResult, work } from './solve.ts'
export { runHtml } from './trace/html.ts'
export { runMarkdown } from './trace/markdown.ts'
export { type RunPages, readRunPages } from './trace/run-pages.ts'
