/** Reasons for a hit, by the kind of backend: the schema that the service documents, and its types. */
import { z } from 'zod'
import type { DeepReadonly } from '../core/index.ts'

const FactParts = { subject: z.string(), predicate: z.string(), object: z.string() }

const ReorderWhy = z
  .object({
    score: z.number().describe('The score of the model; greater is better.'),
    from: z.int().describe('Rank before reordering.'),
  })
  .meta({ title: 'Reordering' })

/** Reasons for a hit. A part that the backend does not use is absent; `terms` and the names of a walk are filled in with `explain`. */
export const WhyShape = z.object({
  words: z.number().exactOptional().describe('BM25.'),
  terms: z.array(z.object({ term: z.string(), score: z.number() })).exactOptional(),
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
    .array(z.object({ ...FactParts, cosine: z.number(), isStated: z.boolean() }).meta({ title: 'CloseFact' }))
    .exactOptional()
    .describe('Facts close to the question from which the search started; filled in with `explain`.'),
  light: z
    .object({
      entities: z.array(z.string()),
      relations: z.array(z.object(FactParts).meta({ title: 'Relation' })),
    })
    .meta({ title: 'LightWhy' })
    .exactOptional()
    .describe('Entities and relations close to the keywords that the unit states; filled in with `explain`.'),
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

export type Why = DeepReadonly<z.output<typeof WhyShape>>
export type WalkWhy = NonNullable<Why['walk']>
export type NameShare = WalkWhy['names'][number]
export type FactWhy = NonNullable<Why['facts']>[number]
export type LightWhy = NonNullable<Why['light']>
export type SqlWhy = NonNullable<Why['sql']>
export type SqlValue = SqlWhy['values'][number]
