/** A hit and its answer: the schemas that the service documents, and the types that the command line, MCP and the library use. */
import { z } from 'zod'
import type { DeepReadonly } from '../../core/index.ts'
import { STATEMENT_KINDS } from '../../corpus/index.ts'
import { WhyShape as ReasonsShape } from '../../retrieval/index.ts'
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

export const WhyShape = ReasonsShape.extend({
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
}).meta({ title: 'Why' })

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
