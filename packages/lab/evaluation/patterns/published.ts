/** Lists the figures that papers report of patterns, each with its table. None was measured here, nor on the questions evaluated here. */
import { publishedSource, publishedSystems } from '../answers/published.ts'
import {
  PUBLISHED_CONTRADICTION,
  PUBLISHED_ITEMS,
  PUBLISHED_PATTERN_ITEMS,
  PUBLISHED_PATTERNS,
  PUBLISHED_SINGLE_SHOT,
} from '../rws/published.ts'
import published from './published-patterns.json' with { type: 'json' }

export interface PublishedFigure {
  readonly source: string
  readonly table: string
  readonly pattern: string
  /** Row of the grid of ablations; null for the unchanged pattern. */
  readonly row: string | null
  readonly model: string
  readonly questions: string
  /** Number of questions; null if the paper does not give it. */
  readonly n: number | null
  /** Pass@1, or accuracy, in per cent; null if the table has no such column. */
  readonly passOne: number | null
  /** Pass@n over the candidates of a run. */
  readonly passAny: number | null
  readonly hitRate: number | null
}

/** Runs with one right candidate, two, …, and how many of each were answered correctly. */
export interface PublishedByRight {
  readonly source: string
  readonly table: string
  readonly pattern: string
  readonly model: string
  readonly questions: string
  readonly runs: readonly number[]
  readonly hits: readonly number[]
}

export interface PublishedPatterns {
  readonly figures: readonly PublishedFigure[]
  readonly byRight: readonly PublishedByRight[]
  /** Contradictions within the papers. */
  readonly notes: readonly string[]
}

/** A pattern, or a row of its grid. */
export interface PublishedFor {
  readonly pattern: string
  readonly table?: string
  readonly row?: string
}

const STAR = 'Reasoning With a Star, arXiv 2511.20694'
const EIGEN1_SETS = { hle: 149, supergpqa: 92, trqa: 172 } as const
const EIGEN1_NAMES = {
  hle: 'HLE Bio/Chem Gold',
  supergpqa: 'SuperGPQA Biology hard',
  trqa: 'TRQA Literature',
} as const

const FIGURES: readonly PublishedFigure[] = [...eigen1Figures(), ...starFigures(), ...published.figures]

/** Returns null if the papers report none of them. A missing row is not replaced by the whole pattern. */
export function publishedPatterns(asked: readonly PublishedFor[]): PublishedPatterns | null {
  const figures = FIGURES.filter((figure) => asked.some((one) => isOf(figure, one)))
  if (figures.length === 0) return null
  const patterns = new Set(figures.map(({ pattern }) => pattern))
  const isWhole = (name: string) => asked.some(({ pattern, row }) => pattern === name && row === undefined)
  const notes = published.notes.filter((note) => note.patterns.some((pattern) => patterns.has(pattern)))
  const isStar = figures.some(({ source }) => source === STAR)
  return {
    figures,
    byRight: published.byRight.filter(({ pattern }) => isWhole(pattern)),
    notes: [...notes.map(({ text }) => text), ...(isStar ? [`${STAR}: ${PUBLISHED_CONTRADICTION}`] : [])],
  }
}

function isOf({ pattern, table, row }: PublishedFigure, asked: PublishedFor): boolean {
  if (pattern !== asked.pattern) return false
  return asked.row === undefined ? row === null : row === asked.row && table === asked.table
}

/** Returns the single shot of Table 1, and the row of Table 2 for the same data set. */
function starFigures(): PublishedFigure[] {
  const common = { source: STAR, row: null, questions: 'RWS', passAny: null, hitRate: null }
  return [
    ...PUBLISHED_SINGLE_SHOT.map(({ model, percent }) => {
      return { ...common, table: '1', pattern: 'single', model, n: PUBLISHED_ITEMS, passOne: percent }
    }),
    ...PUBLISHED_PATTERNS.map(({ pattern, percent }) => {
      const model = 'Gemini 2.5 Pro'
      return { ...common, table: '2', pattern, model, n: PUBLISHED_PATTERN_ITEMS, passOne: percent }
    }),
  ]
}

/** Returns the figures of Table 2, with both of its rows in one. */
function eigen1Figures(): PublishedFigure[] {
  const rowOf = (attempts: number) =>
    publishedSystems.find(({ table, name }) => table === '2' && name === `Eigen-1, Pass@${attempts}`)
  const [one, five] = [rowOf(1), rowOf(5)]
  return (Object.keys(EIGEN1_SETS) as (keyof typeof EIGEN1_SETS)[]).map((set) => ({
    source: publishedSource,
    table: '2',
    pattern: 'eigen1',
    row: null,
    model: one?.base ?? '',
    questions: EIGEN1_NAMES[set],
    n: EIGEN1_SETS[set],
    passOne: one?.[set] ?? null,
    passAny: five?.[set] ?? null,
    hitRate: null,
  }))
}
