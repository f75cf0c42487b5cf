export {
  type AskAnswer,
  AskAnswerShape,
  type Citation,
  CitationShape,
  DEFAULT_SOURCES,
  MAX_SOURCES,
} from './answer-shape.ts'
export type { AskEvent, AskRequest } from './ask.ts'
export { ask } from './ask.ts'
export type { RetrievedFirst } from './retrieve-first.ts'
export { groundAnswer, retrieveFirst } from './retrieve-first.ts'
