/** Who watched a stream is known by names, for reports and for the keys of what is kept. */
import { describe, expect, it } from 'vitest'
import {
  createExtractiveInjector,
  createLexicalMonitor,
  createLexicalQuerier,
  partsOf,
  promptsOf,
  WatchSettings,
} from '../../../monitor/index.ts'

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
})

describe('the settings of a watch', () => {
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
})
