/**
 * Keeps a bounded number of corpora open: to open another one, the least recently used is closed. Corpora in use stay open: work within
 * a hold keeps all that it opened until the hold ends. A corpus opened outside any hold stays open.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { GlossError } from '../../core/index.ts'

interface Closable {
  close(): Promise<void>
}

/** Keeps open what is opened within it. */
export interface Hold extends Disposable {
  run<Value>(work: () => Value): Value
  /** May be called more than once. */
  release(): void
}

export interface OpenCorpora<Session extends Closable> {
  /** Opens a session. Throws `QUEUE_FULL` within a hold if all open sessions are in use, and the errors of `onMissing`. */
  open(name: string, openNew: () => Promise<Session>, onMissing?: OnMissing): Promise<Session>
  hold(): Hold
  isOpen(name: string): boolean
  /** Returns whether the caller works within a hold, as clients of the service do. */
  isHeld(): boolean
  /** Closes a session even while it is in use. */
  forget(name: string): Promise<void>
  close(): Promise<void>
}

/** Called before opening a corpus that is not open. */
export type OnMissing = (() => Promise<void>) | null

interface SessionHold<Session> {
  readonly entries: Set<Entry<Session>>
  isOver: boolean
}

interface Entry<Session> {
  readonly opening: Promise<Session>
  holders: number
  isKept: boolean
  /** Identity of what was opened; null while it is being opened. */
  identity: string | null
}

/**
 * Keeps at most `most` corpora open. `identityOf` identifies what a name stands for now, or returns null: a corpus that any process has
 * deleted or replaced since it was opened is opened again, and the old one is closed when the last hold on it ends.
 */
export function createOpenCorpora<Session extends Closable>(
  most: number,
  identityOf: (name: string) => Promise<string | null>,
): OpenCorpora<Session> {
  // A Map iterates in the order of insertion, so the first entry is the least recently used.
  const entries = new Map<string, Entry<Session>>()
  const endings = createEndings<Session>()
  const holds = new AsyncLocalStorage<SessionHold<Session>>()

  function makeRoom(isHeld: boolean): void {
    for (const [name, entry] of entries) {
      if (entries.size < most) return
      if (entry.holders > 0 || entry.isKept) continue
      // If closing fails, the next call that opens a corpus throws the error, below.
      entries.delete(name)
      endings.end(entry).catch(() => undefined)
    }
    if (isHeld && entries.size >= most)
      throw new GlossError('QUEUE_FULL', `All ${most} places for open corpora are in use; try again later.`)
  }

  function add(name: string, openNew: () => Promise<Session>, isHeld: boolean): Entry<Session> {
    makeRoom(isHeld)
    const opening: Promise<Session> = endings
      .all()
      .then(() => identified(openNew, entry, () => identityOf(name)))
    const entry: Entry<Session> = { opening, holders: 0, isKept: false, identity: null }
    opening.catch(() => {
      if (entries.get(name) === entry) entries.delete(name)
    })
    return entry
  }

  async function dropReplaced(name: string): Promise<void> {
    const entry = entries.get(name)
    if (entry === undefined || entry.identity === null) return
    const identity = await identityOf(name)
    if (identity === entry.identity || entries.get(name) !== entry) return
    entries.delete(name)
    endings.endWhenUnused(entry)
  }

  return {
    async open(name, openNew, onMissing = null) {
      const held = holds.getStore()
      await dropReplaced(name)
      if (onMissing !== null && !entries.has(name)) await onMissing()
      const entry = entries.get(name) ?? add(name, openNew, held !== undefined)
      entries.delete(name)
      entries.set(name, entry)
      if (held === undefined) entry.isKept = true
      // Work that a client abandoned may arrive after its hold has ended.
      else if (!held.isOver && !held.entries.has(entry)) {
        held.entries.add(entry)
        entry.holders++
      }
      return await entry.opening
    },
    hold() {
      const held: SessionHold<Session> = { entries: new Set(), isOver: false }
      const release = () => {
        for (const entry of held.entries) endings.release(entry)
        held.entries.clear()
        held.isOver = true
      }
      return { run: (work) => holds.run(held, work), release, [Symbol.dispose]: release }
    },
    isOpen: (name) => entries.has(name),
    isHeld: () => holds.getStore() !== undefined,
    async forget(name) {
      const entry = entries.get(name)
      entries.delete(name)
      if (entry !== undefined) await endings.end(entry)
    },
    async close() {
      for (const entry of [...entries.values(), ...endings.awaited]) endings.end(entry).catch(() => undefined)
      entries.clear()
      await endings.all()
    },
  }
}

/** Opens a session with the identity of its name before opening, or after: if either names something else, it will be opened again. */
async function identified<Session extends Closable>(
  openNew: () => Promise<Session>,
  entry: Entry<Session>,
  identityNow: () => Promise<string | null>,
): Promise<Session> {
  const before = await identityNow()
  const session = await openNew()
  try {
    entry.identity = before ?? (await identityNow()) ?? ''
    return session
  } catch (error) {
    await session.close()
    throw error
  }
}

/** Closes sessions: at once, or when their last hold ends. */
function createEndings<Session extends Closable>() {
  const closing = new Set<Promise<void>>()
  const awaited = new Set<Entry<Session>>()

  async function close({ opening }: Entry<Session>): Promise<void> {
    const session = await opening.catch(() => null)
    await session?.close()
  }

  function end(entry: Entry<Session>): Promise<void> {
    awaited.delete(entry)
    const ending = close(entry).finally(() => closing.delete(ending))
    closing.add(ending)
    return ending
  }

  function endWhenUnused(entry: Entry<Session>): void {
    if (entry.holders > 0) awaited.add(entry)
    else end(entry).catch(() => undefined)
  }

  return {
    /** Sessions that close when their last hold ends. */
    awaited: awaited as ReadonlySet<Entry<Session>>,
    end,
    endWhenUnused,
    release(entry: Entry<Session>) {
      entry.holders--
      if (awaited.has(entry)) endWhenUnused(entry)
    },
    /** Resolves when all sessions that are closing have closed. */
    all: () => Promise.all(closing),
  }
}
