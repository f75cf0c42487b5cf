/** Summarises model steps and tokens per question by role, helpers and judges separately (the paper does not say what it counts). */
import type { LedgerRow } from '../../../../models/index.ts'

export interface QuestionLedger {
  readonly questionId: string
  readonly rows: readonly LedgerRow[]
  /** Model steps over all agent calls. */
  readonly steps: number
}

export interface RoleTokens {
  readonly role: string
  readonly kind: 'agent' | 'helper' | 'judge'
  /** Mean calls per question. */
  readonly calls: number
  readonly promptTokens: number
  readonly completionTokens: number
  /** US dollars; null if a price is unknown. */
  readonly cost: number | null
}

export interface LedgerSummary {
  readonly questions: number
  /** Mean steps per question. */
  readonly steps: number
  readonly roles: readonly RoleTokens[]
  readonly agents: TokenSum
  readonly withHelpers: TokenSum
  readonly judges: TokenSum
  /** Whether a server sent no counts. */
  readonly estimated: boolean
}

export interface TokenSum {
  readonly promptTokens: number
  readonly completionTokens: number
  readonly cost: number | null
}

const HELPERS: ReadonlySet<string> = new Set([
  'monitor',
  'querier',
  'sifter',
  'injector',
  'reader',
  'embedder',
])
const JUDGES: ReadonlySet<string> = new Set(['judge', 'grader', 'labeller'])

/** Returns the summary, with roles in order of first appearance. */
export function ledgerSummary(ledgers: readonly QuestionLedger[]): LedgerSummary {
  const rows = ledgers.flatMap((ledger) => ledger.rows)
  const questions = ledgers.length
  const roles = [...new Set(rows.map(({ role }) => role))].map((role): RoleTokens => {
    const own = rows.filter((row) => row.role === role)
    const calls = own.reduce((sum, row) => sum + row.calls, 0) / questions
    return { role, kind: kindOf(role), calls, ...meanTokens(own, questions) }
  })
  const of = (...kinds: RoleTokens['kind'][]) =>
    meanTokens(
      roles.filter(({ kind }) => kinds.includes(kind)),
      1,
    )
  return {
    questions,
    steps: questions === 0 ? 0 : ledgers.reduce((sum, { steps }) => sum + steps, 0) / questions,
    roles,
    agents: of('agent'),
    withHelpers: of('agent', 'helper'),
    judges: of('judge'),
    estimated: rows.some(({ estimated }) => estimated),
  }
}

function kindOf(role: string): RoleTokens['kind'] {
  if (HELPERS.has(role)) return 'helper'
  return JUDGES.has(role) ? 'judge' : 'agent'
}

function meanTokens(rows: readonly TokenSum[], questions: number): TokenSum {
  const sum = (value: (row: TokenSum) => number) =>
    rows.reduce((total, row) => total + value(row), 0) / questions
  return {
    promptTokens: sum(({ promptTokens }) => promptTokens),
    completionTokens: sum(({ completionTokens }) => completionTokens),
    cost: rows.some(({ cost }) => cost === null) ? null : sum(({ cost }) => cost ?? 0),
  }
}
