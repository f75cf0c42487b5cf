/** What may be asked of /retrieve and what it answers: checked on the way in, documentation only on the way out. */
import { z } from 'zod'
import {
  BACKEND_NAMES,
  type Config,
  DEFAULT_BACKEND,
  DEFAULT_FUSION,
  DEFAULT_K,
  FUSION_NAMES,
} from '../../app/index.ts'
import { corpusField, flagField, idField } from '../http/fields.ts'

// Questions of one POST; chosen, not measured.
const MAX_BATCH = 100
// Members of one filter list; chosen, not measured.
const MAX_FILTER_MEMBERS = 1_000

const YEARS = /^(?:\d{1,4}-\d{0,4}|-?\d{1,4})$/
const year = z.int().min(0).max(9_999)
const kind = z.enum(['unit', 'passage'])

const yearsField = z
  .string()
  .regex(YEARS, 'is no range of years: 2015, 2010-2020, 2010- or -2020')
  .transform((text) => {
    const [from = '', to = from] = text.split('-')
    return { ...(from === '' ? {} : { from: Number(from) }), ...(to === '' ? {} : { to: Number(to) }) }
  })
  .describe('2015, 2010-2020, 2010- or -2020')

export function createRetrieveSchemas(config: Config) {
  const query = z.string().max(config.maxQueryCharacters).regex(/\S/, 'is empty')
  const mostHits = `from 1 to ${config.maxHits}`
  const backend = z.enum(BACKEND_NAMES).exactOptional().meta({ default: DEFAULT_BACKEND })
  const fusion = z
    .enum(FUSION_NAMES)
    .exactOptional()
    .describe(`How \`hybrid\` joins its two scores. Default: ${DEFAULT_FUSION}.`)
  const k = `Number of hits, ${mostHits}. Default: ${DEFAULT_K}.`
  return {
    query: z.strictObject({
      q: query.describe('The question.'),
      k: z.coerce.number().int().min(1).max(config.maxHits).exactOptional().describe(k),
      backend,
      corpus: corpusField,
      fusion,
      explain: flagField
        .exactOptional()
        .describe(
          "Say each word's part in the score, and each name's with its path where the backend walks.",
        ),
      onePerPaper: flagField.exactOptional().describe('Only the best hit of each paper.'),
      years: yearsField.exactOptional(),
      papers: listOf(idField).exactOptional().describe('Paper ids, with commas between.'),
      kinds: listOf(kind).exactOptional().describe('`unit`, `passage` or both, with a comma between.'),
      topics: z
        .preprocess(
          (value) => (typeof value === 'string' ? [value] : value),
          z.array(z.string()).max(MAX_FILTER_MEMBERS),
        )
        .exactOptional()
        .describe('Topic of the unit; may be repeated.'),
    }),
    body: z
      .strictObject({
        query: query.exactOptional(),
        queries: z
          .array(query)
          .min(1)
          .max(MAX_BATCH)
          .exactOptional()
          .describe('Several questions: `{answers: […]}`.'),
        k: z.int().min(1).max(config.maxHits).exactOptional().describe(k),
        backend,
        corpus: corpusField,
        fusion,
        explain: z.boolean().exactOptional(),
        onePerPaper: z.boolean().exactOptional(),
        filter: z
          .strictObject({
            papers: z.array(idField).max(MAX_FILTER_MEMBERS).exactOptional(),
            years: z.strictObject({ from: year.exactOptional(), to: year.exactOptional() }).exactOptional(),
            topics: z.array(z.string()).max(MAX_FILTER_MEMBERS).exactOptional(),
            kinds: z.array(kind).exactOptional(),
          })
          .exactOptional(),
      })
      .refine(({ query: one, queries }) => (one === undefined) !== (queries === undefined), {
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

export const Why = z.object({
  words: z.number().exactOptional().describe('BM25.'),
  terms: z.array(z.object({ term: z.string(), score: z.number() })).exactOptional(),
  cosine: z.number().exactOptional(),
  walk: z
    .object({
      prior: z.number().exactOptional().describe('The part that started at units like the question, 0 to 1.'),
      names: z
        .array(
          z.object({
            name: z.string(),
            asked: z.string().describe('As the question has it, canonical.'),
            share: z.number().describe('The part that started at this name, 0 to 1.'),
            path: z
              .array(z.string())
              .describe('From the name to the unit: names and unit ids; empty where it is far.'),
          }),
        )
        .describe('Filled in where `explain` is asked, the greatest share first.'),
    })
    .exactOptional()
    .describe('Backends that walk over the graph.'),
  facts: z
    .array(z.object({ ...FactParts, cosine: z.number(), isStated: z.boolean() }))
    .exactOptional()
    .describe('Facts near the question that the answer started from, where `explain` is asked.'),
  light: z
    .object({ entities: z.array(z.string()), relations: z.array(z.object(FactParts)) })
    .exactOptional()
    .describe('What near the keywords the unit states, where `explain` is asked.'),
  sql: z
    .object({
      statement: z.string(),
      made: z.enum(['model', 'template']).describe('`template` where no chat model is configured.'),
      attempts: z.int().describe('Statements up to this one.'),
      values: z
        .array(z.object({ column: z.string(), value: z.string(), asked: z.string() }))
        .describe('What of the corpus the question speaks of.'),
    })
    .exactOptional()
    .describe('The statement that found the unit, where the backend asks by SQL.'),
})

const Span = z.tuple([z.int(), z.int()]).nullable().describe('UTF-16 offsets into the text of the paper.')

export const RetrieveAnswer = z.object({
  query: z.string(),
  corpus: z.string(),
  backend: z.enum(BACKEND_NAMES),
  by: z.string().exactOptional().describe('The backend that answered, where that is another.'),
  hits: z.array(
    z.object({
      rank: z.int(),
      score: z.number().describe('Comparable within one answer only.'),
      unit: z.string(),
      kind,
      text: z.string(),
      topic: z.string(),
      locator: z.string(),
      paper: z.string(),
      document: z.string().exactOptional().describe('The id its source gave the document.'),
      title: z.string(),
      year: z.int().nullable(),
      page: z.int().nullable(),
      span: Span,
      sentence: z.object({ text: z.string(), span: Span }).describe('The sentence that answers best.'),
      why: Why,
    }),
  ),
  tookMs: z.number().describe('Of the retrieval; that of the first time where `x-gloss-cache` says `hit`.'),
  stages: z.record(z.string(), z.number()).describe('Milliseconds by stage.'),
  usage: z
    .object({
      calls: z.int(),
      promptTokens: z.int(),
      completionTokens: z.int(),
      cost: z.number().nullable().describe('US dollars; null where the price of the model is not known.'),
    })
    .exactOptional()
    .describe('Of models; absent where none was asked.'),
})

export const RetrieveAnswers = z.object({ answers: z.array(RetrieveAnswer) })
