/**
 * Entry point for commands that only ask a corpus. app/index.ts exports the same and all that ingests, solves and evaluates, which takes
 * three times as long to load.
 */

export { isUnitId } from '../../graph/index.ts'
export type { ChatMessage, ChatRequest, LedgerRow } from '../../models/index.ts'
export { type Config, DEFAULT_CORPUS, loadConfig } from '../config/config.ts'
export { describeFolderSettings, takeFolderSettings } from '../config/folder-settings.ts'
export { backendAt, embedderAt, pluginBackends, pluginEmbedders } from '../plugins/given-plugins.ts'
export { isPluginPlace, type PluginName } from '../plugins/plugin-names.ts'
export { type AnswerMark, type AnswerMarks, AnswerMarksShape } from './answer-mark-shape.ts'
export { openAnswerThreads } from './answer-threads.ts'
export { hasAnyChat } from './chat-models.ts'
export { checkedInput, invalidBy } from './checked-input.ts'
export type { PaperDetails } from './corpus-contents.ts'
export type { CorpusSession } from './corpus-session.ts'
export { type CorpusEntry, CorpusShape, PaperShape, type PaperSummary, UnitShape } from './corpus-shapes.ts'
export { EMBEDDER_NAMES, type EmbedderName } from './embedders.ts'
export {
  type FrontMatterChange,
  FrontMatterChangeShape,
  frontMatterChange,
} from './front-matter-shape.ts'
export { type Gloss, type GlossPlugIns, openGloss } from './gloss.ts'
export { windowSentence } from './model-windows.ts'
export type { LineProblem } from './read-records.ts'
export {
  ASKING_BACKENDS,
  BACKEND_NAMES,
  type BackendName,
  backendNamed,
  COMPARED_BACKENDS,
  DEFAULT_BACKEND,
  DEFAULT_FUSION,
  EXPERIMENTAL_BACKENDS,
  FUSION_NAMES,
  type FusionName,
} from './retrieval-backends.ts'
export type { RetrieveRequest } from './retrieve-answers.ts'
export {
  type AnswerHit,
  AskedKindShape,
  DEFAULT_K,
  HitShape,
  questionField,
  type RetrieveAnswer,
  RetrieveAnswerShape,
  UnitKindShape,
  WhyShape,
} from './retrieve-shapes.ts'
export { askedCorpora, type SearchedCorpora } from './several-corpora.ts'
