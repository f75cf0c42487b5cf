/** Prints a solver run: its progress, and its outcome. */
import {
  cellText,
  findPattern,
  type RunEvent,
  type RunOutcome,
  type RunRecord,
  TURN_KIND,
} from '../../app/solve/index.ts'
import { watchLines } from '../../app/think/index.ts'
import { counted, type Output, shortened, table } from '../output.ts'
import { inOneLine } from '../terminal-text.ts'
import { ledgerLines, sourceLines } from './think-report.ts'

/** Prints one line per stage, agent, question and decision of the pattern, without their text. */
export function runListener(output: Output, pattern: string): (event: RunEvent) => void {
  return (event) => {
    const line = lineOf(event, pattern)
    if (line !== null) output.note(inOneLine(line))
  }
}

const SHOWN_CHARACTERS = 100

function lineOf(event: RunEvent, pattern: string): string | null {
  if (event.type === 'stage') return `== ${event.stage}`
  if (event.type === 'failure') return `   ${event.path}: ${event.message} [${event.code}]`
  if (event.type === 'agent') {
    const injections = event.run.trace.filter(({ kind }) => kind === 'injection').length
    return `   ${event.path}: ${counted(event.run.steps, 'step')}, ${counted(injections, 'injection')}`
  }
  if (event.type !== 'report') return null
  const line = reportLine(event, pattern)
  return line === null ? null : `   ${line}`
}

/** Returns the line of an event in the pattern's wording; a table row is written with the labels of its columns. */
function reportLine(
  { path, kind, data }: Extract<RunEvent, { readonly type: 'report' }>,
  name: string,
): string | null {
  if (kind === TURN_KIND) return `${path}: answered, ${cellText(data, 'text').length} characters`
  const pattern = findPattern(name)
  const table = pattern?.page.tables.find((one) => one.kind === kind)
  if (table === undefined) return pattern?.progress?.({ path, kind, data }) ?? null
  return `${path}: ${table.columns.map(({ field, label }) => `${label} ${cellText(data, field)}`).join(', ')}`
}

/** Returns the answer, its evidence and its cost. */
export function outcomeLines(record: RunRecord, outcome: RunOutcome): string[] {
  const { answer, status, failure, evidence, watch, ledgers, seconds } = outcome
  return [
    ...(status === 'done' ? [] : [endingOf(record, outcome), '']),
    ...(record.plan.notices ?? []),
    ...(answer === null ? [] : [answer, '']),
    ...(evidence.length === 0
      ? []
      : ['Evidence injected:', ...sourceLines({ units: unique(evidence) }, 1), '']),
    ...(watch === undefined ? [] : [...watchLines(watch), '']),
    ...ledgerLines(ledgers.byRole, ledgers.total),
    `${counted(ledgers.steps, 'step')}, ${seconds.toFixed(1)} s, run ${record.id}`,
    ...(failure === null || status === 'done' ? [] : [`${failure.message} [${failure.code}]`]),
  ]
}

/** Returns a run on one screen: its question, pattern and outcome. */
export function summaryLines(record: RunRecord): string[] {
  const { id, plan, outcome, startedAt, status } = record
  const started = startedAt.slice(0, 16).replace('T', ' ')
  return [
    inOneLine(`Run ${id}: ${plan.pattern} on the corpus ${plan.corpus}, started ${started}: ${status}.`),
    plan.question.text,
    '',
    ...(outcome === null ? [] : outcomeLines(record, outcome)),
    `Prompts, looks and decisions: gloss runs show ${id} --full`,
  ]
}

function endingOf({ id }: RunRecord, { status, answer }: RunOutcome): string {
  const what = {
    budget: 'Budget exhausted',
    cancelled: 'Stopped',
    failed: 'Failed',
    running: 'Still running',
    done: 'Done',
  }[status]
  const best = answer === null ? 'no answer yet' : 'the best answer so far follows'
  return `${what}; ${best}. To resume: gloss runs resume ${id}`
}

function unique<Unit extends { readonly unit: string }>(units: readonly Unit[]): Unit[] {
  return [...new Map(units.map((unit) => [unit.unit, unit])).values()]
}

export function runLines(records: readonly RunRecord[]): string[] {
  const rows = records.map(({ id, startedAt, status, plan, outcome }) => [
    id,
    startedAt.slice(0, 16).replace('T', ' '),
    status,
    plan.pattern,
    String(outcome?.ledgers.total.calls ?? ''),
    shortened(plan.question.text, SHOWN_CHARACTERS),
  ])
  return table([['run', 'started', 'status', 'pattern', 'calls', 'question'], ...rows])
}
