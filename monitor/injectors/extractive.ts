/**
 * Writes an injection without a model: the best sentences of the units in the published frame (Eigen-1, A.2.5), in
 * the first person, so that the model takes them for its own finding. Only "we" is reworded: symbols and
 * formulas are kept as they are in the unit.
 */
import type { SentenceSpan } from '../../core/index.ts'
import { estimateTokens } from '../../models/index.ts'
import { type ParsedQuestion, rankedSentences, readQuestion, termedSentences } from '../../retrieval/index.ts'
import type { Evidence, InjectionOrder, Injector } from '../ports.ts'
import { pointsBack, statementOf } from './statement.ts'

export interface ExtractiveInjectorOptions {
  /** Tokens of the whole injection. The published mean is 176.17 tokens (A.5). */
  readonly budgetTokens?: number
}

const BUDGET_TOKENS = 176
/** Characters before the injection that count as the question, together with the queries. Chosen, not measured. */
const ASKING_CHARACTERS = 256
// A number, but not digits of a name or of a symbol.
const NUMBER = /(?<![\p{L}\p{N}[–-])\d[\d,.]*(?!\p{L})/u
// "what the half-life of lupeol was": a question for a value without a unit.
const VALUE_ASKED = /\bwh(?:at|ich)\b.*\b(?:is|was|were|are|has|had)\b/i
const STOPPED = /[.!?…:;]["”’)\]]*\s*$/

export function createExtractiveInjector({
  budgetTokens = BUDGET_TOKENS,
}: ExtractiveInjectorOptions = {}): Injector {
  return {
    name: 'extractive',
    async write(order) {
      return { text: extractiveInjection(order, budgetTokens) }
    },
  }
}

function extractiveInjection(order: InjectionOrder, budgetTokens: number): string {
  const frame = (result: string) => framed(order, result)
  const left = budgetTokens - estimateTokens(frame(''))
  return frame(listed(fitting(statementsOf(order, left), left)))
}

function framed({ text, queries }: InjectionOrder, result: string): string {
  // Within a sentence the opening is a parenthesis, since appended text cannot take a word back.
  const opening = text.trim() === '' || STOPPED.test(text) ? 'Wait a minute' : '— wait a minute'
  const finding = `by searching information about ${listed(queries)}, I found that ${result}`
  return `${opening}, ${finding}. Now that I have more relevant information, I can continue my reasoning.`
}

/** Statement of a unit. */
interface Statement {
  readonly text: string
  /** The statement and the next best sentence with a value; null if no value is wanted or found. */
  readonly withValue: string | null
}

/** Returns one distinct statement for each unit, best unit first. */
function statementsOf({ text, doubt, queries, evidence }: InjectionOrder, budgetTokens: number): Statement[] {
  const asked = queries.join(' ')
  const { terms } = readQuestion(`${asked} ${text.slice(-ASKING_CHARACTERS)}`)
  const wants = wantsOf(asked, doubt)
  const wantsValue = wants.has('count') || wants.has('measure') || VALUE_ASKED.test(doubt)
  const statements = evidence.map((unit) => bestOf(unit, { terms, wants, wantsValue }, budgetTokens))
  const byText = new Map(statements.map((statement) => [statement.text, statement]))
  return [...byText.values()].filter((statement) => statement.text !== '')
}

/** Returns what the query and the sentence in doubt ask for, since queries lack question words. A number in doubt may be wrong. */
function wantsOf(asked: string, doubt: string): ParsedQuestion['wants'] {
  const wants = new Set([asked, doubt].flatMap((text) => [...readQuestion(text).wants]))
  return NUMBER.test(doubt) ? wants.add('count').add('measure') : wants
}

/** Returns the best sentence, with the one that it refers to if both fit. */
function bestOf(
  { text }: Evidence,
  question: ParsedQuestion & { readonly wantsValue: boolean },
  budgetTokens: number,
): Statement {
  const termed = termedSentences(text)
  const [best, ...others] = rankedSentences(question, termed)
  if (best === undefined) return { text: '', withValue: null }
  const statement = statementOf(text.slice(best.start, best.end))
  const joined = (beside: SentenceSpan | undefined) => {
    const both = [best, ...(beside === undefined ? [] : [beside])].toSorted(
      (one, other) => one.start - other.start,
    )
    return both.map(({ start, end }) => statementOf(text.slice(start, end))).join('; ')
  }
  const spoken = joined(spokenOf(best, statement, termed.spans))
  const hasValue = ({ start, end }: SentenceSpan) => NUMBER.test(text.slice(start, end))
  const value = question.wantsValue ? others.find(hasValue) : undefined
  return {
    text: estimateTokens(spoken) <= budgetTokens ? spoken : statement,
    withValue: value === undefined ? null : joined(value),
  }
}

function spokenOf(
  best: SentenceSpan,
  statement: string,
  spans: readonly SentenceSpan[],
): SentenceSpan | undefined {
  return pointsBack(statement) ? spans[spans.findIndex(({ start }) => start === best.start) - 1] : undefined
}

/**
 * Returns the statements that fit: always the first, cut at a clause if necessary, then the others, then values beside them, best unit
 * first. Values come last because one that displaced another unit would cost more than it shows.
 */
function fitting([first, ...others]: readonly Statement[], budgetTokens: number): string[] {
  if (first === undefined) return []
  const fits = (parts: readonly string[]) => estimateTokens(parts.join('; and ')) <= budgetTokens
  const kept = [{ ...first, text: clauseWithin(first.text, budgetTokens) }]
  for (const one of others) if (fits([...kept, one].map(({ text }) => text))) kept.push(one)
  const said = kept.map(({ text }) => text)
  for (const [at, { withValue }] of kept.entries())
    if (withValue !== null && fits(said.with(at, withValue))) said[at] = withValue
  return said
}

/**
 * Cuts a statement at the last comma or semicolon that fits; keeps it whole if none does, since half a formula is worse than a
 * long one.
 */
function clauseWithin(statement: string, budgetTokens: number): string {
  if (estimateTokens(statement) <= budgetTokens) return statement
  const ends = [...statement.matchAll(/[,;] (?!\p{N})/gu)].map(({ index }) => statement.slice(0, index))
  return ends.findLast((clause) => estimateTokens(clause) <= budgetTokens && isBalanced(clause)) ?? statement
}

function isBalanced(text: string): boolean {
  const count = (mark: RegExp) => text.match(mark)?.length ?? 0
  return count(/[([{]/g) === count(/[)\]}]/g) && count(/(?<!\\)\$/g) % 2 === 0 && text.length > 0
}

/** Joins clauses, with semicolons if they contain commas. */
function listed(parts: readonly string[]): string {
  if (parts.length < 2) return parts[0] ?? ''
  const mark = parts.some((part) => /[,;]/.test(part) || part.length > 60) ? ';' : ','
  const head = parts.slice(0, -1).join(`${mark} `)
  return `${head}${parts.length === 2 && mark === ',' ? '' : mark} and ${parts.at(-1)}`
}
