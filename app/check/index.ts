export { type CheckedDraft, type CheckedSentence, checkDraft, type SupportVerdict } from './check-draft.ts'
