/**
 * Which values of the corpus does a question speak of? A model that does not know how a value is spelled guesses it, and its statement
 * finds nothing: the commonest complaint about text-to-SQL (specs/vanna.md).
 */
import { compareText, isGlossError, words } from '../../core/index.ts'
import type { QueryableCorpus } from '../../corpus/index.ts'
import { canonicalWords, type NameSource } from '../../graph/index.ts'
import type { SqlValue } from '../ports.ts'
import { sqlList, sqlText } from './sql-literal.ts'

export interface LinkedTerm {
  readonly name: string
  /** How the question has it, canonical. */
  readonly asked: string
  /** Share among the names that this form may stand for. */
  readonly share: number
  /** Units with the name. */
  readonly units: number
}

export interface LinkedValues {
  readonly names: readonly LinkedTerm[]
  /** Units with names, the ground of a name's rarity. */
  readonly namedUnits: number
  readonly years: Years | null
  /** As they stand in `papers.authors`. */
  readonly authors: readonly string[]
  readonly topics: readonly string[]
  readonly hasFacts: boolean
}

// Values beyond these make a prompt long and a question no clearer. Chosen, not measured.
const MOST_NAMES = 12
const MOST_VALUES = 6
// People are looked for only where the question speaks of authors: surnames are words too.
const SPEAKS_OF_AUTHORS =
  /\b(?:by|authors?|authored|writes?|wrote|written|et al|(?:papers?|work) of|groups?|labs?|colleagues|publish(?:ed)?)\b/i
const PEOPLE = /(?<!^\s*)\p{Lu}[\p{L}’'-]+(?:\s+\p{Lu}[\p{L}.’'-]*)*/gu

export async function linkValues(
  question: string,
  ground: { readonly names: () => Promise<NameSource>; readonly queries: QueryableCorpus },
  signal?: AbortSignal,
): Promise<LinkedValues> {
  const { linked, namedUnits } = await linkNames(question, ground.names)
  const people = SPEAKS_OF_AUTHORS.test(question) ? (question.match(PEOPLE) ?? []) : []
  const looked = await lookUpValues(question, people.map(surname), ground.queries, signal)
  const of = (kind: ValueKind) => looked.filter((one) => one.kind === kind)
  return {
    names: withSingleWords(linked, of('name')).slice(0, MOST_NAMES),
    namedUnits,
    years: yearsIn(question),
    authors: authorsAmong(
      of('authors').map(({ value }) => value),
      people,
    ),
    topics: of('topic')
      .map(({ value }) => value)
      .filter((topic) => isPhraseOf(topic, question))
      .slice(0, MOST_VALUES),
    hasFacts: of('facts').length > 0,
  }
}

/** What `why` and the prompt say of them. */
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
    // A corpus without names can be asked by years, authors and words.
    if (isGlossError(error, 'GRAPH_MISSING')) return { linked: [], namedUnits: 0 }
    throw error
  }
}

/** The walk does without common words in small letters; a condition of SQL is the writer's choice, so it may have them. */
function withSingleWords(linked: readonly LinkedTerm[], looked: readonly Looked[]): LinkedTerm[] {
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

/** Entries of author lists with a person's surname as a word; where one has the name as asked, only such. */
function authorsAmong(lists: readonly string[], people: readonly string[]): string[] {
  const entries = [...new Set(lists.flatMap((list) => list.split('; ')))]
  const found = people.flatMap((person) => {
    const alike = entries.filter((entry) => isPhraseOf(surname(person), entry))
    const same = alike.filter((entry) => isPhraseOf(person, entry))
    return same.length > 0 ? same : alike
  })
  return [...new Set(found)].slice(0, MOST_VALUES)
}

function surname(person: string): string {
  return person
    .split(/\s+/)
    .at(-1)!
    .replace(/['’]s$/, '')
}

/** In whole words. */
function isPhraseOf(phrase: string, text: string): boolean {
  const within = (part: string) =>
    ` ${part
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()} `
  return within(text).includes(within(phrase))
}

/** Which years does a question ask for? "since 2015", "between 2010 and 2014", "in 2019"; other numbers of four digits are no years. */

interface Years {
  /** Both ends included. */
  readonly from?: number
  readonly to?: number
  /** As the question has it. */
  readonly asked: string
}

const YEAR = '((?:1[5-9]|20)\\d\\d)'
const FORMS: readonly { form: RegExp; years(one: number, other: number): Omit<Years, 'asked'> }[] = [
  {
    form: new RegExp(`\\b(?:between|from)\\s+${YEAR}\\s*(?:and|to|until|till|-|–)\\s*${YEAR}\\b`, 'i'),
    years: (from, to) => ({ from, to }),
  },
  {
    form: new RegExp(`\\b(?:in|of|during|years?)\\s+${YEAR}\\s*[-–]\\s*${YEAR}\\b`, 'i'),
    years: (from, to) => ({ from, to }),
  },
  { form: new RegExp(`\\b(?:since|from)\\s+${YEAR}\\b`, 'i'), years: (from) => ({ from }) },
  {
    form: new RegExp(`\\b(?:after|later than|newer than)\\s+${YEAR}\\b`, 'i'),
    years: (year) => ({ from: year + 1 }),
  },
  { form: new RegExp(`\\b(?:until|till|up to|by)\\s+${YEAR}\\b`, 'i'), years: (to) => ({ to }) },
  {
    form: new RegExp(`\\b(?:before|prior to|earlier than|older than)\\s+${YEAR}\\b`, 'i'),
    years: (year) => ({ to: year - 1 }),
  },
  {
    form: new RegExp(`\\b(?:in|of|during|year|published|appeared)\\s+${YEAR}\\b`, 'i'),
    years: (year) => ({ from: year, to: year }),
  },
]

function yearsIn(question: string): Years | null {
  for (const { form, years } of FORMS) {
    const found = form.exec(question)
    if (found !== null) return { ...years(Number(found[1]), Number(found[2])), asked: found[0] }
  }
  return null
}

/** One statement that asks which words of a question are values of the corpus. */

type ValueKind = 'name' | 'topic' | 'authors' | 'facts'

/** A value with the word that led to it and how many units have it; 0 where that is not counted. */
interface Looked {
  readonly kind: ValueKind
  readonly value: string
  readonly asked: string
  readonly units: number
}

/** Indexes serve the names; papers and topics are scanned without a function call a row: some 100 ms for 100k of them. */
const LIMITS = { rows: 500, timeoutMs: 2_000 }
const LEAST_LETTERS = 3
// A question of more words is a text; its first ones will do. Chosen, not measured.
const MOST_WORDS = 60
const MOST_PEOPLE = 6
const MOST_CHARACTERS = 4_000

/** Nothing where the statement ends at a limit: the question is answered all the same. `surnames` are looked for in lists of authors. */
async function lookUpValues(
  question: string,
  surnames: readonly string[],
  queries: QueryableCorpus,
  signal?: AbortSignal,
): Promise<Looked[]> {
  const outcome = await queries.query(statement(question, surnames), LIMITS, signal)
  if (outcome.kind !== 'rows') return []
  return outcome.rows.map(([kind, value, asked, units]) => ({
    kind: kind as ValueKind,
    value: String(value),
    asked: String(asked),
    units: Number(units),
  }))
}

function statement(question: string, surnames: readonly string[]): string {
  const text = sqlText(question.toLowerCase().slice(0, MOST_CHARACTERS))
  const forms = sqlList(formsOf(question))
  const parts = [
    `SELECT 'name', name, name, count(DISTINCT unit_id) FROM names WHERE name IN ${forms} GROUP BY name`,
    `SELECT 'name', name, alias, count(DISTINCT unit_id) FROM names WHERE alias IN ${forms} AND alias <> name GROUP BY name, alias`,
    `SELECT 'topic', topic, topic, 0 FROM (SELECT DISTINCT topic FROM units)
     WHERE length(topic) >= ${LEAST_LETTERS} AND topic <> 'N/A' AND instr(${text}, lower(topic)) > 0`,
    "SELECT 'facts', '', '', 0 WHERE EXISTS (SELECT 1 FROM facts)",
    ...surnames
      .slice(0, MOST_PEOPLE)
      .map(
        (name) => `SELECT 'authors', authors, '', 0 FROM papers WHERE authors LIKE ${sqlText(`%${name}%`)}`,
      ),
  ]
  return parts.join('\nUNION ALL\n')
}

/** Words that may be names by themselves, whatever their case. */
function formsOf(question: string): string[] {
  const forms = canonicalWords(question).map(({ form }) => form)
  const telling = forms.filter((form) => form.length >= LEAST_LETTERS && words(form).length > 0)
  return [...new Set(telling)].slice(0, MOST_WORDS)
}
