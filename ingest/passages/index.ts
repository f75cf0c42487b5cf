export { bestSentence } from './best-sentence.ts'
export { type PassageSettings, passagesOf } from './passages.ts'
