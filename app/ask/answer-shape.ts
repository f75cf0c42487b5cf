/** An answer from the papers: the schema that the service documents, and the type that commands and routes share. */
import { z } from 'zod'
import type { DeepReadonly } from '../../core/index.ts'
import type { LedgerByRole } from '../../models/index.ts'
import { AnswerMarksShape } from '../wiring/answer-mark-shape.ts'
import { PageBoxesShape } from '../wiring/place-shapes.ts'
import { DoubtfulShape } from '../wiring/retrieve-shapes.ts'

/** Units that an answer may rest on: the default, and the maximum. */
export const DEFAULT_SOURCES = 12
export const MAX_SOURCES = 50

const SupportShape = z.enum(['yes', 'doubtful', 'no'])

const Sentence = z
  .object({
    text: z.string().describe('As written, citation marks included.'),
    citations: z.array(z.int()),
    isSupported: z
      .boolean()
      .describe('Whether the cited text has its numbers, quotations and most of its words; see `support`.'),
    support: SupportShape.describe(
      'For a sentence by a model, `yes` or `no`, as `isSupported`. For a verbatim statement, `yes`, or `doubtful` if its place lacks what the question names or the number it asks for.',
    ),
  })
  .meta({ title: 'AnswerSentence' })

export const CitationShape = z
  .object({
    n: z.int().describe('Its number in the answer: `[1]`.'),
    unit: z.string(),
    corpus: z
      .string()
      .exactOptional()
      .describe('Corpus of the paper, if several corpora were asked together.'),
    paper: z.string(),
    title: z.string(),
    year: z.int().nullable(),
    locator: z.string(),
    page: z.int().nullable(),
    span: z.tuple([z.int(), z.int()]).nullable(),
    quote: z.string().describe('The text of the paper at the span.'),
    statement: z.string().describe('One or two sentences that best fit the question.'),
    support: SupportShape.exclude(['no']).describe('Whether the place has what the question asks for.'),
    doubtful: DoubtfulShape,
    boxes: PageBoxesShape,
  })
  .meta({ title: 'Citation' })

export const AskAnswerShape = z
  .object({
    question: z.string(),
    corpus: z.string(),
    answer: z.string(),
    sentences: z.array(Sentence),
    citations: z.array(CitationShape),
    shown: z
      .array(CitationShape)
      .describe('The nearest places, if the answer cites none; they may be about something else.'),
    answerable: z.boolean().describe('False if the papers do not say.'),
    nearerDropped: z
      .object({ paper: z.string(), title: z.string(), state: z.string() })
      .meta({ title: 'DroppedPaper' })
      .nullable()
      .describe(
        'A paper dropped by the gate whose title and abstract are nearer to the question than those of every paper behind the answer.',
      ),
    support: SupportShape.describe(
      'For a refusal, `no`. With a model: `yes` if every sentence is supported, `doubtful` if some are. Without a model: `yes` if a statement has what the question asks for, else `doubtful`.',
    ),
    by: z
      .enum(['model', 'units'])
      .describe('`units`: no model was asked; the answer is the best statements, verbatim.'),
    unknownCitations: z.array(z.int()).describe('Cited numbers that match no source.'),
    ...AnswerMarksShape.partial().shape,
    ledger: z.record(z.string(), z.looseObject({})),
  })
  .meta({ title: 'AskAnswer' })
export type Citation = DeepReadonly<z.output<typeof CitationShape>>
/** What `gloss ask --json` prints and `POST /ask` answers. */
export type AskAnswer = DeepReadonly<Omit<z.output<typeof AskAnswerShape>, 'ledger'>> & {
  readonly ledger: LedgerByRole
}
