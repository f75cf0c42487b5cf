/** Stores events for watchers, numbered from 1. Superseded events are removed, and their numbers are not used again. */
import type { EventSource, StreamedEvent } from './event-stream.ts'

/** Data of an event; a function reads data that are stored elsewhere each time the event is sent. */
export type LoggedData = object | (() => Promise<object>)

export interface EventLog extends Omit<EventSource, 'isEnded'> {
  push(type: string, data: LoggedData, path?: string): void
  /** Removes events of these types and, if a path is given, of that path. */
  drop(types: readonly string[], path?: string): void
  /** Notifies listeners of a change other than a new event: the end. */
  wake(): void
}

interface Entry {
  readonly number: number
  readonly type: string
  readonly path: string | undefined
  readonly data: LoggedData
}

// Events read at once for one client; a long log is sent in batches. Chosen, not measured.
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
      // A number higher than the current one is from an earlier log.
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
