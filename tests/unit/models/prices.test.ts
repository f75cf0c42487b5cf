import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isGlossError } from '../../../core/index.ts'
import { BUNDLED_PRICES, readBundledPrices } from '../../../models/adapters/bundled-prices.ts'
import { readPrices } from '../../../models/adapters/price-file.ts'
import { costOf, priceOf } from '../../../models/index.ts'
import { sharedFolder } from '../../fixtures/temporary-folder.ts'

/** Returns the message of the `CONFIG_INVALID` error that `work` throws. */
function faultOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    if (isGlossError(error, 'CONFIG_INVALID')) return error.message
    throw error
  }
  throw new Error('nothing was thrown')
}

describe('prices and token estimates', () => {
  const folder = sharedFolder()

  it('knows the cost of a model in the table, and of no other', () => {
    const prices = readBundledPrices()
    const usage = { promptTokens: 1_000_000, completionTokens: 500_000 }
    expect(costOf(usage, 'gpt-4o', prices)).toBeCloseTo(7.5)
    expect(costOf(usage, 'a-model-of-mine', prices)).toBeNull()
  })

  it('ships a table that is without faults', () => {
    expect(readBundledPrices()).toEqual(readPrices(BUNDLED_PRICES))
  })

  it.each([
    ['gpt-4o', 1],
    ['gpt-4o-2024-08-06', 2],
    ['gpt-5', 3],
    ['GPT-4o', 4],
  ])('has %s by its name, else by the longest prefix', (model, prompt) => {
    const names = Object.entries({ '*': 4, 'gpt-*': 3, 'gpt-4o-*': 2, 'gpt-4o': 1 })
    const prices = new Map(names.map(([name, usd]) => [name, { prompt: usd, completion: 0 }]))
    expect(priceOf(model, prices)).toEqual({ prompt, completion: 0 })
  })

  it.each([
    ['not JSON', '\ngpt: 3', ['line 2: ']],
    ['nothing', '', ['line 1: ']],
    ['cut off', '{"models": {\n"mine": {"prompt": 1', ['line 2: ']],
    ['a comma too few', '{"models": {\n"mine": {"prompt": 1\n"completion": 2}}}', ['line 3']],
    [
      'a price below zero',
      '{"models":{\n"mine":{"prompt":-1,"completion":0}}}',
      ['line 2: models > mine > prompt: a price is 0 or more'],
    ],
    [
      'several faults',
      '{"models":{\n"a":{"prompt":"1",\n"completion":0},\n"b":{"prompt":1}},\n"modles":{}}',
      ['line 2: models > a > prompt', 'line 4: models > b > completion', 'line 5: modles: '],
    ],
    [
      'a name twice',
      '{"models":{\n"a":{"prompt":1,"completion":1},\n"a":{"prompt":2,"completion":2}}}',
      ['line 3: '],
    ],
    [
      'a star within a name',
      '{"models":{\n"gpt-*-mini":{"prompt":1,"completion":1}}}',
      ['line 2: models > gpt-*-mini: the name of a model'],
    ],
    ['a list', '[1, 2]', ['line 1: ']],
  ])('refuses a table with its file, line and what is expected: %s', (_, text, says) => {
    const file = join(folder, 'bad.json')
    writeFileSync(file, text)
    const said = faultOf(() => readPrices(file))
    for (const part of [file, ...says, 'US dollars for a million tokens']) expect(said).toContain(part)
  })
})
