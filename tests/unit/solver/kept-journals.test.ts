/** Tests journals of runs from before patterns had a registry: they replay to the same outcome and resume where they stopped. */
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../core/index.ts'
import { openSqliteRunStore } from '../../../solver/adapters/sqlite-run-database.ts'
import { patternNamed, type RunOutcome, type RunPlan, runPattern } from '../../../solver/index.ts'
import type { JournalEntry } from '../../../solver/ports.ts'
import { FAKE_ENVIRONMENT, type FakePorts, fakeRunPorts } from '../../fakes/fake-run-ports.ts'
import { NEVER } from '../../fakes/fake-thinking.ts'
import kept from '../../fixtures/journals/eigen1.json' with { type: 'json' }

const store = openSqliteRunStore(':memory:')
const plan = kept.plan as unknown as RunPlan
const entries = kept.entries as unknown as readonly JournalEntry[]

async function resumed(journal: readonly JournalEntry[], ports: FakePorts): Promise<RunOutcome> {
  const record = await store.create(plan, new Date(0).toISOString())
  for (const entry of journal) await store.journal(record.id).write(entry)
  return await runPattern(record, patternNamed(plan.pattern).run, {
    store,
    ports,
    prices: new Map(),
    environment: async () => FAKE_ENVIRONMENT,
    clock: systemClock,
    signal: NEVER,
    onEvent: () => undefined,
  })
}

/** Answers to the rest of the run, as when the journal was recorded. */
const LAST: Readonly<Record<string, string>> = { ranker: 'I cannot say.' }
const ports = () =>
  fakeRunPorts({ say: (role) => LAST[role] ?? '', help: () => '<select>Response 2</select>', injector: null })

function comparable({ seconds: _, ...outcome }: RunOutcome): object {
  return JSON.parse(JSON.stringify(outcome))
}

describe('a run that was begun before', () => {
  it('is played again without a call and comes to the same, with the same ledger', async () => {
    const asked = ports()
    expect(comparable(await resumed(entries, asked))).toEqual(kept.outcome)
    expect(asked.asked).toEqual([])
  })
})
