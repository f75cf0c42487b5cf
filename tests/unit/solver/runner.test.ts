import { describe, expect, test } from 'vitest'
import { GlossError, systemClock } from '../../../core/index.ts'
import { openSqliteRunStore } from '../../../solver/adapters/sqlite-run-database.ts'
import {
  type AgentRun,
  NO_BUDGET,
  type Pattern,
  type RunEvent,
  type RunPlan,
  runPattern,
} from '../../../solver/index.ts'
import { FAKE_ENVIRONMENT, type FakePortsOptions, fakeRunPorts } from '../../fakes/fake-run-ports.ts'
import { evidence, NEVER } from '../../fakes/fake-thinking.ts'
import { runPlan } from '../../fixtures/run-plan.ts'

const store = openSqliteRunStore(':memory:')
const PLAN = runPlan({ pattern: 'test' })

const visibleText = ({ segments }: AgentRun) =>
  segments.flatMap(({ channel, text }) => (channel === 'text' ? [text] : [])).join('')
const prose = 'It is so in each of them. '.repeat(30)
const agent = (role: string) => ({
  role,
  messages: [{ role: 'user' as const, content: `I am ${role}.` }],
  tools: { searchesCorpus: true, searchesWeb: false },
  search: { k: 3, hasSifter: true, helperTemperature: 0 },
  monitoring: { hasQuerier: true, hasSifter: true, hasInjector: true, helperTemperature: 0 },
})

/** Runs three concurrent agents, each with an injection and a block of code, then asks one question about their answers. */
const pattern: Pattern<unknown> = async (question, _, runner) => {
  runner.stage('propose')
  const proposed = await runner.parallel('propose', [1, 2, 3], (n, path) =>
    runner.agent(path, agent(`proposer${n}`)),
  )
  const texts = proposed.map((outcome) => (outcome.isDone ? visibleText(outcome.value) : 'failed'))
  runner.offer(texts[0] ?? '', 'propose/0')
  runner.stage('rank')
  const { text } = await runner.ask('rank', 'ranker', {
    messages: [{ role: 'user', content: `${question.text}\n${texts.join('\n')}` }],
  })
  return { answer: text, answerPath: 'rank', details: { texts } }
}

const models: FakePortsOptions = {
  say(role, { written: { text } }) {
    if (text.includes('<execution_results>')) return ` ${role} says 8.`
    return text.includes('[') ? ' I count: <code>print(8)</code>' : prose
  },
  help: (role, { messages }) => `${role} read ${messages[0]?.content.length} characters`,
  find: () => [evidence('u1')],
  execute: () => "{'output': '8\\n'}",
}

async function run(options: Partial<FakePortsOptions> = {}, plan: Partial<RunPlan> = {}, signal = NEVER) {
  const record = await store.create({ ...PLAN, ...plan }, new Date(0).toISOString())
  const ports = fakeRunPorts({ ...models, ...options })
  const events: RunEvent[] = []
  const outcome = await again(record.id, ports, events, signal)
  return { id: record.id, outcome, asked: ports.asked, events }
}

const optionsOf = (ports = fakeRunPorts(models), signal = NEVER, events: RunEvent[] = []) => ({
  store,
  ports,
  prices: new Map(),
  environment: async () => FAKE_ENVIRONMENT,
  clock: systemClock,
  signal,
  onEvent: (event: RunEvent) => void events.push(event),
})

async function again(id: string, ports = fakeRunPorts(models), events: RunEvent[] = [], signal = NEVER) {
  return await runPattern(await store.get(id), pattern, optionsOf(ports, signal, events))
}

describe('a run', () => {
  test('stopped at any of its answers and resumed it ends the same, and nothing is asked twice', async () => {
    const whole = await run()
    const { length } = whole.asked
    for (let stopAt = 0; stopAt < length; stopAt++) {
      const stopping = new AbortController()
      let count = 0
      const before = () => {
        if (count++ === stopAt) stopping.abort(new Error('killed'))
      }
      const { id, outcome, asked } = await run({ before }, {}, stopping.signal)
      // The last answer may have arrived nevertheless.
      expect(outcome.status).toBe(stopAt === length - 1 ? 'done' : 'cancelled')
      const ports = fakeRunPorts(models)
      const resumed = await again(id, ports)
      expect(resumed).toMatchObject({
        status: 'done',
        answer: whole.outcome.answer,
        details: whole.outcome.details,
      })
      // Only calls under way at the stop are repeated: for each of three agents, the stream and the call that it waited for.
      const twice = [...asked, ...ports.asked].length - length
      expect(twice).toBeLessThanOrEqual(6)
    }
  })

  test('what overlaps a place that is in the turn stays out, also when the run is stopped in between and resumed', async () => {
    const at = (unit: string, start: number, end: number) => ({
      ...evidence(unit),
      span: [start, end] as const,
    })
    let asked = 0
    const placed: Partial<FakePortsOptions> = {
      say: (role, { written: { text } }) => (text.includes('passage') ? ` ${role} is done.` : prose),
      find: () =>
        asked++ % 2 === 0 ? [at('unit', 100, 300)] : [at('around', 0, 900), at('passage', 900, 1_700)],
    }
    const oneAgent: Pattern<unknown> = async (_question, _, runner) => {
      const said = visibleText(await runner.agent('propose/0', agent('proposer')))
      return { answer: said, answerPath: 'propose/0', details: null }
    }
    const runOf = async (id: string, before: () => void, signal: AbortSignal) => {
      const ports = fakeRunPorts({ ...models, ...placed, before })
      return await runPattern(await store.get(id), oneAgent, optionsOf(ports, signal))
    }
    const newRun = () => store.create(PLAN, new Date(0).toISOString())
    let answers = 0
    const whole = await runOf((await newRun()).id, () => void answers++, NEVER)
    expect(whole.evidence.map(({ unit, span }) => [unit, span])).toEqual([
      ['unit', [100, 300]],
      ['passage', [900, 1_700]],
    ])
    for (let stopAt = 1; stopAt < answers; stopAt++) {
      const stopping = new AbortController()
      const { id } = await newRun()
      let count = 0
      asked = 0
      const stop = () => {
        if (count++ === stopAt) stopping.abort(new Error('killed'))
      }
      await runOf(id, stop, stopping.signal)
      const { length: found } = (await store.journal(id).answersOf('/evidence.0')).concat(
        await store.journal(id).answersOf('/evidence.1'),
      )
      asked = found
      const resumed = await runOf(id, () => undefined, NEVER)
      expect([resumed.answer, resumed.evidence]).toEqual([whole.answer, whole.evidence])
    }
  })

  test('an agent that fails is an outcome, and is one again when it is resumed', async () => {
    const say: FakePortsOptions['say'] = (role, turn) =>
      role === 'proposer2' ? [new GlossError('MODEL_REFUSED', 'No.')] : models.say(role, turn)
    const { id, outcome, events } = await run({ say })
    expect(outcome.status).toBe('done')
    expect(events).toContainEqual({
      type: 'failure',
      path: 'propose/1',
      code: 'MODEL_REFUSED',
      message: 'No.',
    })
    const ports = fakeRunPorts(models)
    expect((await again(id, ports)).details).toEqual(outcome.details)
    expect(ports.asked).toEqual([])
  })
})

describe('what ends a run', () => {
  test('resumed with more it goes on from there', async () => {
    const { id } = await run({}, { budget: { ...NO_BUDGET, steps: 1 } })
    const ports = fakeRunPorts(models)
    const more = { ...optionsOf(ports), budget: NO_BUDGET }
    const outcome = await runPattern(await store.get(id), pattern, more)
    expect(outcome.status).toBe('done')
    expect(ports.asked.map(({ who }) => who)).toEqual(['ranker'])
  })

  test('another question under the same key is refused', async () => {
    const { id } = await run()
    const record = await store.get(id)
    const other = { ...record, plan: { ...record.plan, question: { id: 'q2', text: 'Why?' } } }
    expect((await runPattern(other, pattern, optionsOf())).failure?.code).toBe('RUN_CHANGED')
  })
})
