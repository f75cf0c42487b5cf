import { describe, expect, it } from 'vitest'
import { describeConfig, loadConfig } from '../../../../app/config/config.ts'
import { modelOf } from '../../../../app/config/index.ts'
import { createChats } from '../../../../app/wiring/chat-models.ts'

const DEFAULT = { GLOSS_LLM_URL: 'http://one/v1', GLOSS_LLM_MODEL: 'big', GLOSS_LLM_KEY: 'key-one' }

describe('the models of roles', () => {
  const CASES = [
    {
      name: 'without any of its own, the default',
      env: {},
      model: { url: 'http://one/v1', model: 'big', key: 'key-one' },
    },
    {
      name: 'with a model of its own, that at the same server',
      env: { GLOSS_LLM_MONITOR_MODEL: 'small' },
      model: { url: 'http://one/v1', model: 'small', key: 'key-one' },
    },
    {
      name: 'with a server of its own, no key of another server',
      env: { GLOSS_LLM_MONITOR_URL: 'http://two/v1' },
      model: { url: 'http://two/v1', model: 'big', key: undefined },
    },
    {
      name: 'with all of its own, those',
      env: {
        GLOSS_LLM_MONITOR_URL: 'http://two/v1',
        GLOSS_LLM_MONITOR_MODEL: 'small',
        GLOSS_LLM_MONITOR_KEY: 'key-two',
      },
      model: { url: 'http://two/v1', model: 'small', key: 'key-two' },
    },
    {
      name: 'with what is set for another role only, the default',
      env: { GLOSS_LLM_JUDGE_MODEL: 'other', GLOSS_LLM_MONITOR_MODEL: '' },
      model: { url: 'http://one/v1', model: 'big', key: 'key-one' },
    },
  ]
  it.each(CASES)('are $name', ({ env, model }) => {
    expect(modelOf(loadConfig({}, { ...DEFAULT, ...env }), 'monitor')).toEqual(model)
  })

  it('are refused by name where the role is not known, or the address is none', () => {
    expect(() => loadConfig({}, { GLOSS_LLM_MONITR_MODEL: 'small' })).toThrow('monitr')
    expect(() => loadConfig({}, { GLOSS_LLM_MONITOR_URL: 'two' })).toThrow('GLOSS_LLM_MONITOR_URL')
  })

  it('are shown without their keys', () => {
    const env = { ...DEFAULT, GLOSS_LLM_MONITOR_KEY: 'key-two', GLOSS_LLM_MONITOR_MODEL: 'small' }
    const shown = JSON.stringify(describeConfig(loadConfig({}, env)))
    expect(shown).toContain('monitor: small (key set)')
    expect(shown).not.toMatch(/key-(?:one|two)/)
  })

  it('open a chat that names model and server, and say what is missing', () => {
    const config = loadConfig({}, { ...DEFAULT, GLOSS_LLM_MONITOR_MODEL: 'small' })
    expect(createChats(config).open('Looks', { role: 'monitor' })).toMatchObject({
      id: 'small',
      server: 'http://one/v1',
    })
    const bare = loadConfig({}, { GLOSS_LLM_URL: 'http://one/v1' })
    expect(() => createChats(bare).open('Looks', { role: 'monitor' })).toThrow(
      expect.objectContaining({ code: 'MODEL_UNCONFIGURED' }),
    )
  })
})
