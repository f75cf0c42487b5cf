/** Tests reports on the gate's decisions: explanations, close calls, histograms, Table A1. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { GateRecord } from '../../../corpus/index.ts'
import {
  binScores,
  builtInTopic,
  byInterest,
  categoryReport,
  explainGate,
  isClose,
  isKept,
} from '../../../ingest/index.ts'

const dropped = { keep: false, reason: 'off_topic', score: -0.2 } as const

describe('a close call', () => {
  it.each([
    [true, 'at the margin above', { score: 0.06 }],
    [false, 'over the margin above', { score: 0.061 }],
    [true, 'at the margin below', { ...dropped, score: -0.06 }],
    [true, 'next to another cut-off', { score: 0.5, cutoff: 0.45 }],
    [true, 'near what is excluded', { keep: false, reason: 'near_negative', score: 0 }],
    [false, 'for another reason', { keep: false, reason: 'not_prose', score: 0 }],
    [false, 'without a topic', { policy: 'none', score: 0 }],
    [false, 'that a person decided', { score: 0, overruled: 'keep' }],
  ] as const)('is %s of a score %s', (isCloseCall, _, changes) => {
    const record = gateRecord(changes)
    expect(isClose(record)).toBe(isCloseCall)
    expect(explainGate(record).includes('A close call: look at it yourself.')).toBe(isCloseCall)
  })

  it('comes first in a list, the closest at the top, and then the others by their scores', () => {
    const rows = [0.9, 0.25, -0.3, 0.19, 0.23].map((score) => ({
      score,
      cutoff: 0.2,
      isClose: Math.abs(score - 0.2) < 0.1,
    }))
    expect(rows.toSorted(byInterest).map(({ score }) => score)).toEqual([0.19, 0.23, 0.25, -0.3, 0.9])
  })
})

describe('an explanation', () => {
  const prose = {
    words: 120,
    inSentences: 0.125,
    language: '',
    likeness: 0,
    heldLikeness: 0,
    broken: 0,
    hasPages: true,
  }
  it.each([
    ['Kept: no topic is set.', { policy: 'none' }],
    [
      'Drop: it has neither a title nor text to evaluate.',
      { policy: 'none', keep: false, reason: 'no_text' },
    ],
    ['Drop for topic test: new.', { keep: false, reason: 'new' }],
    [
      'Policy published: score 0.300, kept above 0.000 (positive 0.400, negative 0.100; embedder fake).',
      { policy: 'published' },
    ],
    ['Text: 120 words, 13 % in sentences, 0 % broken; most like no language (0.00).', { prose }],
  ] as const)('says: %s', (line, changes) => {
    expect(explainGate(gateRecord(changes)).slice(0, 2)).toContain(line)
  })
})

const scored = (score: number, cutoff = 0) =>
  gateRecord({ score, cutoff, keep: score > cutoff, reason: score > cutoff ? '' : 'off_topic' })

describe('reports, whatever the records', () => {
  it('a histogram has every paper once, and no bar on both sides of the cut-off', () => {
    const hundredths = fc.integer({ min: -100, max: 100 }).map((value) => value / 100)
    const counts = fc.integer({ min: 1, max: 30 })
    fc.assert(
      fc.property(fc.array(hundredths), hundredths, counts, (scores, cutoff, count) => {
        const records = scores.map((score) => scored(score, cutoff))
        const { bins } = binScores(records, count)
        expect(bins.reduce((sum, bin) => sum + bin.kept, 0)).toBe(records.filter(isKept).length)
        expect(bins.reduce((sum, bin) => sum + bin.kept + bin.dropped, 0)).toBe(records.length)
        for (const bin of bins) expect(bin.kept * bin.dropped).toBe(0)
      }),
    )
  })

  it('the parts of Table A1 sum to its total', () => {
    const biochem = builtInTopic('biochem')!
    const inCategory = (category: string, changes = {}) =>
      gateRecord({ nearest: [{ keyword: category, set: 'positive', category, cosine: 0.5 }], ...changes })
    const category = fc.constantFrom('Neuroscience', 'Organic', 'a category of another topic', '')
    const record = fc
      .tuple(category, fc.boolean(), fc.constantFrom('keep', 'drop', null))
      .map(([name, keep, overruled]) => inCategory(name, { keep, overruled }))
    const topic = fc.constantFrom(biochem, builtInTopic('none')!)
    fc.assert(
      fc.property(fc.array(record), topic, (records, about) => {
        const { total, domains, categories } = categoryReport(records, about)
        const sum = (rows: readonly { count: number }[]) => rows.reduce((all, { count }) => all + count, 0)
        expect([total, sum(domains)]).toEqual([records.filter(isKept).length, total])
        for (const { domain, count } of domains)
          expect(sum(categories.filter((row) => row.domain === domain))).toBe(count)
      }),
    )
  })
})

/** Returns the gate record of a kept paper of the topic `test`, with changes. */
function gateRecord(changes: Partial<GateRecord> = {}): GateRecord {
  return {
    policy: 'contrast',
    topic: 'test',
    embedder: 'fake',
    positive: 0.4,
    negative: 0.1,
    score: 0.3,
    cutoff: 0,
    keep: true,
    reason: '',
    nearest: [],
    overruled: null,
    ...changes,
  }
}
