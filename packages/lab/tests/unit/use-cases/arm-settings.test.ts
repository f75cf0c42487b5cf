/** Comparisons across patterns: RWS T2's grid, and the decoding that all of its arms have. */
import { describe, expect, it } from 'vitest'
import { gridRows } from '../../../use-cases/evaluate/ablation-grid.ts'
import { readDecoding } from '../../../use-cases/evaluate/arm-settings.ts'

const ARMS = ['single', 'hmaw', 'pace', 'phase', 'schema']

describe('the comparison of patterns', () => {
  it.each(['hmaw', 'pace', 'phase', 'schema'])('S51 from %s has the single shot and the four', (pattern) => {
    const rows = gridRows({ pattern }, ['T2'])
    expect(rows.map(({ name, set }) => [name, set.request.pattern])).toEqual(
      ARMS.map((arm) => [`T2:${arm}`, arm]),
    )
    expect(new Set(rows.map(({ set }) => set.folder)).size).toBe(ARMS.length)
  })

  it('S22 one flag gives every arm the same decoding', () => {
    const decoding = readDecoding('temperature=0, maxTokens=512,seed=7')
    const rows = gridRows({ pattern: 'pace', settings: { gaps: 'closed' } }, ['T2'], decoding)
    for (const { set } of rows)
      expect(set.request.settings).toMatchObject({ temperature: 0, maxTokens: 512, seed: 7 })
    // What only some patterns have goes to those.
    expect(rows.map(({ set }) => set.request.settings?.['gaps'])).toEqual([
      undefined,
      undefined,
      'closed',
      'closed',
      'closed',
    ])
  })

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
