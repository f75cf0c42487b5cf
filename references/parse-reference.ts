/** Parses a printed reference into fields. */

import {
  createSequenceLabeller,
  readSequenceWeights,
  type SequenceLabeller,
} from '../core/sequences/index.ts'
import { referenceFeatures } from './reference-features.ts'
import { type ReferenceToken, referenceTokens } from './reference-tokens.ts'

export const REFERENCE_FIELDS = [
  'author',
  'title',
  'journal',
  'book',
  'volume',
  'issue',
  'pages',
  'date',
  'doi',
  'arxiv',
] as const

export type ReferenceField = (typeof REFERENCE_FIELDS)[number]

/** Fields as printed; a field that the reference lacks is absent. */
export type ReferenceFields = Readonly<Partial<Record<ReferenceField, string>>>

export interface ParsedReference {
  readonly raw: string
  readonly fields: ReferenceFields
}

/** Label of text outside every field. */
export const NO_LABEL = 'other'
/** Labels for titles of works outside journals and books: the words are those of a title, but not the text that may follow. */
export const ALONE_LABELS = { book: 'monograph', title: 'alone' } as const
/** A reference is not longer than this; the rest is ignored. */
const MAX_CHARACTERS = 4000

let bundled: SequenceLabeller | null = null

/** Opens the bundled labeller with the first reference. */
function bundledLabeller(): SequenceLabeller {
  bundled ??= createSequenceLabeller(readSequenceWeights(new URL('./reference-weights.bin', import.meta.url)))
  return bundled
}

/** Returns the reference with its fields. */
export function parseReference(raw: string, labeller: SequenceLabeller = bundledLabeller()): ParsedReference {
  const tokens = referenceTokens(raw.slice(0, MAX_CHARACTERS))
  if (tokens.length === 0) return { raw, fields: {} }
  const labels = labeller(referenceFeatures(tokens)).map((label, at) => tokens[at]?.identifier ?? label)
  return { raw, fields: fieldsOf(raw, tokens, labels) }
}

/** A work has one title, in one journal or book: if such a label has several runs, the longest is the field. */
const ONE_RUN: ReadonlySet<ReferenceField> = new Set(['title', 'journal', 'book'])

function fieldsOf(
  raw: string,
  tokens: readonly ReferenceToken[],
  labels: readonly string[],
): ReferenceFields {
  const found = new Map<string, string[]>()
  for (let at = 0; at < tokens.length; ) {
    const label = labels[at] ?? NO_LABEL
    let end = at + 1
    while (end < tokens.length && labels[end] === label) end++
    const text = raw.slice(tokens[at]?.start, tokens[end - 1]?.end)
    found.set(label, [...(found.get(label) ?? []), text])
    at = end
  }
  const parts = REFERENCE_FIELDS.flatMap((field) => {
    const alone = field === 'book' || field === 'title' ? found.get(ALONE_LABELS[field]) : undefined
    const runs = found.get(field) ?? alone
    return runs === undefined ? [] : [[field, textOf(field, runs).replace(/\s+/g, ' ')] as const]
  })
  return Object.fromEntries(parts)
}

/** Joins the runs of a field, such as pages in two parts. For authors only the first run counts: later ones are editors. */
function textOf(field: ReferenceField, runs: readonly string[]): string {
  if (field === 'author') return runs[0]!
  if (!ONE_RUN.has(field)) return runs.join(' ')
  return runs.reduce((longest, run) => (lettersIn(run) > lettersIn(longest) ? run : longest))
}

function lettersIn(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
}
