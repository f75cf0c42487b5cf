/** Writes a report as a Markdown page, with the picture next to it. */
import { escapeMarkdown } from '../../core/index.ts'
import { SIGNIFICANCE_LEVEL } from '../pairs.ts'
import { answeredRows, furtherRows, latencyRows, pairRows, qualityRows, usageRows } from './cells.ts'
import { listed, table } from './markdown-parts.ts'
import { type RetrievalReport, SYNTHETIC_NOTICE } from './report.ts'

/** Returns the page. `picture` is the address of the SVG relative to the page. */
export function markdownReport(report: RetrievalReport, picture: string): string {
  const { corpus, seq, embedder, gloss, questions, failures, losses } = report
  const version = [gloss.version, ...(gloss.commit === null ? [] : [`commit ${gloss.commit}`])].join(', ')
  const usage = usageRows(report)
  const parts = [
    '# Backends compared',
    `Gloss ${escapeMarkdown(version)}; corpus "${escapeMarkdown(corpus)}" at seq ${seq}, embedder ${escapeMarkdown(embedder)}, ${questions.asked} judged questions (${escapeMarkdown(questions.queries)}, ${escapeMarkdown(questions.qrels)}).`,
    ...(report.synthetic ? [`**${SYNTHETIC_NOTICE}**`] : []),
    `![Quality and latency of each backend](${picture})`,
    '## Quality',
    table(qualityRows(report)),
    `Means over the questions with 95 % bootstrap intervals. \`> ab\`: significantly better than a and b (paired randomisation test, two-sided, p < ${SIGNIFICANCE_LEVEL} after Holm's correction over all pairs of the metric).`,
    table(furtherRows(report)),
    ...(answeredRows(report).length === 0 ? [] : [table(answeredRows(report))]),
    '## Pairs',
    report.pairs.length === 0 ? 'Only one backend: nothing to compare.' : table(pairRows(report)),
    '## Latency',
    table(latencyRows(report)),
    'p50 / p99 of one question, from its text to its ranking, in this process, after one warm-up question.',
    '## Tokens and cost',
    usage.length === 0 ? 'No backend used a model.' : table(usage),
    ...listed(
      '## Not answered',
      Object.entries(failures).map(
        ([name, { code, message, help }]) => `${name}: ${message} ${help} [${code}]`,
      ),
    ),
    ...listed(
      '## Left out',
      Object.entries(losses).map(([reason, count]) => `${reason}: ${count}`),
    ),
    '## How it is measured',
    METHOD,
    ...provenanceLines(report),
  ]
  return `${parts.join('\n\n')}\n`
}

function provenanceLines({ provenance }: RetrievalReport): string[] {
  if (provenance === undefined) return []
  const { date, units, settings, seed, machine } = provenance
  const set = Object.entries(settings).map(([name, value]) => `${name} ${value ?? 'default'}`)
  return [escapeMarkdown(`Measured ${date} on ${machine}; units ${units}; seed ${seed}; ${set.join(', ')}.`)]
}

const METHOD = [
  '- nDCG with linear gain (Järvelin and Kekäläinen 2002), recall, reciprocal rank and hit rate over the first hits, as trec_eval and BEIR count them. A paper counts by its best unit.',
  '- Intervals: percentile bootstrap over questions, 2,000 resamples, seeded (Efron and Tibshirani 1993).',
  '- Tests: paired randomisation, 10,000 sign patterns or all of them, seeded (Smucker, Allan and Carterette 2007); Holm 1979.',
  '- Intervals and tests speak of other questions of the same kind on this corpus, not of other corpora.',
].join('\n')
