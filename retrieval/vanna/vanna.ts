/**
 * `vanna`: a chat model writes SQL over the views of the corpus, and the rows are the hits. Source: specs/vanna.md, "Design over papers".
 * Without a model the statement is made of the values that the question names; where no statement finds anything, `hybrid` answers.
 */
import { dot, GlossError, words } from '../../core/index.ts'
import type { QueryableCorpus } from '../../corpus/index.ts'
import { joinCandidates } from '../../index/index.ts'
import type { Embedder, Ledger } from '../../models/index.ts'
import { hybridBackend } from '../backends.ts'
import { type AskedModel, meteredChat } from '../model-usage.ts'
import type { Question, Retrieval, RetrievalUsage, Retriever, SqlWhy } from '../ports.ts'
import { checkQuestion, embedQuestion, rankHits, withMatchingTerms } from '../query-checks.ts'
import type { NamedGround } from '../walk.ts'
import { SQL_EXAMPLES, type SqlExample } from './examples.ts'
import { type LinkedValues, linkValues, valuesOf } from './link-values.ts'
import { promptFor } from './prompt.ts'
import { type Places, rankByPlace } from './ranking.ts'
import { sqlList, sqlText } from './sql-literal.ts'
import { ANSWER_TOKENS, MOST_ATTEMPTS, runStatement, writeQuery } from './write-query.ts'

export interface VannaGround extends NamedGround {
  readonly queries: QueryableCorpus
}

export interface VannaOptions {
  /** Null where none is configured. */
  readonly model: AskedModel | null
  /** Of the chat model, for the prompt and all its repairs; asked for with each question to it. */
  readonly contextTokens: () => Promise<number>
}

/** A statement and what it found. */
interface QueryResult {
  readonly places: Places
  readonly why: SqlWhy | null
  /** Null where no model is asked. */
  readonly usage: RetrievalUsage | null
  readonly writeMs: number
}

interface SqlQuestion {
  readonly question: Question
  readonly vector: Float32Array | null
  readonly values: LinkedValues
  readonly signal: AbortSignal | undefined
}

// What a complaint and its answer's frame take in addition to the answer itself.
const COMPLAINT_TOKENS = 150

/** Throws `MODEL_UNCONFIGURED` where there is no model and the question names nothing of the corpus, and what the model throws. */
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
      if (await isHopeless(ground, question, vector)) return { hits: [], stages: stagesOf(started, embedded) }
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

/** Nothing to find, or nothing asked for: no reason to ask a model. */
async function isHopeless(
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
  model: AskedModel,
  { contextTokens }: VannaOptions,
): (asked: SqlQuestion) => Promise<QueryResult> {
  const nearest = createNearestExamples(embedder)
  const reserved = ANSWER_TOKENS + (MOST_ATTEMPTS - 1) * (ANSWER_TOKENS + COMPLAINT_TOKENS)
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

/** The filter is the index's own, so that it holds as it does for every backend. */
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

/** Which examples are most like a question? By the cosine of their vectors, which are made once. */

// Source: specs/vanna.md, n_results.
const EXAMPLES_SHOWN = 10

interface NearestExamples {
  /** Nearest first. Without a vector of the question the first ones. `ledger` counts the vectors where this call is the first to need them. */
  of(question: Float32Array | null, signal?: AbortSignal, ledger?: Ledger): Promise<SqlExample[]>
}

function createNearestExamples(embedder: Embedder): NearestExamples {
  let vectors: Promise<Float32Array[]> | null = null
  return {
    async of(question, signal, ledger) {
      signal?.throwIfAborted()
      if (question === null) return SQL_EXAMPLES.slice(0, EXAMPLES_SHOWN)
      // Not with the signal of one question: the next one needs them too.
      const questions = SQL_EXAMPLES.map((example) => example.question)
      vectors ??= embedder.embed(questions, undefined, ledger)
      vectors.catch(() => {
        vectors = null
      })
      const cosines = (await vectors).map((vector) => dot(vector, question))
      return SQL_EXAMPLES.map((example, i) => ({ example, cosine: cosines[i]! }))
        .sort((a, b) => b.cosine - a.cosine)
        .slice(0, EXAMPLES_SHOWN)
        .map(({ example }) => example)
    },
  }
}

/** A statement without a model: units with the names of the question, the rarest counting most, of its years and authors. */

// As many as an answer holds. Chosen, not measured.
const MOST_ROWS = 1_000

/** Null where the question has nothing that a template knows. */
function templateSql(values: LinkedValues): string | null {
  const { names, years, authors, topics } = values
  const papers = paperConditions(values)
  const ofPapers =
    papers.length === 0 ? '' : `paper_id IN (SELECT paper_id FROM papers WHERE ${papers.join(' AND ')})`
  if (names.length > 0) return byNames(values, ofPapers)
  if (topics.length > 0)
    return `SELECT unit_id FROM units WHERE topic IN ${sqlList(topics)}${ofPapers === '' ? '' : ` AND ${ofPapers}`} LIMIT ${MOST_ROWS}`
  if (years === null && authors.length === 0) return null
  return `SELECT unit_id FROM units WHERE ${ofPapers} LIMIT ${MOST_ROWS}`
}

/**
 * log(1 + units / units with the name), twice where the unit is about it: on MuSiQue's training questions nDCG@10 .613 with that, .580
 * without, and no more with more (static embedder).
 */
function byNames({ names, namedUnits }: LinkedValues, ofPapers: string): string {
  const weights = names.map(({ name, units, share }) => {
    const weight = share * Math.log(1 + namedUnits / Math.max(1, units))
    return `WHEN ${sqlText(name)} THEN ${weight.toFixed(4)}`
  })
  const of = sqlList(names.map(({ name }) => name))
  return `SELECT unit_id, round(sum(weight), 4) AS score FROM (
  SELECT unit_id, CASE name ${weights.join(' ')} END * (1 + max(is_subject)) AS weight
  FROM names WHERE name IN ${of}${ofPapers === '' ? '' : ` AND ${ofPapers}`} GROUP BY unit_id, name
) GROUP BY unit_id ORDER BY score DESC LIMIT ${MOST_ROWS}`
}

function paperConditions({ years, authors }: LinkedValues): string[] {
  const byAuthor = authors.map((author) => `authors LIKE ${sqlText(`%${author}%`)}`)
  return [
    ...(years?.from === undefined ? [] : [`year >= ${years.from}`]),
    ...(years?.to === undefined ? [] : [`year <= ${years.to}`]),
    ...(byAuthor.length === 0 ? [] : [`(${byAuthor.join(' OR ')})`]),
  ]
}
