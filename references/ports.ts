/** What the room keeps and takes in through others. */
import type { ReadList } from './read-list.ts'
import type { WorkKeys } from './work-keys.ts'

export interface KeptList {
  readonly paper: string
  readonly recipe: string
  readonly list: ReadList
}

/** Parsed lists by paper: a cache of the corpus, like an index. */
export interface ReferenceListStore {
  /** Null for a paper that was not read yet, or was read in another way (`recipe`). */
  get(paper: string, recipe: string): ReadList | null
  /** In one transaction. */
  put(lists: readonly KeptList[]): void
  close(): void
}

/** What a list of retractions says of a work. */
export interface Retraction {
  /** `Retraction`, `Expression of concern`, `Correction`, as the list says it. */
  readonly nature: string
  readonly date: string
  readonly reason: string
}

/** Retracted works, as a reference manager or Retraction Watch lists them. */
export interface RetractionList {
  readonly size: number
  /** Null for a work that is not on the list. */
  of(work: WorkKeys): Retraction | null
}
