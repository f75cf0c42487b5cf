/** Reads and parses the reference list of one paper. */

import { parseReference, type ReferenceFields } from './parse-reference.ts'
import { type ListedReference, referenceList } from './reference-list.ts'
import { arxivIn, type WorkKeys } from './work-keys.ts'

export interface ReferenceEntry extends ListedReference {
  readonly fields: ReferenceFields
}

export interface CitingPaper {
  readonly id: string
  readonly title: string
  /** Family names and given names, as printed. */
  readonly authors: readonly string[]
  readonly keys: WorkKeys
  readonly entries: readonly ReferenceEntry[]
}

export interface ReadList {
  /** The arXiv id stamped on the paper itself; null if there is none. */
  readonly arxiv: string | null
  readonly entries: readonly ReferenceEntry[]
}

const STAMP = /arXiv:\s?(\S+)/i
/** The part of a paper that may have the stamp of a preprint. */
const OPENING_CHARACTERS = 4000

/** Reads the list. `bodyEnd` is where the references begin, according to the paper's description. */
export function readReferenceList(text: string, bodyEnd: number): ReadList {
  const entries = referenceList(text, bodyEnd).map((entry) => ({
    ...entry,
    fields: parseReference(entry.raw).fields,
  }))
  return { arxiv: arxivIn(STAMP.exec(text.slice(0, OPENING_CHARACTERS))?.[1] ?? ''), entries }
}
