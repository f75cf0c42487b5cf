/** Reads TREC run files, measures them over judged questions, and fuses them by ranks or by scores. */
import {
  type Judgements,
  type Measure,
  meansOf,
  measuredOf,
  type Run,
  type RunHit,
} from '../../../comparison/index.ts'
import { GlossError, type NumberedLine } from '../../../core/index.ts'

const COLUMNS = 6
const FORM = 'a line of a run is `question Q0 document rank score name`'

/**
 * Parses a run. Ranks are ignored: hits are ordered by score, as in trec_eval. Throws `INPUT_INVALID` with the file and the line for a
 * line of another form, a score that is not a finite number, and a document repeated within a question; also for a file without lines.
 */
export async function parseRun(lines: AsyncIterable<NumberedLine>, file: string): Promise<Run> {
  const questions = new Map<string, Map<string, RunHit>>()
  let name: string | null = null
  for await (const { number, text } of lines) {
    if (text.trim() === '') continue
    const cells = text.trim().split(/\s+/)
    const [question, , document, , scoreText, tag] = cells
    if (cells.length !== COLUMNS) throw bad(file, number, `it has ${cells.length} columns, and ${FORM}`)
    const score = Number(scoreText)
    if (!Number.isFinite(score)) throw bad(file, number, `its score, "${scoreText}", is not a number`)
    const hits = questions.get(question!) ?? new Map<string, RunHit>()
    if (hits.has(document!))
      throw bad(file, number, `question "${question}" has the document "${document}" already`)
    questions.set(question!, hits.set(document!, { document: document!, score }))
    name ??= tag!
  }
  if (name === null) throw new GlossError('INPUT_INVALID', `${file} holds no hit: ${FORM}.`, { path: file })
  const ranked = [...questions].map(([id, hits]) => [id, rankedByScore([...hits.values()])] as const)
  return { name, questions: new Map(ranked) }
}

/** Orders hits best first; equal scores by descending document name, like trec_eval, which reads scores as 32-bit numbers. */
export function rankedByScore(hits: readonly RunHit[]): RunHit[] {
  return [...hits].sort(
    (a, b) =>
      Math.fround(b.score) - Math.fround(a.score) ||
      Buffer.compare(Buffer.from(b.document), Buffer.from(a.document)),
  )
}

export interface RunEvaluation {
  readonly name: string
  /** Number of judged questions; those missing from the run count 0, as in trec_eval -c and ir_measures. */
  readonly questions: number
  /** Questions of the run without judgements, which do not count. */
  readonly unjudged: number
  /** Judged questions for which the run has no hit. */
  readonly unanswered: number
  /** Means by the names of the measures. */
  readonly measures: Readonly<Record<string, number>>
  /** Measures by question, in the order of the judgements. */
  readonly perQuestion: readonly {
    readonly id: string
    readonly measures: Readonly<Record<string, number>>
  }[]
}

export function evaluateRun(
  run: Run,
  judged: ReadonlyMap<string, Judgements>,
  measures: readonly Measure[],
): RunEvaluation {
  const perQuestion = [...judged].map(([id, judgements]) => {
    const ranking = (run.questions.get(id) ?? []).map(({ document }) => document)
    return { id, measures: measuredOf(ranking, judgements, measures) }
  })
  return {
    name: run.name,
    questions: judged.size,
    unjudged: [...run.questions.keys()].filter((id) => !judged.has(id)).length,
    unanswered: [...judged.keys()].filter((id) => !run.questions.has(id)).length,
    measures: meansOf(
      perQuestion.map((row) => row.measures),
      measures,
    ),
    perQuestion,
  }
}

/** Returns what a hit of a run adds to its document's score. */
type Addend = (hit: RunHit, place: number, hits: readonly RunHit[]) => number

/** 60 is the value of the source: Cormack, Clarke and Büttcher, SIGIR 2009, section 1. */
const RANK_DAMPING = 60

const ADDENDS = {
  /** Reciprocal rank fusion. */
  rrf: (_hit, place) => 1 / (RANK_DAMPING + place + 1),
  /** CombSUM (Fox and Shaw 1994) of scores scaled to 0 .. 1 within the question; 1 for all if they are equal. */
  sum: ({ score }, _place, hits) => {
    const [highest, lowest] = [hits[0]!.score, hits.at(-1)!.score]
    return highest > lowest ? (score - lowest) / (highest - lowest) : 1
  },
} as const satisfies Readonly<Record<string, Addend>>

export type RunFusion = keyof typeof ADDENDS
export const RUN_FUSIONS = Object.keys(ADDENDS) as readonly RunFusion[]

/** Fuses runs. `weights` are those of the runs, 1 if absent. A question missing from some runs is fused from the others. */
export function fuseRuns(runs: readonly Run[], by: RunFusion, weights: readonly number[] = []): Run {
  const questions = [...new Set(runs.flatMap((run) => [...run.questions.keys()]))]
  const fused = questions.map((question) => {
    const scores = new Map<string, number>()
    for (const [at, run] of runs.entries()) {
      const hits = run.questions.get(question) ?? []
      for (const [place, hit] of hits.entries()) {
        const added = (weights[at] ?? 1) * ADDENDS[by](hit, place, hits)
        scores.set(hit.document, (scores.get(hit.document) ?? 0) + added)
      }
    }
    return [question, rankedByScore([...scores].map(([document, score]) => ({ document, score })))] as const
  })
  return { name: `${by}(${runs.map(({ name }) => name).join('+')})`, questions: new Map(fused) }
}

function bad(file: string, line: number, why: string): GlossError {
  return new GlossError('INPUT_INVALID', `Line ${line} of ${file} cannot be read: ${why}.`, {
    path: file,
    line,
  })
}
