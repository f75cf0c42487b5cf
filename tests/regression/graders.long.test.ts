/** A part of what `npm run measure graders` measures over all of SciBench and the multiple-choice questions. */
import { describe, expect, it } from 'vitest'
import { measureGraders } from '../../research/graders/measure.ts'
import { hasShared, orSkipped } from '../../scripts/lib/shared.ts'

const EVERY = 5

describe.skipIf(!hasShared)(orSkipped('the graders on SciBench'), () => {
  it('call rewritten answers right and perturbed ones wrong', async () => {
    const { figures } = await measureGraders(EVERY)
    expect(figures['numbers, right'].total.share).toBeGreaterThanOrEqual(0.98)
    expect(figures['numbers, wrong'].total.share).toBeGreaterThanOrEqual(0.99)
    expect(figures['letters, right'].total.share).toBe(1)
    expect(figures['letters, wrong'].total.share).toBe(1)
    expect(Object.keys(figures['numbers, right'].kinds).length).toBeGreaterThanOrEqual(12)
    expect(Object.keys(figures['numbers, wrong'].kinds).length).toBeGreaterThanOrEqual(8)
  })
})
