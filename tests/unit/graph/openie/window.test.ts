/** Shares of a window between text, answers and repair, and where a long text is cut. */
import { describe, expect, it } from 'vitest'
import { tripleRequest } from '../../../../graph/openie/prompts.ts'
import { fittingText, openIeLimits } from '../../../../graph/openie/window.ts'
import { estimateMessageTokens, estimateTokens } from '../../../../models/index.ts'

const PROMPT = estimateMessageTokens(tripleRequest('', [], 1).messages)

describe('the limits of a window', () => {
  it.each([
    { name: 'the limits as published, from 8,192 on', window: 8_192, entityTokens: 512, tripleTokens: 2_048 },
    { name: 'no more in a larger one', window: 131_072, entityTokens: 512, tripleTokens: 2_048 },
    { name: 'a sixteenth and a quarter below', window: 4_096, entityTokens: 256, tripleTokens: 1_024 },
    { name: 'rounded down', window: 4_095, entityTokens: 255, tripleTokens: 1_023 },
    { name: 'one less than the published ones', window: 8_191, entityTokens: 511, tripleTokens: 2_047 },
  ])('are $name', ({ window, entityTokens, tripleTokens }) => {
    expect(openIeLimits(window)).toEqual({
      entityTokens,
      tripleTokens,
      // The answer is shown again in a repair, with 100 tokens of complaint.
      textTokens: window - PROMPT - entityTokens - 2 * tripleTokens - 100,
    })
  })

  it('leave 200 tokens to the text, or are refused', () => {
    const left = (window: number) =>
      window - PROMPT - Math.floor(window / 16) - 2 * Math.floor(window / 4) - 100
    const windows = Array.from({ length: 3_000 }, (_, i) => 1_000 + i)
    const first = windows.find((window) => left(window) === 200)!
    expect(openIeLimits(first).textTokens).toBe(200)
    const below = windows.findLast((window) => left(window) === 199)!
    expect(() => openIeLimits(below)).toThrow(`A window of ${below} tokens is too small for OpenIE`)
  })
})

describe('as much of a text as fits', () => {
  const text = 'word '.repeat(100).trimEnd()
  const tokens = estimateTokens(text)

  it('is the whole of it where it has no more tokens than are allowed', () => {
    expect(fittingText(text, tokens)).toBe(text)
    expect(fittingText(text, tokens + 1)).toBe(text)
    expect(fittingText('', 0)).toBe('')
  })

  it('is its beginning in proportion, ended at the last space', () => {
    const cut = fittingText(text, tokens - 1)
    expect(text.startsWith(`${cut} `)).toBe(true)
    const allowed = Math.floor((text.length * (tokens - 1)) / tokens)
    expect(cut.length).toBe(text.lastIndexOf(' ', allowed - 1))
  })

  it.each([
    { name: 'without a space', text: 'x'.repeat(1_000) },
    { name: 'with a space in front alone', text: ` ${'x'.repeat(999)}` },
    { name: 'of an odd length', text: 'x'.repeat(997) },
  ])('is cut within a word where no space stands before: $name', ({ text: long }) => {
    const most = Math.floor(estimateTokens(long) / 3)
    expect(fittingText(long, most)).toBe(
      long.slice(0, Math.floor((long.length * most) / estimateTokens(long))),
    )
  })

  it('may be one letter', () => {
    const long = `a ${'x'.repeat(998)}`
    expect(fittingText(long, Math.floor(estimateTokens(long) / 3))).toBe('a')
  })
})
