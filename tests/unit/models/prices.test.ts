import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isGlossError } from '../../../core/index.ts'
import { costOf, costSentence, estimateTokens, readPrices } from '../../../models/index.ts'

describe('prices and token estimates', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'gloss-prices-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('knows the cost of a model in the table, and of no other', () => {
    const prices = readPrices()
    const usage = { promptTokens: 1_000_000, completionTokens: 500_000 }
    expect(costOf(usage, 'gpt-4o', prices)).toBeCloseTo(7.5)
    expect(costOf(usage, 'a-model-of-mine', prices)).toBeNull()
  })

  it('reads a table of the user', () => {
    const file = join(folder, 'mine.json')
    writeFileSync(file, '{"models":{"mine":{"prompt":0,"completion":0}}}')
    expect(costOf({ promptTokens: 9, completionTokens: 9 }, 'mine', readPrices(file))).toBe(0)
  })

  it.each([
    { name: 'not JSON', text: 'gpt: 3' },
    { name: 'a price below zero', text: '{"models":{"mine":{"prompt":-1,"completion":0}}}' },
  ])('refuses a table: $name', ({ text }) => {
    const file = join(folder, 'bad.json')
    writeFileSync(file, text)
    expect(() => readPrices(file)).toThrow(
      expect.toSatisfy((error: unknown) => isGlossError(error, 'CONFIG_INVALID')),
    )
  })

  it('estimates more tokens for scripts with more tokens a character', () => {
    expect(estimateTokens('')).toBe(0)
    expect(estimateTokens('word '.repeat(100))).toBeGreaterThan(100)
    expect(estimateTokens('細胞'.repeat(50))).toBeGreaterThan(estimateTokens('cell'.repeat(50)) / 2)
  })
})

describe('the sentence on what work would take', () => {
  it.each([
    { name: 'a known price', cost: 0.0249, price: 'about $0.02' },
    { name: 'no known price', cost: null, price: 'no price known for this model' },
  ])('gives calls, tokens and $name', ({ cost, price }) => {
    expect(costSentence('14 calls of M', { promptTokens: 900, completionTokens: 300, cost })).toBe(
      `14 calls of M, about 900 prompt and 300 completion tokens, ${price}.`,
    )
  })
})
