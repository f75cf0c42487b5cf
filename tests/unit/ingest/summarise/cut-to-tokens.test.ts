/** How much of a text fits so many tokens: signs of other scripts are estimated at more tokens than ASCII. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutToTokens } from '../../../../ingest/summarise/cut-to-tokens.ts'
import { estimateTokens } from '../../../../models/index.ts'

describe('a text that is cut at a number of tokens', () => {
  it('is whole where it fits, to the token', () => {
    const text = 'x'.repeat(400)
    const tokens = estimateTokens(text)
    expect(cutToTokens(text, tokens)).toBe(text)
    expect(cutToTokens(text, tokens - 1)).toHaveLength(Math.floor((400 * (tokens - 1)) / tokens))
    expect(cutToTokens(text, 0)).toBe('')
    expect(cutToTokens('', 0)).toBe('')
    // A window may have less than no room for it.
    expect(cutToTokens(text, -3)).toBe('')
  })

  it('fits where its beginning has more tokens than its end', () => {
    const text = `${'漢'.repeat(60)}${'x'.repeat(600)}`
    const cut = cutToTokens(text, 50)
    expect(text.startsWith(cut)).toBe(true)
    expect(estimateTokens(cut)).toBeLessThanOrEqual(50)
    expect(cut.length).toBeGreaterThan(30)
  })

  it('is its own beginning, and never over the limit', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.nat(60), (text, most) => {
        const cut = cutToTokens(text, most)
        expect(text.startsWith(cut)).toBe(true)
        expect(estimateTokens(cut)).toBeLessThanOrEqual(most)
        if (estimateTokens(text) <= most) expect(cut).toBe(text)
      }),
    )
  })
})
