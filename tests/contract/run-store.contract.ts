/** The contract of every store of runs and their journals. */
import { describe, expect, it } from 'vitest'
import { isGlossError } from '../../core/index.ts'
import { NO_BUDGET, type RunOutcome, type RunStore } from '../../solver/index.ts'
import type { JournalEntry } from '../../solver/ports.ts'
import { runPlan } from '../fixtures/run-plan.ts'

export interface RunStoreUnderTest {
  readonly name: string
  /** Opens an empty store. */
  open(): Promise<RunStore>
}

const PLAN = runPlan({
  question: { id: 'q1', text: 'How many? 𝛼 “quoted”\n\u0000', category: 'biology' },
  settings: { proposers: 5, weights: [0.2, 0.6, 0.2], seed: null },
  budget: { ...NO_BUDGET, tokens: 1_000 },
})
const TOTAL = {
  role: 'total',
  calls: 1,
  failedCalls: 0,
  promptTokens: 10,
  cachedPromptTokens: 0,
  completionTokens: 5,
  reasoningTokens: 0,
  discardedTokens: 0,
  seconds: 1.5,
  cost: null,
  estimated: false,
}
const OUTCOME: RunOutcome = {
  status: 'done',
  answer: 'It is so.\n<answer>\\boxed{30}</answer>',
  answerPath: 'refine/0',
  failure: null,
  details: { pool: [{ text: '30' }] },
  course: [{ type: 'stage', stage: 'propose' }],
  evidence: [],
  ledgers: { byRole: [], byStage: [], total: TOTAL, steps: 3 },
  seconds: 12.25,
}
const CALL = {
  role: 'proposer',
  model: 'm',
  usage: { promptTokens: 10, completionTokens: 5, estimated: false },
  seconds: 0.1,
  isFailed: false,
}
const DOWN = { code: 'MODEL_UNAVAILABLE', message: 'Down.' } as const

function entry(key: string, more: Partial<JournalEntry> = {}): JournalEntry {
  return { key, askedHash: `hash of ${key}`, value: { text: key }, failure: null, calls: [CALL], ...more }
}

const at = (second: number) => new Date(second * 1_000).toISOString()

export function runStoreContract({ name, open }: RunStoreUnderTest): void {
  describe(`run store: ${name}`, () => {
    runContract(open)
    journalContract(open)
    forgettingContract(open)
  })
}

function runContract(open: RunStoreUnderTest['open']): void {
  it('gives a run back as it was planned, running and without an outcome', async () => {
    const store = await open()
    const made = await store.create(PLAN, at(1))
    expect(made).toMatchObject({ plan: PLAN, startedAt: at(1), outcome: null, status: 'running' })
    expect(await store.get(made.id)).toEqual(made)
  })

  it('keeps what a run came to, and its state when it goes on', async () => {
    const store = await open()
    const { id } = await store.create(PLAN, at(1))
    await store.finish(id, OUTCOME)
    expect(await store.get(id)).toMatchObject({ status: 'done', outcome: OUTCOME })
    await store.setStatus(id, 'running')
    expect((await store.get(id)).status).toBe('running')
    await store.finish(id, { ...OUTCOME, status: 'budget', answer: null })
    expect(await store.get(id)).toMatchObject({ status: 'budget', outcome: { answer: null } })
  })

  it('finds a run by the beginning of its id where no other begins so', async () => {
    const store = await open()
    const ids: string[] = []
    for (let n = 0; n < 40; n++) ids.push((await store.create(PLAN, at(n))).id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) {
      const shortest = [...id].findIndex(
        (_, end) => ids.filter((other) => other.startsWith(id.slice(0, end + 1))).length === 1,
      )
      expect((await store.get(id.slice(0, shortest + 1))).id).toBe(id)
      if (shortest > 0)
        await expect(store.get(id.slice(0, shortest))).rejects.toThrow('More than one run begins')
    }
  })

  it.each([
    { what: 'an id that is not there', id: 'ffffffffffff0' },
    { what: 'no id', id: '' },
    { what: 'signs that a search would take for any', id: '%' },
    { what: 'one sign for any', id: '_' },
    { what: 'words', id: "a' OR 1 = 1 --" },
  ])('says that there is no such run: $what', async ({ id }) => {
    const store = await open()
    await store.create(PLAN, at(1))
    await expect(store.get(id)).rejects.toSatisfy((error) => isGlossError(error, 'RUN_NOT_FOUND'))
  })

  it('lists the newest first, as many as are asked for', async () => {
    const store = await open()
    for (const second of [2, 3, 1]) await store.create(PLAN, at(second))
    expect((await store.list(10)).map(({ startedAt }) => startedAt)).toEqual([at(3), at(2), at(1)])
    expect(await store.list(2)).toHaveLength(2)
    expect(await store.list(0)).toEqual([])
  })
}

function journalContract(open: RunStoreUnderTest['open']): void {
  it.each([
    { what: 'an object', value: { text: 'a', n: 1.5, list: [null, true, '𝛼\u0000'] } },
    { what: 'nothing', value: null },
    {
      what: 'events',
      value: [
        { type: 'text', text: 'It' },
        { type: 'finish', reason: 'stop' },
      ],
    },
    { what: 'a long text', value: 'x'.repeat(1_000_000) },
  ])('keeps answers as they were: $what', async ({ value }) => {
    const store = await open()
    const { id } = await store.create(PLAN, at(1))
    const journal = store.journal(id)
    const written = entry('propose/0/stream.0', { value })
    await journal.write(written)
    expect(await journal.read(written.key)).toEqual(written)
    expect(await store.journal(id).read(written.key)).toEqual(written)
  })

  it('keeps failures with what came before them, and has nothing under other keys', async () => {
    const store = await open()
    const { id } = await store.create(PLAN, at(1))
    const journal = store.journal(id)
    const failed = entry('propose/1/stream.0', { value: [{ type: 'text', text: 'It' }], failure: DOWN })
    await journal.write(failed)
    expect(await journal.read(failed.key)).toEqual(failed)
    for (const key of ['propose/1/stream.1', 'propose/1/stream', 'propose/%/stream.0', ''])
      expect(await journal.read(key)).toBeNull()
  })

  it('keeps the journals of runs apart', async () => {
    const store = await open()
    const [one, other] = [await store.create(PLAN, at(1)), await store.create(PLAN, at(1))]
    await store.journal(one.id).write(entry('a/agent.0', { value: 'one' }))
    await store.journal(other.id).write(entry('a/agent.0', { value: 'other' }))
    expect((await store.journal(one.id).read('a/agent.0'))?.value).toBe('one')
    expect(await store.journal(other.id).answersOf('/agent.0')).toEqual([
      { key: 'a/agent.0', value: 'other' },
    ])
  })

  it('has one entry under a key: the last that was written', async () => {
    const store = await open()
    const journal = store.journal((await store.create(PLAN, at(1))).id)
    await journal.write(entry('a/ask.0', { value: 'first' }))
    await journal.write(entry('a/ask.0', { value: 'second' }))
    expect((await journal.read('a/ask.0'))?.value).toBe('second')
    expect(await journal.answersOf('/ask.0')).toHaveLength(1)
  })

  it('gives answers by the end of their keys in the order in which they were written, without failures', async () => {
    const store = await open()
    const journal = store.journal((await store.create(PLAN, at(1))).id)
    for (const key of ['b/agent.0', 'a/agent.0', 'a/stream.0', 'c/agent.01', 'b/agent_0'])
      await journal.write(entry(key))
    await journal.write(entry('d/agent.0', { failure: DOWN }))
    expect((await journal.answersOf('/agent.0')).map(({ key }) => key)).toEqual(['b/agent.0', 'a/agent.0'])
  })

  it('tells of all calls, those of failures too', async () => {
    const store = await open()
    const journal = store.journal((await store.create(PLAN, at(1))).id)
    await journal.write(entry('a/stream.0', { calls: [CALL, { ...CALL, isFailed: true }] }))
    await journal.write(entry('b/stream.0', { failure: DOWN }))
    await journal.write(entry('c/find.0', { calls: [] }))
    expect(await journal.calls()).toEqual([
      { key: 'a/stream.0', calls: [CALL, { ...CALL, isFailed: true }] },
      { key: 'b/stream.0', calls: [CALL] },
      { key: 'c/find.0', calls: [] },
    ])
  })
}

function forgettingContract(open: RunStoreUnderTest['open']): void {
  async function failedRun() {
    const store = await open()
    const { id } = await store.create(PLAN, at(1))
    const journal = store.journal(id)
    for (const key of ['a/ask.0', 'b/ask.0', 'c/ask.0'])
      await journal.write(entry(key, key === 'b/ask.0' ? { failure: DOWN } : {}))
    return { store, id, journal }
  }

  it('forgets the first failure and all that came after it, and keeps what they cost', async () => {
    const { store, id, journal } = await failedRun()
    await store.forgetFailures(id)
    expect((await journal.read('a/ask.0'))?.value).toEqual({ text: 'a/ask.0' })
    expect(await journal.read('b/ask.0')).toBeNull()
    expect(await journal.read('c/ask.0')).toBeNull()
    expect((await journal.answersOf('/ask.0')).map(({ key }) => key)).toEqual(['a/ask.0'])
    const calls = await journal.calls()
    expect(calls.flatMap((one) => one.calls)).toHaveLength(3)
    expect(calls.map(({ key }) => key.split('/')[0])).toEqual(['a', 'b', 'c'])
  })

  it('can be done again and again: what was forgotten and failed anew is counted each time', async () => {
    const { store, id, journal } = await failedRun()
    for (let time = 1; time <= 3; time++) {
      await store.forgetFailures(id)
      await journal.write(entry('b/ask.0', { failure: DOWN }))
    }
    await store.forgetFailures(id)
    await store.forgetFailures(id)
    expect(await journal.read('b/ask.0')).toBeNull()
    expect((await journal.calls()).flatMap((one) => one.calls)).toHaveLength(6)
  })

  it('forgets the last answer of a failed run whose models all answered: nothing could be made of it', async () => {
    const store = await open()
    const { id } = await store.create(PLAN, at(1))
    const journal = store.journal(id)
    for (const key of ['a/ask.0', 'b/ask.0']) await journal.write(entry(key))
    await store.setStatus(id, 'failed')
    await store.forgetFailures(id)
    expect(await journal.read('b/ask.0')).toBeNull()
    expect(await journal.read('a/ask.0')).toEqual(entry('a/ask.0'))
    expect((await journal.calls()).flatMap((one) => one.calls)).toHaveLength(2)
  })

  it('does nothing where nothing failed, and leaves other runs alone', async () => {
    const { store, id } = await failedRun()
    const other = await store.create(PLAN, at(2))
    const journal = store.journal(other.id)
    await journal.write(entry('a/ask.0', { failure: DOWN }))
    await store.forgetFailures(id)
    expect((await journal.read('a/ask.0'))?.failure).toEqual(DOWN)
    const calm = await store.create(PLAN, at(3))
    await store.journal(calm.id).write(entry('a/ask.0'))
    await store.forgetFailures(calm.id)
    expect(await store.journal(calm.id).read('a/ask.0')).toEqual(entry('a/ask.0'))
  })
}
