/** Where a stretch of a paper is printed, as every answer describes it. */
import { z } from 'zod'
import type { DeepReadonly } from './deep-readonly.ts'

const Box = z
  .object({ left: z.number(), top: z.number(), right: z.number(), bottom: z.number() })
  .meta({ title: 'Box' })

/** One entry a page; a box a line, in points from the top left corner. */
export const PageBoxesShape = z.array(
  z
    .object({ page: z.int(), width: z.number(), height: z.number(), boxes: z.array(Box) })
    .meta({ title: 'PageBoxes' }),
)

/** What the papers say to a quotation, or to a sentence with a number, of a text that a model wrote. */
export const AnswerMarkShape = z
  .object({
    kind: z
      .enum(['quote', 'sentence'])
      .describe('`sentence`: one that a paper has but for one number, unit, negation or name.'),
    text: z.string(),
    verdict: z.enum(['exact', 'normalised', 'altered', 'absent']).describe('As of `POST /verify`.'),
    changes: z.array(z.object({ kind: z.string(), paper: z.string(), answer: z.string() })),
    paper: z.string().nullable(),
    title: z.string().nullable(),
    page: z.int().nullable(),
    says: z.string().nullable().describe('What the paper says there.'),
  })
  .meta({ title: 'AnswerMark' })
export type AnswerMark = DeepReadonly<z.output<typeof AnswerMarkShape>>
