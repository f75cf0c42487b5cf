/** Requests and answers of /entities and /graph. */
import { z } from 'zod'
import { listNames, usualCount } from '../../app/config/index.ts'
import { NAME_KINDS, SUBGRAPH_BACKEND } from '../../app/graph/index.ts'
import { BACKEND_NAMES, type Config, EXPERIMENTAL_BACKENDS, UnitKindShape } from '../../app/wiring/index.ts'
import { corpusField, limitField } from '../http/fields.ts'
import { askedQuestion, oneQuestion, otherNames, questionFields } from '../http/question-fields.ts'

const MAX_NAME_CHARACTERS = 200
// Nodes that a browser can draw and a person can survey. Chosen, not measured.
const MAX_NODES = 400
const DEFAULT_NODES = 80
const MAX_DEPTH = 3
const DEFAULT_DEPTH = 2
const MAX_DRAWN_HITS = 50
const DEFAULT_DRAWN_HITS = 10

const name = z.string().max(MAX_NAME_CHARACTERS)

const kindField = z.enum(NAME_KINDS)

export const EntitiesQuery = z.strictObject({
  ...questionFields('q', name, 'Text that the name contains. Default: all names.'),
  kind: kindField.exactOptional().describe('Only names of this kind.'),
  kinds: otherNames(kindField, 'kind'),
  limit: limitField,
  corpus: corpusField,
})
export const EntityParams = z.strictObject({ name: name.regex(/\S/, 'must not be empty') })

const Known = z
  .object({
    name: z.string(),
    kind: kindField,
    units: z.int().describe('Number of units that mention the name.'),
    isSubject: z.boolean().describe('Whether the name is the subject of a unit.'),
  })
  .meta({ title: 'KnownName' })
export const EntitiesAnswer = z.object({ corpus: z.string(), names: z.array(Known) })

const mentions = z.int()

export const EntityAnswer = z
  .looseObject({
    corpus: z.string(),
    name: z.string(),
    asked: z.string().describe('The requested name in canonical form.'),
    others: z.array(z.string()).describe('Other names that share the requested spelling.'),
    units: z.int(),
    papers: z.int(),
    mentions,
    subjectOf: z.int().describe('Number of units whose subject is the name.'),
    isWhole: z.boolean().describe('False if there are more mentions than were counted.'),
    kinds: z.array(z.object({ kind: z.string(), mentions })).describe('Mentions by kind of name.'),
    aliases: z.array(z.object({ alias: z.string(), mentions })),
    surfaces: z.array(z.object({ text: z.string(), mentions })).describe('Spellings exactly as in the text.'),
    places: z.array(
      z.looseObject({
        unit: z.string(),
        kind: UnitKindShape,
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
        units: z.int().describe('Number of units that mention both names.'),
        strength: z.number().describe('1 if the two names always occur together.'),
      }),
    ),
    facts: z.array(
      z.looseObject({
        subject: z.string(),
        predicate: z.string(),
        object: z.string(),
        text: z.string(),
        unit: z.string().describe('The unit that states the fact.'),
        made: z.string().describe('`openie:MODEL:PROMPT_HASH`, or `import`.'),
      }),
    ),
    synonyms: z.array(z.object({ name: z.string(), cosine: z.number() })),
  })
  .meta({ title: 'NameDetails' })

export function createGraphQuery(config: Config) {
  const mostHits = Math.min(MAX_DRAWN_HITS, config.maxHits)
  return z
    .strictObject({
      name: name
        .regex(/\S/, 'must not be empty')
        .exactOptional()
        .describe('Centre the graph on this name (or give `query`).'),
      ...askedQuestion(config, 'query', 'Centre the graph on the hits of this question (or give `name`).'),
      k: usualCount(Math.min(DEFAULT_DRAWN_HITS, mostHits), 1, mostHits).describe(
        'Number of hits of the question.',
      ),
      backend: z
        .enum(BACKEND_NAMES)
        .exactOptional()
        .describe(`${listNames(BACKEND_NAMES, EXPERIMENTAL_BACKENDS)}. Default: ${SUBGRAPH_BACKEND}.`),
      depth: usualCount(DEFAULT_DEPTH, 1, MAX_DEPTH).describe(
        'Steps from the centre: 1 for the units of a name, 2 for their names, 3 for the units of those.',
      ),
      limit: usualCount(DEFAULT_NODES, 1, MAX_NODES).describe(
        'Maximum number of nodes, not counting the hits and the paths to them.',
      ),
      corpus: corpusField,
    })
    .refine(oneQuestion('name'), { path: ['name'], message: 'give either `name` or `query`' })
}
