export { createCascadeMonitor } from './cascade.ts'
export { weightOf } from './doubt-marks.ts'
export { DOUBT_RULES } from './doubt-rules.ts'
export { createLexicalMonitor, type LexicalMonitorOptions } from './lexical.ts'
export { createLogprobMonitor } from './logprob.ts'
export { createModelMonitor, type HelperModelOptions } from './model.ts'
export {
  DOUBT_MODEL,
  DOUBT_THRESHOLD,
  type DoubtModel,
  readDoubts,
  scoreSentences,
} from './score-doubt.ts'

/** Monitors whose thresholds were chosen and never measured, by their name in the settings. */
export const EXPERIMENTAL_MONITORS: readonly string[] = ['logprob', 'cascade']
