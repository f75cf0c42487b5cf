/** Shared by `eval answers` and `ablate`: options of the judge, consent to its cost, and the printed report. */
import type { Command } from 'commander'
import { agreed, type Output, table } from '../../../cli/index.ts'
import { type AnswersReport, answersTables, type JudgingRequest, problemLines } from '../evaluation/index.ts'

export interface JudgeFlags {
  readonly judge?: boolean
  readonly judgeAll?: boolean
  readonly answersOnly?: boolean
  readonly yes?: boolean
}

/** Adds the options. With `hasCandidates`, candidates can be judged too, or left out. */
export function withJudgeOptions(command: Command, { hasCandidates = true } = {}): Command {
  if (hasCandidates)
    command.option('--answers-only', 'grade final answers only: no candidates, agreement or error types')
  return command
    .option('--judge', 'let the model of the role `judge` grade what programs cannot')
    .option('--judge-all', 'judge every answer (as in the paper); also reports calibration')
    .option('-y, --yes', 'accept the projected cost of model calls')
}

export function judgingOf({ judge, judgeAll, answersOnly, yes }: JudgeFlags, output: Output): JudgingRequest {
  const asked = judge === true ? 'open' : 'none'
  return {
    judge: judgeAll === true ? 'all' : asked,
    answersOnly: answersOnly === true,
    consent: async (projection) => yes === true || agreed(projection, output),
    onProgress: (what) => output.note(`gloss: ${what}`),
  }
}

export function printAnswersReport(report: AnswersReport, output: Output): void {
  for (const { title, rows } of answersTables(report)) {
    output.line(title)
    for (const line of table(rows)) output.line(`   ${line}`)
    output.line()
  }
  for (const line of problemLines(report)) output.note(`gloss: ${line}`)
  for (const [reason, count] of Object.entries(report.losses)) output.line(`   ${count} ${reason}`)
  output.line(`${report.asked} questions from ${report.questions}; graded by ${report.graders.join(', ')}.`)
}
