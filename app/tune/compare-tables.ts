/** How near a table's rankings are to the teacher's on papers that neither was tuned on. Needs no judgements. */
import { asWritten, type FloatTable, tableVectors } from '../../models/index.ts'
import type { HeldOutPaper } from './sample-texts.ts'

/** Texts that are asked and texts that are ranked; `own[i]` are the numbers of the documents of the paper whose title query i is. */
interface HeldOutTask {
  readonly queries: readonly string[]
  readonly documents: readonly string[]
  readonly own: readonly (ReadonlySet<number> | null)[]
}

export interface HeldOutVectors {
  readonly queries: readonly Float32Array[]
  readonly documents: readonly Float32Array[]
}

export interface HeldOutFigures {
  /** Share of the teacher's ten nearest documents that are among the table's ten; 1 is the teacher itself. */
  readonly overlap: number
  /** Mean share of a title's first ten documents that are of its own paper, of those that could be. */
  readonly titles: number
}

/** The bundled table, the tuned one and the teacher on papers that were kept apart. */
export interface HeldOutComparison {
  readonly papers: number
  readonly queries: number
  readonly before: HeldOutFigures
  readonly after: HeldOutFigures
  readonly teacher: HeldOutFigures
  /** Of the overlap with the teacher that the bundled table lacks, the share that tuning brought. */
  readonly recovered: number
}

const DEPTH = 10

/** Titles and every other unit ask; all units are ranked. A unit is not ranked for itself. */
export function heldOutTask(papers: readonly HeldOutPaper[]): HeldOutTask {
  const documents: string[] = []
  const queries: string[] = []
  const own: (ReadonlySet<number> | null)[] = []
  for (const { title, units } of papers) {
    const first = documents.length
    documents.push(...units)
    if (title !== '' && units.length > 0) {
      queries.push(title)
      own.push(new Set(units.map((_, i) => first + i)))
    }
    units.forEach((unit, i) => {
      if (i % 2 === 1) return
      queries.push(unit)
      own.push(null)
    })
  }
  return { queries, documents, own }
}

/** `papers`: how many the task was made of. The tables are compared as they would be written to a file. */
export function compareTables(
  papers: number,
  task: HeldOutTask,
  {
    base,
    table,
    teacher,
  }: { readonly base: FloatTable; readonly table: FloatTable; readonly teacher: HeldOutVectors },
): HeldOutComparison {
  const by = (one: FloatTable) => heldOutFigures(task, vectorsBy(one, task), teacher)
  const [before, after] = [by(base), by(asWritten(table))]
  return {
    papers,
    queries: task.queries.length,
    before,
    after,
    teacher: heldOutFigures(task, teacher, teacher),
    recovered: (after.overlap - before.overlap) / Math.max(Number.EPSILON, 1 - before.overlap),
  }
}

function vectorsBy(table: FloatTable, { queries, documents }: HeldOutTask): HeldOutVectors {
  const vectorsOf = (texts: readonly string[]) => {
    const flat = tableVectors(table, texts)
    return texts.map((_, i) => flat.subarray(i * table.dims, (i + 1) * table.dims))
  }
  return { queries: vectorsOf(queries), documents: vectorsOf(documents) }
}

function heldOutFigures(task: HeldOutTask, table: HeldOutVectors, teacher: HeldOutVectors): HeldOutFigures {
  let overlap = 0
  let titles = 0
  let titleCount = 0
  task.queries.forEach((query, i) => {
    const itself = task.documents.indexOf(query)
    const best = nearest(table, i, itself)
    const wanted = new Set(nearest(teacher, i, itself))
    overlap += best.filter((document) => wanted.has(document)).length / Math.max(1, wanted.size)
    const own = task.own[i]
    if (own == null) return
    titles += best.filter((document) => own.has(document)).length / Math.min(DEPTH, own.size)
    titleCount++
  })
  return { overlap: overlap / Math.max(1, task.queries.length), titles: titles / Math.max(1, titleCount) }
}

function nearest({ queries, documents }: HeldOutVectors, query: number, except: number): number[] {
  const asked = queries[query]!
  return documents
    .map((document, number) => ({ number, score: number === except ? -2 : dot(document, asked) }))
    .sort((a, b) => b.score - a.score || a.number - b.number)
    .slice(0, Math.min(DEPTH, Math.ceil(documents.length / 4)))
    .map(({ number }) => number)
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}
