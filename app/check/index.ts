export { type CheckedDraft, CheckedDraftShape, type CheckedSentence, checkDraft } from './check-draft.ts'
export { DRAFT_FORMATS, draftOfFile } from './read-draft.ts'
