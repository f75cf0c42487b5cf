/** What may be asked of /compare and what it answers. */
import { z } from 'zod'
import { listNames } from '../../app/config/index.ts'
import {
  BACKEND_NAMES,
  type Config,
  EXPERIMENTAL_BACKENDS,
  FUSION_NAMES,
  questionField,
  RetrieveAnswerShape,
} from '../../app/wiring/index.ts'
import { corpusField } from '../http/fields.ts'
import { hitsField } from '../http/question-fields.ts'

// Questions of one comparison, each asked of every backend; chosen, not measured.
const MAX_QUERIES = 50

export function createCompareBody(config: Config) {
  return z.strictObject({
    queries: z.array(questionField(config)).min(1).max(MAX_QUERIES),
    backends: z
      .array(z.enum(BACKEND_NAMES))
      .min(1)
      .exactOptional()
      .describe(`${listNames(BACKEND_NAMES, EXPERIMENTAL_BACKENDS)}. Default: those that use no model.`),
    k: hitsField(config),
    fusion: z.enum(FUSION_NAMES).exactOptional().describe('How `hybrid` combines BM25 and cosine.'),
    corpus: corpusField,
  })
}

const Overlap = z
  .object({
    backends: z.tuple([z.string(), z.string()]),
    jaccard: z.number().describe('Jaccard index of the units in both top k.'),
    rankBiased: z
      .number()
      .describe('Extrapolated rank-biased overlap with persistence .9; early ranks count most.'),
  })
  .meta({ title: 'Overlap' })

export const CompareAnswer = z
  .object({
    corpus: z.string(),
    seq: z.int().describe('State of the corpus; raised by its every change.'),
    embedder: z.string(),
    gloss: z.object({ version: z.string(), commit: z.string().nullable() }),
    k: z.int(),
    questions: z.array(
      z.object({
        query: z.string(),
        answers: z
          .record(z.string(), RetrieveAnswerShape.omit({ query: true, corpus: true, backend: true }))
          .describe('Answers by backend.'),
        overlaps: z.array(Overlap),
      }),
    ),
    overlaps: z.array(Overlap).describe('Means over the questions.'),
    failures: z
      .record(z.string(), z.object({ code: z.string(), message: z.string(), help: z.string() }))
      .describe('Backends that could not answer, and why.'),
  })
  .meta({ title: 'CompareAnswer' })
