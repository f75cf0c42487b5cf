/** Tests the summary of a loop: parts that never worked are reported; failures of the others are only counted. */
import { expect, test } from 'vitest'
import { GlossError } from '../../../core/index.ts'
import { estimateTokens } from '../../../models/index.ts'
import {
  createLogprobMonitor,
  isUnhelped,
  type TimedTraceEvent,
  watchLines,
  watchRates,
  watchSummary,
} from '../../../monitor/index.ts'
import { continuingChat } from '../../fakes/continuing-chat.ts'
import { evidence, fakeInquiry, runLoop, YES } from '../../fakes/fake-thinking.ts'

const chatOf = (first: string) =>
  continuingChat(({ written: { text } }) => (text === '' ? first : ' So it is.'))
const prose = 'It is so in each of them. '.repeat(120)

const down = (what: string) => async () => {
  throw new GlossError('MODEL_UNAVAILABLE', `${what} is down.`)
}
const asking = { name: 'q', queries: async () => ({ queries: ['effective size'] }) }
const found = async () => [evidence('u1')]

const FAILING = {
  retriever: { querier: asking, find: down('retriever') },
  querier: { querier: { name: 'q', queries: down('querier') }, find: found },
  injector: { querier: asking, find: found, injector: { name: 'i', write: down('injector') } },
  sifter: { querier: asking, find: found, sifter: { name: 's', sift: down('sifter') } },
  monitor: { monitor: { name: 'm', look: down('monitor') } },
  'log probabilities': { monitor: createLogprobMonitor() },
  'unreadable answers': {
    monitor: { name: 'm', look: async () => ({ answer: 'unreadable' as const, reason: '?' }) },
  },
}

test.each([
  ['retriever', /^The retriever failed at all \d+ queries: retriever is down\. \[MODEL_UNAVAILABLE\]$/],
  ['querier', /^The querier failed at all \d+ triggers: querier is down/],
  ['injector', /^The injector failed at all \d+ injections: injector is down/],
  [
    'sifter',
    /^The sifter gave no usable judgement at any of \d+ quer.* \(sifter is down\. \[MODEL_UNAVAILABLE\]\); all that was found was kept\.$/,
  ],
  ['monitor', /^The monitor could not judge any of \d+ looks: monitor is down/],
  ['log probabilities', /^The monitor could not judge any of \d+ looks: .*\[LOGPROBS_MISSING\]$/],
  ['unreadable answers', /^None of the monitor’s \d+ answers could be read/],
] as const)(
  'a part that always fails is named with the reason, and the answer stays: %s',
  async (part, says) => {
    const { trace, text } = await runLoop(chatOf(prose), { inquiry: fakeInquiry(() => YES, FAILING[part]) })
    const { problems, injections } = watchSummary(trace)
    expect(problems).toHaveLength(1)
    if (injections === 0) expect(text).toBe(prose)
    else expect(text).toContain('[u1]')
    expect(problems[0]).toMatch(says)
  },
)

test('searches by code are counted, and reported where all of them failed', async () => {
  const failure = { code: 'GRAPH_MISSING', message: 'No facts.' }
  const searches = (failed: readonly boolean[]) =>
    failed.map((isFailed) => ({ query: 'q', found: isFailed ? null : 2, ...(isFailed ? { failure } : {}) }))
  const ran = async (failed: readonly boolean[]) => {
    const execute = async () => ({ result: '{}', searches: searches(failed) })
    const { trace } = await runLoop(chatOf('Now <code>f()</code>'), { execute, agent: { maxSteps: 2 } })
    return watchSummary(trace)
  }
  const all = await ran([true, true])
  expect(all.searches.failed).toBe(all.searches.asked)
  expect(all.problems).toEqual([
    `Searches by code failed at all ${all.searches.asked} calls: No facts. [GRAPH_MISSING]`,
  ])
  expect(isUnhelped(all)).toBe(true)
  const some = await ran([true, false])
  expect(some.problems).toEqual([])
  expect(isUnhelped(some)).toBe(false)
  expect(watchLines(some).join('\n')).toMatch(/searches by code: \d+, 0 without a hit, \d+ failed/)
})

test('every event of a trace is counted for what it is', () => {
  const place = { step: 0, call: 0, channel: 'text', offset: 1 } as const
  const sought = (worths: readonly (string | undefined)[]) => ({
    kind: 'evidence',
    found: worths.map((worth) => (worth === undefined ? {} : { worth })),
  })
  const failure = (message: string, what = 'A') => ({ kind: 'failure', stage: 'querier', what, message })
  const trace = [
    ...['yes', 'yes', 'no', 'unreadable'].map((answer) => ({ kind: 'look', at: place, answer })),
    { kind: 'query', queries: ['a', 'b'] },
    { kind: 'query', queries: [] },
    { kind: 'query', queries: ['c'] },
    { kind: 'query', queries: ['d'] },
    sought(['keep', 'unsifted']),
    sought(['unsifted', 'unsifted']),
    sought([undefined]),
    sought([]),
    { kind: 'miss', reason: 'nothing_found' },
    { kind: 'miss', reason: 'no_query' },
    { kind: 'miss', reason: 'nothing_found' },
    { kind: 'skip', reason: 'pending' },
    { kind: 'skip', reason: 'late' },
    { kind: 'injection', text: 'abc' },
    { kind: 'injection', text: 'abcd' },
    { kind: 'unused' },
    failure('b'),
    failure('a'),
    failure('c'),
    failure('z', '9'),
    { kind: 'code' },
    {
      kind: 'code',
      searches: [{ found: 0 }, { found: 2 }, { found: null, failure: { code: 'B', message: 'm' } }],
    },
    { kind: 'end' },
  ] as unknown as TimedTraceEvent[]
  const said = [
    { by: 'model', text: 'abcde' },
    { by: 'injection', text: 'xxx' },
    { by: 'code', text: 'yyy' },
    { by: 'model', text: 'fg' },
  ] as const
  const summary = watchSummary(trace, said)
  expect(summary).toEqual({
    characters: 7,
    looks: 4,
    triggers: 2,
    unreadable: 1,
    queries: 3,
    injections: 2,
    injectedTokens: estimateTokens('abc') + estimateTokens('abcd'),
    unused: 1,
    sifted: 2,
    unsifted: 1,
    codeBlocks: 2,
    misses: { no_query: 1, nothing_found: 2 },
    skips: { late: 1, pending: 1 },
    searches: { asked: 3, empty: 1, failed: 1 },
    failures: [
      { stage: 'querier', code: '9', message: 'z', count: 1 },
      { stage: 'querier', code: 'A', message: 'a', count: 3 },
      { stage: 'search', code: 'B', message: 'm', count: 1 },
    ],
    problems: [],
  })
  expect(Object.keys(summary.misses)).toEqual(['no_query', 'nothing_found'])
  expect(Object.keys(summary.skips)).toEqual(['late', 'pending'])
})

test.each([
  { name: 'nothing was asked', sums: {}, unhelped: false },
  { name: 'a trigger led to nothing', sums: { triggers: 1 }, unhelped: true },
  { name: 'there was an injection', sums: { triggers: 1, injections: 1 }, unhelped: false },
  { name: 'a search had hits', sums: { searches: { asked: 2, empty: 1, failed: 0 } }, unhelped: false },
  { name: 'no search had any', sums: { searches: { asked: 2, empty: 1, failed: 1 } }, unhelped: true },
])('a turn was helped or not: $name', ({ sums, unhelped }) => {
  expect(isUnhelped({ ...watchSummary([]), ...sums })).toBe(unhelped)
})

test('there are no rates per 10,000 characters (E31) where nothing was written or injected, or it is not known how much', () => {
  expect(watchRates({ characters: 0, triggers: 0, injections: 0, injectedTokens: 0 })).toBeNull()
  const { characters: _, injectedTokens: _tokens, ...older } = watchSummary([])
  expect(watchRates(older)).toBeNull()
  expect(watchLines(older)).toEqual(['looks 0, triggers 0, queries 0, injections 0'])
  const unhelped = { characters: 100, triggers: 0, injections: 0, injectedTokens: 0 }
  expect(watchRates(unhelped)?.tokensPerInjection).toBeNull()
})
