/**
 * Journals one asker of a run: each request is stored under its path and a running number, and answered from the journal if it is already
 * there. Requests must depend only on earlier answers, so that a killed run continues where it was.
 */
import { contentId, GlossError } from '../core/index.ts'
import { BrokenAnswerError, type ChatEvent, type Ledger, type PartialAnswer } from '../models/index.ts'
import { type Journal, type JournalEntry, SPENT_MARK } from './ports.ts'
import { ledgerOfAsker, type RunLedger } from './run-ledger.ts'

export interface AskerRun {
  readonly journal: Journal
  readonly ledger: RunLedger
  readonly signal: AbortSignal
  /** Throws if the budget is reached. Called before each new request. */
  readonly check: () => void
}

export interface JournaledAsker {
  readonly path: string
  readonly ledger: Ledger
  /** Runs `work` once. `asked` and the answer are plain data; failures of models and tools are journalled like answers. */
  once<T>(kind: string, asked: unknown, work: () => Promise<T>): Promise<T>
  /** Yields a stream. If the reader stops early, the part that was read is journalled. */
  stream(kind: string, asked: unknown, open: () => AsyncIterable<ChatEvent>): AsyncIterable<ChatEvent>
}

export function createJournaledAsker(run: AskerRun, path: string): JournaledAsker {
  const ledger = ledgerOfAsker(run.ledger, path)
  const numbers = new Map<string, number>()

  /** Returns the next request of a kind, with its entry in the journal. */
  async function begin(kind: string, asked: unknown): Promise<CallStart> {
    run.signal.throwIfAborted()
    const number = numbers.get(kind) ?? 0
    numbers.set(kind, number + 1)
    const key = `${path}/${kind}.${number}`
    const askedText = JSON.stringify(asked)
    const askedHash = contentId(askedText)
    const entry = await run.journal.read(key)
    if (entry === null) run.check()
    else checkSame(entry, askedHash)
    return { key, askedText, askedHash, entry }
  }

  /** Writes the entry. A failure is kept unless the run was aborted; then it is asked again later, but its tokens stay counted. */
  async function end(
    { key, askedText, askedHash }: CallStart,
    value: unknown,
    error: unknown = null,
  ): Promise<void> {
    const calls = ledger.calls()
    const failure = failureOf(error)
    const isStopped = run.signal.aborted || (error !== null && failure === null)
    if (!isStopped) return run.journal.write({ key, askedHash, value, failure, calls }, askedText)
    if (calls.length === 0) return
    const spentKey = `${key}${SPENT_MARK}${contentId(JSON.stringify(calls))}`
    await run.journal.write({ key: spentKey, askedHash, value: null, failure: null, calls })
  }

  return {
    path,
    ledger,
    async once<T>(kind: string, asked: unknown, work: () => Promise<T>): Promise<T> {
      const begun = await begin(kind, asked)
      const { entry } = begun
      if (entry?.failure) throw errorOf(entry.failure)
      if (entry !== null) return entry.value as T
      try {
        const value = await work()
        await end(begun, value)
        return value
      } catch (error) {
        await end(begun, null, error)
        throw error
      }
    },
    async *stream(kind, asked, open) {
      const begun = await begin(kind, asked)
      if (begun.entry !== null) return yield* played(begun.entry)
      const events: ChatEvent[] = []
      let thrown: unknown = null
      try {
        for await (const event of open()) {
          events.push(event)
          yield event
        }
      } catch (error) {
        thrown = error
        throw error
      } finally {
        // Also if the reader stops early.
        await end(begun, events, thrown)
      }
    },
  }
}

interface CallStart {
  readonly key: string
  readonly askedText: string
  readonly askedHash: string
  readonly entry: JournalEntry | null
}

function checkSame({ key, askedHash }: JournalEntry, nowHash: string): void {
  if (askedHash === nowHash) return
  throw new GlossError('RUN_CHANGED', `The request at ${key} differs from the one in the journal.`, { key })
}

function* played({ value, failure }: JournalEntry): Iterable<ChatEvent> {
  const events = value as readonly ChatEvent[]
  yield* events
  if (failure === null) return
  const error = errorOf(failure)
  const partial = partialOf(events)
  throw partial === null ? error : new BrokenAnswerError(error, partial)
}

/** Returns the part of the answer received; null if there is none. */
function partialOf(events: readonly ChatEvent[]): PartialAnswer | null {
  const joined = (type: 'text' | 'reasoning') =>
    events.flatMap((event) => (event.type === type ? [event.text] : [])).join('')
  const [text, reasoning] = [joined('text'), joined('reasoning')]
  return text === '' && reasoning === '' ? null : { text, reasoning, usage: null }
}

/** Returns the failure of a model or a tool; null for bugs, aborts and the end of the budget. */
function failureOf(error: unknown): JournalEntry['failure'] {
  if (!(error instanceof GlossError) || error.code === 'BUDGET_REACHED') return null
  return { code: error.code, message: error.message }
}

function errorOf({ code, message }: NonNullable<JournalEntry['failure']>): GlossError {
  return new GlossError(code, message)
}
