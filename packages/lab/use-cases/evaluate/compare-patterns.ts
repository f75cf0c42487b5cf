/** `compare-patterns`: solves the same questions with several patterns, and grades them alike in one report. */
import { readQuestionFile, type SetEvent } from '../../../../app/solve/index.ts'
import type { Gloss } from '../../../../app/wiring/index.ts'
import type { BackendFailure } from '../../../../comparison/index.ts'
import { GlossError } from '../../../../core/index.ts'
import { checkGold, type GoldQuestion } from '../../../../solver/index.ts'
import {
  type AnswersReport,
  type JudgingRequest,
  publishedOn,
  publishedPatterns,
  settingReport,
} from '../../evaluation/index.ts'
import type { CostLimit } from './cost-limit.ts'
import { gradeSolvedSets } from './graded-report.ts'
import { type ArmChoice, armFolder, type PatternArm, patternArms } from './pattern-arms.ts'
import { costLimitOf, solveArms } from './solve-arms.ts'
import { checkModels, endedRuns, gridProjection, runKey } from './solve-grid.ts'

export interface PatternComparisonRequest
  extends ArmChoice,
    Omit<JudgingRequest, 'answersOnly' | 'gradesPools'> {
  /** Questions with gold answers. */
  readonly file: string
  /** Independent runs of each question by each pattern. */
  readonly runs: number
  /** Folder that contains a folder for each arm. */
  readonly out: string
  readonly concurrency?: number | undefined
  /** US dollars: no run begins that is expected to exceed the limit. */
  readonly costLimit?: number | undefined
  readonly onSet: (arm: string, event: SetEvent) => void
}

export interface PatternComparison {
  readonly report: AnswersReport
  readonly folders: Readonly<Record<string, string>>
  /** Reasons for arms that could not be solved. */
  readonly failures: Readonly<Record<string, BackendFailure>>
  /** Null if every run was asked. */
  readonly stopped: StoppedComparison | null
}

export interface StoppedComparison {
  readonly costLimit: number
  readonly spent: number
  /** The arm whose next run did not begin, and its expected cost. */
  readonly arm: string
  readonly expected: number
  /** Number of runs that were not asked, by arm. */
  readonly left: Readonly<Record<string, number>>
}

/** Throws `INPUT_INVALID`, `PATH_NOT_FOUND`, `MODEL_UNCONFIGURED`, `CONSENT_NEEDED`; an arm that cannot be solved is listed with its code. */
export async function comparePatterns(
  gloss: Gloss,
  request: PatternComparisonRequest,
  signal: AbortSignal,
): Promise<PatternComparison> {
  const questions = await readQuestionFile(request.file)
  checkGold(questions, request.file)
  const arms = patternArms(request)
  for (const arm of arms) checkModels(gloss, arm.request)
  const limit = await costLimitOf(gloss, arms, request)
  await agreeOn(gloss, arms, questions, request)
  const failures = await solveArms(gloss, { arms, questions, limit }, request, signal)
  const left = await leftOf(arms, questions, request)
  const solved: PatternArm[] = []
  for (const arm of arms) if ((await endedRuns(armFolder(arm, request.out))).size > 0) solved.push(arm)
  const sets = solved.map((arm) => ({ name: arm.name, folder: armFolder(arm, request.out) }))
  const { gradings, shared } = await gradeSolvedSets(gloss, { sets, questions }, request, signal)
  const attempts = [...new Set([1, request.runs])]
  return {
    report: {
      ...shared,
      settings: gradings.map(({ settled }, at) => settingReport(solved[at]!.name, settled, attempts)),
      against: null,
      published: publishedOn(questions),
      publishedPatterns: publishedPatterns(solved.map(({ pattern }) => ({ pattern }))),
    },
    folders: Object.fromEntries(arms.map((arm) => [arm.name, armFolder(arm, request.out)])),
    failures,
    stopped: stoppedOf(limit, left, request),
  }
}

async function leftOf(
  arms: readonly PatternArm[],
  questions: readonly GoldQuestion[],
  request: Pick<PatternComparisonRequest, 'out' | 'runs'>,
): Promise<Map<string, number>> {
  const left = new Map<string, number>()
  for (const arm of arms) {
    const ended = await endedRuns(armFolder(arm, request.out))
    const runs = questions.flatMap(({ id }) =>
      Array.from({ length: request.runs }, (_, at) => runKey(id, at + 1)),
    )
    left.set(arm.name, runs.filter((run) => !ended.has(run)).length)
  }
  return left
}

async function agreeOn(
  gloss: Gloss,
  arms: readonly PatternArm[],
  questions: readonly GoldQuestion[],
  request: PatternComparisonRequest,
): Promise<void> {
  const left = await leftOf(arms, questions, request)
  const sets = arms.map((arm) => ({ request: arm.request, runs: left.get(arm.name) ?? 0 }))
  if (sets.every(({ runs }) => runs === 0)) return
  const sentence = `${arms.length} patterns x ${questions.length} questions x ${request.runs} runs, less those already solved. ${await gridProjection(gloss, sets)}`
  if (!(await request.consent(sentence))) throw new GlossError('CONSENT_NEEDED', sentence)
}

function stoppedOf(
  limit: CostLimit | null,
  left: ReadonlyMap<string, number>,
  { costLimit }: Pick<PatternComparisonRequest, 'costLimit'>,
): StoppedComparison | null {
  const refusal = limit?.refusal() ?? null
  if (limit === null || refusal === null || costLimit === undefined) return null
  return { costLimit, spent: limit.spent(), ...refusal, left: Object.fromEntries(left) }
}
