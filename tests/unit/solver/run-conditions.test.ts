/** Tests the recorded conditions of runs. */
import { describe, expect, test } from 'vitest'
import { GlossError, systemClock } from '../../../core/index.ts'
import { openSqliteRunStore } from '../../../solver/adapters/sqlite-run-database.ts'
import { patternNamed, type RunEnvironment, runPattern } from '../../../solver/index.ts'
import { FAKE_ENVIRONMENT, type FakePortsOptions, fakeRunPorts } from '../../fakes/fake-run-ports.ts'
import { evidence, NEVER } from '../../fakes/fake-thinking.ts'
import { runPlan } from '../../fixtures/run-plan.ts'

const store = openSqliteRunStore(':memory:')
const eigen1 = patternNamed('eigen1').run
const prose = 'It is so in each of them. '.repeat(30)
const models: FakePortsOptions = {
  say: (_, { written: { text } }) => (text.includes('[') ? ' <answer>8</answer>' : prose),
  help: () => '{"logic": 5, "answer": 5, "explanation": 5, "suggestion": ""}',
  find: () => [evidence('u1')],
}

async function begun(): Promise<string> {
  const settings = { proposers: 2, runsCode: false, searchesWeb: false }
  return (await store.create(runPlan({ settings }), new Date(0).toISOString())).id
}

async function worked(id: string, environment: Partial<RunEnvironment> = {}, signal = NEVER) {
  const { seq } = environment.corpus ?? FAKE_ENVIRONMENT.corpus
  await runPattern(await store.get(id), eigen1, {
    store,
    ports: fakeRunPorts(models),
    prices: new Map(),
    environment: async () => ({ ...FAKE_ENVIRONMENT, ...environment, corpus: { name: 'main', seq } }),
    clock: systemClock,
    signal,
    onEvent: () => undefined,
  })
  return (await store.get(id)).conditions
}

describe('conditions of a run', () => {
  test('are there of a run that was stopped before it asked anything', async () => {
    const stopped = AbortSignal.abort(new Error('stopped'))
    const [only] = await worked(await begun(), {}, stopped)
    const { gloss, node, embedder } = FAKE_ENVIRONMENT
    expect(only).toMatchObject({ gloss, node, embedder, corpus: { seqAtStart: 7 } })
  })

  test('name the prompts of the backend beside those of the agents', async () => {
    const filter = { name: 'hipporag-filter', hash: 'abc' }
    const [only] = await worked(await begun(), { prompts: [filter] })
    expect(only?.prompts).toContainEqual(filter)
    expect(only?.prompts.length).toBeGreaterThan(1)
  })

  test('are kept with the outcome where the corpus is gone at the end', async () => {
    const id = await begun()
    let asked = 0
    const outcome = await runPattern(await store.get(id), eigen1, {
      store,
      ports: fakeRunPorts(models),
      prices: new Map(),
      environment: async () => {
        if (asked++ > 0) throw new GlossError('CORPUS_NOT_FOUND', 'The corpus is gone.')
        return FAKE_ENVIRONMENT
      },
      clock: systemClock,
      signal: NEVER,
      onEvent: () => undefined,
    })
    expect(outcome.status).toBe('done')
    expect((await store.get(id)).conditions[0]?.corpus).toMatchObject({ seqAtStart: 7, seqAtEnd: null })
  })

  test('keep no user and no key of an address', async () => {
    const id = await begun()
    const ports = fakeRunPorts(models)
    await runPattern(await store.get(id), eigen1, {
      store,
      ports: {
        ...ports,
        chat: (...asked) => ({
          ...ports.chat(...asked),
          server: 'https://me:secret@models.example/v1?key=secret',
        }),
      },
      prices: new Map(),
      environment: async () => FAKE_ENVIRONMENT,
      clock: systemClock,
      signal: NEVER,
      onEvent: () => undefined,
    })
    const { conditions } = await store.get(id)
    expect(JSON.stringify(conditions)).not.toContain('secret')
    expect(conditions[0]?.models.find(({ role }) => role === 'proposer')?.server).toBe(
      'https://models.example/v1',
    )
  })
})
