import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isGlossError } from '../../../core/index.ts'
import { BUNDLED_PRICES, readBundledPrices } from '../../../models/adapters/bundled-prices.ts'
import { readPrices } from '../../../models/adapters/price-file.ts'
import { costOf, priceOf } from '../../../models/index.ts'
import { casesIn } from '../../fixtures/case-lines.ts'
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

  it.each(
    casesIn<'name' | 'says' | 'text'>(`
    name | says | text
    text that is not JSON | line 2:  | ⏎gpt: 3
    nothing | line 1: 
    text that is cut off | line 2:  | {"models": {⏎"mine": {"prompt": 1
    a comma too few | line 3 | {"models": {⏎"mine": {"prompt": 1⏎"completion": 2}}}
    a price below zero | line 2: models > mine > prompt: a price is 0 or more | {"models":{⏎"mine":{"prompt":-1,"completion":0}}}
    several faults | line 2: models > a > prompt; line 4: models > b > completion; line 5: modles:  | {"models":{⏎"a":{"prompt":"1",⏎"completion":0},⏎"b":{"prompt":1}},⏎"modles":{}}
    a name twice | line 3:  | {"models":{⏎"a":{"prompt":1,"completion":1},⏎"a":{"prompt":2,"completion":2}}}
    a star within a name | line 2: models > gpt-*-mini: the name of a model | {"models":{⏎"gpt-*-mini":{"prompt":1,"completion":1}}}
    a list | line 1:  | [1, 2]
  `),
  )('refuses a table with its file, line and what is expected: $name', ({ text, says }) => {
    const file = join(folder, 'bad.json')
    writeFileSync(file, text)
    const said = faultOf(() => readPrices(file))
    for (const part of [file, ...says.split('; '), 'US dollars per million tokens'])
      expect(said).toContain(part)
  })
})
