/** Requests and answers of /retrieve: requests are validated, answers only documented. */
import { z } from 'zod'
import { BACKEND_NAMES, type Config, DEFAULT_FUSION, DEFAULT_K, FUSION_NAMES } from '../../app/index.ts'
import { corpusField, flagField, paperField } from '../http/fields.ts'
import {
  backendField,
  filterField,
  kindField,
  MAX_FILTER_MEMBERS,
  oneQuestion,
  otherNames,
  QUESTION_NAMES,
  yearsField,
} from '../http/question-fields.ts'

const MIN_SCORE =
  'Leave out hits with a lower score, on the scale of the backend. `answerable` does not depend on it.'
// Questions of one POST; chosen, not measured.
const MAX_BATCH = 100

const fusion = z
  .enum(FUSION_NAMES)
  .exactOptional()
  .describe(`How \`hybrid\` combines BM25 and cosine. Default: ${DEFAULT_FUSION}.`)

const topicsField = z.preprocess(
  (value) => (typeof value === 'string' ? [value] : value),
  z.array(z.string()).max(MAX_FILTER_MEMBERS),
)

export function createRetrieveSchemas(config: Config) {
  const query = z.string().max(config.maxQueryCharacters).regex(/\S/, 'must not be empty')
  const mostHits = `from 1 to ${config.maxHits}`
  const k = `Number of hits, ${mostHits}. Default: ${DEFAULT_K}.`
  return {
    query: z
      .strictObject({
        q: query.exactOptional().describe('The question.'),
        query: otherNames(query, 'q'),
        question: otherNames(query, 'q'),
        k: z.coerce.number().int().min(1).max(config.maxHits).exactOptional().describe(k),
        backend: backendField,
        corpus: corpusField,
        fusion,
        explain: flagField
          .exactOptional()
          .describe(
            'Report the share of each word in the score and, for graph backends, of each name with its path.',
          ),
        onePerPaper: flagField.exactOptional().describe('Only the best hit of each paper.'),
        minScore: z.coerce.number().exactOptional().describe(MIN_SCORE),
        years: yearsField.exactOptional(),
        papers: listOf(paperField).exactOptional().describe('Comma-separated ids or file names of papers.'),
        paper: otherNames(listOf(paperField), 'papers'),
        kinds: listOf(kindField).exactOptional().describe('`unit`, `passage` or both, separated by a comma.'),
        kind: otherNames(listOf(kindField), 'kinds'),
        topics: topicsField.exactOptional().describe('Topic of the unit; may be repeated.'),
        topic: otherNames(topicsField, 'topics'),
      })
      .refine(oneQuestion(QUESTION_NAMES), { path: ['q'], message: 'give the question as `q` or `query`' }),
    body: z
      .strictObject({
        query: query.exactOptional(),
        q: otherNames(query, 'query'),
        question: otherNames(query, 'query'),
        queries: z
          .array(query)
          .min(1)
          .max(MAX_BATCH)
          .exactOptional()
          .describe('Several questions; the answer is then `{answers: […]}`.'),
        k: z.int().min(1).max(config.maxHits).exactOptional().describe(k),
        backend: backendField,
        corpus: corpusField,
        fusion,
        explain: z.boolean().exactOptional(),
        onePerPaper: z.boolean().exactOptional(),
        minScore: z.number().exactOptional().describe(MIN_SCORE),
        filter: filterField.exactOptional(),
        years: yearsField.exactOptional(),
      })
      .refine(oneQuestion([...QUESTION_NAMES, 'queries']), {
        path: ['query'],
        message: 'give either `query` or `queries`',
      }),
    answer: RetrieveAnswer,
  }
}

function listOf<Member extends z.ZodType<unknown, string>>(member: Member) {
  return z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(member).max(MAX_FILTER_MEMBERS))
}

const FactParts = { subject: z.string(), predicate: z.string(), object: z.string() }

const ReorderWhy = z
  .object({
    score: z.number().describe('The score of the model; greater is better.'),
    from: z.int().describe('The rank before it.'),
  })
  .meta({ title: 'Reordering' })

export const Why = z
  .object({
    words: z.number().exactOptional().describe('BM25.'),
    terms: z
      .array(
        z
          .object({
            term: z.string(),
            score: z.number(),
            word: z.string().describe('As the question writes it; `term` is what the index has of it.'),
          })
          .meta({ title: 'TermScore' }),
      )
      .exactOptional(),
    cosine: z.number().exactOptional(),
    walk: z
      .object({
        prior: z
          .number()
          .exactOptional()
          .describe('Share of the score from units similar to the question, 0 to 1.'),
        names: z
          .array(
            z.object({
              name: z.string(),
              asked: z.string().describe('The name as written in the question, in canonical form.'),
              share: z.number().describe('Share of the score from this name, 0 to 1.'),
              path: z
                .array(z.string())
                .describe('Names and unit ids from the name to the unit; empty if the path is too long.'),
            }),
          )
          .describe('Largest share first; filled in with `explain`.'),
      })
      .meta({ title: 'WalkWhy' })
      .exactOptional()
      .describe('For backends that walk the graph.'),
    facts: z
      .array(
        z.object({ ...FactParts, cosine: z.number(), isStated: z.boolean() }).meta({ title: 'CloseFact' }),
      )
      .exactOptional()
      .describe('Facts close to the question from which the search started; filled in with `explain`.'),
    light: z
      .object({
        entities: z.array(z.string()),
        relations: z.array(z.object(FactParts).meta({ title: 'Relation' })),
      })
      .meta({ title: 'LightWhy' })
      .exactOptional()
      .describe(
        'Entities and relations close to the keywords that the unit states; filled in with `explain`.',
      ),
    sql: z
      .object({
        statement: z.string(),
        made: z.enum(['model', 'template']).describe('`template` if no chat model is configured.'),
        attempts: z.int().describe('Number of statements tried, including this one.'),
        values: z
          .array(z.object({ column: z.string(), value: z.string(), asked: z.string() }))
          .describe('Values of the corpus that occur in the question.'),
      })
      .meta({ title: 'SqlWhy' })
      .exactOptional()
      .describe('The statement that found the unit, for SQL backends.'),
    sparse: z
      .object({
        score: z.number(),
        terms: z
          .array(z.object({ term: z.string(), score: z.number() }))
          .exactOptional()
          .describe('Largest share first; filled in with `explain`.'),
      })
      .meta({ title: 'SparseWhy' })
      .exactOptional()
      .describe('Of the terms that sparse expansion gave the unit; absent if it is off.'),
    late: ReorderWhy.exactOptional().describe(
      'Of late interaction; absent if it is off or did not compare the hit.',
    ),
    rerank: ReorderWhy.exactOptional().describe(
      'Of the reranker; absent if it is off or did not read the hit.',
    ),
  })
  .meta({ title: 'Why' })

const Span = z.tuple([z.int(), z.int()]).nullable().describe('UTF-16 offsets into the text of the paper.')

export const RetrieveAnswer = z
  .object({
    query: z.string(),
    corpus: z.string(),
    backend: z.enum(BACKEND_NAMES),
    by: z.string().exactOptional().describe('The backend that answered, if it differs from `backend`.'),
    note: z
      .string()
      .exactOptional()
      .describe('What a reader should know of how it was answered, such as that words alone rank.'),
    hits: z.array(
      z
        .object({
          rank: z.int(),
          score: z.number().describe('Comparable within one answer only.'),
          unit: z.string(),
          kind: kindField,
          text: z
            .string()
            .describe('The unit; an extracted one is what its page says at `span`, letter by letter.'),
          reading: z
            .string()
            .nullable()
            .describe(
              'The text as Gloss reads it, with short forms spelled out; no quote. Null where it is the text.',
            ),
          topic: z.string(),
          locator: z.string(),
          paper: z.string(),
          document: z.string().exactOptional().describe('Id of the document in its source.'),
          title: z.string(),
          year: z.int().nullable(),
          page: z.int().nullable(),
          span: Span,
          sentence: z
            .object({ text: z.string(), span: Span })
            .meta({ title: 'HitSentence' })
            .describe(
              'The sentence that best answers the question; its span is null where the hit has none.',
            ),
          joined: z
            .array(z.string())
            .describe(
              'Ids of lower hits of the same place of the paper, such as a unit within this passage.',
            ),
          why: Why,
        })
        .meta({ title: 'Hit' }),
    ),
    answerable: z
      .boolean()
      .describe('False if the corpus has nothing close to the question; the same for every backend.'),
    answerability: z
      .number()
      .describe('What `answerable` rests on, 0 to 1: answerable from .5 on. Comparable between questions.'),
    topicality: z
      .number()
      .describe(
        'Whether the corpus is about what is asked, 0 to 1: from .5 on it is, and the loop may inject hits.',
      ),
    tookMs: z
      .number()
      .describe('Time of the retrieval, milliseconds; with `x-gloss-cache: hit`, of the original retrieval.'),
    stages: z.record(z.string(), z.number()).describe('Time by stage, milliseconds.'),
    usage: z
      .object({
        calls: z.int(),
        promptTokens: z.int(),
        completionTokens: z.int(),
        cost: z.number().nullable().describe('US dollars; null if the price of the model is unknown.'),
      })
      .meta({ title: 'ModelUsage' })
      .exactOptional()
      .describe('Model usage; absent if no model was used.'),
  })
  .meta({ title: 'RetrieveAnswer' })

export const RetrieveAnswers = z
  .object({ answers: z.array(RetrieveAnswer) })
  .meta({ title: 'RetrieveAnswers' })
