/** Settings of a synthesis: their defaults and their limits. */
import { describe, expect, test } from 'vitest'
import { SynthesisSettings } from '../../../training/synthesis/settings.ts'

describe('settings', () => {
  const at = (given: object) => SynthesisSettings.safeParse({ examples: '', ...given }).success

  test('have their defaults', () => {
    expect(SynthesisSettings.parse({ examples: '' })).toMatchObject({
      seeds: 'published',
      seed: 1,
      temperature: 1,
      maxTokens: 4_096,
      maxSteps: 20,
      maxNudges: 5,
      codeSeconds: 60,
    })
    expect(SynthesisSettings.parse({ examples: '' }).fields).toHaveLength(23)
    expect(SynthesisSettings.safeParse({}).success).toBe(false)
    expect(at({ other: 1 })).toBe(false)
  })

  test.each([
    { name: 'seed', least: 0, most: 2 ** 31 - 1, isWhole: true },
    { name: 'temperature', least: 0, most: 2, isWhole: false },
    { name: 'maxTokens', least: 1, most: 1_000_000, isWhole: true },
    { name: 'maxSteps', least: 1, most: 1_000, isWhole: true },
    { name: 'maxNudges', least: 0, most: 100, isWhole: true },
    { name: 'codeSeconds', least: 1, most: 3_600, isWhole: true },
  ])('$name is from $least to $most', ({ name, least, most, isWhole }) => {
    expect([least, most].map((value) => at({ [name]: value }))).toEqual([true, true])
    expect([least - 1, most + 1].map((value) => at({ [name]: value }))).toEqual([false, false])
    expect(at({ [name]: least + 0.5 })).toBe(!isWhole)
  })

  test('fields are words', () => {
    expect([['a'], [' a ']].map((fields) => at({ fields }))).toEqual([true, true])
    expect([[], [''], [' ']].map((fields) => at({ fields }))).toEqual([false, false, false])
  })
})
