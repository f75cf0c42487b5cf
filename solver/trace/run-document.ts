/** A run from its conditions to its bill: what was measured, what came of it, how it was decided, who was asked what, and what it cost. */
import type { LedgerRow } from '../../models/index.ts'
import { watchLines } from '../../monitor/index.ts'
import { conditionFacts, foldedFacts } from '../condition-facts.ts'
import type { RunRecord } from '../run-store.ts'
import { agentBlocks, questionBlocks } from './agent-blocks.ts'
import { heading, note, type PageBlock, tableOf } from './blocks.ts'
import { decisionBlocks } from './decision-blocks.ts'
import type { RunPages } from './run-pages.ts'

export function runDocument(pages: RunPages): PageBlock[] {
  const { record, agents, answers } = pages
  const { id, plan, outcome, startedAt, status } = record
  const { failure = null, answer = null, answerPath = null } = outcome ?? {}
  return [
    heading(1, `Run ${id}`),
    note(`${plan.pattern} on the corpus ${plan.corpus} by ${plan.backend}, started ${startedAt}: ${status}.`),
    ...(plan.isDemonstration === true ? [note('What its models say was written beforehand.')] : []),
    ...(failure === null ? [] : [{ type: 'problem' as const, text: `${failure.message} [${failure.code}]` }]),
    ...watchProblems(record),
    ...conditionBlocks(record),
    heading(2, 'Question'),
    { type: 'text', text: plan.question.text },
    ...(answer === null
      ? []
      : [heading(2, 'Answer'), note(`From ${answerPath}:`), { type: 'text' as const, text: answer }]),
    ...watchBlocks(record),
    ...decisionBlocks(pages),
    ...agents.flatMap(agentBlocks),
    ...answers.flatMap(questionBlocks),
    ...failureBlocks(record),
    ...ledgerBlocks(record),
  ]
}

function conditionBlocks({ plan, conditions }: RunRecord): PageBlock[] {
  const entries = conditions.length === 0 ? [null] : conditions
  return [
    heading(2, 'Conditions'),
    ...entries.flatMap((entry, place) => {
      const facts = foldedFacts(conditionFacts(plan, entry)).map(({ name, value }) => [name, value])
      const when = place === 0 ? [] : [note(`Resumed ${entry?.since ?? ''} with other conditions:`)]
      return [...when, ...tableOf([['what', 'value'], ...facts])]
    }),
    ...tableOf([
      ['limit', 'value'],
      ...Object.entries(plan.budget).flatMap(([name, limit]) =>
        limit === null ? [] : [[name, String(limit)]],
      ),
    ]),
  ]
}

function watchProblems({ outcome }: RunRecord): PageBlock[] {
  return (outcome?.watch?.problems ?? []).map((text) => ({ type: 'problem' as const, text }))
}

function watchBlocks({ outcome }: RunRecord): PageBlock[] {
  if (outcome?.watch === undefined) return []
  return [heading(2, 'Watching'), ...watchLines(outcome.watch).map(note)]
}

function failureBlocks({ outcome }: RunRecord): PageBlock[] {
  const rows = (outcome?.course ?? []).flatMap((event) =>
    event.type === 'failure' ? [[event.path, event.code, event.message]] : [],
  )
  return rows.length === 0
    ? []
    : [heading(2, 'Failures'), ...tableOf([['where', 'code', 'message'], ...rows])]
}

function ledgerBlocks({ outcome }: RunRecord): PageBlock[] {
  if (outcome === null) return []
  const { byRole, byStage } = outcome.ledgers
  return [heading(2, 'Ledger'), ...ledgerTable('role', byRole), ...ledgerTable('stage', byStage)]
}

function ledgerTable(name: string, rows: readonly LedgerRow[]): PageBlock[] {
  const head = [name, 'calls', 'prompt tokens', 'completion tokens', 'seconds', 'cost']
  const cells = rows.map((row) => [
    row.role,
    String(row.calls),
    `${row.estimated ? '~' : ''}${row.promptTokens}`,
    `${row.estimated ? '~' : ''}${row.completionTokens}`,
    row.seconds.toFixed(1),
    row.cost === null ? 'unknown' : `$${row.cost.toFixed(4)}`,
  ])
  return tableOf([head, ...cells])
}
