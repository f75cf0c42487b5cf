/** The contract of every run store about questions and the conditions of runs. */
import { describe, expect, it } from 'vitest'
import { contentId } from '../../core/index.ts'
import type { Journal, JournalEntry } from '../../solver/ports.ts'
import { conditionsAt } from '../../solver/run-conditions.ts'
import { FAKE_ENVIRONMENT } from '../fakes/fake-run-ports.ts'
import { runPlan } from '../fixtures/run-plan.ts'
import { gathered } from '../fixtures/served-solver.ts'
import type { RunStoreUnderTest } from './run-store.contract.ts'

const PLAN = runPlan()
const DOWN = { code: 'MODEL_UNAVAILABLE', message: 'Down.' } as const

function entry(key: string, more: Partial<JournalEntry> = {}): JournalEntry {
  return { key, askedHash: `hash of ${key}`, value: { text: key }, failure: null, calls: [], ...more }
}

const at = (second: number) => new Date(second * 1_000).toISOString()

export function runQuestionsContract({ name, open }: RunStoreUnderTest): void {
  describe(`what a run was asked: ${name}`, () => {
    async function asked(journal: Journal) {
      return await gathered(journal.questions())
    }

    it('keeps what was asked with each answer and failure, in the order in which they were written', async () => {
      const store = await open()
      const journal = store.journal((await store.create(PLAN, at(1))).id)
      const first = { messages: [{ role: 'user', content: 'Why? 𝛼\u0000' }] }
      await journal.write(entry('b/ask.0'), JSON.stringify(first))
      await journal.write(entry('a/ask.0', { failure: DOWN }), JSON.stringify('Who?'))
      await journal.write(entry('c/ask.0'))
      expect(await asked(journal)).toEqual([
        { key: 'b/ask.0', asked: first, failure: null },
        { key: 'a/ask.0', asked: 'Who?', failure: DOWN },
        { key: 'c/ask.0', asked: null, failure: null },
      ])
    })

    it('keeps a text that grows from call to call as it was at each of them', async () => {
      const store = await open()
      const { id } = await store.create(PLAN, at(1))
      const journal = store.journal(id)
      const texts = Array.from({ length: 60 }, (_, call) => ({
        request: 'x'.repeat(999),
        written: '𝛼b“'.repeat(call),
      }))
      for (const [call, text] of texts.entries())
        for (const path of ['a', 'b']) {
          const own = JSON.stringify({ ...text, path })
          await journal.write(entry(`${path}/stream.${call}`, { askedHash: contentId(own) }), own)
        }
      const read = await asked(store.journal(id))
      for (const path of ['a', 'b'])
        expect(read.filter(({ key }) => key.startsWith(path)).map((one) => one.asked)).toEqual(
          texts.map((text) => ({ ...text, path })),
        )
    })

    it('does not tell of what was forgotten', async () => {
      const store = await open()
      const { id } = await store.create(PLAN, at(1))
      const journal = store.journal(id)
      await journal.write(entry('a/ask.0'), '"a"')
      await journal.write(entry('b/ask.0', { failure: DOWN }), '"b"')
      await store.forgetFailures(id)
      expect((await asked(journal)).map(({ key }) => key)).toEqual(['a/ask.0'])
    })

    it('loses neither where a run is changed and its conditions are written at once', async () => {
      const store = await open()
      const { id } = await store.create(PLAN, at(1))
      const conditions = [conditionsAt(FAKE_ENVIRONMENT, at(2))]
      await Promise.all([store.setStatus(id, 'done'), store.setConditions(id, conditions)])
      expect(await store.get(id)).toMatchObject({ status: 'done', conditions })
    })

    it('keeps what a run was worked on with', async () => {
      const store = await open()
      const { id } = await store.create(PLAN, at(1))
      const begun = conditionsAt(FAKE_ENVIRONMENT, at(2))
      await store.setConditions(id, [begun])
      await store.setConditions(id, [begun, { ...begun, since: at(3) }])
      await store.setStatus(id, 'cancelled')
      expect((await store.get(id)).conditions).toEqual([begun, { ...begun, since: at(3) }])
    })
  })
}
