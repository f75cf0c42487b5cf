/** What each policy decides of scores, at its limits. */
import { describe, expect, it } from 'vitest'
import { contrastOf, decideContrast, decideLimits, policyFor } from '../../../../ingest/gate/policies.ts'

const SCORES = { positive: 0.5, negative: 0.25 }

describe('the contrast of a paper', () => {
  it('is twice its nearness to the topic less that to other fields, over what an average other field has', () => {
    expect(contrastOf(SCORES, { background: 0.25 })).toBe(0.5)
  })

  it.each([
    { score: 0.26, isNegative: true, keep: true, reason: '' },
    { score: 0.25, isNegative: false, keep: false, reason: 'off_topic' },
    { score: 0.24, isNegative: true, keep: false, reason: 'near_negative' },
  ])('keeps above the cut-off of .25, not at it: $score', ({ score, isNegative, ...verdict }) => {
    expect(decideContrast(SCORES, score, 0.25, isNegative)).toEqual({
      ...SCORES,
      score,
      cutoff: 0.25,
      ...verdict,
    })
  })
})

describe('limits', () => {
  const decide = (contrast: number, cutoffs: Parameters<typeof decideLimits>[2]) => {
    const { keep, reason, score } = decideLimits(SCORES, contrast, cutoffs)
    return { keep, reason, score }
  }

  it('keep a paper within all of them, by the distance to the nearest', () => {
    const cutoffs = { positive: 0.25, negative: 0.375, contrast: -0.5 }
    expect(decide(0.5, cutoffs)).toEqual({ keep: true, reason: '', score: 0.125 })
  })

  it('drop it at one of them, for the first that is broken', () => {
    expect(decide(0.5, { contrast: 0.5 })).toEqual({ keep: false, reason: 'off_topic', score: 0 })
    expect(decide(0, { contrast: 0.25, negative: 0.125 })).toEqual({
      keep: false,
      reason: 'off_topic',
      score: -0.25,
    })
    expect(decide(0, { positive: 0, negative: 0.125 })).toMatchObject({ reason: 'near_negative' })
  })
})

it('the policy is what was asked for, else that of the topic, else `contrast`; none without a topic', () => {
  expect(policyFor({ name: 'a', policy: 'custom' }, 'published')).toBe('published')
  expect(policyFor({ name: 'a', policy: 'custom' })).toBe('custom')
  expect(policyFor({ name: 'a' })).toBe('contrast')
  expect(policyFor({ name: 'none', policy: 'custom' }, 'published')).toBe('none')
})
