/**
 * Which corpora are open? A bounded number: for another one, that which was unused for longest is closed. What is in use stays open:
 * whoever works within a hold has all that it asked for until the hold ends. A corpus asked for outside of any hold stays open.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { GlossError } from '../../core/index.ts'

interface Closable {
  close(): Promise<void>
}

/** Keeps open what is asked for within it. */
export interface Hold {
  run<Value>(work: () => Value): Value
  /** May be called more than once. */
  release(): void
}

export interface OpenCorpora<Session extends Closable> {
  /** Throws `QUEUE_FULL` within a hold where all that are open are in use. */
  open(name: string, openNew: () => Promise<Session>): Promise<Session>
  hold(): Hold
  has(name: string): boolean
  /** Whether the caller works within a hold: for a client of the service. */
  isHeld(): boolean
  /** Closes it, whoever uses it. */
  forget(name: string): Promise<void>
  close(): Promise<void>
}

interface Held<Session> {
  readonly entries: Set<Entry<Session>>
  isOver: boolean
}

interface Entry<Session> {
  readonly opening: Promise<Session>
  holders: number
  isKept: boolean
}

export function createOpenCorpora<Session extends Closable>(most: number): OpenCorpora<Session> {
  // A Map iterates in the order of insertion: the first one is unused for longest.
  const entries = new Map<string, Entry<Session>>()
  const closing = new Set<Promise<void>>()
  const holds = new AsyncLocalStorage<Held<Session>>()

  async function end({ opening }: Entry<Session>): Promise<void> {
    const session = await opening.catch(() => null)
    await session?.close()
  }

  function close(name: string, entry: Entry<Session>): Promise<void> {
    entries.delete(name)
    const ending = end(entry).finally(() => closing.delete(ending))
    closing.add(ending)
    return ending
  }

  function makeRoom(isHeld: boolean): void {
    for (const [name, entry] of entries) {
      if (entries.size < most) return
      if (entry.holders > 0 || entry.isKept) continue
      // A failure of closing meets the next one who opens, below.
      close(name, entry).catch(() => undefined)
    }
    if (isHeld && entries.size >= most)
      throw new GlossError('QUEUE_FULL', `${most} corpora are in use; no other one can be opened now.`)
  }

  function add(name: string, openNew: () => Promise<Session>, isHeld: boolean): Entry<Session> {
    makeRoom(isHeld)
    const opening = Promise.all(closing).then(openNew)
    const entry: Entry<Session> = { opening, holders: 0, isKept: false }
    opening.catch(() => {
      if (entries.get(name) === entry) entries.delete(name)
    })
    return entry
  }

  return {
    async open(name, openNew) {
      const held = holds.getStore()
      const entry = entries.get(name) ?? add(name, openNew, held !== undefined)
      entries.delete(name)
      entries.set(name, entry)
      if (held === undefined) entry.isKept = true
      // What a client left behind may come too late for its hold.
      else if (!held.isOver && !held.entries.has(entry)) {
        held.entries.add(entry)
        entry.holders++
      }
      return await entry.opening
    },
    hold() {
      const held: Held<Session> = { entries: new Set(), isOver: false }
      return {
        run: (work) => holds.run(held, work),
        release() {
          for (const entry of held.entries) entry.holders--
          held.entries.clear()
          held.isOver = true
        },
      }
    },
    has: (name) => entries.has(name),
    isHeld: () => holds.getStore() !== undefined,
    async forget(name) {
      const entry = entries.get(name)
      if (entry !== undefined) await close(name, entry)
    },
    async close() {
      for (const [name, entry] of entries) close(name, entry).catch(() => undefined)
      await Promise.all(closing)
    },
  }
}
