/** `eval answers`: grades answers by programs, the rest by the judge, and reports on them. */
import { basename, resolve } from 'node:path'
import { readQuestionFile } from '../../../../app/solve/index.ts'
import type { Gloss } from '../../../../app/wiring/index.ts'
import { GlossError } from '../../../../core/index.ts'
import { checkGold } from '../../../../solver/index.ts'
import type { AnswersReport, GradedAnswer, GradingLog } from '../../evaluation/index.ts'
import {
  gradeSets,
  type JudgingRequest,
  judgementOf,
  measuredFacts,
  publishedOn,
  readAnswerSet,
  runReports,
  settingReport,
} from '../../evaluation/index.ts'
import { gradingPorts } from './grading-ports.ts'
import { measuredRuns } from './measured-runs.ts'

export interface AnswersRequest extends JudgingRequest {
  /** Folder of `gloss solve --file`, or a file of lines with `id` and `answer`. */
  readonly results: string
  /** Question file; if absent, the one that the answers were made from. */
  readonly questions?: string | undefined
}

export interface AnswersEvaluation {
  /** Folder for reports. */
  readonly folder: string
  readonly report: AnswersReport
  readonly answers: readonly AnswerGrade[]
}

export interface AnswerGrade {
  readonly id: string
  readonly run: number
  readonly runId: string | null
  /** Whether the answer is right; null if it is unjudged. */
  readonly isCorrect: boolean | null
  readonly by: string
  readonly extracted: string | null
  readonly reason: string
  readonly confidencePercent: number | null
}

/** Throws `INPUT_INVALID`, `PATH_NOT_FOUND`, `CONSENT_NEEDED`, and `MODEL_UNCONFIGURED` where a judge is wanted and none is set. */
export async function evaluateAnswers(
  gloss: Gloss,
  request: AnswersRequest,
  signal: AbortSignal,
): Promise<AnswersEvaluation> {
  const set = await readAnswerSet(request.results)
  const file = request.questions ?? set.questions
  if (file === null)
    throw new GlossError(
      'INPUT_INVALID',
      `${request.results} does not record which questions it answers; name their file with --questions FILE.`,
      { field: 'questions' },
    )
  const questions = await readQuestionFile(file)
  checkGold(questions, file)
  const [graded] = await gradeSets(gradingPorts(gloss), [{ set, questions }], request, signal)
  if (graded === undefined) throw new GlossError('INTERNAL', 'One set of answers has one grading.')
  const { settled } = graded
  const runs = runReports(settled)
  const all = settingReport(runs.length === 0 ? basename(resolve(request.results)) : 'all runs', settled)
  return {
    folder: set.folder,
    report: {
      questions: basename(file),
      asked: questions.length,
      measured: measuredFacts(await measuredRuns(gloss, all.name, settled.answers)),
      runs: Math.max(1, runs.length),
      graders: graded.graders,
      settings: [...runs, all],
      against: null,
      agreement: graded.agreement,
      errorTypes: graded.errorTypes,
      published: publishedOn(questions),
      publishedPatterns: null,
      overlap: null,
      losses: graded.losses,
    },
    answers: settled.answers.map((answer) => gradeOf(answer, settled.log)),
  }
}

function gradeOf({ given, verdict }: GradedAnswer, log: GradingLog): AnswerGrade {
  const { id, run, runId } = given
  const judgement = judgementOf(verdict, log)
  const { by } = judgement
  if (judgement.state === 'unjudged')
    return {
      id,
      run,
      runId,
      isCorrect: null,
      by,
      extracted: null,
      reason: judgement.reason,
      confidencePercent: null,
    }
  const { isCorrect, extracted, reasoning, confidencePercent } = judgement
  return { id, run, runId, isCorrect, by, extracted, reason: reasoning, confidencePercent }
}
