/**
 * Which values of the corpus does a question speak of? A model that is not told how a value is spelled guesses it, and its statement
 * finds nothing: the commonest complaint about text-to-SQL (specs/vanna.md).
 */
import { isGlossError } from '../../core/index.ts'
import type { QueryableCorpus } from '../../corpus/index.ts'
import type { CorpusNames, LinkedName } from '../../graph/index.ts'
import type { SqlValue } from '../ports.ts'
import { sqlText } from './sql-literal.ts'
import { type Years, yearsIn } from './years.ts'

export interface LinkedValues {
  readonly names: readonly LinkedName[]
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
/** Scans papers and topics without a function call a row: 100k of them take some 100 ms. */
const LIMITS = { rows: 200, timeoutMs: 2_000 }
// People are looked for only where the question speaks of authors: surnames are words too.
const SPEAKS_OF_AUTHORS =
  /\b(?:by|authors?|authored|wrote|written|et al|(?:papers?|work) of|groups?|labs?|colleagues|publish(?:ed)?)\b/i
const PEOPLE = /(?<!^\s*)\p{Lu}[\p{L}’'-]+(?:\s+\p{Lu}[\p{L}.’'-]*)*/gu

export async function linkValues(
  question: string,
  ground: { readonly names: () => Promise<CorpusNames>; readonly queries: QueryableCorpus },
  signal?: AbortSignal,
): Promise<LinkedValues> {
  const { names, namedUnits } = await linkNames(question, ground.names)
  const people = SPEAKS_OF_AUTHORS.test(question) ? (question.match(PEOPLE) ?? []) : []
  const outcome = await ground.queries.query(lookUp(question, people), LIMITS, signal)
  // Without them the question is answered all the same, from the names.
  const rows = outcome.kind === 'rows' ? outcome.rows : []
  const of = (kind: string) => rows.flatMap(([its, value]) => (its === kind ? [String(value)] : []))
  return {
    names,
    namedUnits,
    years: yearsIn(question),
    authors: authorsAmong(of('authors'), people),
    topics: of('topic')
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
  open: () => Promise<CorpusNames>,
): Promise<{ names: LinkedName[]; namedUnits: number }> {
  try {
    return await (await open()).whenCurrent(({ graph }) => ({
      names: graph.link(question).slice(0, MOST_NAMES),
      namedUnits: graph.unitCount(),
    }))
  } catch (error) {
    // A corpus without names can be asked by years, authors and words.
    if (isGlossError(error, 'GRAPH_MISSING')) return { names: [], namedUnits: 0 }
    throw error
  }
}

function lookUp(question: string, people: readonly string[]): string {
  const asked = sqlText(question.toLowerCase())
  const parts = [
    `SELECT 'topic', topic FROM (SELECT DISTINCT topic FROM units)
     WHERE length(topic) > 2 AND topic <> 'N/A' AND instr(${asked}, lower(topic)) > 0`,
    "SELECT 'facts', 1 WHERE EXISTS (SELECT 1 FROM facts)",
    ...people
      .slice(0, MOST_VALUES)
      .map(
        (person) =>
          `SELECT 'authors', authors FROM papers WHERE authors LIKE ${sqlText(`%${surname(person)}%`)}`,
      ),
  ]
  return parts.join('\nUNION\n')
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
