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

export { createJoinedMonitor, createUnseenMonitor, type UnseenPair, unseenPairs } from './unseen.ts'
