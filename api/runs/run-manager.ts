/** Runs of the solver that this server works on. Who asked for one may leave: it goes on, and can be watched by anybody until it ends. */
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
  /** Taken before a run starts and released by `onEnd`. */
  readonly places: RequestPlaces
  /** Begins to work on a run; one that is under way already stays as it is. */
  start(record: RunRecord, options?: StartOptions): RunEvents
  /** Whether this server works on it, or another one does. */
  isUnderWay(record: RunRecord): Promise<boolean>
  /** What happened in a run: as it happens, agent by agent where it happens at another server, or from its journal where it does not happen now. */
  watch(record: RunRecord): Promise<RunEvents>
  /** Ends a run that is under way, here or elsewhere. Its work so far stays, and it can be resumed. */
  cancel(record: RunRecord): Promise<void>
  isBusy(corpus: string): boolean
  /** Resolves when the run has ended, whatever came of it. */
  ended(id: string): Promise<void>
  /** Resolves when no run is under way any more. */
  settled(): Promise<void>
}

export interface StartOptions {
  readonly budget?: Partial<Budget> | undefined
  readonly again?: boolean
  /** Called once, when nothing works on the run by this start. */
  readonly onEnd?: () => void
}

export interface RunManagerOptions {
  /** Ends all runs. */
  readonly signal: AbortSignal
  /** Called with failures that are faults of ours, under the run's id. */
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
      // Where another process works on the run, its status is that one's to say.
      if (!isGlossError(error, 'RUN_BUSY'))
        await gloss.runs().setStatus(record.id, stop.aborted ? 'cancelled' : 'failed')
      log.end(endingBy(error, log, stop.aborted))
    } finally {
      working.delete(record.id)
      options.onEnd?.()
    }
  }

  /** Of a run that could not even end: the corpus is gone, or there is a fault of ours. */
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
      // The first step of the work comes after the entry is there.
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

/** Against the corpus as it is now, which stays open meanwhile. */
async function markHeld(...[gloss, ...asked]: Parameters<typeof markAnswer>): Promise<AnswerMarks> {
  using hold = gloss.hold()
  return await hold.run(() => markAnswer(gloss, ...asked))
}
