/**
 * Stores the slots of a run: named texts that its roles write and read, such as `plan` or `hypothesis`. A second write replaces the first;
 * the history keeps both (specs/reasoning-with-a-star.md 2.1). Slots are not journalled, as they follow from journalled answers.
 */
import { GlossError } from '../core/index.ts'
import type { PageTable } from './page-shape.ts'
import type { Runner } from './runner.ts'

/** A write to a slot, as plain data for the details of a run. */
export interface SlotWrite {
  readonly slot: string
  /** Path of the asker that wrote it. */
  readonly path: string
  readonly text: string
}

/** Kind of the reports about writes. */
const SLOT_KIND = 'slot-row'
const SHOWN_CHARACTERS = 120

/** Table of all writes on the pages of patterns with slots, including those replaced later. */
export const SLOT_TABLE: PageTable = {
  kind: SLOT_KIND,
  caption: 'Slots, in the order in which they were written',
  columns: [
    { field: 'slot', label: 'slot' },
    { field: 'revision', label: 'version' },
    { field: 'by', label: 'written by', isPath: true },
    { field: 'begins', label: 'begins with' },
    { field: 'characters', label: 'characters' },
  ],
}

export interface Slots {
  write(slot: string, text: string, path: string): void
  /** Returns the last text. Throws `INTERNAL` for a slot that was not written, which is a bug of the pattern. */
  read(slot: string): string
  /** Returns the last text, or null. */
  find(slot: string): string | null
  /** Returns the last text of every slot, for `filledPrompt`. */
  values(): Readonly<Record<string, string>>
  /** Returns all writes in order. */
  history(): readonly SlotWrite[]
}

/** Creates the slots. Each write is reported to observers. */
export function createSlots(runner: Pick<Runner, 'report'>): Slots {
  const last = new Map<string, string>()
  const writes: SlotWrite[] = []
  return {
    write(slot, text, path) {
      last.set(slot, text)
      writes.push({ slot, path, text })
      const revision = writes.filter((write) => write.slot === slot).length
      const begins = text.slice(0, SHOWN_CHARACTERS).replace(/\s+/g, ' ')
      runner.report(path, SLOT_KIND, { slot, revision, by: path, begins, characters: text.length })
    },
    read(slot) {
      const text = last.get(slot)
      if (text === undefined)
        throw new GlossError('INTERNAL', `The slot ${slot} was read before it was written.`, { slot })
      return text
    },
    find: (slot) => last.get(slot) ?? null,
    values: () => Object.fromEntries(last),
    history: () => [...writes],
  }
}
