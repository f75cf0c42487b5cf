/** Returns the pictures of a report on answers, by file name. */
import { wilson } from '../answers/index.ts'
import { choicePictures } from './choice-pictures.ts'
import type { AnswerPlots, Picture, ShareBar, SplitBar } from './ports.ts'
import type { AnswersReport } from './report.ts'

/** Returns the pictures that have data. */
export function answersPictures(report: AnswersReport, plots: AnswerPlots): Picture[] {
  const { settings, agreement } = report
  const made = (file: string, title: string, draw: (title: string) => string): Picture => ({
    file,
    title,
    svg: draw(title),
  })
  const accuracies: ShareBar[] = settings
    .filter(({ accuracy }) => accuracy.judged > 0)
    .map(({ name, accuracy }) => ({ name, figures: accuracy }))
  const roles = tokenBars(report)
  const errors = errorBars(report)
  return [
    ...(accuracies.length === 0
      ? []
      : [
          made('accuracy.svg', `Accuracy on ${report.asked} questions`, (title) =>
            plots.shares(title, accuracies),
          ),
        ]),
    ...settings.flatMap(({ name, calibration }, place) =>
      calibration === null
        ? []
        : [
            made(`calibration-${place + 1}.svg`, `Calibration of ${name}`, (title) =>
              plots.calibration(title, calibration),
            ),
          ],
    ),
    ...(roles.length === 0
      ? []
      : [
          made('tokens.svg', 'Tokens of a question', (title) =>
            plots.split(title, 'thousand tokens of a question: prompt (faint) + completion', roles),
          ),
        ]),
    ...choicePictures(report, plots),
    ...(agreement === null || agreement.points.length === 0
      ? []
      : [
          made('agreement.svg', 'Agreement of candidates against their accuracy', (title) =>
            plots.agreement(title, agreement.points, agreement.lines),
          ),
        ]),
    ...(errors.length === 0
      ? []
      : [
          made('error-types.svg', 'Types of error among failed questions', (title) =>
            plots.shares(title, errors),
          ),
        ]),
  ]
}

function tokenBars({ settings }: AnswersReport): SplitBar[] {
  return settings.flatMap(({ name: setting, ledger }) =>
    (ledger?.roles ?? []).map(({ role, promptTokens, completionTokens }) => {
      const [first, second] = [promptTokens / 1_000, completionTokens / 1_000]
      return { setting, name: role, first, second, words: `${first.toFixed(1)} + ${second.toFixed(1)}` }
    }),
  )
}

function errorBars({ errorTypes }: AnswersReport): ShareBar[] {
  if (errorTypes === null || errorTypes.labelled === 0) return []
  const { labelled } = errorTypes
  return Object.entries(errorTypes.types).map(([type, { count }]) => ({
    name: type.replaceAll('_', ' '),
    figures: {
      accuracy: count / labelled,
      interval: wilson(count, labelled),
      correct: count,
      judged: labelled,
    },
  }))
}
