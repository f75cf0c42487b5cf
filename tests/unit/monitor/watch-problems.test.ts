/** Which sentences say that a part of a loop never worked, from counts alone. */
import { describe, expect, it } from 'vitest'
import type { FailureCount, WatchSummary } from '../../../monitor/watch-figures.ts'
import { problemsOf } from '../../../monitor/watch-problems.ts'
import { isUnhelped, watchLines, watchSummary } from '../../../monitor/watch-summary.ts'

const NOTHING: WatchSummary = watchSummary([])
const failed = (
  stage: FailureCount['stage'],
  count: number,
  message = 'Down.',
  code = 'OFF',
): FailureCount => ({
  stage,
  code,
  message,
  count,
})

const CASES: readonly { name: string; sums: Partial<WatchSummary>; says?: string }[] = [
  { name: 'nothing happened', sums: {} },
  {
    name: 'all went well',
    sums: { looks: 9, triggers: 2, queries: 2, injections: 2, sifted: 2, codeBlocks: 1 },
  },
  // Monitor
  {
    name: 'no look was judged',
    sums: { failures: [failed('monitor', 3)] },
    says: 'The monitor could not judge any of 3 looks: Down. [OFF]',
  },
  {
    name: 'the only look was not judged',
    sums: { failures: [failed('monitor', 1)] },
    says: 'The monitor could not judge any of 1 look: Down. [OFF]',
  },
  { name: 'one look was judged', sums: { looks: 1, failures: [failed('monitor', 3)] } },
  {
    name: 'the failure that was met most is told',
    sums: {
      failures: [failed('monitor', 1, 'A.'), failed('sifter', 9, 'R.'), failed('monitor', 2, 'B.', 'X')],
    },
    says: 'The monitor could not judge any of 3 looks: B. [X]',
  },
  {
    name: 'no answer could be read',
    sums: { looks: 2, unreadable: 2 },
    says: 'None of the monitor’s 2 answers could be read as yes or no.',
  },
  {
    name: 'the only answer could not be read',
    sums: { looks: 1, unreadable: 1 },
    says: 'None of the monitor’s 1 answer could be read as yes or no.',
  },
  { name: 'one answer could be read', sums: { looks: 3, unreadable: 2 } },
  {
    name: 'every look came too late',
    sums: { skips: { late: 2, overtaken: 1 } },
    says: 'The monitor finished none of 3 looks before the text went on without it.',
  },
  {
    name: 'every look was overtaken',
    sums: { skips: { overtaken: 1 } },
    says: 'The monitor finished none of 1 look before the text went on without it.',
  },
  { name: 'some looks came too late', sums: { looks: 1, skips: { late: 2 } } },
  { name: 'looks were left out for another reason', sums: { skips: { pending: 2 } } },
  // Querier, retriever, injector: those that are due one after the other
  {
    name: 'no trigger led to a query',
    sums: { looks: 5, triggers: 2, failures: [failed('querier', 2)] },
    says: 'The querier failed at all 2 triggers: Down. [OFF]',
  },
  {
    name: 'a trigger led to a query',
    sums: { triggers: 2, queries: 1, injections: 1, failures: [failed('querier', 1)] },
  },
  {
    name: 'a querier found nothing to ask',
    sums: { triggers: 2, misses: { no_query: 1 }, failures: [failed('querier', 1)] },
  },
  {
    name: 'no query was answered',
    sums: { triggers: 1, queries: 1, failures: [failed('retriever', 1)] },
    says: 'The retriever failed at all 1 query: Down. [OFF]',
  },
  {
    name: 'no query was answered, and some were not even written',
    sums: { triggers: 3, queries: 2, misses: { no_query: 1 }, failures: [failed('retriever', 2)] },
    says: 'The retriever failed at all 2 queries: Down. [OFF]',
  },
  {
    name: 'a query found nothing',
    sums: { queries: 2, misses: { nothing_found: 1 }, failures: [failed('retriever', 1)] },
  },
  { name: 'a query was injected', sums: { queries: 2, injections: 1, failures: [failed('retriever', 1)] } },
  {
    name: 'no injection was written',
    sums: { queries: 2, failures: [failed('injector', 2)] },
    says: 'The injector failed at all 2 injections: Down. [OFF]',
  },
  {
    name: 'an injection was written',
    sums: { queries: 2, injections: 1, failures: [failed('injector', 1)] },
  },
  {
    name: 'an injection was empty',
    sums: { queries: 2, misses: { empty_injection: 1 }, failures: [failed('injector', 1)] },
  },
  {
    name: 'two injections were empty',
    sums: {
      queries: 2,
      unused: 1,
      injections: 1,
      misses: { empty_injection: 2 },
      failures: [failed('injector', 1)],
    },
  },
  // Sifter, places, code
  {
    name: 'the sifter never judged',
    sums: { sifted: 2, unsifted: 2 },
    says: 'The sifter gave no usable judgement at any of 2 queries; all that was found was kept.',
  },
  {
    name: 'the sifter failed',
    sums: { sifted: 1, unsifted: 1, failures: [failed('sifter', 1)] },
    says: 'The sifter gave no usable judgement at any of 1 query (Down. [OFF]); all that was found was kept.',
  },
  { name: 'the sifter judged once', sums: { sifted: 2, unsifted: 1, failures: [failed('sifter', 1)] } },
  {
    name: 'every injection came too late',
    sums: { unused: 2 },
    says: 'All 2 injections came too late for the text.',
  },
  { name: 'one injection was in time', sums: { injections: 1, unused: 2 } },
  {
    name: 'no code was run',
    sums: { codeBlocks: 1, failures: [failed('code', 2)] },
    says: 'Code could not be run in any of 2 blocks: Down. [OFF]',
  },
  {
    name: 'all of the code failed',
    sums: { codeBlocks: 1, failures: [failed('code', 1)] },
    says: 'Code could not be run in any of 1 block: Down. [OFF]',
  },
  { name: 'some code was run', sums: { codeBlocks: 2, failures: [failed('code', 1)] } },
  {
    name: 'every search by code failed',
    sums: { searches: { asked: 2, empty: 0, failed: 2 }, failures: [failed('search', 2)] },
    says: 'Searches by code failed at all 2 calls: Down. [OFF]',
  },
  {
    name: 'one search by code worked',
    sums: { searches: { asked: 2, empty: 0, failed: 1 }, failures: [failed('search', 1)] },
  },
]

describe('problems of a loop', () => {
  it.each(CASES)('$name', ({ sums, says }) => {
    expect(problemsOf({ ...NOTHING, ...sums })).toEqual(says === undefined ? [] : [says])
  })

  /** Every way to choose none, some or all of the parts of a sum. */
  const someOf = (parts: readonly Partial<WatchSummary>[]) =>
    Array.from({ length: 2 ** parts.length }, (_, choice) => {
      const chosen = parts.filter((__, at) => (choice >> at) % 2 === 1)
      const misses = Object.assign({}, ...chosen.map((part) => part.misses ?? {}))
      const failures = chosen.flatMap((part) => part.failures ?? [])
      return { ...Object.assign({}, ...chosen), misses, failures, count: chosen.length }
    })
  const named = (sums: Partial<WatchSummary>, part: string) =>
    problemsOf({ ...NOTHING, triggers: 9, queries: 9, ...sums }).some((problem) =>
      problem.startsWith(`The ${part} failed`),
    )

  it('are none of the retriever where any of its answers was gone on with, whatever became of that', () => {
    const parts = [
      { injections: 1 },
      { unused: 1 },
      { failures: [failed('injector', 1)] },
      { misses: { nothing_found: 1 } },
      { misses: { sifted_out: 1 } },
    ]
    for (const { count, ...sums } of someOf(parts)) {
      const failures = [...sums.failures, failed('retriever', 1)]
      expect(named({ ...sums, failures }, 'retriever')).toBe(count === 0)
      const without = { ...sums, failures, misses: { ...sums.misses, no_query: 1 } }
      expect(named(without, 'retriever')).toBe(count === 0)
    }
  })

  it('are none of the injector where any injection was written, whatever became of it', () => {
    const parts = [{ injections: 1 }, { unused: 1 }, { misses: { empty_injection: 1 } }]
    for (const { count, ...sums } of someOf(parts))
      expect(named({ ...sums, failures: [failed('injector', 1)] }, 'injector')).toBe(count === 0)
  })

  it('are all told, in the order of the loop', () => {
    const stages = ['search', 'code', 'sifter', 'monitor'] as const
    const problems = problemsOf({
      ...NOTHING,
      unused: 1,
      sifted: 1,
      unsifted: 1,
      searches: { asked: 1, empty: 0, failed: 1 },
      failures: stages.map((stage) => failed(stage, 1)),
    })
    expect(problems.map((problem) => problem.split(' ').slice(0, 2).join(' '))).toEqual([
      'The monitor',
      'The sifter',
      'All 1',
      'Code could',
      'Searches by',
    ])
  })
})

describe('a turn that asked for help', () => {
  const none = { asked: 0, empty: 0, failed: 0 }
  it.each([
    { name: 'was not one where nothing was asked', sums: {}, unhelped: false },
    { name: 'had none by a trigger', sums: { triggers: 1 }, unhelped: true },
    { name: 'had an injection', sums: { triggers: 1, injections: 1 }, unhelped: false },
    { name: 'had hits of a search', sums: { searches: { ...none, asked: 2, empty: 1 } }, unhelped: false },
    { name: 'had no hits', sums: { searches: { ...none, asked: 2, empty: 2 } }, unhelped: true },
    {
      name: 'had searches that failed or were empty',
      sums: { searches: { asked: 2, empty: 1, failed: 1 } },
      unhelped: true,
    },
    {
      name: 'could not even be watched',
      sums: { failures: [failed('sifter', 1), failed('monitor', 1)] },
      unhelped: true,
    },
    {
      name: 'had none by triggers and as many searches',
      sums: { triggers: 2, searches: { asked: 2, empty: 2, failed: 0 } },
      unhelped: true,
    },
    { name: 'failed elsewhere', sums: { failures: [failed('sifter', 1)] }, unhelped: false },
  ])('$name', ({ sums, unhelped }) => {
    expect(isUnhelped({ ...NOTHING, ...sums })).toBe(unhelped)
  })
})

describe('lines for people', () => {
  it('tell what was done, at what rate, what led to nothing, and what failed', () => {
    const summary: WatchSummary = {
      ...NOTHING,
      characters: 20_000,
      looks: 9,
      triggers: 5,
      queries: 4,
      injections: 3,
      injectedTokens: 500,
      unreadable: 1,
      unused: 2,
      misses: { no_query: 1, nothing_found: 2 },
      skips: { late: 3 },
      searches: { asked: 4, empty: 1, failed: 2 },
      failures: [failed('querier', 2)],
    }
    expect(watchLines(summary)).toEqual([
      'looks 9, triggers 5, queries 4, injections 3',
      'characters written 20000; per 10,000: 2.50 triggers, 1.50 injections of ~167 tokens, ~250 extra tokens',
      'unreadable verdicts: 1',
      'injections too late for the turn: 2',
      'triggers without an injection: 1 no query, 2 nothing found',
      'looks not taken: 3 late',
      'searches by code: 4, 1 without a hit, 2 failed',
      'failed 2 x: querier: Down. [OFF]',
    ])
  })

  it('leave out what did not happen, and tokens where nothing was injected', () => {
    expect(watchLines(NOTHING)).toEqual(['looks 0, triggers 0, queries 0, injections 0'])
    expect(watchLines({ ...NOTHING, characters: 10_000 })[1]).toBe(
      'characters written 10000; per 10,000: 0.00 triggers, 0.00 injections, ~0 extra tokens',
    )
  })
})
