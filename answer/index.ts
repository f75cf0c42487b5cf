export { askMessages } from './ask-messages.ts'
export { citeAnswer, REFUSAL } from './cite-answer.ts'
export type { CitedAnswer, CitedSentence, CitedSource } from './ports.ts'
export { unitsAsAnswer } from './units-as-answer.ts'
