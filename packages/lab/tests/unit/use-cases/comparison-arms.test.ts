/** Arms of a comparison: their names, their settings, and the cost limit that stops them. */
import { describe, expect, it } from 'vitest'
import { patternArms } from '../../../use-cases/evaluate/pattern-arms.ts'

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
