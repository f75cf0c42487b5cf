/** What the room stores and receives through ports. */
import type { ReadList } from './read-list.ts'
import type { WorkKeys } from './work-keys.ts'

export interface KeptList {
  readonly paper: string
  readonly recipe: string
  readonly list: ReadList
}

/** Stores parsed lists by paper: a cache of the corpus, like an index. */
export interface ReferenceListStore {
  /** Returns null for a paper that was not read yet, or was read in another way (`recipe`). */
  get(paper: string, recipe: string): ReadList | null
  /** Stores the lists in one transaction. */
  put(lists: readonly KeptList[]): void
  close(): void
}

/** What a list of retractions says about a work. */
export interface Retraction {
  /** `Retraction`, `Expression of concern` or `Correction`, as in the list. */
  readonly nature: string
  readonly date: string
  readonly reason: string
}

/** Retracted works, from a list of a reference manager or Retraction Watch. */
export interface RetractionList {
  readonly size: number
  /** Returns null for a work that is not on the list. */
  of(work: WorkKeys): Retraction | null
}
