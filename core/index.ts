export { type Abbreviations, abbreviationsOf, SPECIES_AUTHORITY } from './abbreviations.ts'
export { childEnvironment } from './child-environment.ts'
export { type ChildOutcome, openChildPool } from './child-pool.ts'
export { type Clock, sleep, systemClock } from './clock.ts'
export { closing, closingAsync } from './closing.ts'
export { countsOf, defined } from './collections.ts'
export {
  batched,
  createSemaphore,
  createWaitingLine,
  forEachConcurrent,
  mapOrdered,
  type Semaphore,
} from './concurrency.ts'
export { defuseControlMarks, defuseTurnMarks } from './control-marks.ts'
export type { DeepReadonly } from './deep-readonly.ts'
export { dot } from './dot.ts'
export { entryBeside } from './entry-beside.ts'
export { type ErrorCode, errorCatalogue, RETRY_AFTER_SECONDS } from './error-catalogue.ts'
export { diskFailure, type ErrorFacts, GlossError, invalidInput, isGlossError, messageOf } from './errors.ts'
export {
  csvLine,
  escapeMarkdown,
  escapeMarkup,
  harmlessMarkdown,
  sheetText,
  xmlCharacters,
} from './escape.ts'
export { createTurns, mapInTurns, stepsInTurns } from './event-loop-turns.ts'
export {
  describeFeature,
  FEATURES,
  type FeatureName,
  FetchFailure,
  featureFile,
  featureFolder,
  featurePlace,
  featuresHome,
  fetchFeature,
  importFeature,
  missingFeature,
  requireFeature,
} from './features/index.ts'
export { type FileUser, fileUsers } from './file-users.ts'
export {
  createLineFile,
  decodeText,
  givenFileName,
  openFile,
  readText,
  safeFileName,
  UPLOAD_MARK,
  writeFailure,
  writeNamedFile,
} from './files.ts'
export { type FinalLine, lastFinalLine } from './final-line.ts'
export { isRecord, jsonIn, objectWith } from './find-json.ts'
export { type GrowingText, grown, NO_TEXT, wholeText } from './growing-text.ts'
export { contentId, ID_FORM, sha256, tupleId } from './hash.ts'
export { importPackage } from './import-package.ts'
export { ENGLISH, languageName } from './languages/known-languages.ts'
export { languageOfQuestion, languageOfText } from './languages/language-of-text.ts'
export { questionTerms, wordsIn } from './languages/words-in.ts'
export { openedOnce, openedOnceEach } from './opened-once.ts'
export { type PackedList, packList, unpackList } from './packed-list.ts'
export { jsonInFile, parsedJson } from './parsed-json.ts'
export {
  makePrivateFile,
  makePrivateFolder,
  PRIVATE_FILE_MODE,
  PRIVATE_FOLDER_MODE,
  placePrivateFile,
  replacePrivateJson,
} from './private-files.ts'
export { isProcessAlive, residentMb } from './process-figures.ts'
export { withPipes } from './process-pipes.ts'
export {
  createPrompt,
  filledPrompt,
  type Prompt,
  partlyFilledPrompt,
  promptsBeside,
  readPrompt,
} from './prompt-files.ts'
export { randomIndex, sampled, seededRandom, shuffle } from './random.ts'
export {
  type LenientList,
  type LenientRecord,
  type LenientScalar,
  type LenientValue,
  readLenientJson,
} from './read-lenient-json.ts'
export { withoutCredentials } from './redacted-url.ts'
export { type SentenceSpan, sentences } from './sentences.ts'
export { serveParent } from './serve-parent.ts'
export { askServer, type ServerAnswer, type ServerQuestion } from './servers/ask-server.ts'
export { AnswerTooLongError, boundedBody, bytesOfBody, textOfBody } from './servers/server-answer.ts'
export { type LineOptions, linesOf, MAX_LINE_CHARACTERS, type NumberedLine } from './text-lines.ts'
export { compareText } from './text-order.ts'
export { GRAMMAR_WORDS, GREEK, NAME_STOP_WORDS, PROSE_WORDS, QUERY_STOP_WORDS, words } from './words.ts'
