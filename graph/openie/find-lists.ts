/** Finds the requested list in a model's answer: by its key, or by its shape if the key is wrong or missing. */
import { type LenientValue, readLenientJson } from '../../core/index.ts'

export interface FoundList {
  readonly items: readonly LenientValue[]
  /** False if the answer ends within the list. */
  readonly isWhole: boolean
}

/** The lists under one of `keys`, and the values outside any list, each in reading order. */
export interface FoundLists {
  readonly keyed: readonly FoundList[]
  readonly alone: readonly LenientValue[]
}

/** A model that repeats itself says nothing new after this many. Chosen, not measured; keeps the cost linear. */
const MAX_KEYED = 8
/** Reasoning models think first; drafts in their thoughts are not answers, and neither are unfinished thoughts. */
const THOUGHT = ['<think>', '</think>'] as const
const OPENER = /[[{]/g

/** Finds the lists. `keys` are alternatives of a regular expression, in lower case. */
export function findLists(answer: string, keys: string): FoundLists {
  const text = withoutReasoning(answer)
  const keyed: FoundList[] = []
  const key = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${keys})["']?\\s*:`, 'giu')
  for (const match of text.matchAll(key)) {
    const list = listOf(readLenientJson(text, match.index + match[0].length).value)
    if (list !== null) keyed.push(list)
    if (keyed.length === MAX_KEYED) break
  }
  return { keyed, alone: unkeyedValues(text) }
}

function withoutReasoning(answer: string): string {
  const [start, end] = THOUGHT
  const at = answer.lastIndexOf(end)
  if (at >= 0) return answer.slice(at + end.length)
  return answer.trimStart().startsWith(start) ? '' : answer
}

function unkeyedValues(text: string): LenientValue[] {
  const values: LenientValue[] = []
  let at = 0
  for (;;) {
    OPENER.lastIndex = at
    const opener = OPENER.exec(text)
    if (opener === null) return values
    const read = readLenientJson(text, opener.index)
    values.push(read.value)
    at = read.end
  }
}

/** Returns a list, or the lists of a record together, as in `{"PERSON": [...], "DATE": [...]}`. */
export function listOf(value: LenientValue): FoundList | null {
  if (value.kind === 'list') return value
  if (value.kind !== 'record') return null
  const lists = value.entries.map((entry) => entry.value).filter((entry) => entry.kind === 'list')
  if (lists.length === 0) return null
  return { items: lists.flatMap((list) => list.items), isWhole: value.isWhole }
}
