/** `gloss eval answers`: accuracy with its interval, Pass@k, calibration, agreement, types of error, ledger. */
import type { Command } from 'commander'
import { type CommonOptions, inContext, shownPath, withCommonOptions } from '../../../cli/index.ts'
import { evaluateAnswers } from '../use-cases/evaluate/evaluate-answers.ts'
import { writeAnswersReport } from '../use-cases/evaluate/write-answers-report.ts'
import { type JudgeFlags, judgingOf, printAnswersReport, withJudgeOptions } from './judge-options.ts'

interface AnswersOptions extends CommonOptions, JudgeFlags {
  readonly questions?: string
  readonly out?: string
}

export function addEvalAnswers(evaluation: Command): void {
  const command = withCommonOptions(evaluation.command('answers'))
    .description(
      'Report accuracy, Pass@k, oracle accuracy, calibration, agreement, error types, tokens and steps.',
    )
    .argument('<results>', 'output folder of `gloss solve --file`, or a JSON Lines file of {id, answer}')
    .option('--questions <file>', 'file with the gold answers (default: the file that was solved)')
    .option('--out <dir>', 'folder for report.md, report.json and charts (default: next to the answers)')
  withJudgeOptions(command).action((results: string, options: AnswersOptions) =>
    inContext({ ...options }, async ({ gloss, output, signal }) => {
      const { questions, out } = options
      const request = { results, questions, ...judgingOf(options, output) }
      const { folder, report, answers } = await evaluateAnswers(gloss, request, signal)
      printAnswersReport(report, output)
      const files = await writeAnswersReport(out ?? folder, report, { answers })
      output.line(`Written: ${files.map(shownPath).join(', ')}`)
      output.object({ ...report, answers, files })
    }),
  )
}
