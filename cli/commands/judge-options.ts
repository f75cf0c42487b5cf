/** What `eval answers` and `ablate` have in common: who judges, who agrees to what it costs, and how a report is printed. */
import type { Command } from 'commander'
import { type AnswersReport, answersTables, type JudgingRequest } from '../../app/index.ts'
import { agreed } from '../consent.ts'
import { type Output, table } from '../output.ts'

export interface JudgeFlags {
  readonly judge?: boolean
  readonly judgeAll?: boolean
  readonly answersOnly?: boolean
  readonly yes?: boolean
}

/** `hasCandidates`: candidates can be judged, too, and left out. */
export function withJudgeOptions(command: Command, { hasCandidates = true } = {}): Command {
  if (hasCandidates)
    command.option('--answers-only', 'grade answers alone: no candidates, agreement or types of error')
  return command
    .option('--judge', 'ask the model of the role `judge` about what programs cannot grade')
    .option('--judge-all', 'ask it about every answer, as published; gives calibration, too')
    .option('-y, --yes', 'agree to the projected cost of model calls')
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
  for (const [reason, count] of Object.entries(report.losses)) output.line(`   ${count} ${reason}`)
  output.line(`${report.asked} questions of ${report.questions}; graded by ${report.graders.join(', ')}.`)
}
