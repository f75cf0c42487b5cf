/** Prints a solver run: its progress, and its outcome. */
import { type RunEvent, type RunOutcome, type RunRecord, watchLines } from '../../app/index.ts'
import { counted, type Output, shortened, table } from '../output.ts'
import { ledgerLines, sourceLines } from './think-report.ts'

/** One line per stage, agent, score and selection, without their text. */
export function runListener(output: Output): (event: RunEvent) => void {
  return (event) => {
    const line = lineOf(event)
    if (line !== null) output.note(line)
  }
}

const SHOWN_CHARACTERS = 100

function lineOf(event: RunEvent): string | null {
  if (event.type === 'stage') return `== ${event.stage}`
  if (event.type === 'failure') return `   ${event.path}: ${event.message} [${event.code}]`
  if (event.type === 'agent') {
    const injections = event.run.trace.filter(({ kind }) => kind === 'injection').length
    return `   ${event.path}: ${counted(event.run.steps, 'step')}, ${counted(injections, 'injection')}`
  }
  if (event.type !== 'report') return null
  const data = event.data as Readonly<Record<string, unknown>>
  if (event.kind === 'score')
    return `   ${event.path}: ${scoreText(data)} ${data['passes'] === true ? 'passes' : 'fails'}`
  if (event.kind === 'selection')
    return `   selected response ${Number(data['index']) + 1}, by ${String(data['by'])}`
  return null
}

function scoreText({ scores, composite }: Readonly<Record<string, unknown>>): string {
  return Array.isArray(scores) ? `${scores.join(' / ')} = ${String(composite)}` : 'not scored'
}

/** The answer, its evidence and its cost. */
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
