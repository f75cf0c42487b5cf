export { answerability, hasAnswerabilityModel, MIN_ANSWERABILITY } from './answerability.ts'
export { asidesLast } from './asides-last.ts'
export { autoBackend } from './auto.ts'
export { hybridBackend, vanillaBackend, wordsBackend } from './backends.ts'
export {
  bestSentence,
  rankedSentences,
  sentenceFigures,
  type TermedSentences,
  termedSentences,
} from './best-sentence.ts'
export { closenessOf } from './closeness.ts'
export { distinctPlaces, HITS_PER_PLACE, type HitPlace, isSamePlace } from './distinct-places.ts'
export { convexFusion, coverageFusion, type Fusion, reciprocalRankFusion } from './fusion.ts'
export { unknownLanguage } from './known-language.ts'
export type { BackendModel } from './model-usage.ts'
export type { Hit, RetrievalUsage, Retriever } from './ports.ts'
export { checkQuestion, embedQuestion, rankHits } from './query-checks.ts'
export { type ParsedQuestion, readQuestion } from './read-question.ts'
export { hasFigure, hasNumber, isFragment, SIGNS } from './sentence-signs.ts'
export { MIN_TOPICALITY, topicality } from './topicality.ts'
export { walkBackend } from './walk.ts'
export { type Why, WhyShape } from './why.ts'
