/** A run as one object: its question, candidates, agents and cost. Made from the same events that clients watch. */
import type { RunRecord } from '../../app/solve/index.ts'
import type { StreamedEvent } from '../http/event-stream.ts'
import { describedRun, type RunEvents } from './run-events.ts'

type Data = Readonly<Record<string, unknown>>

export function listedRun({ outcome, status, ...record }: RunRecord, isUnderWay: boolean) {
  const { total } = outcome?.ledgers ?? {}
  return {
    ...describedRun({ ...record, outcome, status }),
    status: isUnderWay ? ('running' as const) : status,
    isUnderWay,
    answer: outcome?.answer ?? null,
    failure: outcome?.failure ?? null,
    seconds: outcome?.seconds ?? null,
    tokens: total === undefined ? null : total.promptTokens + total.completionTokens,
  }
}

/** Returns a run as far as it has progressed. */
export async function wholeRun(record: RunRecord, log: RunEvents, isUnderWay: boolean) {
  const events: StreamedEvent[] = []
  for (let number = 0; ; ) {
    const next = await log.after(number)
    events.push(...next)
    const last = next.at(-1)
    if (last === undefined) break
    number = last.number
  }
  const dataOf = (type: string) =>
    events.flatMap((event) => (event.type === type ? [event.data as Data] : []))
  const [ledgers = null] = dataOf('ledger')
  const [ending = {}] = dataOf('answer')
  const [selection = null] = dataOf('selection')
  return {
    ...listedRun(record, isUnderWay),
    answerPath: ending['answerPath'] ?? null,
    candidates: candidatesOf(dataOf('candidate'), dataOf('score'), selection),
    selection,
    failures: dataOf('failure'),
    agents: dataOf('agent'),
    evidence: ending['evidence'] ?? [],
    watch: ending['watch'] ?? null,
    marks: ending['marks'] ?? [],
    problems: ending['problems'] ?? [],
    conditions: record.conditions,
    ledgers,
  }
}

function candidatesOf(solutions: readonly Data[], scores: readonly Data[], selection: Data | null) {
  const numbers = [...new Set(solutions.map(({ candidate }) => Number(candidate)))].sort(
    (one, other) => one - other,
  )
  const of = (events: readonly Data[], number: number) =>
    events.flatMap(({ candidate, ...data }) => (candidate === number ? [data] : []))
  return numbers.map((candidate) => ({
    candidate,
    isChosen: selection?.['candidate'] === candidate,
    solutions: of(solutions, candidate),
    scores: of(scores, candidate),
  }))
}
