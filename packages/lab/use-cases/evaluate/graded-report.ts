/** Grades several sets of answers to the same questions and puts them into one report, for `ablate` and `compare-patterns`. */
import { basename } from 'node:path'
import type { Gloss } from '../../../../app/wiring/index.ts'
import type { GoldQuestion } from '../../../../solver/index.ts'
import {
  type AnswersReport,
  gradeSets,
  type JudgingRequest,
  type MeasuredRun,
  measuredFacts,
  readAnswerSet,
  type SetGrading,
  solvedOverlap,
  solvedShares,
} from '../../evaluation/index.ts'
import { gradingPorts } from './grading-ports.ts'
import { measuredRuns } from './measured-runs.ts'
import { POOLS_ONLY } from './solve-grid.ts'

export interface SolvedSet {
  /** Name of the set in tables and losses. */
  readonly name: string
  readonly lossName?: string
  /** Folder of its answers. */
  readonly folder: string
}

export interface GradedSets {
  /** In the order of the sets. */
  readonly gradings: readonly SetGrading[]
  /** Parts of the report that do not depend on the sets. */
  readonly shared: Omit<AnswersReport, 'settings' | 'against' | 'published' | 'publishedPatterns'>
}

/** Grades each set and says what holds for all of them. Throws as `gradeSets`. */
export async function gradeSolvedSets(
  gloss: Gloss,
  { sets, questions }: { readonly sets: readonly SolvedSet[]; readonly questions: readonly GoldQuestion[] },
  request: Omit<JudgingRequest, 'answersOnly' | 'gradesPools'> & {
    readonly file: string
    readonly runs: number
  },
  signal: AbortSignal,
): Promise<GradedSets> {
  const given = await Promise.all(
    sets.map(async ({ folder }) => ({ set: await readAnswerSet(folder), questions })),
  )
  const gradings = await gradeSets(gradingPorts(gloss), given, { ...request, ...POOLS_ONLY }, signal)
  const measured: MeasuredRun[] = []
  for (const [at, { settled }] of gradings.entries())
    measured.push(...(await measuredRuns(gloss, sets[at]!.name, settled.answers)))
  const losses = gradings.flatMap((grading, at) => {
    const { name, lossName = name } = sets[at]!
    return Object.entries(grading.losses).map(([reason, count]) => [`${lossName}: ${reason}`, count])
  })
  return {
    gradings,
    shared: {
      questions: basename(request.file),
      asked: questions.length,
      measured: measuredFacts(measured),
      runs: request.runs,
      graders: [...new Set(gradings.flatMap(({ graders }) => graders))].sort(),
      agreement: null,
      errorTypes: null,
      overlap: solvedOverlap(
        gradings.map(({ settled }, at) => ({ name: sets[at]!.name, shares: solvedShares(settled) })),
      ),
      losses: Object.fromEntries(losses),
    },
  }
}
