/** Papers, units and corpora: the schemas that the service documents, and the types that the command line, MCP and the library use. */
import { z } from 'zod'
import type { DeepReadonly } from '../../core/index.ts'
import { GATE_POLICIES } from '../../corpus/index.ts'
import { CorrectedShape } from './front-matter-shape.ts'
import { StatementShape, UnitKindShape } from './retrieve-shapes.ts'

const share = z.number().min(0).max(1)
const counts = z.record(z.string(), z.int())

export const CorpusShape = z
  .object({
    name: z.string(),
    papers: z.int(),
    states: counts.describe('Papers by state.'),
    pages: z.int(),
    units: z.int(),
    passages: z.int(),
    vectors: counts.describe('Vectors by the id of their embedder.'),
  })
  .meta({ title: 'Corpus' })
export type CorpusEntry = DeepReadonly<z.output<typeof CorpusShape>>

export const PaperShape = z
  .object({
    id: z.string(),
    path: z.string().describe('Name of its first file.'),
    paths: z.array(z.string()),
    document: z.string().nullable().describe('Id of the document in its source.'),
    state: z.string().describe('`kept`, or why it is not: `dropped:off_topic`, `failed:password_needed`.'),
    detail: z.string().describe('A sentence about the state or about unreadable pages; otherwise empty.'),
    title: z.string(),
    abstract: z.string(),
    authors: z.array(z.string()),
    year: z.int().nullable(),
    doi: z.string().nullable(),
    publication: z
      .object({
        journal: z.string().nullable(),
        volume: z.string().nullable(),
        issue: z.string().nullable(),
        pages: z.string().nullable(),
      })
      .meta({ title: 'Publication' })
      .describe('Where it was published, as printed in the paper; null if not printed.'),
    confidence: z
      .object({ title: share, authors: share, year: share })
      .describe('Confidence in each field as read; below 0.8 it is doubtful.'),
    corrected: CorrectedShape,
    pages: z.int(),
    units: z.int().describe('Its units, without passages.'),
    gate: z
      .object({
        policy: z.enum(GATE_POLICIES),
        positive: z.number(),
        negative: z.number(),
        score: z.number(),
        keep: z.boolean(),
      })
      .nullable(),
  })
  .meta({ title: 'Paper' })
export type PaperSummary = DeepReadonly<z.output<typeof PaperShape>>

export const UnitShape = z
  .object({
    id: z.string(),
    paper: z.string(),
    kind: UnitKindShape,
    statement: StatementShape.exactOptional(),
    ordinal: z.int().describe('Index among its kind in the paper, from 0.'),
    name: z.string(),
    year: z.int().nullable(),
    locator: z.string(),
    topic: z.string(),
    text: z.string(),
    reading: z
      .string()
      .nullable()
      .describe('The text as indexed, not a quotation; null if the same as `text`.'),
    page: z.int().nullable(),
    start: z.int().nullable(),
    end: z.int().nullable(),
    made: z.string().describe('`extractive`, `llm:MODEL:PROMPT_HASH`, `passage` or `import`.'),
  })
  .meta({ title: 'Unit' })
/** A unit with the kind of its statement, which passages lack. */
export type ListedUnit = DeepReadonly<z.output<typeof UnitShape>>
