/** The reference list of one paper, parsed. */

import { parseReference, type ReferenceFields } from './parse-reference.ts'
import { type ListedReference, referenceList } from './reference-list.ts'
import { arxivIn, type WorkKeys } from './work-keys.ts'

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

export interface ReadList {
  /** The arXiv id that is stamped on the paper itself; null without one. */
  readonly arxiv: string | null
  readonly entries: readonly ReferenceEntry[]
}

const STAMP = /arXiv:\s?(\S+)/i
/** Where the stamp of a preprint stands. */
const OPENING_CHARACTERS = 4000

/** `bodyEnd` is where the paper's description says that the references begin. */
export function readReferenceList(text: string, bodyEnd: number): ReadList {
  const entries = referenceList(text, bodyEnd).map((entry) => ({
    ...entry,
    fields: parseReference(entry.raw).fields,
  }))
  return { arxiv: arxivIn(STAMP.exec(text.slice(0, OPENING_CHARACTERS))?.[1] ?? ''), entries }
}
