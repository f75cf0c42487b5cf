import { describe, expect, it } from 'vitest'
import { describeConfig, loadConfig } from '../../../../app/config/config.ts'
import { modelOf } from '../../../../app/config/index.ts'
import { createChats } from '../../../../app/wiring/chat-models.ts'

const DEFAULT = { GLOSS_LLM_URL: 'http://one/v1', GLOSS_LLM_MODEL: 'big', GLOSS_LLM_KEY: 'key-one' }

describe('the models of roles', () => {
  const [URL, MODEL, KEY] = ['URL', 'MODEL', 'KEY'].map((name) => `GLOSS_LLM_MONITOR_${name}`)
  const [ONE, TWO] = ['http://one/v1', 'http://two/v1']
  it.each([
    ['the default', {}, [ONE, 'big', 'key-one']],
    ['a model of its own at the same server', { [MODEL!]: 'small' }, [ONE, 'small', 'key-one']],
    ['a server of its own, without the key of another', { [URL!]: TWO }, [TWO, 'big', undefined]],
    ['all of its own', { [URL!]: TWO, [MODEL!]: 'small', [KEY!]: 'key-two' }, [TWO, 'small', 'key-two']],
    [
      'the default if only another role has a model',
      { GLOSS_LLM_JUDGE_MODEL: 'other', [MODEL!]: '' },
      [ONE, 'big', 'key-one'],
    ],
  ])('are %s', (_, env, [url, model, key]) => {
    expect(modelOf(loadConfig({}, { ...DEFAULT, ...env }), 'monitor')).toEqual({ url, model, key })
  })

  it('are refused by name if the role is unknown, or the address is none', () => {
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
