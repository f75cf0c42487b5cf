/** Solver runs that this server works on. A run continues if its client disconnects, and anyone can watch it until it ends. */
import {
  type Budget,
  cancelElsewhere,
  continueRun,
  isWorkedOnElsewhere,
  type RunRecord,
  readAgent,
} from '../../app/solve/index.ts'
import { markAnswer } from '../../app/verify/index.ts'
import type { AnswerMarks, Gloss } from '../../app/wiring/index.ts'
import { errorCatalogue, GlossError, isGlossError } from '../../core/index.ts'
import { createPlaces, type RequestPlaces } from '../http/places.ts'
import { asGlossError, problemOf } from '../http/problem.ts'
import { createRunFollower, NOTHING } from './follow-runs.ts'
import { createRunEvents, type RunEnding, type RunEvents } from './run-events.ts'

export interface RunManager {
  /** Places, taken before a run starts and freed by `onEnd`. */
  readonly places: RequestPlaces
  /** Starts work on a run; one that is in progress continues unchanged. */
  start(record: RunRecord, options?: StartOptions): RunEvents
  /** Returns whether this server or another one works on the run. */
  isUnderWay(record: RunRecord): Promise<boolean>
  /** Returns a run's events: live, agent by agent if it runs at another server, or from its journal if it is not running. */
  watch(record: RunRecord): Promise<RunEvents>
  /** Stops a run that is in progress here or elsewhere. Its work so far stays, and it can be resumed. */
  cancel(record: RunRecord): Promise<void>
  isBusy(corpus: string): boolean
  /** Resolves when the run has ended in any way. */
  ended(id: string): Promise<void>
  /** Resolves when no run is in progress any more. */
  settled(): Promise<void>
}

export interface StartOptions {
  readonly budget?: Partial<Budget> | undefined
  readonly again?: boolean
  /** Called once, when the work of this start has ended. */
  readonly onEnd?: () => void
}

export interface RunManagerOptions {
  /** Aborting ends all runs. */
  readonly signal: AbortSignal
  /** Called with errors that are bugs of Gloss, under the run's id. */
  readonly onFault: (error: unknown, run: string) => void
}

interface Working {
  readonly log: RunEvents
  readonly stop: AbortController
  readonly work: Promise<void>
}

export function createRunManager(gloss: Gloss, { signal, onFault }: RunManagerOptions): RunManager {
  const working = new Map<string, Working>()

  const logOf = (record: RunRecord) =>
    createRunEvents(
      record,
      (path) => readAgent(gloss, record.id, path),
      (answer) => markHeld(gloss, { answer, corpora: [record.plan.corpus] }, signal),
    )

  const others = createRunFollower(gloss, { signal, logOf, onFault })

  async function work(log: RunEvents, stop: AbortSignal, options: StartOptions): Promise<void> {
    const { record } = log
    using hold = gloss.hold()
    try {
      const { onEnd: _, ...asked } = options
      const outcome = await hold.run(() =>
        continueRun(gloss, record, { ...asked, onEvent: log.add, signal: stop }),
      )
      log.end(outcome)
    } catch (error) {
      // If another process works on the run, that process sets its status.
      if (!isGlossError(error, 'RUN_BUSY'))
        await gloss.runs().setStatus(record.id, stop.aborted ? 'cancelled' : 'failed')
      log.end(endingBy(error, log, stop.aborted))
    } finally {
      working.delete(record.id)
      options.onEnd?.()
    }
  }

  /** Returns the ending of a run that failed outside its own work: its corpus was removed, or Gloss has a bug. */
  function endingBy(error: unknown, log: RunEvents, isStopped: boolean): RunEnding {
    const known = asGlossError(error)
    if (!isStopped && errorCatalogue[known.code].http >= 500) onFault(error, log.record.id)
    const { code, detail: message } = problemOf(known, log.record.id)
    return {
      ...NOTHING,
      status: isStopped ? 'cancelled' : 'failed',
      failure: isStopped ? null : { code, message },
      ledgers: log.ledgers(),
    }
  }

  return {
    places: createPlaces(gloss.config, { what: 'runs', most: gloss.config.runs }),
    isUnderWay: async (record) => working.has(record.id) || (await isWorkedOnElsewhere(gloss, record)),
    start(record, options = {}) {
      const known = working.get(record.id)
      if (known !== undefined) {
        options.onEnd?.()
        return known.log
      }
      if (signal.aborted) throw new GlossError('STOPPING', 'The server is shutting down.')
      const log = logOf(record)
      const stop = new AbortController()
      // Defers the work until the entry exists.
      const started = Promise.resolve().then(() => work(log, AbortSignal.any([signal, stop.signal]), options))
      working.set(record.id, { log, stop, work: started })
      return log
    },
    async watch(record) {
      const known = working.get(record.id)
      if (known !== undefined) return known.log
      if (await isWorkedOnElsewhere(gloss, record)) return await others.follow(record)
      return await others.retell(record)
    },
    async cancel(record) {
      const here = working.get(record.id)
      if (here === undefined) await cancelElsewhere(gloss, record)
      here?.stop.abort()
    },
    isBusy: (corpus) => [...working.values()].some(({ log }) => log.record.plan.corpus === corpus),
    async ended(id) {
      await working.get(id)?.work
    },
    async settled() {
      await Promise.all([...working.values()].map(({ work: one }) => one))
    },
  }
}

/** Marks an answer with the corpus as it is now, held open meanwhile. */
async function markHeld(...[gloss, ...asked]: Parameters<typeof markAnswer>): Promise<AnswerMarks> {
  using hold = gloss.hold()
  return await hold.run(() => markAnswer(gloss, ...asked))
}
