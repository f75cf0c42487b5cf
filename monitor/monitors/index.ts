export { createCascadeMonitor } from './cascade.ts'
export { createLexicalMonitor, type LexicalMonitorOptions } from './lexical.ts'
export { createLogprobMonitor } from './logprob.ts'
export { createModelMonitor, type HelperModelOptions } from './model.ts'

/** Monitors whose thresholds were chosen and never measured, by their name in the settings. */
export const EXPERIMENTAL_MONITORS: readonly string[] = ['logprob', 'cascade']
