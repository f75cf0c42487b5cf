/** Counts calls to models by role, with tokens, time and cost. */
import { type Clock, type ErrorCode, GlossError } from '../../core/index.ts'
import type { ChatUsage, Ledger, LedgerByRole, LedgerCall, LedgerRow, StreamingChat } from '../ports.ts'
import { costOf, type PriceTable } from '../prices.ts'
import { BrokenAnswerError } from './chat-error.ts'
import { createUsageTally } from './usage-tally.ts'

export function ledgerByRole(rows: readonly LedgerRow[]): LedgerByRole {
  return Object.fromEntries(rows.map(({ role, ...row }) => [role, row]))
}

const TOTAL = 'total'

export function createLedger(prices: PriceTable): Ledger {
  const rows = new Map<string, LedgerRow>()
  let total = emptyRow(TOTAL)
  return {
    add(call) {
      rows.set(call.role, added(rows.get(call.role) ?? emptyRow(call.role), call, prices))
      total = added(total, call, prices)
    },
    discard(role, tokens) {
      const row = rows.get(role) ?? emptyRow(role)
      rows.set(role, { ...row, discardedTokens: row.discardedTokens + tokens })
      total = { ...total, discardedTokens: total.discardedTokens + tokens }
    },
    rows: () => [...rows.values()],
    total: () => total,
  }
}

/** Counts every answer; one that was aborted or broke off counts up to that point. */
export function withLedger(chat: StreamingChat, ledger: Ledger, role: string, clock: Clock): StreamingChat {
  return {
    id: chat.id,
    server: chat.server,
    async *stream(request, signal) {
      const startedMs = clock.nowMs()
      const tally = createUsageTally(request)
      let isFailed = false
      let isFree = false
      let isWhole = false
      try {
        for await (const event of chat.stream(request, signal)) {
          tally.add(event)
          isWhole ||= event.type === 'finish'
          yield event
        }
      } catch (error) {
        isFailed = true
        isFree = isUnanswered(error)
        throw error
      } finally {
        const seconds = (clock.nowMs() - startedMs) / 1_000
        const counted = tally.usage()
        // If the reader stopped early, the server may have generated more than it had sent.
        const isCertain = isWhole || isFailed
        const usage =
          isFree && counted.estimated ? NO_USAGE : isCertain ? counted : { ...counted, estimated: true }
        ledger.add({ role, model: chat.id, usage, seconds, isFailed })
      }
    },
  }
}

const NO_USAGE: ChatUsage = { promptTokens: 0, completionTokens: 0, estimated: false }

/** A refused request counts no tokens unless the server reports a count. A server that sent nothing may have read the prompt. */
const UNCOUNTED: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'MODEL_UNAVAILABLE',
  'MODEL_RATE_LIMITED',
  'MODEL_REFUSED',
  'MODEL_PROTOCOL',
])

function isUnanswered(error: unknown): boolean {
  return error instanceof GlossError && !(error instanceof BrokenAnswerError) && UNCOUNTED.has(error.code)
}

function emptyRow(role: string): LedgerRow {
  return {
    role,
    calls: 0,
    failedCalls: 0,
    promptTokens: 0,
    cachedPromptTokens: 0,
    completionTokens: 0,
    reasoningTokens: 0,
    discardedTokens: 0,
    seconds: 0,
    cost: 0,
    estimated: false,
  }
}

function added(
  row: LedgerRow,
  { model, usage, seconds, isFailed }: LedgerCall,
  prices: PriceTable,
): LedgerRow {
  const isUnused = usage.promptTokens === 0 && usage.completionTokens === 0
  const cost = isUnused ? 0 : costOf(usage, model, prices)
  return {
    ...row,
    calls: row.calls + 1,
    failedCalls: row.failedCalls + (isFailed ? 1 : 0),
    promptTokens: row.promptTokens + usage.promptTokens,
    cachedPromptTokens: row.cachedPromptTokens + (usage.cachedPromptTokens ?? 0),
    completionTokens: row.completionTokens + usage.completionTokens,
    reasoningTokens: row.reasoningTokens + (usage.reasoningTokens ?? 0),
    seconds: row.seconds + seconds,
    cost: row.cost === null || cost === null ? null : row.cost + cost,
    estimated: row.estimated || usage.estimated,
  }
}
