/** Builds the page of a run: its conditions, answer, decisions, agents and cost. */
import type { LedgerRow } from '../../models/index.ts'
import { watchLines } from '../../monitor/index.ts'
import { cellText, type PageTable } from '../page-shape.ts'
import type { Report } from '../pattern.ts'
import { findPattern } from '../patterns.ts'
import type { RunConditions } from '../run-conditions.ts'
import type { RunPlan, RunRecord } from '../run-store.ts'
import { agentBlocks, questionBlocks } from './agent-blocks.ts'
import { heading, note, type PageBlock, tableOf } from './page-blocks.ts'
import type { AnswerChecks, RunPages } from './read-run.ts'

export function runDocument(pages: RunPages, checks: AnswerChecks): PageBlock[] {
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
    ...tableOf(checks.rows),
    ...checks.problems.map((text) => ({ type: 'problem' as const, text })),
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

/** Returns the blocks of decisions; none if the run ended before them, its pattern has none, or this version lacks the pattern. */
export function decisionBlocks(pages: RunPages): PageBlock[] {
  const { plan, outcome } = pages.record
  const pattern = findPattern(plan.pattern)
  const reports = (outcome?.course ?? []).flatMap((event) => (event.type === 'report' ? [event] : []))
  const blocks = [
    ...(pattern?.decisions?.(reports, pages.changes) ?? []),
    ...(pattern?.page.tables ?? []).flatMap((table) => reportTable(table, reports)),
  ]
  return blocks.length === 0 ? [] : [heading(2, 'Decisions'), ...blocks]
}

function reportTable({ kind, caption, columns }: PageTable, reports: readonly Report[]): PageBlock[] {
  const rows = reports
    .filter((report) => report.kind === kind)
    .map(({ data }) => columns.map(({ field }) => cellText(data, field)))
  return rows.length === 0
    ? []
    : [note(`${caption}:`), ...tableOf([columns.map(({ label }) => label), ...rows])]
}

export interface ConditionFact {
  readonly name: string
  readonly value: string
  /** Group of facts that lists show in one line. */
  readonly group: 'settings' | 'prompts' | null
}

/** Returns the facts of the plan and of the conditions, which are unknown for runs of older versions. */
export function conditionFacts(plan: RunPlan, conditions: RunConditions | null): ConditionFact[] {
  return [...workFacts(conditions), ...planFacts(plan), ...promptFacts(conditions)]
}

/** Joins the facts of each group to one. */
export function foldedFacts(facts: readonly ConditionFact[]): ConditionFact[] {
  const groups = ['settings', 'prompts'] as const
  return [
    ...facts.filter(({ group }) => group === null),
    ...groups.flatMap((group): ConditionFact[] => {
      const own = facts.filter((fact) => fact.group === group)
      const value = own.map((fact) => `${fact.name} ${fact.value}`).join(', ')
      return own.length === 0 ? [] : [{ name: group, value, group: null }]
    }),
  ]
}

function fact(name: string, value: string, group: ConditionFact['group'] = null): ConditionFact {
  return { name, value, group }
}

const UNKNOWN = 'not recorded'

function workFacts(conditions: RunConditions | null): ConditionFact[] {
  if (conditions === null) return [fact('Gloss', UNKNOWN)]
  const { gloss, node, embedder, models, watch, corpus } = conditions
  const commit = gloss.commit === null ? '' : `, commit ${gloss.commit}`
  const parts = watch === null ? [] : Object.entries(watch)
  return [
    fact('Gloss', `${gloss.version}${commit}`),
    fact('Node', node),
    ...models.map(({ role, model, server, continuation }) =>
      fact(
        `model: ${role}`,
        `${model} at ${server}${continuation === null ? '' : `, resumed by ${continuation}`}`,
      ),
    ),
    ...parts.map(([part, name]) => fact(`watching: ${part}`, name ?? 'none')),
    fact('corpus', corpusText(corpus)),
    fact('embedder', embedder),
  ]
}

function corpusText({ name, seqAtStart, seqAtEnd }: RunConditions['corpus']): string {
  if (seqAtEnd === null) return `${name}, seq ${seqAtStart} at the start`
  if (seqAtEnd === seqAtStart) return `${name}, seq ${seqAtStart}`
  return `${name}, seq ${seqAtStart} to ${seqAtEnd}: it changed during the run`
}

function planFacts({
  pattern,
  preset = null,
  backend,
  filter = null,
  monitor,
  settings,
}: RunPlan): ConditionFact[] {
  const named = settings !== null && typeof settings === 'object' ? Object.entries(settings) : []
  return [
    fact('pattern', pattern),
    fact('preset', preset ?? 'none'),
    fact('backend', backend),
    ...(filter === null ? [] : [fact('filter', JSON.stringify(filter))]),
    fact('monitor', monitor),
    ...named.map(([name, value]) => fact(name, plainValue(value), 'settings')),
  ]
}

function promptFacts(conditions: RunConditions | null): ConditionFact[] {
  return (conditions?.prompts ?? []).map(({ name, hash }) => fact(name, hash, 'prompts'))
}

function plainValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
