/** What a paper cites and what cites it: the schemas that the service documents, and their types. */
import { z } from 'zod'
import type { DeepReadonly } from '../../core/index.ts'

const RetractionShape = z
  .object({ nature: z.string(), date: z.string(), reason: z.string() })
  .meta({ title: 'Retraction' })
  .nullable()
  .describe('Its entry in the list GLOSS_RETRACTIONS; null if it has none.')

const NamedPaperShape = z
  .object({ id: z.string(), title: z.string(), year: z.int().nullable(), retraction: RetractionShape })
  .meta({ title: 'NamedPaper' })

const text = z.string().exactOptional()
const FieldsShape = z
  .object({
    ...{ author: text, title: text, journal: text, book: text, volume: text },
    ...{ issue: text, pages: text, date: text, doi: text, arxiv: text },
  })
  .meta({ title: 'ReferenceFields' })

/** Schema of a pair of numbers in the form that the API description has. */
const pair = z.array(z.int()) as unknown as z.ZodType<[start: number, end: number]>

const ReferenceShape = z
  .object({
    number: z.int().nullable().describe('Its number in the list; null in unnumbered lists.'),
    raw: z.string(),
    fields: FieldsShape,
    paper: z.string().nullable().describe('Id of the paper in the corpus; null if it is not there.'),
    retraction: RetractionShape,
    cited: z.array(pair).describe('Start and end of each place that cites it, in the text of the paper.'),
  })
  .meta({ title: 'Reference' })

export const PaperReferencesShape = NamedPaperShape.extend({
  references: z.array(ReferenceShape),
  citedBy: z.array(NamedPaperShape).describe('Papers of the corpus that cite this one.'),
  versions: z
    .array(NamedPaperShape)
    .describe('Other papers of the corpus that are the same work, such as its preprint.'),
}).meta({ title: 'PaperReferences' })

export type NamedPaper = DeepReadonly<z.output<typeof NamedPaperShape>>
type ShownReference = DeepReadonly<z.output<typeof ReferenceShape>>
export type PaperReferences = DeepReadonly<z.output<typeof PaperReferencesShape>>
export interface CorpusReferences {
  readonly papers: readonly (NamedPaper & {
    readonly references: number
    /** Papers of the corpus that a paper cites. */
    readonly cites: readonly string[]
    readonly citedBy: readonly string[]
    readonly versions: readonly string[]
    /** Positions of cited works that are on the list of retractions. */
    readonly retracted: readonly number[]
  })[]
  /** Cited works that are not papers of the corpus. */
  readonly missing: readonly (Pick<ShownReference, 'raw' | 'fields' | 'retraction'> & {
    readonly papers: readonly string[]
  })[]
}
