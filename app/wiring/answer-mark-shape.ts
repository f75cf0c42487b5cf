/** Result of checking a model's text against the papers, for all kinds of answers. */
import { z } from 'zod'
import type { DeepReadonly } from '../../core/index.ts'

/** Verdict of the papers on a quotation, or on a sentence with a number, of a model's text. */
const AnswerMarkShape = z
  .object({
    kind: z
      .enum(['quote', 'sentence'])
      .describe('`sentence`: differs from a paper’s by one number, unit, negation or name.'),
    text: z.string(),
    verdict: z.enum(['exact', 'normalised', 'altered', 'absent']).describe('As in `POST /verify`.'),
    changes: z.array(z.object({ kind: z.string(), paper: z.string(), answer: z.string() })),
    corpus: z
      .string()
      .exactOptional()
      .describe('Corpus of the paper, if several corpora were asked together.'),
    paper: z.string().nullable(),
    title: z.string().nullable(),
    page: z.int().nullable(),
    says: z.string().nullable().describe('What the paper says there.'),
  })
  .meta({ title: 'AnswerMark' })
export type AnswerMark = DeepReadonly<z.output<typeof AnswerMarkShape>>

/** Fields that an answer by a model has in addition. */
export const AnswerMarksShape = z.object({
  marks: z.array(AnswerMarkShape).describe('Verdicts on the quotations and numbers in an answer by a model.'),
  problems: z
    .array(z.string())
    .describe('Why they could not be checked, if that failed; the answer then has no marks.'),
})
export type AnswerMarks = DeepReadonly<z.output<typeof AnswerMarksShape>>
