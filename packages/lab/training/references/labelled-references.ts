/** Reads labelled references as sequences, fits the parser, and scores it on references that it was not fitted on. */
import { readFileSync } from 'node:fs'
import type { SequenceWeights } from '../../../../core/sequences/index.ts'
import {
  ALONE_LABELS,
  NO_LABEL,
  type ParsedReference,
  REFERENCE_FIELDS,
  type ReferenceField,
  referenceFeatures,
  referenceTokens,
} from '../../../../references/index.ts'
import { fitSequence, type LabelledSequence } from '../fit-sequence.ts'

export interface LabelledReference {
  /** File of the reference; references of one file are alike. */
  readonly file: string
  readonly parts: readonly (readonly [label: string, text: string])[]
}

/** Labels that a few references have by mistake, or for kinds that only their source has. */
const SPELLINGS: Readonly<Record<string, string>> = {
  publishe: 'publisher',
  authors: 'author',
  page: 'pages',
  volumes: 'volume',
  id: 'note',
  pii: 'note',
  chapter: 'note',
  'biblScope:date': 'date',
  'biblScope:?': NO_LABEL,
  biblStruct: NO_LABEL,
}

export function readLabelledReferences(file: string): LabelledReference[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  const references = lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line) as LabelledReference]))
  return references.map(({ file: from, parts }) => ({
    file: from,
    parts: parts.map(([label, text]) => [SPELLINGS[label] ?? label, text] as const),
  }))
}

export function printedReference({ parts }: LabelledReference): string {
  return parts.map(([, text]) => text).join('')
}

/** Returns a sequence. A token that is partly in a field belongs to it. */
function labelledSequence(reference: LabelledReference): LabelledSequence {
  const tokens = referenceTokens(printedReference(reference))
  const labels = new Array<string>(tokens.length).fill(NO_LABEL)
  let from = 0
  for (const [label, text] of inOneConvention(reference.parts)) {
    const to = from + text.length
    if (label !== NO_LABEL)
      for (const [at, { start, end }] of tokens.entries()) if (start < to && end > from) labels[at] = label
    from = to
  }
  return { features: referenceFeatures(tokens), labels: withMemory(labels) }
}

/** Unifies labels: the largest source labels a book's title as `title`, others as `book`; a country after a journal's name is a place. */
function inOneConvention(parts: LabelledReference['parts']): LabelledReference['parts'] {
  const labels = new Set(parts.map(([label]) => label))
  const isAlone = !labels.has('journal') && labels.has('title') !== labels.has('book')
  const isPublished = labels.has('publisher') || labels.has('place')
  return parts.map(([label, text], at) => {
    if (isAlone && (label === 'book' || label === 'title'))
      return [ALONE_LABELS[isPublished ? 'book' : label], text]
    const isOfJournal = parts[at - 2]?.[0] === 'journal' && parts[at - 1]?.[1].trim() === ''
    return [label === 'place' && isOfJournal ? 'journal' : label, text]
  })
}

/** Labels text between fields by the field before it, so that a first-order chain knows the last field. */
function withMemory(labels: readonly string[]): string[] {
  let last = 'start'
  return labels.map((label) => {
    if (label === NO_LABEL) return `after ${last}`
    last = label
    return label
  })
}

/** Chosen on folds by file. */
const SETTINGS = { rounds: 8, rate: 0.05, l1: 1, l2: 1, leastSeen: 3, dropped: 0.15 }

/** Returns the weights of a parser. */
export function fitReferences(references: readonly LabelledReference[]): SequenceWeights {
  return fitSequence(references.map(labelledSequence), SETTINGS)
}

export interface FieldScores {
  /** F1 of fields: a field is right if its letters and digits are those of the label. */
  readonly f1: number
  /** Share of references with every field right and none too many. */
  readonly whole: number
  readonly references: number
  readonly byField: Readonly<Record<string, number>>
}

interface Tally {
  right: number
  found: number
  wanted: number
}

export function createFieldScores() {
  const tallies = new Map<ReferenceField, Tally>(
    REFERENCE_FIELDS.map((field) => [field, { right: 0, found: 0, wanted: 0 }]),
  )
  let whole = 0
  let references = 0
  return {
    add({ fields }: ParsedReference, reference: LabelledReference): boolean {
      const compared = [...tallies].map(([field, tally]) => {
        const wanted = plain(labelledText(reference, field))
        return compare(tally, plain(fields[field] ?? ''), wanted)
      })
      const isWhole = compared.every((isRight) => isRight)
      references++
      if (isWhole) whole++
      return isWhole
    },
    scores(): FieldScores {
      const all = [...tallies.values()]
      const sum = (key: keyof Tally) => all.reduce((total, tally) => total + tally[key], 0)
      const overall = { right: sum('right'), found: sum('found'), wanted: sum('wanted') }
      const byField = Object.fromEntries([...tallies].map(([field, tally]) => [field, f1Of(tally)]))
      return { f1: f1Of(overall), whole: whole / references, references, byField }
    },
  }
}

function labelledText({ parts }: LabelledReference, field: string): string {
  return parts.flatMap(([label, text]) => (label === field ? [text] : [])).join('')
}

/** Counts a field. Returns whether it is right, or rightly absent. */
function compare(tally: Tally, found: string, wanted: string): boolean {
  if (found !== '') tally.found++
  if (wanted !== '') tally.wanted++
  if (found !== '' && found === wanted) tally.right++
  return found === wanted
}

function f1Of({ right, found, wanted }: Tally): number {
  return found + wanted === 0 ? 0 : (2 * right) / (found + wanted)
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}
