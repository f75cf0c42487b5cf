/** The ledger of whole turns, with helpers, repairs, retries, broken streams and code, against what their servers counted. */
import { expect, it } from 'vitest'
import { type LedgerRun, runWithLedger } from './ledger-run.ts'

/** By role; what is compared, and nothing else. */
function ledgerOf({ rows }: LedgerRun) {
  return rows
    .map(({ role, promptTokens, completionTokens, reasoningTokens, estimated }) => ({
      role,
      promptTokens,
      completionTokens,
      reasoningTokens,
      estimated,
    }))
    .toSorted(byRole)
}

function billOf({ counted }: LedgerRun) {
  return [...counted].map(([role, tokens]) => ({ role, ...tokens, estimated: false })).toSorted(byRole)
}

function byRole(
  { role: one }: { readonly role: string },
  { role: other }: { readonly role: string },
): number {
  return one < other ? -1 : 1
}

export function checkLedger(runs: number): void {
  it(`the ledger is the servers’ count to the token in ${runs} seeded turns, where they count as they go`, async () => {
    const events = new Map<string, number>()
    for (let seed = 0; seed < runs; seed++) {
      const run = await runWithLedger(seed, 'every')
      expect({ seed, rows: ledgerOf(run) }).toEqual({ seed, rows: billOf(run) })
      for (const thought of run.thoughts)
        if (thought.type === 'trace')
          events.set(thought.event.kind, (events.get(thought.event.kind) ?? 0) + 1)
    }
    for (const kind of ['injection', 'failure', 'code']) expect(events.get(kind)).toBeGreaterThan(runs / 4)
  })

  it(`the ledger says that it estimates in ${runs} seeded turns where a stream was cut that is counted at its end, and nowhere else`, async () => {
    let cuts = 0
    for (let seed = 0; seed < runs; seed++) {
      const run = await runWithLedger(seed, 'last')
      const estimated = ledgerOf(run).flatMap((row) => (row.estimated ? row.role : []))
      expect({ seed, estimated }).toEqual({ seed, estimated: [...run.cut].toSorted() })
      const isWhole = ({ role }: { readonly role: string }) => !run.cut.has(role)
      expect({ seed, rows: ledgerOf(run).filter(isWhole) }).toEqual({
        seed,
        rows: billOf(run).filter(isWhole),
      })
      cuts += run.cut.size
    }
    expect(cuts).toBeGreaterThan(runs / 4)
  })
}
