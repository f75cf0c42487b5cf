/** A run as Markdown: readable as it stands, and what an HTML page is made of by whoever wants one. */
import type { LedgerRow } from '../../models/index.ts'
import type { AgentRun, AgentSegment } from '../agent.ts'
import type { RunPages } from './run-pages.ts'

export function runMarkdown({ record, agents, answers }: RunPages): string {
  const { id, plan, outcome, startedAt, status } = record
  return [
    `# Run ${id}`,
    `${plan.pattern} on the corpus \`${plan.corpus}\` by \`${plan.backend}\`, started ${startedAt}: ${status}.`,
    '## Question',
    plan.question.text,
    ...(outcome?.answer == null ? [] : ['## Answer', `From \`${outcome.answerPath}\`:`, outcome.answer]),
    ...agents.flatMap(agentMarkdown),
    ...answers.flatMap(({ path, text }) => [`## ${path}`, fenced(text)]),
    ...(outcome === null
      ? []
      : ['## Ledger', ledgerTable(outcome.ledgers.byRole), ledgerTable(outcome.ledgers.byStage)]),
    '',
  ].join('\n\n')
}

function agentMarkdown({ path, role, segments, trace, steps, finish, hasAnswer }: AgentRun): string[] {
  const looks = trace.filter(({ kind }) => kind === 'look').length
  const facts = [role, `${steps} steps`, `${looks} looks`, `ended by ${finish}`]
  const flagged = hasAnswer === false ? ['without the required answer'] : []
  return [
    `## ${path}`,
    [...facts, ...flagged].join(', '),
    ...segments.map(segmentMarkdown),
    ...sourcesOf(trace),
  ]
}

const LABELS: Readonly<Record<Exclude<AgentSegment['by'], 'model'>, string>> = {
  injection: 'injected',
  code: 'code output',
}

function segmentMarkdown({ channel, by, text }: AgentSegment): string {
  if (by !== 'model') return quoted(`**${LABELS[by]}:** ${text.trim()}`)
  return channel === 'reasoning' ? quoted(`*thought:* ${text.trim()}`) : text.trim()
}

function sourcesOf(trace: AgentRun['trace']): string[] {
  const lines = trace.flatMap((event) =>
    event.kind === 'injection'
      ? event.units.map(
          ({ unit, title, page, locator }) =>
            `- for ${event.queries.map((query) => `"${query}"`).join(', ')}: ${title || 'untitled'}${page === null ? '' : `, page ${page}`}${locator === '' ? '' : `, ${locator}`} (\`${unit}\`)`,
        )
      : [],
  )
  return lines.length === 0 ? [] : [lines.join('\n')]
}

export function ledgerTable(rows: readonly LedgerRow[]): string {
  const head = ['', 'calls', 'prompt tokens', 'completion tokens', 'seconds', 'cost']
  const cells = rows.map((row) => [
    row.role,
    String(row.calls),
    `${row.estimated ? '~' : ''}${row.promptTokens}`,
    `${row.estimated ? '~' : ''}${row.completionTokens}`,
    row.seconds.toFixed(1),
    row.cost === null ? 'unknown' : `$${row.cost.toFixed(4)}`,
  ])
  return [head, head.map(() => '---'), ...cells].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
}

/** Behind a fence that is longer than any in the text. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${text.trim()}\n${fence}`
}
