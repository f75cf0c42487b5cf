/** Presets fix what belongs together, and refuse what contradicts them by name. */
import { describe, expect, it } from 'vitest'
import { loadConfig } from '../../../../app/config/config.ts'
import { PRESETS, withPreset } from '../../../../app/config/presets.ts'
import { withoutPreset } from '../../../../app/solve/run.ts'
import { watchPlan } from '../../../../app/think/watch-plan.ts'
import { Eigen1Settings } from '../../../../solver/index.ts'

const CONFIG = loadConfig({}, {})

describe('the preset published', () => {
  it('is a plan of the loop: monitor, backend and every setting', () => {
    const { monitor, backend, watch } = PRESETS.published
    expect(watchPlan(CONFIG, { preset: 'published' })).toMatchObject({
      preset: 'published',
      monitor,
      backend,
      settings: watch,
    })
  })

  it('sets every setting of the pattern but the seed, all of them known', () => {
    const { settings } = withoutPreset({ preset: 'published' })
    expect(Eigen1Settings.parse(settings)).toEqual({ ...settings, seed: null })
    expect(Object.keys(settings ?? {}).sort()).toEqual(
      Object.keys(Eigen1Settings.parse({}))
        .filter((name) => name !== 'seed')
        .sort(),
    )
  })

  it('lets through what says the same, and what it does not fix', () => {
    const given = { preset: 'published', monitor: 'published', settings: { k: 3, seed: 7 } } as const
    expect(withoutPreset(given).settings).toMatchObject({ k: 3, seed: 7, window: 512 })
  })

  it.each([
    [{ backend: 'walk' }, 'backend', '"hipporag:published"', '"walk"'],
    [{ monitor: 'lexical' }, 'monitor', '"published"', '"lexical"'],
    [{ settings: { k: 5 } }, 'settings.k', '3', '5'],
    [{ settings: { weights: [1, 1, 1] } }, 'settings.weights', '[0.2,0.6,0.2]', '[1,1,1]'],
  ] as const)('refuses %j', (given, field, fixed, other) => {
    expect(() => withoutPreset({ preset: 'published', ...given })).toThrow(
      expect.objectContaining({
        code: 'INPUT_INVALID',
        message: `The preset "published" sets ${field} to ${fixed}, and ${other} was given; leave out one of them.`,
        facts: { field, preset: 'published' },
      }),
    )
  })

  it('is how papers are ingested', () => {
    const { ingest } = PRESETS.published
    expect(withPreset('published', ingest, { paths: ['a'] })).toMatchObject({
      topic: 'biochem',
      policy: 'published',
      summariser: 'llm',
      unitsOnly: true,
    })
    expect(() => withPreset('published', ingest, { summariser: 'extractive' })).toThrow(/summariser/)
  })
})

describe('a plan of the loop', () => {
  it('names every setting that is unknown or out of range', () => {
    expect(() => watchPlan(CONFIG, { settings: { k: 0, windows: 3 } })).toThrow(/k: .*Unrecognized key/s)
  })
})
