export { type QuestionFileContents, questionFiles } from './beir-files.ts'
export {
  type AskedUnit,
  createModelQuestions,
  projectQuestions,
  type QuestionProjection,
  questionRequest,
} from './model-questions.ts'
export type { MadeQuestion, MadeQuestions, QuestionSource } from './ports.ts'
export { questionIn } from './question-in.ts'
export { createTemplateQuestions, type TemplateGround } from './template-questions.ts'
