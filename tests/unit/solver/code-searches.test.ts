/** Searches by code are part of what it came to, so that a run that is resumed counts them as often as one that was not. */
import { expect, test } from 'vitest'
import { GlossError, systemClock } from '../../../core/index.ts'
import { openSqliteRunStore } from '../../../solver/adapters/sqlite-run-store.ts'
import { NO_BUDGET, patternNamed, type RunPorts, runPattern, withSearches } from '../../../solver/index.ts'
import { FAKE_ENVIRONMENT, fakeRunPorts } from '../../fakes/fake-run-ports.ts'
import { NEVER } from '../../fakes/fake-thinking.ts'

const down = new GlossError('GRAPH_MISSING', 'No facts.')
const search = (call: (values: readonly string[]) => Promise<unknown>) => ({
  search_local_documents: { parameters: ['query'], call },
  web_search: { parameters: ['keywords'], call: async () => ['other'] },
})

test('are told with what they found, and failures go on to the code', async () => {
  const functions = search(async ([query]) => {
    if (query === 'b') throw down
    return query === 'a' ? ['one', 'two'] : []
  })
  const output = await withSearches(functions, async (recorded) => {
    for (const query of ['a', 'b', 'c'])
      await recorded['search_local_documents']
        ?.call([query], NEVER)
        .catch((error: unknown) => expect(error).toBe(down))
    await recorded['web_search']?.call(['x'], NEVER)
    return 'printed'
  })
  expect(output).toEqual({
    result: 'printed',
    searches: [
      { query: 'a', found: 2 },
      { query: 'b', found: null, failure: { code: 'GRAPH_MISSING', message: 'No facts.' } },
      { query: 'c', found: 0 },
    ],
  })
})

test('of a run are the same when it is played again, and their failure is a problem of the run', async () => {
  const store = openSqliteRunStore(':memory:')
  const plan = {
    question: { id: 'q', text: 'How many?' },
    pattern: 'eigen1',
    settings: { proposers: 1, retrieval: 'explicit', corrects: false, evaluates: false, searchesWeb: false },
    corpus: 'main',
    backend: 'hipporag',
    monitor: 'lexical',
    budget: NO_BUDGET,
  }
  const { id } = await store.create(plan, new Date(0).toISOString())
  const fake = fakeRunPorts({
    say: (_, { written: { text } }) =>
      text.includes('<execution_results>') ? ' <answer>8</answer>' : 'Now <code>search()</code>',
  })
  let ran = 0
  const ports: RunPorts = {
    ...fake,
    functions: () =>
      search(async () => {
        throw down
      }),
    async execute(_, functions, signal) {
      ran++
      const call = functions['search_local_documents']?.call(['q'], signal)
      return (await call?.catch(() => 'error')) === 'error' ? 'error' : 'found'
    },
  }
  const work = async () =>
    await runPattern(await store.get(id), patternNamed('eigen1').run, {
      store,
      ports,
      prices: new Map(),
      environment: async () => FAKE_ENVIRONMENT,
      clock: systemClock,
      signal: NEVER,
      onEvent: () => undefined,
    })
  const first = await work()
  // Its agents were not watched: what they wrote is none of the monitor's, what their code searched counts.
  expect(first.watch).toMatchObject({ characters: 0, searches: { asked: 1, empty: 0, failed: 1 } })
  expect(first.watch?.problems).toEqual(['Searches by code failed at all 1 call: No facts. [GRAPH_MISSING]'])
  expect((await work()).watch).toEqual(first.watch)
  expect(ran).toBe(1)
})
