/** Who watched a stream is known by names, for reports and for the keys of what is kept. */
import { describe, expect, it } from 'vitest'
import {
  createExtractiveInjector,
  createLexicalMonitor,
  createLexicalQuerier,
  createModelInjector,
  createModelMonitor,
  createModelQuerier,
  createModelSifter,
  loopSettingsOf,
  partsOf,
  promptsOf,
  WatchSettings,
} from '../../../monitor/index.ts'
import { chatAnswering } from '../../fakes/answering-chat.ts'

const alone = { monitor: createLexicalMonitor(), querier: null, sifter: null, injector: null }
const words = { ...alone, querier: createLexicalQuerier(), injector: createExtractiveInjector() }

describe('the parts of a watch', () => {
  it('are known by name, and those that are not there as nothing', () => {
    expect(partsOf(alone)).toEqual({ monitor: 'lexical', querier: null, sifter: null, injector: null })
    expect(partsOf(words)).toEqual({
      monitor: 'lexical',
      querier: 'lexical',
      sifter: null,
      injector: 'extractive',
    })
    expect(promptsOf(words)).toEqual([])
    expect(promptsOf(alone)).toEqual([])
  })

  it('that are models are known by the model and the prompt that it is asked with', () => {
    const chat = chatAnswering()
    const modes = {} as Parameters<typeof createModelSifter>[0]['modes']
    const models = {
      monitor: createModelMonitor({ chat }),
      querier: createModelQuerier({ chat }),
      sifter: createModelSifter({ chat: chat as never, modes }),
      injector: createModelInjector({ chat }),
    }
    const prompts = promptsOf(models)
    expect(prompts.map(({ name }) => name)).toEqual(['P-MONITOR', 'P-QUERY', 'SIFT', 'P-INJECT'])
    expect(Object.values(partsOf(models))).toEqual(prompts.map(({ hash }) => `model:${chat.id}:${hash}`))
  })
})

describe('the settings of a watch', () => {
  it('are the published ones where nothing is said', () => {
    expect(WatchSettings.parse({})).toEqual({
      k: 3,
      window: 512,
      stride: 384,
      maxInjections: 2,
      floor: 'topic',
      hasQuerier: true,
      hasSifter: true,
      hasInjector: true,
      helperTemperature: 0,
    })
  })

  it.each([
    { name: 'k', least: 1, most: 100 },
    { name: 'window', least: 16, most: 65_536 },
    { name: 'stride', least: 1, most: 65_536 },
    { name: 'maxInjections', least: 0, most: 1_000 },
    { name: 'helperTemperature', least: 0, most: 2 },
  ])('$name is from $least to $most', ({ name, least, most }) => {
    const isTaken = (value: number) => WatchSettings.safeParse({ [name]: value }).success
    expect([least - 1, least, most, most + 1].map(isTaken)).toEqual([false, true, true, false])
    expect(isTaken(least + 0.5)).toBe(name === 'helperTemperature')
  })

  it('reach the loop by its own names', () => {
    const settings = WatchSettings.parse({ k: 5, window: 100, stride: 50, maxInjections: 7, floor: 'none' })
    expect(loopSettingsOf(settings)).toEqual({
      k: 5,
      windowCharacters: 100,
      strideCharacters: 50,
      maxInjections: 7,
      floor: 'none',
    })
  })
})
