/** Answers of /v1 for /openapi.json: the fields that Gloss writes or reads; a model server may add others. */
import { z } from 'zod'
import { AnswerMarksShape } from '../../app/wiring/index.ts'

const usage = z.looseObject({ prompt_tokens: z.int(), total_tokens: z.int() }).meta({ title: 'TokenUsage' })

export const ChatCompletion = z
  .looseObject({
    id: z.string(),
    object: z.string(),
    created: z.int(),
    model: z.string(),
    choices: z.array(
      z
        .looseObject({
          index: z.int(),
          message: z.looseObject({ role: z.string(), content: z.string().nullable() }),
          finish_reason: z.string().nullable(),
        })
        .meta({ title: 'ChatChoice' }),
    ),
    usage: usage.optional(),
    gloss: z
      .looseObject({ marks: AnswerMarksShape.shape.marks.optional() })
      .optional()
      .describe('What was retrieved and injected; absent if the request was forwarded unchanged.'),
  })
  .meta({ title: 'ChatCompletion' })

export const Model = z
  .looseObject({ id: z.string(), object: z.string().optional(), owned_by: z.string().optional() })
  .meta({ title: 'Model' })
export const ModelList = z
  .looseObject({ object: z.string(), data: z.array(Model) })
  .meta({ title: 'ModelList' })

export const EmbeddingList = z
  .looseObject({
    object: z.string(),
    data: z.array(
      z
        .looseObject({
          index: z.int(),
          embedding: z.union([z.array(z.number()), z.string()]).describe('Numbers, or base64 of floats.'),
        })
        .meta({ title: 'Embedding' }),
    ),
    model: z.string(),
    usage,
  })
  .meta({ title: 'EmbeddingList' })
