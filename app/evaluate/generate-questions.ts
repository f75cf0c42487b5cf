/** `compare --generate`: questions made from the corpus itself, written as a BEIR pair that says they are synthetic. */
import { join } from 'node:path'
import { GlossError, sampled } from '../../core/index.ts'
import { allUnits, type UnitKind } from '../../corpus/index.ts'
import {
  type AskedUnit,
  createModelQuestions,
  createTemplateQuestions,
  type MadeQuestions,
  projectQuestions,
  questionFiles,
  questionRequest,
} from '../../evaluation/index.ts'
import {
  type AnswerCache,
  answerCacheOf,
  type ChatModel,
  costSentence,
  createCachedChat,
  readPrices,
  requestHash,
} from '../../models/index.ts'
import { hasChat, openChat } from '../wiring/chat-models.ts'
import type { CorpusSession } from '../wiring/corpus-session.ts'
import type { Gloss } from '../wiring/gloss.ts'
import { writeFiles } from './report-files.ts'

export const QUESTION_SOURCE_NAMES = ['model', 'template'] as const
export type QuestionSourceName = (typeof QUESTION_SOURCE_NAMES)[number]

export interface QuestionMakingRequest {
  readonly count: number
  /** Folder for queries.jsonl and qrels.tsv. */
  readonly out: string
  /** Default: `model` where one is configured. */
  readonly by?: QuestionSourceName | undefined
  readonly corpus?: string | undefined
  /** Asked with the projected tokens and cost before a model is; false ends it with `CONSENT_NEEDED`. */
  readonly consent: (projection: string) => Promise<boolean>
  /** Told what is done next, for people who wait. */
  readonly onProgress?: ((what: string) => void) | undefined
}

export interface QuestionMakingResult {
  readonly queries: string
  readonly qrels: string
  readonly made: string
  readonly count: number
  readonly losses: Readonly<Record<string, number>>
}

/** Shorter statements say too little to ask about. Chosen, not measured. */
const LEAST_CHARACTERS = 40
const SEED = 20_070_906

/** Throws `MODEL_UNCONFIGURED`, `CONSENT_NEEDED`; `MODEL_ANSWER_INVALID`, or `INPUT_INVALID` by template, where no question could be made. */
export async function makeQuestions(
  gloss: Gloss,
  request: QuestionMakingRequest,
  signal: AbortSignal,
): Promise<QuestionMakingResult> {
  const session = await gloss.session(request.corpus)
  const by = request.by ?? (hasChat(gloss.config) ? 'model' : 'template')
  const { made, questions, losses } =
    by === 'model'
      ? await fromModel(gloss, session, request, signal)
      : await fromTemplates(session, request.count, signal)
  if (questions.length === 0)
    throw new GlossError(
      by === 'model' ? 'MODEL_ANSWER_INVALID' : 'INPUT_INVALID',
      nothingMade(session.name, by, losses),
      { field: 'generate', ...losses },
    )
  const files = questionFiles(questions, made)
  const contents = { 'queries.jsonl': files.queries, 'qrels.tsv': files.qrels }
  await writeFiles(request.out, contents)
  const [queries, qrels] = Object.keys(contents).map((name) => join(request.out, name)) as [string, string]
  return { queries, qrels, made, count: questions.length, losses }
}

type Making = MadeQuestions & { readonly made: string }

async function fromModel(
  { config }: Gloss,
  session: CorpusSession,
  { count, consent, onProgress }: QuestionMakingRequest,
  signal: AbortSignal,
): Promise<Making> {
  const chat = openChat(config, 'Questions by a model')
  const units = await unitsToAsk(session, count)
  await using writer = await session.store.write('questions for compare')
  const cache = answerCacheOf(writer)
  const unanswered = await unansweredUnits(units, chat, cache)
  const projected = projectQuestions(unanswered, chat.id, readPrices())
  const projection = costSentence(`${projected.calls} questions for the model ${chat.id}`, projected)
  if (unanswered.length > 0 && !(await consent(projection)))
    throw new GlossError('CONSENT_NEEDED', projection)
  onProgress?.(`${chat.id} is asked for ${unanswered.length} of ${units.length} questions`)
  const source = createModelQuestions({
    model: chat.id,
    chat: createCachedChat(chat, cache, () => undefined),
    units,
  })
  return { made: source.made, ...(await source.make(count, signal)) }
}

async function fromTemplates({ store }: CorpusSession, count: number, signal: AbortSignal): Promise<Making> {
  const source = createTemplateQuestions({ graph: store, units: (ids) => store.units(ids) })
  return { made: source.made, ...(await source.make(count, signal)) }
}

async function unansweredUnits(
  units: readonly AskedUnit[],
  chat: ChatModel,
  cache: AnswerCache,
): Promise<AskedUnit[]> {
  const left: AskedUnit[] = []
  for (const unit of units) {
    const known = (await cache.get(requestHash(chat.id, questionRequest(unit)))) ?? ''
    if (known === '') left.push(unit)
  }
  return left
}

/** A seeded sample of the units; of the passages where the corpus has no units. */
async function unitsToAsk({ store }: CorpusSession, count: number): Promise<AskedUnit[]> {
  const units = await longUnitIds(store, 'unit')
  const ids = sampled(units.length > 0 ? units : await longUnitIds(store, 'passage'), count, SEED)
  const asked: AskedUnit[] = []
  for (const unit of await store.units(ids))
    if (unit !== null) asked.push({ unit, title: (await store.paper(unit.paper))?.title ?? '' })
  return asked
}

async function longUnitIds(store: CorpusSession['store'], kind: UnitKind): Promise<string[]> {
  const ids: string[] = []
  for await (const { id, text } of allUnits(store, { kind }))
    if (text.length >= LEAST_CHARACTERS) ids.push(id)
  return ids
}

function nothingMade(
  corpus: string,
  by: QuestionSourceName,
  losses: Readonly<Record<string, number>>,
): string {
  const lost = Object.entries(losses).map(([reason, count]) => `${reason} ${count}`)
  const why = lost.length === 0 ? '' : ` (${lost.join(', ')})`
  return by === 'template'
    ? `The corpus "${corpus}" has no names or facts to make questions of${why}; a model can make some with --by model.`
    : `No usable question came of the corpus "${corpus}"${why}.`
}
