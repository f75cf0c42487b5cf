/** Figures of a run file: means of measures over judged questions. */
import type { Judgements, Measure } from './measures.ts'
import { mean } from './metrics.ts'
import type { Run } from './run-file.ts'

export interface RunEvaluation {
  readonly name: string
  /** Judged questions; those that the run lacks count 0, as in trec_eval -c and ir_measures. */
  readonly questions: number
  /** Questions of the run without judgements: they do not count. */
  readonly unjudged: number
  /** Judged questions that the run has no hit for. */
  readonly unanswered: number
  /** Means by the names of the measures. */
  readonly measures: Readonly<Record<string, number>>
  /** By question, in the order of the judgements. */
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

/** By the names of the measures. */
export function measuredOf(
  ranking: readonly string[],
  judgements: Judgements,
  measures: readonly Measure[],
): Record<string, number> {
  return Object.fromEntries(measures.map(({ name, of }) => [name, of(ranking, judgements)]))
}

/** Mean of each measure over the questions; counts, such as `NumRet`, are means too. */
export function meansOf(
  rows: readonly Readonly<Record<string, number>>[],
  measures: readonly Measure[],
): Record<string, number> {
  return Object.fromEntries(measures.map(({ name }) => [name, mean(rows.map((row) => row[name]!))]))
}
