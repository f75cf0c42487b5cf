/** Schema of the part of a graph that is drawn, which the service documents, and its types. */
import { z } from 'zod'
import type { DeepReadonly } from '../../core/index.ts'
import { NAME_KINDS } from '../../graph/view/index.ts'
import { BACKEND_NAMES, type BackendName } from '../wiring/retrieval-backends.ts'
import { WhyShape } from '../wiring/retrieve-shapes.ts'

const id = z.string().describe('`name:NAME` or `unit:ID`.')

export const SubgraphShape = z
  .object({
    corpus: z.string(),
    name: z.string().nullable(),
    query: z.string().nullable(),
    backend: z.enum(BACKEND_NAMES as readonly BackendName[]).nullable(),
    nodes: z.array(
      z.object({
        id,
        type: z.enum(['name', 'unit']),
        label: z.string(),
        kind: z.enum(NAME_KINDS).exactOptional().describe('What the name refers to.'),
        community: z.int().describe('Number of the community; 0 is the largest.'),
        degree: z.int().describe('Number of edges in the whole graph.'),
        isAsked: z.boolean().describe('True for the requested name and for names in the question.'),
        rank: z.int().exactOptional().describe('Rank of a hit, from 1.'),
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
          .describe(
            '`subject`: the name is the subject of the unit. `fact`: relates two names, as stated by `unit`.',
          ),
        label: z.string().exactOptional().describe('The predicate of a fact.'),
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
          share: z.number().describe('Share of the hit’s score that comes from the name, 0 to 1.'),
          nodes: z.array(id),
        }),
      )
      .describe('Paths from each name in the question to each hit.'),
    hits: z.array(z.object({ rank: z.int(), score: z.number(), unit: z.string(), why: WhyShape })),
    left: z.int().describe('Number of nodes within `depth` that are not shown.'),
  })
  .meta({ title: 'Graph' })
export type Subgraph = DeepReadonly<z.output<typeof SubgraphShape>>
