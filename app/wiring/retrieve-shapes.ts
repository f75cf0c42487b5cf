/** A hit and its answer: the schemas that the service documents, and the types that the command line, MCP and the library use. */
import { z } from 'zod'
import { STATEMENT_KINDS } from '../../corpus/index.ts'
import type { DeepReadonly } from './deep-readonly.ts'
import { BACKEND_NAMES, type BackendName } from './retrieval-backends.ts'

/** Default number of hits of an answer. */
export const DEFAULT_K = 10

/** Returns the schema of a question for all interfaces. Its length is bounded, since some backends take longer than linear time. */
export function questionField({ maxQueryCharacters }: { readonly maxQueryCharacters: number }) {
  return z.string().max(maxQueryCharacters).regex(/\S/, 'must not be empty')
}

export const UnitKindShape = z.enum(['unit', 'passage'])

export const StatementShape = z
  .enum(STATEMENT_KINDS)
  .describe(
    'What a unit states: a `finding` of the paper itself, its `method`, `background`, or what `others` did or found.',
  )

/** Kinds that hits can be filtered by: the form of a unit, or its statement. */
export const AskedKindShape = z.enum([...UnitKindShape.options, ...STATEMENT_KINDS])

const FactParts = { subject: z.string(), predicate: z.string(), object: z.string() }

const ReorderWhy = z
  .object({
    score: z.number().describe('The score of the model; greater is better.'),
    from: z.int().describe('Rank before reordering.'),
  })
  .meta({ title: 'Reordering' })

export const WhyShape = z
  .object({
    words: z.number().exactOptional().describe('BM25.'),
    terms: z
      .array(
        z
          .object({
            term: z.string(),
            score: z.number(),
            word: z.string().describe('As written in the question; `term` is its form in the index.'),
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
    late: ReorderWhy.exactOptional().describe(
      'Effect of late interaction; absent if off or the hit was not compared.',
    ),
    rerank: ReorderWhy.exactOptional().describe(
      'Effect of the reranker; absent if off or the hit was not read.',
    ),
  })
  .meta({ title: 'Why' })

const Span = z.tuple([z.int(), z.int()]).nullable().describe('UTF-16 offsets into the text of the paper.')

export const DoubtfulShape = z
  .array(z.string())
  .exactOptional()
  .describe('Parts of the text with a character that could not be read from the page, shown as U+FFFD.')

export const HitShape = z
  .object({
    rank: z.int(),
    score: z.number().describe('Comparable within one answer only.'),
    unit: z.string(),
    kind: UnitKindShape,
    statement: StatementShape.exactOptional(),
    text: z.string().describe('Text of the unit; if extracted, exactly what its page says at `span`.'),
    reading: z
      .string()
      .nullable()
      .describe(
        'The text as indexed, with short forms spelled out, not a quotation; null if the same as `text`.',
      ),
    topic: z.string(),
    locator: z.string(),
    corpus: z.string().exactOptional().describe('Corpus of the hit, if several corpora were asked together.'),
    paper: z.string(),
    document: z.string().exactOptional().describe('Id of the document in its source.'),
    title: z.string(),
    year: z.int().nullable(),
    page: z.int().nullable(),
    span: Span,
    doubtful: DoubtfulShape,
    sentence: z
      .object({ text: z.string(), span: Span })
      .meta({ title: 'HitSentence' })
      .describe('The sentence that best answers the question; its span is null if the hit has none.'),
    joined: z
      .array(z.string())
      .describe('Ids of lower-ranked hits at the same place, such as a unit within this passage.'),
    why: WhyShape,
  })
  .meta({ title: 'Hit' })
export type AnswerHit = DeepReadonly<z.output<typeof HitShape>>

export const RetrieveAnswerShape = z
  .object({
    query: z.string(),
    corpus: z.string(),
    backend: z.enum(BACKEND_NAMES as readonly BackendName[]),
    by: z.string().exactOptional().describe('The backend that answered, if it differs from `backend`.'),
    note: z
      .string()
      .exactOptional()
      .describe('Remark on how it was answered, such as that only words were used for ranking.'),
    hits: z.array(HitShape),
    answerable: z
      .boolean()
      .describe('False if the corpus has nothing close to the question; the same for every backend.'),
    answerability: z
      .number()
      .describe('Score behind `answerable`, 0 to 1; answerable from .5. Comparable between questions.'),
    topicality: z
      .number()
      .describe('How far the corpus is about the question, 0 to 1; from .5 the loop may inject hits.'),
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

export type RetrieveAnswer = DeepReadonly<z.output<typeof RetrieveAnswerShape>>
