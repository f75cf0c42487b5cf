/** Has a model write a statement and runs it; errors are sent back to the model, up to twice (specs/vanna.md, step 5). */
import type { QueryableCorpus } from '../../corpus/index.ts'
import type { ChatMessage, ChatModel } from '../../models/index.ts'
import { fenced } from './prompt.ts'
import { holdsIds, MAX_UNITS, type Places, placeUnits } from './ranking.ts'

export const MAX_ATTEMPTS = 3
/** The longest of the examples has some 150 tokens. Chosen, not measured. */
export const ANSWER_TOKENS = 700
// Counting all of 7 million names takes 8 s, most statements over 100k abstracts less than one.
const LIMITS = { rows: MAX_UNITS, timeoutMs: 10_000 }

export interface WrittenQuery {
  /** Null if the model wrote no statement. */
  readonly sql: string | null
  readonly attempts: number
  /** Empty if no statement found anything. */
  readonly places: Places
  readonly writeMs: number
}

type Run = { readonly places: Places } | { readonly complaint: string }

export async function writeQuery(
  messages: readonly ChatMessage[],
  { chat, queries }: { readonly chat: ChatModel; readonly queries: QueryableCorpus },
  signal: AbortSignal,
): Promise<WrittenQuery> {
  const conversation = [...messages]
  let sql: string | null = null
  let writeMs = 0
  for (let attempts = 1; ; attempts++) {
    const started = performance.now()
    const request = { messages: conversation, temperature: 0, maxTokens: ANSWER_TOKENS }
    const answer = await chat.complete(request, signal)
    writeMs += performance.now() - started
    sql = readSql(answer.text)
    const run = sql === null ? NO_STATEMENT : await runStatement(sql, queries, signal)
    if ('places' in run) return { sql, attempts, places: run.places, writeMs }
    if (attempts === MAX_ATTEMPTS) return { sql, attempts, places: new Map(), writeMs }
    conversation.push(
      { role: 'assistant', content: sql === null ? answer.text : fenced(sql) },
      { role: 'user', content: `${run.complaint} Write a better statement.` },
    )
  }
}

const NO_STATEMENT: Run = { complaint: 'Your answer has no SELECT statement.' }

/** Runs a statement; returns a complaint if it gives nothing to show. */
export async function runStatement(
  sql: string,
  queries: QueryableCorpus,
  signal?: AbortSignal,
): Promise<Run> {
  const outcome = await queries.query(sql, LIMITS, signal)
  if (outcome.kind !== 'rows') return { complaint: outcome.message }
  if (!holdsIds(outcome))
    return { complaint: 'The result has neither unit_id nor paper_id; select one of the two.' }
  const places = await placeUnits(outcome, sql, queries, signal)
  return places.size > 0
    ? { places }
    : { complaint: 'The statement gives no rows; ask for less, and compare with the given values.' }
}

const THOUGHTS = /<think>[\s\S]*?<\/think>/gi
// The end of a truncated answer counts as the closing fence.
const FENCES = /```[a-z0-9]*[ \t]*\n?([\s\S]*?)(?:```|$)/gi
/** "With" begins many a sentence, so it counts only if a table follows. */
const WITH = /\bWITH\s+(?:RECURSIVE\s+)?[\w"]+\s*(?:\([^)]*\)\s*)?AS\s*(?:(?:NOT\s+)?MATERIALIZED\s*)?\(/i
/** "select" in small letters may be prose, so a statement in capitals is preferred. */
const SELECTS = [/\bSELECT\b/, /\bselect\b/i]
/** Ends at the semicolon or an empty line; neither counts within quotes. */
const STATEMENT = /^(?:'(?:[^']|'')*'|"[^"]*"|\n(?!\s*\n)|[^;\n])*/

/** Returns null if the answer has no SQL. Whether the statement is allowed or valid is checked elsewhere. */
function readSql(answer: string): string | null {
  const said = answer.replace(THOUGHTS, '')
  const fenced = [...said.matchAll(FENCES)].map(([, inside]) => inside!.trim())
  const whole = fenced.find((inside) => /^(?:with|select)\b/i.test(inside))
  if (whole !== undefined) return whole
  for (const text of [...fenced, said]) {
    const start = startIn(text)
    if (start !== -1) return STATEMENT.exec(text.slice(start))?.[0].trim() ?? null
  }
  return null
}

function startIn(text: string): number {
  const selectAt = SELECTS.map((select) => text.search(select)).find((at) => at !== -1) ?? -1
  const withAt = text.search(WITH)
  return withAt !== -1 && withAt < selectAt ? withAt : selectAt
}
