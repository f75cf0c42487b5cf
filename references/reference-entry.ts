/** An entry of a paper's list with its fields, and a paper with its entries. */
import type { ReferenceFields } from './parse-reference.ts'
import type { ListedReference } from './reference-list.ts'
import type { WorkKeys } from './work-keys.ts'

export interface ReferenceEntry extends ListedReference {
  readonly fields: ReferenceFields
}

export interface CitingPaper {
  readonly id: string
  readonly title: string
  /** Family names and given names, as the paper prints them. */
  readonly authors: readonly string[]
  readonly keys: WorkKeys
  readonly entries: readonly ReferenceEntry[]
}
