/** Reports runs that this server does not work on: from the journal and, if another server works on one, as its agents end. */
import { setTimeout as wait } from 'node:timers/promises'
import {
  endedAgentPaths,
  isWorkedOnElsewhere,
  type RunRecord,
  type TimelineEvent,
} from '../../app/solve/index.ts'
import type { Gloss } from '../../app/wiring/index.ts'
import type { RunEnding, RunEvents } from './run-events.ts'

/** Delay before events at another server are seen here. Chosen, not measured. */
const LOOK_EVERY_MS = 1_000

export interface RunFollowerOptions {
  readonly signal: AbortSignal
  readonly logOf: (record: RunRecord) => RunEvents
  readonly onFault: (error: unknown, run: string) => void
}

export const NOTHING = {
  answer: null,
  answerPath: null,
  failure: null,
  seconds: 0,
  evidence: [],
  ledgers: null,
}

export function createRunFollower(gloss: Gloss, { signal, logOf, onFault }: RunFollowerOptions) {
  const following = new Map<string, RunEvents>()

  /** Reports events not reported yet. A killed or running run has no stored course; its agents then show its progress. */
  async function reportEvents(log: RunEvents, { id, outcome }: RunRecord, told: Set<string>): Promise<void> {
    for (const event of outcome?.course ?? courseOf(await endedAgentPaths(gloss, id))) {
      const key = JSON.stringify(event)
      if (!told.has(key)) log.add(event)
      told.add(key)
    }
  }

  async function untilOver(log: RunEvents, told: Set<string>): Promise<void> {
    const { id } = log.record
    const latest = () => gloss.runs().get(id)
    try {
      while (!signal.aborted && (await isWorkedOnElsewhere(gloss, await latest()))) {
        await reportEvents(log, await latest(), told)
        await wait(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined)
      }
      const record = await latest()
      await reportEvents(log, record, told)
      log.end(endingOf(record))
    } catch (error) {
      onFault(error, id)
      log.end(endingOf(log.record))
    } finally {
      following.delete(id)
    }
  }

  return {
    /** Returns the events of a run, which end when nothing works on it any more. */
    async follow(record: RunRecord): Promise<RunEvents> {
      const known = following.get(record.id)
      if (known !== undefined) return known
      const log = logOf(record)
      const told = new Set<string>()
      following.set(record.id, log)
      await reportEvents(log, record, told)
      void untilOver(log, told)
      return log
    },
    /** Returns the events of a run so far. */
    async retell(record: RunRecord): Promise<RunEvents> {
      const log = logOf(record)
      await reportEvents(log, record, new Set())
      log.end(endingOf(record))
      return log
    },
  }
}

function courseOf(agents: readonly string[]): TimelineEvent[] {
  const stages = Map.groupBy(agents, (path) => path.split('/')[0] ?? path)
  return [...stages].flatMap(([stage, paths]) => [
    { type: 'stage' as const, stage },
    ...paths.map((path) => ({ type: 'agent' as const, path })),
  ])
}

function endingOf({ outcome, status }: RunRecord): RunEnding {
  return outcome === null ? { ...NOTHING, status } : { ...outcome, status }
}
