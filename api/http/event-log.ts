/** Events kept for watchers, numbered from 1. Superseded events are dropped, and their numbers are not used again. */
import type { EventSource, StreamedEvent } from './event-stream.ts'

/** Read whenever it is sent, where the data are kept elsewhere. */
export type LoggedData = object | (() => Promise<object>)

export interface EventLog extends Omit<EventSource, 'isEnded'> {
  push(type: string, data: LoggedData, path?: string): void
  /** Takes out what has the type and, where one is given, the path. */
  drop(types: readonly string[], path?: string): void
  /** Tells listeners that there is something to look at besides new events: the end. */
  wake(): void
}

interface Entry {
  readonly number: number
  readonly type: string
  readonly path: string | undefined
  readonly data: LoggedData
}

// Events that are read at once for one client; a long log is sent piece by piece. Chosen, not measured.
const BATCH = 64

export function createEventLog(): EventLog {
  const listeners = new Set<() => void>()
  let entries: Entry[] = []
  let count = 0
  const wake = () => {
    for (const listener of listeners) listener()
  }

  return {
    push(type, data, path) {
      entries.push({ number: ++count, type, path, data })
      wake()
    },
    wake,
    drop(types, path) {
      entries = entries.filter((entry) => !types.includes(entry.type) || (path ?? entry.path) !== entry.path)
    },
    async after(number) {
      // A number that was not reached here is of an earlier log.
      const behind = number > count ? 0 : number
      const next = entries.findLastIndex((entry) => entry.number <= behind) + 1
      return await Promise.all(entries.slice(next, next + BATCH).map(read))
    },
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

async function read({ number, type, data }: Entry): Promise<StreamedEvent> {
  return { number, type, data: typeof data === 'function' ? await data() : data }
}
