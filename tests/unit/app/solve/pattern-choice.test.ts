/** Which pattern, preset and model a run has: what was asked for, or a refusal that names what there is. */
import { describe, expect, it } from 'vitest'
import { withoutPreset } from '../../../../app/solve/run.ts'
import { servingRole } from '../../../../app/solve/serving-role.ts'
import { addSetting, mergedSettings } from '../../../../cli/commands/given-settings.ts'
import { patternNamed } from '../../../../solver/index.ts'

describe('the model of a role', () => {
  const single = patternNamed('single')

  it.each([
    { name: 'its own', llmRoles: { solver: { model: 'a' }, proposer: { model: 'b' } }, serving: 'solver' },
    {
      name: 'that of the role it falls back to',
      llmRoles: { proposer: { model: 'b' } },
      serving: 'proposer',
    },
    { name: 'the default one', llmRoles: { ranker: { model: 'c' } }, serving: undefined },
  ])('is $name', ({ llmRoles, serving }) => {
    expect(servingRole({ llmRoles }, single, 'solver')).toBe(serving)
  })
})

describe('presets', () => {
  it('are those of the pattern', () => {
    const { settings, backend } = withoutPreset({ pattern: 'single', preset: 'published' })
    expect(settings).toEqual({ temperature: 0.2, maxTokens: 2_000 })
    expect(backend).toBeUndefined()
  })

  it('that do not exist are refused with the names of those that do', () => {
    expect(() => withoutPreset({ preset: 'lean' })).toThrow(
      'The pattern eigen1 has no preset "lean"; its presets are published.',
    )
  })
})

describe('settings by name', () => {
  it('are numbers, lists and texts', () => {
    const given = ['temperature=0.2', 'weights=[1,2]', 'retrieval=none', 'seed=null'].reduce(
      (before, text) => addSetting(text, before),
      {},
    )
    expect(given).toEqual({ temperature: 0.2, weights: [1, 2], retrieval: 'none', seed: null })
    expect(() => addSetting('temperature')).toThrow('--set takes a name and a value')
  })

  it('that an option gives another value are refused', () => {
    expect(mergedSettings({ rounds: 1 }, { rounds: 1, k: 3 })).toEqual({ rounds: 1, k: 3 })
    expect(() => mergedSettings({ rounds: 1 }, { rounds: 2 })).toThrow('The setting rounds was given twice')
  })
})
