/**
 * Parses entities and triples from a model's answer. `items` is null if the answer cannot be parsed, and empty if the model says that there
 * are no items. What is lost of an answer is counted by reason.
 */
import type { LenientRecord, LenientScalar, LenientValue } from '../../core/index.ts'
import { createLosses, type LossCounts, type Losses } from '../formats/index.ts'
import { type FoundList, findLists, listOf } from './find-lists.ts'

export interface ReadAnswer<Item> {
  readonly items: readonly Item[] | null
  /**
   * Repaired and kept: `mended_number`, `mended_record` (a name or triple given as an object). Lost: `cut_off` (the answer ends within),
   * `repeated`, `empty`, `not_text`, `not_triple`, `part_not_text`, and `unreadable` for the whole answer.
   */
  readonly losses: LossCounts
}

export type Triple = readonly string[]

type ItemReader<Item> = (value: LenientValue, losses: Losses) => Item | null

const ENTITY_KEYS =
  'named[ _-]?entit(?:y|ies)(?:[ _-]?list)?|(?:extracted[ _-]?)?entit(?:y|ies)(?:[ _-]?list)?|names'
const TRIPLE_KEYS =
  '(?:(?:rdf|extracted|knowledge)[ _-]?)?tripl(?:e|et)s?(?:[ _-]?list)?|relation(?:ship)?s|facts?|rdf(?:[ _-]?graph)?|graph|edges|statements'
const FACT_KEYS = 'facts?|(?:fact[ _-]after[ _-]filter|filtered[ _-]facts|relevant[ _-]facts)|triples?'
const NAME_KEYS = ['name', 'entity', 'text', 'value', 'mention', 'label', 'id']
const PART_KEYS = [
  ['subject', 'head', 's', 'source', 'subj', 'entity1', 'from'],
  ['predicate', 'relation', 'p', 'relationship', 'verb', 'property', 'pred', 'type'],
  ['object', 'tail', 'o', 'target', 'obj', 'entity2', 'to', 'value'],
]
const NUMBER = /^-?\d+(?:[.,]\d+)*(?:[eE][+-]?\d+)?$/
const TRUTH = /^(?:true|false)$/i
const TRIPLE_LENGTH = 3

/** Parses `{"named_entities": ["...", ...]}` without repeats. */
export function readEntities(answer: string): ReadAnswer<string> {
  return readList(answer, ENTITY_KEYS, entityOf, () => false)
}

/** Parses `{"triples": [["...", "...", "..."], ...]}` without repeats. Lists of other lengths are kept unchanged. */
export function readTriples(answer: string): ReadAnswer<Triple> {
  return readList(answer, TRIPLE_KEYS, tripleOf, isTriple)
}

/** Parses `{"fact": [["...", "...", "..."], ...]}`. */
export function readFacts(answer: string): ReadAnswer<Triple> {
  return readList(answer, FACT_KEYS, tripleOf, isTriple)
}

/** Parses a list. `isItem` recognises a value that is an item, for models that write one per line without a list around them. */
function readList<Item extends string | Triple>(
  answer: string,
  keys: string,
  itemOf: ItemReader<Item>,
  isItem: (value: LenientValue) => boolean,
): ReadAnswer<Item> {
  const { keyed, alone } = findLists(answer, keys)
  const single = alone.filter(isItem)
  const others = single.length > 0 ? [{ items: single, isWhole: true }] : alone.map(listOf).filter(isAnswer)
  const underKeys = keyed.map((list) => itemsOf(list, itemOf))
  const byShape = others.map((list) => itemsOf(list, itemOf))
  const unreadable = underKeys[0] ?? byShape[0] ?? { items: null, losses: { unreadable: 1 } }
  return best(underKeys) ?? best(byShape) ?? unreadable
}

/** Returns the first reading with items, otherwise the first without any. */
function best<Item>(readings: readonly ReadAnswer<Item>[]): ReadAnswer<Item> | undefined {
  return (
    readings.find(({ items }) => items !== null && items.length > 0) ??
    readings.find(({ items }) => items !== null)
  )
}

/** Returns whether a list is an answer: numbers in brackets are citations in the prose around it. */
function isAnswer(list: FoundList | null): list is FoundList {
  return list !== null && (list.items.length === 0 || list.items.some(({ kind }) => kind !== 'bare'))
}

function itemsOf<Item extends string | Triple>(list: FoundList, itemOf: ItemReader<Item>): ReadAnswer<Item> {
  const losses = createLosses()
  const items = new Map<string, Item>()
  for (const value of list.items) {
    const item = value.isWhole ? itemOf(value, losses) : null
    if (item === null) continue
    const key = JSON.stringify(item)
    if (items.has(key)) losses.count('repeated')
    items.set(key, item)
  }
  if (!list.isWhole) losses.count('cut_off')
  if (items.size > 0) return { items: [...items.values()], losses: losses.counts() }
  const saysNone = list.isWhole && list.items.length === 0
  if (!saysNone) losses.count('unreadable')
  return { items: saysNone ? [] : null, losses: losses.counts() }
}

function entityOf(value: LenientValue, losses: Losses): string | null {
  const text = value.kind === 'record' ? nameOf(value, losses) : partOf(value, losses)
  if (text === null) return losses.lose('not_text')
  return text.trim() === '' ? losses.lose('empty') : text.trim()
}

function tripleOf(value: LenientValue, losses: Losses): Triple | null {
  if (value.kind === 'record') return tripleOfRecord(value, losses)
  if (value.kind !== 'list') return losses.lose('not_triple')
  if (value.items.length === 0) return losses.lose('empty')
  const parts = value.items.map((item) =>
    item.kind === 'record' ? nameOf(item, losses) : partOf(item, losses),
  )
  return parts.every((part) => part !== null) ? parts : losses.lose('part_not_text')
}

function tripleOfRecord(record: LenientRecord, losses: Losses): Triple | null {
  const parts = PART_KEYS.map((keys) => fieldOf(record, keys))
  if (!parts.every((part) => part !== null)) return losses.lose('not_triple')
  losses.count('mended_record')
  const texts = parts.map((part) => partOf(part, losses))
  return texts.every((text) => text !== null) ? texts : losses.lose('part_not_text')
}

/** Returns whether a value is a list of three texts, or an object with the three parts of a triple. */
function isTriple(value: LenientValue): boolean {
  if (!value.isWhole) return false
  if (value.kind === 'record') return PART_KEYS.every((keys) => fieldOf(value, keys) !== null)
  return (
    value.kind === 'list' &&
    value.items.length === TRIPLE_LENGTH &&
    value.items.every(({ kind }) => kind === 'text')
  )
}

function nameOf(record: LenientRecord, losses: Losses): string | null {
  const field = fieldOf(record, NAME_KEYS)
  if (field === null || field.kind !== 'text') return null
  losses.count('mended_record')
  return field.text
}

function fieldOf(record: LenientRecord, keys: readonly string[]): LenientScalar | null {
  for (const wanted of keys) {
    const value = record.entries.find(({ key }) => key?.trim().toLowerCase() === wanted)?.value
    if (value?.kind === 'text' || value?.kind === 'bare') return value
  }
  return null
}

function partOf(value: LenientValue, losses: Losses): string | null {
  if (value.kind === 'text') return value.text.toWellFormed()
  if (value.kind !== 'bare' || !(NUMBER.test(value.text) || TRUTH.test(value.text))) return null
  losses.count('mended_number')
  return value.text
}
