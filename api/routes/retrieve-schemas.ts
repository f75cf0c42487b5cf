/** Requests of /retrieve, and the answer to several questions. */
import { z } from 'zod'
import {
  AskedKindShape,
  type Config,
  DEFAULT_FUSION,
  FUSION_NAMES,
  questionField,
  RetrieveAnswerShape,
} from '../../app/wiring/index.ts'
import { corpusField, flagField, paperField } from '../http/fields.ts'
import {
  askedQuestion,
  backendField,
  filterField,
  hitsField,
  listOf,
  MAX_FILTER_MEMBERS,
  oneQuestion,
  otherNames,
  yearsField,
} from '../http/question-fields.ts'

const MIN_SCORE =
  'Leave out hits with a lower score, on the scale of the backend. `answerable` does not depend on it.'
// Questions of one POST. Chosen, not measured.
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
  return {
    query: z
      .strictObject({
        ...askedQuestion(config, 'q', 'The question.'),
        k: hitsField(config, z.coerce.number()),
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
        kinds: listOf(AskedKindShape)
          .exactOptional()
          .describe(
            '`unit`, `passage`, or what a unit states: `finding`, `method`, `background`, `others`. Comma-separated; hits match any of them.',
          ),
        kind: otherNames(listOf(AskedKindShape), 'kinds'),
        topics: topicsField.exactOptional().describe('Topic of the unit; may be repeated.'),
        topic: otherNames(topicsField, 'topics'),
      })
      .refine(oneQuestion(), { path: ['q'], message: 'give the question as `q` or `query`' }),
    body: z
      .strictObject({
        ...askedQuestion(config, 'query'),
        queries: z
          .array(questionField(config))
          .min(1)
          .max(MAX_BATCH)
          .exactOptional()
          .describe('Several questions; the answer is then `{answers: […]}`.'),
        k: hitsField(config),
        backend: backendField,
        corpus: corpusField,
        fusion,
        explain: z.boolean().exactOptional(),
        onePerPaper: z.boolean().exactOptional(),
        minScore: z.number().exactOptional().describe(MIN_SCORE),
        filter: filterField.extend({ kinds: z.array(AskedKindShape).exactOptional() }).exactOptional(),
        years: yearsField.exactOptional(),
      })
      .refine(oneQuestion('queries'), { path: ['query'], message: 'give either `query` or `queries`' }),
    answer: RetrieveAnswerShape,
  }
}

export const RetrieveAnswers = z
  .object({ answers: z.array(RetrieveAnswerShape) })
  .meta({ title: 'RetrieveAnswers' })
