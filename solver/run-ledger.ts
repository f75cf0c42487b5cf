/** Counts a run's calls to models by role and by stage, the first part of an asker's path. */
import {
  createLedger,
  type Ledger,
  type LedgerCall,
  type LedgerRow,
  type PriceTable,
} from '../models/index.ts'

export interface RunLedger {
  add(path: string, call: LedgerCall): void
  discard(path: string, role: string, tokens: number): void
  byRole(): readonly LedgerRow[]
  byStage(): readonly LedgerRow[]
  total(): LedgerRow
}

export function createRunLedger(prices: PriceTable): RunLedger {
  const roles = createLedger(prices)
  const stages = createLedger(prices)
  return {
    add(path, call) {
      roles.add(call)
      stages.add({ ...call, role: stageOf(path) })
    },
    discard(path, role, tokens) {
      roles.discard(role, tokens)
      stages.discard(stageOf(path), tokens)
    },
    byRole: roles.rows,
    byStage: stages.rows,
    total: roles.total,
  }
}

export function stageOf(path: string): string {
  return path.split('/')[0] ?? path
}

/** Returns the ledger for one asker; `calls` returns the calls added since it was last called. */
export function ledgerOfAsker(ledger: RunLedger, path: string): Ledger & { calls(): readonly LedgerCall[] } {
  const added: LedgerCall[] = []
  return {
    add(call) {
      added.push(call)
      ledger.add(path, call)
    },
    discard: (role, tokens) => ledger.discard(path, role, tokens),
    rows: ledger.byRole,
    total: ledger.total,
    calls: () => added.splice(0),
  }
}
