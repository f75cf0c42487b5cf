/** Finds the words of a question that are values of the corpus, with one statement. */
import { words } from '../../core/index.ts'
import type { QueryableCorpus } from '../../corpus/index.ts'
import { canonicalWords } from '../../graph/index.ts'
import { sqlList, sqlText } from './sql-literal.ts'

export type ValueKind = 'name' | 'topic' | 'authors' | 'facts'

/** A value with the word that led to it and the number of units that have it; 0 if units are not counted. */
export interface FoundValue {
  readonly kind: ValueKind
  readonly value: string
  readonly asked: string
  readonly units: number
}

/** Names are found by indexes; papers and topics are scanned without a function call per row: some 100 ms for 100k of them. */
const LIMITS = { rows: 500, timeoutMs: 2_000 }
const MIN_LETTERS = 3
// A question with more words is a text; its first words are enough. Chosen, not measured.
const MAX_WORDS = 60
const MAX_PEOPLE = 6
const MAX_CHARACTERS = 4_000

/** Looks up a question's words, and `surnames` among authors. Empty if the statement reaches a limit: the question is still answered. */
export async function lookUpValues(
  question: string,
  surnames: readonly string[],
  queries: QueryableCorpus,
  signal?: AbortSignal,
): Promise<FoundValue[]> {
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
  const text = sqlText(question.toLowerCase().slice(0, MAX_CHARACTERS))
  const forms = sqlList(formsOf(question))
  const parts = [
    `SELECT 'name' AS kind, name AS value, name AS asked, count(DISTINCT unit_id) AS units FROM names WHERE name IN ${forms} GROUP BY name`,
    `SELECT 'name', name, alias, count(DISTINCT unit_id) FROM names WHERE alias IN ${forms} AND alias <> name GROUP BY name, alias`,
    `SELECT 'topic', topic, topic, 0 FROM (SELECT DISTINCT topic FROM units)
     WHERE length(topic) >= ${MIN_LETTERS} AND topic <> 'N/A' AND instr(${text}, lower(topic)) > 0`,
    "SELECT 'facts', '', '', 0 WHERE EXISTS (SELECT 1 FROM facts)",
    ...surnames
      .slice(0, MAX_PEOPLE)
      .map(
        (name) => `SELECT 'authors', authors, '', 0 FROM papers WHERE authors LIKE ${sqlText(`%${name}%`)}`,
      ),
  ]
  return parts.join('\nUNION ALL\n')
}

/** Returns the words that may be names on their own, in any case. */
function formsOf(question: string): string[] {
  const forms = canonicalWords(question).map(({ form }) => form)
  const telling = forms.filter((form) => form.length >= MIN_LETTERS && words(form).length > 0)
  return [...new Set(telling)].slice(0, MAX_WORDS)
}
