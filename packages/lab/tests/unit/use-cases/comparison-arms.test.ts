/** Arms of a comparison: which there are, what each has of the settings, and when their costs stop it. */
import { describe, expect, it } from 'vitest'
import { patternSettings } from '../../../../../app/solve/index.ts'
import { patternNamed } from '../../../../../solver/index.ts'
import { readDecoding } from '../../../use-cases/evaluate/arm-settings.ts'
import { createCostLimit } from '../../../use-cases/evaluate/cost-limit.ts'
import { patternArms } from '../../../use-cases/evaluate/pattern-arms.ts'
import { starArm, starArmNames } from '../../../use-cases/evaluate/star-arms.ts'

const base = {}

describe('arms of compare-patterns', () => {
  it('may be presets', () => {
    const arms = patternArms({ arms: ['rethinker:lean', 'rethinker'], settings: {}, base })
    expect(arms.map(({ request }) => [request.pattern, request.preset])).toEqual([
      ['rethinker', 'lean'],
      ['rethinker', undefined],
    ])
  })

  it.each([
    [['nothing'], {}, 'There is no pattern "nothing"; the patterns are eigen1'],
    [['single:lean'], {}, 'has no preset "lean"'],
    [['single', 'single'], {}, 'single was named twice'],
    [['single'], { gaps: 'closed' }, 'None of single has a setting "gaps"'],
    [['single:published:x'], {}, 'is not PATTERN or PATTERN:PRESET'],
  ])('%j with %j is refused', (arms, settings, message) => {
    expect(() => patternArms({ arms, settings, base })).toThrow(message)
  })
})

describe('arms of eval rws', () => {
  it('S17 S22 have one decoding, and no retrieval unless they are named so', () => {
    const decoding = readDecoding('temperature=0.2,maxTokens=100')
    for (const name of starArmNames()) {
      const { request, isRetrieving } = starArm(name, decoding)
      const pattern = patternNamed(request.pattern ?? '')
      const whole = patternSettings(pattern, request.settings ?? {})
      expect(whole).toMatchObject({ temperature: 0.2, maxTokens: 100 })
      expect(pattern.needs(whole).retrieval !== 'none').toBe(isRetrieving)
    }
    expect(() => starArm('hmaw+retrieval', decoding)).toThrow('Unknown arm "hmaw+retrieval"')
  })
})

describe('a limit on costs', () => {
  it('expects of a run what its projection says, then what its arm took, and stops for good', () => {
    const limit = createCostLimit(
      10,
      new Map([
        ['a', 4],
        ['b', 1],
      ]),
    )
    expect([limit.admits('a', '1'), limit.admits('a', '2')]).toEqual([true, true])
    // Two runs under way are expected to take 8.
    limit.settle('a', '1', 1)
    limit.settle('a', '2', 2)
    expect(limit.spent()).toBe(3)
    for (const run of ['3', '4', '5', '6']) expect(limit.admits('a', run)).toBe(true)
    expect(limit.admits('a', '7')).toBe(false)
    expect(limit.refusal()).toEqual({ arm: 'a', expected: 1.5 })
    expect(limit.admits('b', '1')).toBe(false)
  })

  it('counts a run once, however often it is told', () => {
    const limit = createCostLimit(10, new Map())
    limit.settle('a', '1', 2)
    limit.settle('a', '1', 2)
    limit.settle('a', '2', null)
    expect(limit.spent()).toBe(2)
  })
})
