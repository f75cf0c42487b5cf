/** `ask`: answers a question from the papers with numbered citations. One model call; without a model, returns the best statements. */
import {
  askMessages,
  type CitedAnswer,
  type CitedSource,
  citeAnswer,
  REFUSAL,
  type Support,
  statementsAsAnswer,
} from '../../answer/index.ts'
import { grown, invalidInput, NO_TEXT, wholeText } from '../../core/index.ts'
import { type CorpusReader, doubtfulIn, paperText } from '../../corpus/index.ts'
import { createLedger, type Ledger, ledgerByRole } from '../../models/index.ts'
import { spanOnPages } from '../ingest/page-image.ts'
import { hasChat } from '../wiring/chat-models.ts'
import type { Gloss } from '../wiring/gloss.ts'
import type { BackendName } from '../wiring/retrieval-backends.ts'
import { askedCorpora, type SearchedCorpora } from '../wiring/several-corpora.ts'
import { type AskAnswer, type Citation, DEFAULT_SOURCES } from './answer-shape.ts'
import { findSources } from './find-sources.ts'
import { nearerDropped } from './nearer-dropped.ts'

export interface AskRequest {
  readonly question: string
  /** Name of a corpus, or several separated by commas: `main,other`. */
  readonly corpus?: string | undefined
  readonly backend?: BackendName | undefined
  /** Maximum number of units that the answer may rest on. Default: `DEFAULT_SOURCES`. */
  readonly k?: number | undefined
  /** Model to ask instead of the configured one. */
  readonly model?: string | undefined
  /** False: returns the best statements without a model, even if one is configured. */
  readonly usesModel?: boolean | undefined
}

export type AskEvent =
  | { readonly type: 'sources'; readonly sources: readonly CitedSource[] }
  | { readonly type: 'text'; readonly text: string }
  /** Always the last event. */
  | { readonly type: 'answer'; readonly answer: AskAnswer }

/** Role whose model answers, as the configuration and the ledger name it. */
const ROLE = 'proposer'

/** Answers a question. Throws `INPUT_INVALID` for an empty question, `CORPUS_NOT_FOUND`, and the errors of the backend and the model. */
export async function* ask(gloss: Gloss, request: AskRequest, signal: AbortSignal): AsyncGenerator<AskEvent> {
  const { question, corpus, backend } = request
  if (question.trim() === '') throw invalidInput('question', 'The question is empty; give it some words.')
  const session = await askedCorpora(gloss, corpus)
  const asksModel = wantsModel(gloss, request)
  const ledger = createLedger(gloss.prices)
  const k = request.k ?? DEFAULT_SOURCES
  const titles = await gloss.embedder('static')
  const query = { question, k, backend, ledger, forReading: asksModel ? undefined : titles }
  const { sources: found, isNear } = await findSources(session, query, signal)
  const sources = await withCorpora(session, found)
  yield { type: 'sources', sources }
  const written = isNear && asksModel ? writtenAnswer(gloss, request, { sources, ledger, signal }) : null
  let said = NO_TEXT
  for await (const piece of written ?? []) {
    said = grown(said, piece)
    yield { type: 'text', text: piece }
  }
  const text = wholeText(said)
  const by = written === null ? 'units' : 'model'
  const cited = written === null ? withoutModel(sources, isNear) : citeAnswer(text, sources)
  const answer = written === null ? cited.sentences.map((sentence) => sentence.text).join('\n') : text.trim()
  if (written === null) yield { type: 'text', text: answer }
  const used = new Set(cited.sentences.flatMap(({ citations }) => citations))
  const placesOf = (of: readonly CitedSource[]) => citedPlaces(session.store, of)
  yield {
    type: 'answer',
    answer: {
      question,
      corpus: session.name,
      answer,
      sentences: cited.sentences,
      citations: await placesOf(sources.filter(({ n }) => used.has(n))),
      shown: used.size > 0 ? [] : await placesOf(sources),
      answerable: isNear && !cited.isRefusal,
      nearerDropped: await nearerDropped(session.store, titles, {
        question,
        rested: sources.map(({ paper }) => paper),
      }),
      support: supportOf(cited, by),
      by,
      unknownCitations: cited.unknownCitations,
      ...(by === 'model' ? await marksOn(gloss, answer, session, signal) : {}),
      ledger: ledgerByRole(ledger.rows()),
    },
  }
}

/** Adds to each source the first of several corpora that holds its paper. */
async function withCorpora(
  { sessions }: SearchedCorpora,
  sources: readonly CitedSource[],
): Promise<readonly CitedSource[]> {
  if (sessions.length === 1) return sources
  const papers = sources.map(({ paper }) => paper)
  const held = await Promise.all(sessions.map(({ store }) => store.papersOf(papers)))
  return sources.map((source, at) => {
    const holder = sessions[held.findIndex((of) => of[at] != null)]
    return holder === undefined ? source : { ...source, corpus: holder.name }
  })
}

/** Checks the quotations of an answer. The checker is loaded only if there are some. */
async function marksOn(gloss: Gloss, answer: string, { sessions }: SearchedCorpora, signal: AbortSignal) {
  const { markAnswer } = await import('../verify/index.ts')
  return await markAnswer(gloss, { answer, corpora: sessions.map(({ name }) => name) }, signal)
}

/** Returns the support of an answer: that of its best statement without a model; with one, `yes` needs support of every sentence. */
function supportOf({ sentences, isRefusal }: CitedAnswer, by: AskAnswer['by']): Support {
  const found = sentences.map(({ support }) => support)
  if (isRefusal || found.every((support) => support === 'no')) return 'no'
  const isFull = by === 'units' ? found.includes('yes') : found.every((support) => support === 'yes')
  return isFull ? 'yes' : 'doubtful'
}

function wantsModel({ config }: Gloss, { usesModel, model }: AskRequest): boolean {
  return usesModel !== false && (model !== undefined || hasChat(config, ROLE))
}

/** Returns an answer made without a model: the statements, or a refusal if nothing is near the question. */
function withoutModel(sources: readonly CitedSource[], isNear: boolean): CitedAnswer {
  const refusal = { text: REFUSAL, citations: [], isSupported: false, support: 'no' } as const
  return {
    sentences: isNear ? statementsAsAnswer(sources) : [refusal],
    isRefusal: !isNear,
    unknownCitations: [],
  }
}

interface Writing {
  readonly sources: readonly CitedSource[]
  readonly ledger: Ledger
  readonly signal: AbortSignal
}

async function* writtenAnswer(
  { chats }: Gloss,
  { question, model }: AskRequest,
  { sources, ledger, signal }: Writing,
): AsyncGenerator<string> {
  const chat = chats.open('Answers', { role: ROLE, ledger, model })
  for await (const event of chat.stream({ messages: askMessages(question, sources) }, signal))
    if (event.type === 'text') yield event.text
}

/** Returns where the papers contain the cited units: the text of the page, letter by letter, and its boxes. */
async function citedPlaces(
  store: Pick<CorpusReader, 'pages'>,
  sources: readonly CitedSource[],
): Promise<Citation[]> {
  const citations: Citation[] = []
  for (const { text, reading: _, ...source } of sources) {
    const pages = source.span === null ? [] : await store.pages(source.paper)
    const quote = source.span === null ? text : paperText(pages).slice(...source.span)
    const doubtful = doubtfulIn(quote)
    citations.push({
      ...source,
      quote,
      ...(doubtful.length === 0 ? {} : { doubtful }),
      boxes: source.span === null ? [] : spanOnPages(pages, source.span),
    })
  }
  return citations
}
