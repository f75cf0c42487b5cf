/**
 * Finds the values of the corpus that a question mentions. A model that does not know how a value is spelled guesses, and its statement
 * finds nothing: the most common complaint about text-to-SQL (specs/vanna.md).
 */
import { compareText, isGlossError } from '../../core/index.ts'
import type { QueryableCorpus } from '../../corpus/index.ts'
import type { NameSource } from '../../graph/index.ts'
import type { SqlValue } from '../why.ts'
import { type FoundValue, lookUpValues, type ValueKind } from './look-up.ts'
import { type Years, yearsIn } from './years.ts'

export interface LinkedTerm {
  readonly name: string
  /** Spelling in the question, canonical. */
  readonly asked: string
  /** Share of this name among the names that the spelling may mean. */
  readonly share: number
  /** Number of units with the name. */
  readonly units: number
}

export interface LinkedValues {
  readonly names: readonly LinkedTerm[]
  /** Number of units with names, from which a name's rarity is computed. */
  readonly namedUnits: number
  readonly years: Years | null
  /** Spelled as in `papers.authors`. */
  readonly authors: readonly string[]
  readonly topics: readonly string[]
  readonly hasFacts: boolean
}

// More values make a prompt longer and a question no clearer. Chosen, not measured.
const MAX_NAMES = 12
const MAX_VALUES = 6
// People are searched only if the question mentions authors, because surnames are also words.
const MENTIONS_AUTHORS =
  /\b(?:by|authors?|authored|writes?|wrote|written|et al|(?:papers?|work) of|groups?|labs?|colleagues|publish(?:ed)?)\b/i
const PEOPLE = /(?<!^\s*)\p{Lu}[\p{L}’'-]+(?:\s+\p{Lu}[\p{L}.’'-]*)*/gu

export async function linkValues(
  question: string,
  ground: { readonly names: () => Promise<NameSource>; readonly queries: QueryableCorpus },
  signal?: AbortSignal,
): Promise<LinkedValues> {
  const { linked, namedUnits } = await linkNames(question, ground.names)
  const people = MENTIONS_AUTHORS.test(question) ? (question.match(PEOPLE) ?? []) : []
  const looked = await lookUpValues(question, people.map(surname), ground.queries, signal)
  const of = (kind: ValueKind) => looked.filter((one) => one.kind === kind)
  return {
    names: withSingleWords(linked, of('name')).slice(0, MAX_NAMES),
    namedUnits,
    years: yearsIn(question),
    authors: authorsAmong(
      of('authors').map(({ value }) => value),
      people,
    ),
    topics: of('topic')
      .map(({ value }) => value)
      .filter((topic) => isPhraseOf(topic, question))
      .slice(0, MAX_VALUES),
    hasFacts: of('facts').length > 0,
  }
}

/** Returns the values as shown in `why` and in the prompt. */
export function valuesOf({ names, years, authors, topics }: LinkedValues): SqlValue[] {
  return [
    ...names.map(({ name, asked }) => ({ column: 'names.name', value: name, asked })),
    ...authors.map((author) => ({ column: 'papers.authors', value: author, asked: surname(author) })),
    ...(years === null
      ? []
      : [{ column: 'papers.year', value: `${years.from ?? ''}-${years.to ?? ''}`, asked: years.asked }]),
    ...topics.map((topic) => ({ column: 'units.topic', value: topic, asked: topic })),
  ]
}

async function linkNames(
  question: string,
  open: () => Promise<NameSource>,
): Promise<{ linked: readonly LinkedTerm[]; namedUnits: number }> {
  try {
    const names = await open()
    return { linked: (await names.ask(question)).linked, namedUnits: await names.namedUnits() }
  } catch (error) {
    // A corpus without names can still be searched by years, authors and words.
    if (isGlossError(error, 'GRAPH_MISSING')) return { linked: [], namedUnits: 0 }
    throw error
  }
}

/** Adds common words in small letters, which the walk leaves out: the writer of the SQL decides whether to use them. */
function withSingleWords(linked: readonly LinkedTerm[], looked: readonly FoundValue[]): LinkedTerm[] {
  const covered = new Set(linked.flatMap(({ asked, name }) => [name, ...asked.split(' ')]))
  const single = looked.filter(({ value, asked }) => !covered.has(asked) && !covered.has(value))
  const unitsOf = (form: string) =>
    single.reduce((sum, { asked, units }) => sum + (asked === form ? units : 0), 0)
  const terms = single.map(({ value, asked, units }) => ({
    name: value,
    asked,
    units,
    share: units / unitsOf(asked),
  }))
  return [...linked, ...terms.sort((a, b) => a.units - b.units || compareText(a.name, b.name))]
}

/** Returns the entries of author lists that contain a person's surname as a word; if an entry has the full name as asked, only those. */
function authorsAmong(lists: readonly string[], people: readonly string[]): string[] {
  const entries = [...new Set(lists.flatMap((list) => list.split('; ')))]
  const found = people.flatMap((person) => {
    const alike = entries.filter((entry) => isPhraseOf(surname(person), entry))
    const same = alike.filter((entry) => isPhraseOf(person, entry))
    return same.length > 0 ? same : alike
  })
  return [...new Set(found)].slice(0, MAX_VALUES)
}

function surname(person: string): string {
  return person
    .split(/\s+/)
    .at(-1)!
    .replace(/['’]s$/, '')
}

/** Returns whether a phrase is part of a text, in whole words. */
function isPhraseOf(phrase: string, text: string): boolean {
  const within = (part: string) =>
    ` ${part
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()} `
  return within(text).includes(within(phrase))
}
