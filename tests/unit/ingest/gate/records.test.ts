import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byInterest, isClose, stateOf } from '../../../../ingest/gate/records.ts'
import { builtInTopic, categoryReport, explainGate, isKept, type Topic } from '../../../../ingest/index.ts'
import { gateRecord } from '../../../fakes/gate-records.ts'

const dropped = { keep: false, reason: 'off_topic', score: -0.2 } as const

describe('overruling', () => {
  it.each([
    { name: 'kept by the policy', record: gateRecord(), state: 'kept' },
    { name: 'dropped by the policy', record: gateRecord(dropped), state: 'dropped:off_topic' },
    { name: 'kept by hand', record: gateRecord({ ...dropped, overruled: 'keep' }), state: 'kept' },
    { name: 'dropped by hand', record: gateRecord({ overruled: 'drop' }), state: 'dropped:by_hand' },
    {
      name: 'dropped by both',
      record: gateRecord({ ...dropped, overruled: 'drop' }),
      state: 'dropped:off_topic',
    },
  ])('leaves a paper $name as $state', ({ record, state }) => {
    expect(stateOf(record)).toBe(state)
  })

  it('wins over the policy', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.constantFrom('keep' as const, 'drop' as const), (keep, word) => {
        const overruled = gateRecord({ ...(keep ? {} : dropped), overruled: word })
        expect(isKept(overruled)).toBe(word === 'keep')
        expect(stateOf(overruled) === 'kept').toBe(word === 'keep')
      }),
    )
  })
})

describe('a close call', () => {
  const calls = [
    { name: 'at the margin above', changes: { score: 0.06 }, isCloseCall: true },
    { name: 'over the margin above', changes: { score: 0.061 }, isCloseCall: false },
    { name: 'at the margin below', changes: { ...dropped, score: -0.06 }, isCloseCall: true },
    { name: 'over the margin below', changes: { ...dropped, score: -0.061 }, isCloseCall: false },
    { name: 'beside another cut-off', changes: { score: 0.5, cutoff: 0.45 }, isCloseCall: true },
    {
      name: 'far below another cut-off',
      changes: { ...dropped, score: -0.45, cutoff: 0.45 },
      isCloseCall: false,
    },
    {
      name: 'near what is excluded',
      changes: { keep: false, reason: 'near_negative', score: 0 },
      isCloseCall: true,
    },
    {
      name: 'for another reason',
      changes: { keep: false, reason: 'not_prose', score: 0 },
      isCloseCall: false,
    },
    { name: 'without a topic', changes: { policy: 'none', score: 0 }, isCloseCall: false },
    { name: 'that a person decided', changes: { score: 0, overruled: 'keep' }, isCloseCall: false },
  ] as const
  it.each(calls)('is said of a score $name: $isCloseCall', ({ changes, isCloseCall }) => {
    const record = gateRecord(changes)
    expect(isClose(record)).toBe(isCloseCall)
    expect(explainGate(record).includes('A close call: look at it yourself.')).toBe(isCloseCall)
  })

  it('is as close as its score is to its own cut-off', () => {
    const far = { score: 0.03, cutoff: 0, isClose: true }
    const near = { score: -0.19, cutoff: -0.2, isClose: true }
    expect([far, near].toSorted(byInterest)).toEqual([near, far])
  })

  it('comes first in a list, the closest at the top, and then the others by their scores', () => {
    const rows = [0.9, 0.05, -0.5, -0.01, 0.03].map((score) => ({
      score,
      cutoff: 0,
      isClose: Math.abs(score) < 0.1,
    }))
    expect(rows.toSorted(byInterest).map(({ score }) => score)).toEqual([-0.01, 0.03, 0.05, -0.5, 0.9])
  })
})

describe('an explanation', () => {
  it('says four of the nearest keywords of each side', () => {
    const keywords = Array.from(
      { length: 6 },
      (_, i) => ({ keyword: `k${i}`, set: 'positive', category: '', cosine: 0.5 }) as const,
    )
    expect(explainGate(gateRecord({ nearest: keywords }))).toEqual([
      'Keep for topic test.',
      'Policy contrast: score 0.300, kept above 0.000 (topic 0.400, other fields 0.100; embedder fake).',
      'Nearest of the topic: k0 0.50, k1 0.50, k2 0.50, k3 0.50.',
    ])
  })

  it('names the sides of a policy that compares with keywords', () => {
    expect(explainGate(gateRecord({ policy: 'published' }))[1]).toContain('(positive 0.400, negative 0.100;')
  })

  it('says why a paper is dropped without a topic', () => {
    const record = gateRecord({ policy: 'none', keep: false, reason: 'no_text', overruled: 'keep' })
    expect(explainGate(record)).toEqual([
      'Drop: it has neither a title nor text to evaluate.',
      'Overridden by hand: keep.',
    ])
    expect(explainGate(gateRecord({ policy: 'none', keep: false, reason: 'new' }))[0]).toBe('Drop: new.')
  })

  it('says a reason as it is written where it is a new one', () => {
    expect(explainGate(gateRecord({ keep: false, reason: 'new' }))[0]).toBe('Drop for topic test: new.')
  })

  it('says what was measured of the text', () => {
    const prose = {
      words: 120,
      inSentences: 0.125,
      language: '',
      likeness: 0,
      heldLikeness: 0,
      broken: 0,
      hasPages: true,
    }
    const [, second] = explainGate(gateRecord({ prose }))
    expect(second).toBe('Text: 120 words, 13 % in sentences, 0 % broken; most like no language (0.00).')
  })

  it('says verdict, scores, what was nearest, and who overruled it', () => {
    const record = gateRecord({
      ...dropped,
      overruled: 'keep',
      nearest: [
        { keyword: 'quarks', set: 'other', category: '', cosine: 0.512 },
        { keyword: 'Quantum Chemistry', set: 'positive', category: 'Physical', cosine: 0.3 },
        { keyword: 'Psychology', set: 'negative', category: '', cosine: 0.2 },
      ],
    })
    expect(explainGate(record)).toEqual([
      'Drop for topic test: it is closer to other fields than to the topic.',
      'Policy contrast: score −0.200, kept above 0.000 (topic 0.400, other fields 0.100; embedder fake).',
      'Nearest of the topic: Quantum Chemistry 0.30.',
      'Nearest excluded: Psychology 0.20.',
      'Nearest other fields: quarks 0.51.',
      'Category: Physical.',
      'Overridden by hand: keep.',
    ])
  })

  it('is one line where no topic is set', () => {
    expect(explainGate(gateRecord({ policy: 'none' }))).toEqual(['Kept: no topic is set.'])
  })
})

describe('a close call', () => {
  it.each([
    { name: 'kept just above the cut-off', changes: { score: 0.25, cutoff: 0.2 }, close: true },
    { name: 'dropped just below it', changes: { ...dropped, score: 0.15, cutoff: 0.2 }, close: true },
    { name: 'far above it', changes: { score: 0.4, cutoff: 0.2 }, close: false },
    { name: 'decided by a person', changes: { score: 0.25, cutoff: 0.2, overruled: 'keep' }, close: false },
    {
      name: 'refused as not prose',
      changes: { score: 0.25, cutoff: 0.2, keep: false, reason: 'not_prose' },
      close: false,
    },
    { name: 'without a topic', changes: { score: 0, cutoff: 0, policy: 'none' }, close: false },
  ] as const)('is $name: $close', ({ changes, close }) => {
    const record = gateRecord(changes)
    expect(isClose(record)).toBe(close)
    expect(explainGate(record).includes('A close call: look at it yourself.')).toBe(close)
  })

  it('comes first in a list, the closest of all at the top; the rest follow by score', () => {
    const listed = [0.9, 0.23, -0.4, 0.19, 0.1].map((score) => ({
      score,
      cutoff: 0.2,
      isClose: isClose(gateRecord({ score, cutoff: 0.2 })),
    }))
    expect(listed.sort(byInterest).map(({ score }) => score)).toEqual([0.19, 0.23, -0.4, 0.1, 0.9])
  })
})

describe('the report of Table A1', () => {
  const biochem = builtInTopic('biochem')!
  const inCategory = (category: string, changes = {}) =>
    gateRecord({ nearest: [{ keyword: category, set: 'positive', category, cosine: 0.5 }], ...changes })

  it('counts kept papers by nearest category, with their share of the domain', () => {
    const records = [
      ...Array.from({ length: 2 }, () => inCategory('Neuroscience')),
      inCategory('Ecology and Evolution'),
      inCategory('Organic'),
      inCategory('Organic', dropped),
      inCategory('Inorganic', { ...dropped, overruled: 'keep' }),
    ]
    const report = categoryReport(records, biochem)
    expect(report.total).toBe(5)
    expect(report.domains).toEqual([
      { domain: 'Biology', count: 3 },
      { domain: 'Chemistry', count: 2 },
    ])
    expect(report.categories.filter(({ count }) => count > 0)).toEqual([
      { domain: 'Biology', category: 'Neuroscience', count: 2, percent: 66.67 },
      { domain: 'Biology', category: 'Ecology and Evolution', count: 1, percent: 33.33 },
      { domain: 'Chemistry', category: 'Organic', count: 1, percent: 50 },
      { domain: 'Chemistry', category: 'Inorganic', count: 1, percent: 50 },
    ])
    expect(report.categories).toHaveLength(10)
  })

  it('has parts that sum to its total, whatever the records', () => {
    const categories = ['Neuroscience', 'Organic', 'Physical', 'a category of another topic', '']
    const record = fc
      .tuple(fc.constantFrom(...categories), fc.boolean(), fc.constantFrom('keep', 'drop', null))
      .map(([category, keep, overruled]) => inCategory(category, { keep, overruled }))
    const topics: Topic[] = [biochem, builtInTopic('none')!]
    fc.assert(
      fc.property(fc.array(record), fc.constantFrom(...topics), (records, topic) => {
        const { total, domains, categories } = categoryReport(records, topic)
        const sum = (rows: readonly { count: number }[]) => rows.reduce((all, { count }) => all + count, 0)
        expect(total).toBe(records.filter(isKept).length)
        expect(sum(domains)).toBe(total)
        for (const { domain, count } of domains)
          expect(sum(categories.filter((row) => row.domain === domain))).toBe(count)
      }),
    )
  })
})
