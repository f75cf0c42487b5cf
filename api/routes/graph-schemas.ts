/** What may be asked of /entities and /graph and what they answer. */
import { z } from 'zod'
import { BACKEND_NAMES, type Config, SUBGRAPH_BACKEND } from '../../app/index.ts'
import { corpusField, limitField } from '../http/fields.ts'
import { Why } from './retrieve-schemas.ts'

const MAX_NAME_CHARACTERS = 200
// What a browser draws and a person can look at. Chosen, not measured.
const MAX_NODES = 400
const DEFAULT_NODES = 80
const MAX_DEPTH = 3
const DEFAULT_DEPTH = 2
const MAX_DRAWN_HITS = 50
const DEFAULT_DRAWN_HITS = 10

const name = z.string().max(MAX_NAME_CHARACTERS)

export const EntitiesQuery = z.strictObject({
  q: name.default('').describe('A part of the name; all names where absent.'),
  limit: limitField,
  corpus: corpusField,
})
export const EntityParams = z.strictObject({ name: name.regex(/\S/, 'is empty') })

const Known = z.object({
  name: z.string(),
  units: z.int().describe('Units with it.'),
  isSubject: z.boolean().describe('Some unit is about it.'),
})
export const EntitiesAnswer = z.object({ corpus: z.string(), names: z.array(Known) })

const mentions = z.int()

export const EntityAnswer = z.looseObject({
  corpus: z.string(),
  name: z.string(),
  asked: z.string().describe('How it was asked for, canonical.'),
  others: z.array(z.string()).describe('Other names that the asked form stands for elsewhere.'),
  units: z.int(),
  papers: z.int(),
  mentions,
  subjectOf: z.int().describe('Units that are about it.'),
  isWhole: z.boolean().describe('False where it has more mentions than are counted at once.'),
  kinds: z.array(z.object({ kind: z.string(), mentions })).describe('How it was found.'),
  aliases: z.array(z.object({ alias: z.string(), mentions })),
  surfaces: z
    .array(z.object({ text: z.string(), mentions }))
    .describe('As it stands in the text, letter for letter.'),
  places: z.array(
    z.looseObject({
      unit: z.string(),
      kind: z.enum(['unit', 'passage']),
      text: z.string(),
      paper: z.string(),
      title: z.string(),
      page: z.int().nullable(),
      marks: z.array(z.tuple([z.int(), z.int()])).describe('UTF-16 offsets into the text.'),
    }),
  ),
  neighbours: z.array(
    z.object({
      name: z.string(),
      units: z.int().describe('Units with both.'),
      strength: z.number().describe('1 where the two are never met apart.'),
    }),
  ),
  facts: z.array(
    z.looseObject({
      subject: z.string(),
      predicate: z.string(),
      object: z.string(),
      text: z.string(),
      unit: z.string().describe('The unit that states it.'),
      made: z.string().describe('`openie:MODEL:PROMPT_HASH`, or `import`.'),
    }),
  ),
  synonyms: z.array(z.object({ name: z.string(), cosine: z.number() })),
})

export function createGraphQuery(config: Config) {
  const mostHits = Math.min(MAX_DRAWN_HITS, config.maxHits)
  return z
    .strictObject({
      name: name.regex(/\S/, 'is empty').exactOptional().describe('Around this name,'),
      query: z
        .string()
        .max(config.maxQueryCharacters)
        .regex(/\S/, 'is empty')
        .exactOptional()
        .describe('or around the hits of this question.'),
      k: z.coerce
        .number()
        .int()
        .min(1)
        .max(mostHits)
        .default(Math.min(DEFAULT_DRAWN_HITS, mostHits))
        .describe('Hits of the question.'),
      backend: z.enum(BACKEND_NAMES).exactOptional().describe(`Default: ${SUBGRAPH_BACKEND}.`),
      depth: z.coerce
        .number()
        .int()
        .min(1)
        .max(MAX_DEPTH)
        .default(DEFAULT_DEPTH)
        .describe('Steps from the middle: 1 the units of a name, 2 their names, 3 the units of those.'),
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .max(MAX_NODES)
        .default(DEFAULT_NODES)
        .describe('Nodes at the most; hits and the paths to them come on top.'),
      corpus: corpusField,
    })
    .refine((given) => (given.name === undefined) !== (given.query === undefined), {
      path: ['name'],
      message: 'give either `name` or `query`',
    })
}

const id = z.string().describe('`name:` and the name, or `unit:` and the id of the unit.')

export const GraphAnswer = z.object({
  corpus: z.string(),
  name: z.string().nullable(),
  query: z.string().nullable(),
  backend: z.enum(BACKEND_NAMES).nullable(),
  nodes: z.array(
    z.object({
      id,
      type: z.enum(['name', 'unit']),
      label: z.string(),
      community: z.int().describe('0 is the largest.'),
      degree: z.int().describe('Edges in the whole graph.'),
      isAsked: z.boolean().describe('The name asked for, or one that the question mentions.'),
      rank: z.int().exactOptional().describe('Of a hit, from 1.'),
      unit: z
        .object({ paper: z.string(), title: z.string(), page: z.int().nullable(), text: z.string() })
        .exactOptional(),
    }),
  ),
  edges: z.array(
    z.object({
      source: id,
      target: id,
      type: z
        .enum(['mention', 'subject', 'fact', 'synonym'])
        .describe('`subject`: the unit is about the name. `fact`: between two names, stated by `unit`.'),
      label: z.string().exactOptional().describe('What the fact says of its two names.'),
      unit: z.string().exactOptional(),
    }),
  ),
  paths: z
    .array(
      z.object({
        unit: z.string(),
        rank: z.int(),
        name: z.string(),
        asked: z.string(),
        share: z.number().describe("The name's part in the score of the hit."),
        nodes: z.array(id),
      }),
    )
    .describe('From each name of the question to each hit.'),
  hits: z.array(z.object({ rank: z.int(), score: z.number(), unit: z.string(), why: Why })),
  left: z.int().describe('Nodes within reach that are not shown.'),
})
