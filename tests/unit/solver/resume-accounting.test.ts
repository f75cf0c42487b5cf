/** What a run cost before it was stopped counts when it is resumed: calls that were cut off, and the seconds that it took. */
import { describe, expect, test } from 'vitest'
import { GlossError } from '../../../core/index.ts'
import { openSqliteRunStore } from '../../../solver/adapters/sqlite-run-store.ts'
import { type Budget, NO_BUDGET, runPattern } from '../../../solver/index.ts'
import type { Pattern } from '../../../solver/solve.ts'
import { FAKE_ENVIRONMENT, type FakePorts, fakeRunPorts } from '../../fakes/fake-run-ports.ts'
import { NEVER } from '../../fakes/fake-thinking.ts'
import { createManualClock } from '../../fakes/manual-clock.ts'

const QUESTIONS = 10
const MILLISECONDS_EACH = 1_000
const store = openSqliteRunStore(':memory:')

/** Asks one model after another. */
const pattern: Pattern<unknown> = async (_question, _settings, runner) => {
  runner.stage('ask')
  let answer = ''
  for (let number = 0; number < QUESTIONS; number++) {
    const run = await runner.agent(`ask/${number}`, {
      role: `agent${number}`,
      messages: [{ role: 'user', content: `Question ${number}?` }],
      tools: { searchesCorpus: false, searchesWeb: false },
      search: { k: 3, hasSifter: false, helperTemperature: 0 },
      monitoring: null,
    })
    answer += run.role
  }
  return { answer, answerPath: 'ask', details: {} }
}

async function newRun(budget: Budget = NO_BUDGET) {
  const plan = { question: { id: 'q1', text: 'How many?' }, pattern: 'test', settings: {}, corpus: 'main' }
  const { id } = await store.create(
    { ...plan, backend: 'auto', monitor: 'lexical', budget },
    new Date(0).toISOString(),
  )
  return id
}

interface Leg {
  readonly ports: FakePorts
  readonly clock: ReturnType<typeof createManualClock>
  readonly signal?: AbortSignal
}

async function go(id: string, { ports, clock, signal = NEVER }: Leg) {
  const environment = async () => FAKE_ENVIRONMENT
  const options = { store, ports, prices: new Map(), environment, clock, signal, onEvent: () => undefined }
  return await runPattern(await store.get(id), pattern, options)
}

/** Stops the run when the first words of that model's answer have come; the answer then ends with `failure`, or as stopped streams do. */
function stopsIn(role: string, ports: FakePorts, stop: () => void, failure?: GlossError): FakePorts {
  return {
    ...ports,
    chat(asking, ledger, path) {
      const chat = ports.chat(asking, ledger, path)
      if (asking !== role) return chat
      return {
        ...chat,
        async *stream(request, written, signal) {
          for await (const event of chat.stream(request, written, signal)) {
            stop()
            if (failure !== undefined) throw failure
            signal.throwIfAborted()
            yield event
          }
        },
      }
    },
  }
}

const say = () => 'It is so. '.repeat(50)

describe('a run that is resumed', () => {
  test('has paid for the answer that it was stopped in', async () => {
    const id = await newRun()
    const stopping = new AbortController()
    const first = fakeRunPorts({ say })
    const stopped = await go(id, {
      ports: stopsIn('agent3', first, () => stopping.abort(new Error('killed'))),
      clock: createManualClock(),
      signal: stopping.signal,
    })
    expect(stopped.status).toBe('cancelled')
    const second = fakeRunPorts({ say })
    const outcome = await go(id, { ports: second, clock: createManualClock() })
    expect(outcome.status).toBe('done')
    expect(second.asked[0]?.who).toBe('agent3')
    const answered = first.asked.length + second.asked.length
    expect(answered).toBeGreaterThan(QUESTIONS)
    expect(outcome.ledgers.total.calls).toBe(answered)
    expect(outcome.ledgers.total.promptTokens).toBe(10 * answered)
  })

  test('asks again where the stop itself made an answer fail', async () => {
    const id = await newRun()
    const stopping = new AbortController()
    const closed = new GlossError('MODEL_UNAVAILABLE', 'The connection was closed.')
    const stop = () => stopping.abort(new Error('killed'))
    await go(id, {
      ports: stopsIn('agent3', fakeRunPorts({ say }), stop, closed),
      clock: createManualClock(),
      signal: stopping.signal,
    })
    const outcome = await go(id, { ports: fakeRunPorts({ say }), clock: createManualClock() })
    expect(outcome).toMatchObject({ status: 'done', failure: null })
  })

  test('has the seconds left that it did not take before', async () => {
    const id = await newRun({ ...NO_BUDGET, seconds: 8 })
    const clock = createManualClock()
    const stopping = new AbortController()
    const before = async (who: string) => {
      await clock.advance(MILLISECONDS_EACH)
      if (who === 'agent4') stopping.abort(new Error('killed'))
    }
    const stopped = await go(id, { ports: fakeRunPorts({ say, before }), clock, signal: stopping.signal })
    expect(stopped).toMatchObject({ status: 'cancelled', seconds: 5 })
    const later = createManualClock()
    const more = fakeRunPorts({ say, before: () => later.advance(MILLISECONDS_EACH) })
    const outcome = await go(id, { ports: more, clock: later })
    expect(outcome).toMatchObject({ status: 'budget', failure: { code: 'BUDGET_REACHED' }, seconds: 8 })
    expect(more.asked.map(({ who }) => who).at(-1)).toBe('agent6')
  })
})
