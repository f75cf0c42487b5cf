/**
 * `vanna`: a chat model writes SQL over the views of the corpus, and the rows are the hits. Source: specs/vanna.md, "Design over papers".
 * Without a model the statement is built from the values that the question names; if no statement finds anything, `hybrid` answers.
 */
import { GlossError, words } from '../../core/index.ts'
import type { QueryableCorpus } from '../../corpus/index.ts'
import { joinCandidates } from '../../index/index.ts'
import { hybridBackend } from '../backends.ts'
import { type BackendModel, meteredChat } from '../model-usage.ts'
import type { Question, Retrieval, RetrievalUsage, Retriever } from '../ports.ts'
import { checkQuestion, embedQuestion, rankHits, withMatchingTerms } from '../query-checks.ts'
import type { NamedGround } from '../walk.ts'
import type { SqlWhy } from '../why.ts'
import { type LinkedValues, linkValues, valuesOf } from './link-values.ts'
import { createNearestExamples } from './nearest-examples.ts'
import { promptFor } from './prompt.ts'
import { type Places, rankByPlace } from './ranking.ts'
import { templateSql } from './template.ts'
import { ANSWER_TOKENS, MAX_ATTEMPTS, runStatement, writeQuery } from './write-query.ts'

export interface VannaGround extends NamedGround {
  readonly queries: QueryableCorpus
}

export interface VannaOptions {
  /** Null if no model is configured. */
  readonly model: BackendModel | null
  /** Context length of the chat model, for the prompt and all its repairs; called for every question to the model. */
  readonly contextTokens: () => Promise<number>
}

/** A statement and what it found. */
interface QueryResult {
  readonly places: Places
  readonly why: SqlWhy | null
  /** Null if no model is asked. */
  readonly usage: RetrievalUsage | null
  readonly writeMs: number
}

interface SqlQuestion {
  readonly question: Question
  readonly vector: Float32Array | null
  readonly values: LinkedValues
  readonly signal: AbortSignal | undefined
}

// Tokens of a complaint and of the markup around its answer, in addition to the answer itself.
const COMPLAINT_TOKENS = 150

/** Opens the backend. Without a model, a question that names no value throws `MODEL_UNCONFIGURED`. Throws what the model throws. */
export function vannaBackend(ground: VannaGround, options: VannaOptions): Retriever {
  const hybrid = hybridBackend(ground)
  const find = options.model === null ? findByTemplate(ground) : findByModel(ground, options.model, options)
  return {
    name: 'vanna',
    async retrieve(question, signal): Promise<Retrieval> {
      checkQuestion(question)
      const started = performance.now()
      const vector = await embedQuestion(question, ground.embedder, signal)
      const embedded = performance.now()
      if (await cannotFind(ground, question, vector)) return { hits: [], stages: stagesOf(started, embedded) }
      const values = await linkValues(question.text, ground, signal)
      const linked = performance.now()
      const { places, why, usage, writeMs } = await find({ question, vector, values, signal })
      const queried = performance.now()
      const stages = { link: linked - embedded, write: writeMs, query: queried - linked - writeMs }
      const spent = usage === null ? {} : { usage }
      if (why === null || places.size === 0) {
        const instead = await hybrid.retrieve(question, signal)
        return { ...instead, by: hybrid.name, stages: { ...stages, ...instead.stages }, ...spent }
      }
      const { hits, searchMs } = await shown(ground, { question, vector, places, why })
      return {
        hits,
        stages: {
          embed: embedded - started,
          ...stages,
          search: searchMs,
          fuse: performance.now() - queried - searchMs,
        },
        ...spent,
      }
    },
  }
}

/** Returns whether the corpus has nothing to find or the question asks for nothing, so that a model need not be asked. */
async function cannotFind(
  { index }: VannaGround,
  { text }: Question,
  vector: Float32Array | null,
): Promise<boolean> {
  return (vector === null && words(text).length === 0) || (await index.size()) === 0
}

function stagesOf(started: number, embedded: number) {
  return { embed: embedded - started, link: 0, write: 0, query: 0, search: 0, fuse: 0 }
}

function findByTemplate({ queries }: VannaGround): (asked: SqlQuestion) => Promise<QueryResult> {
  return async ({ values, signal }) => {
    const statement = templateSql(values)
    if (statement === null)
      throw new GlossError(
        'MODEL_UNCONFIGURED',
        'No chat model is configured, and without one `vanna` answers only questions with a name, author, year or topic of the corpus.',
      )
    const run = await runStatement(statement, queries, signal)
    const why: SqlWhy = { statement, made: 'template', attempts: 1, values: valuesOf(values) }
    return { places: 'places' in run ? run.places : new Map(), why, usage: null, writeMs: 0 }
  }
}

function findByModel(
  { queries, embedder }: VannaGround,
  model: BackendModel,
  { contextTokens }: VannaOptions,
): (asked: SqlQuestion) => Promise<QueryResult> {
  const nearest = createNearestExamples(embedder)
  const reserved = ANSWER_TOKENS + (MAX_ATTEMPTS - 1) * (ANSWER_TOKENS + COMPLAINT_TOKENS)
  return async ({ question, vector, values, signal }) => {
    const promptTokens = (await contextTokens()) - reserved
    const examples = await nearest.of(vector, signal, question.ledger)
    const messages = promptFor({ question: question.text, values, examples, queries }, promptTokens)
    const metered = meteredChat(model, question.ledger)
    const asking = { chat: metered.model, queries }
    const written = await writeQuery(messages, asking, signal ?? new AbortController().signal)
    const { sql, attempts, places, writeMs } = written
    const why: SqlWhy | null =
      sql === null ? null : { statement: sql, made: 'model', attempts, values: valuesOf(values) }
    return { places, why, usage: metered.usage(), writeMs }
  }
}

/** Applies the index's own filter, so that it works as in every other backend. */
async function shown(
  { index }: VannaGround,
  {
    question,
    vector,
    places,
    why,
  }: {
    readonly question: Question
    readonly vector: Float32Array | null
    readonly places: Places
    readonly why: SqlWhy
  },
) {
  const started = performance.now()
  const terms = await index.terms(question.text)
  const filter = question.filter ?? null
  const query = { terms, vector, depth: 1, filter }
  const named = await index.candidates({ ...query, units: [...places.keys()] })
  const candidates = joinCandidates(await index.candidates(query), named)
  const searchMs = performance.now() - started
  const ranked = rankByPlace(places, candidates).map((hit) => ({ ...hit, why: { ...hit.why, sql: why } }))
  const hits = rankHits(ranked, question)
  return { hits: question.explain === true ? await withMatchingTerms(index, terms, hits) : hits, searchMs }
}
