/** A report on answers as a page of Markdown, with its pictures beside it. */

import type { ReportTable } from '../../../../comparison/index.ts'
import { listed, table } from '../../../../comparison/index.ts'
import { escapeMarkdown } from '../../../../core/index.ts'
import { overlapSentence } from './overlap-cells.ts'
import type { Picture } from './ports.ts'
import { problemLines } from './problem-lines.ts'
import type { AnswersReport } from './report.ts'
import { answersTables } from './tables.ts'

export function markdownAnswers(
  report: AnswersReport,
  pictures: readonly Pick<Picture, 'file' | 'title'>[],
): string {
  const { questions, asked, runs, graders, losses } = report
  const [measured, ...tables] = answersTables(report)
  const sentence = overlapSentence(report)
  const parts = [
    '# Answers',
    `${asked} questions (${escapeMarkdown(questions)}), ${runs} ${runs === 1 ? 'run' : 'independent runs'} of each.`,
    ...(measured === undefined ? [] : section(measured)),
    ...listed('## Graded by', graders),
    ...listed('## Problems', problemLines(report)),
    ...pictures.map(({ file, title }) => `![${escapeMarkdown(title)}](${file})`),
    ...tables.flatMap(section),
    ...listed(
      '## Left out',
      Object.entries(losses).map(([reason, count]) => `${reason}: ${count}`),
    ),
    ...(sentence === null ? [] : [sentence]),
    ...listed('## What to know of the published figures', report.publishedPatterns?.notes ?? []),
    '## How it is measured',
    methodOf(report).join('\n'),
  ]
  return `${parts.join('\n\n')}\n`
}

function section({ title, rows }: ReportTable): string[] {
  return [`## ${escapeMarkdown(title)}`, table(rows)]
}

function methodOf({ settings, overlap, published, publishedPatterns }: AnswersReport): string[] {
  const hasChoice = settings.some(({ selection }) => selection !== null)
  return [
    METHOD,
    ...(hasChoice ? [CHOICE] : []),
    ...(overlap === null ? [] : [OVERLAP]),
    ...(published === null && publishedPatterns === null ? [] : [PUBLISHED]),
  ]
}

const CHOICE =
  '- Pass@1: the chosen answer is right; Pass@n: any candidate of the run is; hit rate: Pass@1 / Pass@n, not defined where no candidate is right (ReThinker, arXiv 2602.04496). Over all runs: answers that could not be judged, and those that a judge failed on, are in the denominator.'

const OVERLAP =
  '- A question is solved where most of its runs are right. Pairs: paired randomisation over questions, two-sided, Holm over all pairs; intervals by percentile bootstrap over questions. They speak of other questions of the same kind.'

const PUBLISHED =
  '- Published figures stand in tables of their own, with the conditions that the paper names. They are comparable with ours only under the same ones.'

const METHOD = [
  '- Accuracy covers the judged answers; answers that could not be judged are counted separately. Intervals, 95 %: Wilson 1927; with several runs of a question, percentile bootstrap over questions.',
  '- Pass@k: chance that one of k independent runs is right, without bias (Chen et al. 2021). Oracle: any candidate of one run right; candidates are not independent, so it is not a Pass@k.',
  "- RMS error: confidence against accuracy over bins of some 100 answers, as for Humanity's Last Exam, but with its last bin. ECE: ten bins of equal width (Guo et al. 2017).",
  '- K tokens: thousands that models wrote for a question, helpers of the monitor included, judges not. Steps: of models, over all agent calls of a question. The paper does not say what either of its counts includes.',
  '- Monitor: triggers, injections and injected tokens (estimated from their text) per 10,000 characters that watched agents wrote, thoughts included. The paper reports 3.64 triggers of 176.17 tokens, 641.3 extra tokens, for DeepSeek-V3.1 watched by gpt-4.1-mini, 512 characters every 384, at most two injections a step (A.5, Table A2).',
  '- Slopes: least squares over questions; intervals: percentile bootstrap over questions, 2,000 resamples, seeded. One failure may have several types of error.',
].join('\n')
