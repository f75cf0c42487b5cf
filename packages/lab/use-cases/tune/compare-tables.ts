/** Measures how near a table's rankings are to the teacher's on papers that neither was tuned on. Needs no judgements. */
import type { FloatTable } from '../../../../models/adapters/static-embedder.ts'
import { asWritten, tableVectors } from '../../table/index.ts'
import type { HeldOutPaper } from './sample-texts.ts'

/** Queries and ranked texts; `own[i]` are the indices of the documents of the paper whose title is query i. */
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
  /** Mean share of a title's first ten documents that are from its own paper, of those that could be. */
  readonly titles: number
}

/** The bundled table, the tuned one and the teacher on held-out papers. */
export interface HeldOutComparison {
  readonly papers: number
  readonly queries: number
  readonly before: HeldOutFigures
  readonly after: HeldOutFigures
  readonly teacher: HeldOutFigures
  /** Share of the bundled table's missing overlap with the teacher that tuning added. */
  readonly recovered: number
  /** Standard error of the difference in overlap, over the questions. */
  readonly standardError: number
}

const DEPTH = 10
// One of forty useless tables would pass.
const MIN_STANDARD_ERRORS = 2

/** Makes a task: titles and every other unit are queries; all units are ranked, except a query itself. */
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

/** Compares the tables as they would be written to a file. `papers` is the number of papers in the task. */
export function compareTables(
  papers: number,
  task: HeldOutTask,
  {
    base,
    table,
    teacher,
  }: { readonly base: FloatTable; readonly table: FloatTable; readonly teacher: HeldOutVectors },
): HeldOutComparison {
  const by = (vectors: HeldOutVectors) => rankingsOf(task, vectors, teacher)
  const [before, after] = [by(vectorsBy(base, task)), by(vectorsBy(asWritten(table), task))]
  const [low, high] = [mean(before.overlaps), mean(after.overlaps)]
  const squares = before.overlaps.map((overlap, i) => (after.overlaps[i]! - overlap - (high - low)) ** 2)
  return {
    papers,
    queries: task.queries.length,
    before: figuresOf(before),
    after: figuresOf(after),
    teacher: figuresOf(by(teacher)),
    recovered: (high - low) / Math.max(Number.EPSILON, 1 - low),
    standardError: Math.sqrt(mean(squares) / Math.max(1, squares.length - 1)),
  }
}

/** Returns whether the gain is more than chance would bring: twice the standard error. */
export function isBetter({ before, after, standardError }: HeldOutComparison): boolean {
  return after.overlap - before.overlap > MIN_STANDARD_ERRORS * standardError
}

function vectorsBy(table: FloatTable, { queries, documents }: HeldOutTask): HeldOutVectors {
  const vectorsOf = (texts: readonly string[]) => {
    const flat = tableVectors(table, texts)
    return texts.map((_, i) => flat.subarray(i * table.dims, (i + 1) * table.dims))
  }
  return { queries: vectorsOf(queries), documents: vectorsOf(documents) }
}

interface Rankings {
  /** Overlap of each query. */
  readonly overlaps: readonly number[]
  /** Score of each query that is a title. */
  readonly titles: readonly number[]
}

function rankingsOf(task: HeldOutTask, table: HeldOutVectors, teacher: HeldOutVectors): Rankings {
  const overlaps: number[] = []
  const titles: number[] = []
  task.queries.forEach((query, i) => {
    const itself = task.documents.indexOf(query)
    const best = nearest(table, i, itself)
    const wanted = new Set(nearest(teacher, i, itself))
    overlaps.push(best.filter((document) => wanted.has(document)).length / Math.max(1, wanted.size))
    const own = task.own[i]
    if (own != null)
      titles.push(best.filter((document) => own.has(document)).length / Math.min(best.length, own.size))
  })
  return { overlaps, titles }
}

function figuresOf({ overlaps, titles }: Rankings): HeldOutFigures {
  return { overlap: mean(overlaps), titles: mean(titles) }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
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
