/** Comparisons across patterns: RWS T2's grid, and the decoding settings that all of its arms share. */
import { describe, expect, it } from 'vitest'
import { gridRows } from '../../../use-cases/evaluate/ablation-grid.ts'
import { readDecoding } from '../../../use-cases/evaluate/arm-settings.ts'

describe('the comparison of patterns', () => {
  it('S22 what an arm cannot have, or is itself about, is refused', () => {
    const warm = readDecoding('temperature=0.5')
    expect(() => gridRows({ pattern: 'single' }, ['temperature-1'], warm)).toThrow(
      'The row temperature-1 cannot have temperature 0.5: it has temperature 1',
    )
    expect(gridRows({ pattern: 'pace' }, ['gaps'], warm)).toHaveLength(2)
    for (const wrong of ['temperature', 'gaps=closed', 'seed=x', ''])
      expect(() => readDecoding(wrong)).toThrow('is not a decoding setting')
  })

  it('S21 closed gaps are an arm of their own; open ones are the pattern as it is, and solved once', () => {
    const [, , , phase, , open, closed] = gridRows({ pattern: 'phase' })
    expect([phase, open, closed].map((row) => row?.name)).toEqual([
      'T2:phase',
      'gaps:gaps-open',
      'gaps:gaps-closed',
    ])
    expect(open?.set).toBe(phase?.set)
    expect(closed?.set.request.settings).toEqual({ gaps: 'closed' })
  })
})
