/** Code that a model writes into its text, in whatever pieces it comes. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isInCode, NO_CODE, scanCode, scanPastBlocks, wouldBeInCode } from '../../../monitor/code-blocks.ts'

/** The first block that the pieces close, with what follows it in its piece. */
function firstBlock(pieces: readonly string[]) {
  let scan = NO_CODE
  for (const [at, piece] of pieces.entries()) {
    const scanned = scanCode(scan, piece)
    if (scanned.block !== null)
      return { code: scanned.block.code, behind: piece.slice(scanned.block.end), at }
    scan = scanned.scan
  }
  return null
}
const scanOf = (...pieces: readonly string[]) =>
  pieces.reduce((scan, piece) => scanCode(scan, piece).scan, NO_CODE)

describe('a block of code', () => {
  it.each([
    { name: 'in one piece', pieces: ['So <code>f()</code> is'], code: 'f()', behind: ' is', at: 0 },
    { name: 'in several', pieces: ['So <code>f', '(', ')</code>'], code: 'f()', behind: '', at: 2 },
    {
      name: 'whose tags are torn',
      pieces: ['So <co', 'de>f()</c', 'ode> is'],
      code: 'f()',
      behind: ' is',
      at: 2,
    },
    { name: 'with attributes', pieces: ['<code lang="py">f()</code>'], code: 'f()', behind: '', at: 0 },
    {
      name: 'whose attributes are torn',
      pieces: ['<code la', 'ng="py">f()</code>'],
      code: 'f()',
      behind: '',
      at: 1,
    },
    {
      name: 'the first of two',
      pieces: ['<code>a</code><code>b</code>'],
      code: 'a',
      behind: '<code>b</code>',
      at: 0,
    },
    { name: 'from its last opening on', pieces: ['<code>a <code>b</code>'], code: 'b', behind: '', at: 0 },
    { name: 'that is empty', pieces: ['<code></code>'], code: '', behind: '', at: 0 },
    {
      name: 'with other tags in it',
      pieces: ['<code>a < b </co> <cod></code>'],
      code: 'a < b </co> <cod>',
      behind: '',
      at: 0,
    },
    { name: 'behind a close of nothing', pieces: ['</code> <code>a</code>'], code: 'a', behind: '', at: 0 },
  ])('is found $name', ({ pieces, code, behind, at }) => {
    expect(firstBlock(pieces)).toEqual({ code, behind, at })
  })

  it.each([
    { name: 'an open one', text: '<code>f()' },
    { name: 'a close alone', text: 'f()</code>' },
    { name: 'another tag', text: '<codex>f()</code>' },
    { name: 'a fenced block', text: '```\nf()\n```' },
    { name: 'none', text: 'f()' },
  ])('is none with $name', ({ text }) => {
    expect(firstBlock([text])).toBeNull()
  })

  it('is the same however its text is cut', () => {
    const text = 'So <code x="1">f(a < b)</code> is'
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: text.length }), { maxLength: 6 }), (cuts) => {
        const places = [0, ...cuts.toSorted((a, b) => a - b), text.length]
        const block = firstBlock(places.slice(1).map((end, at) => text.slice(places[at], end)))
        expect(block?.code).toBe('f(a < b)')
      }),
    )
  })
})

describe('a text is in code', () => {
  it.each([
    { pieces: ['So it is'], inCode: false },
    { pieces: ['<code>'], inCode: true },
    { pieces: ['<code>', 'f()'], inCode: true },
    { pieces: ['<code>f()</code>'], inCode: false },
    { pieces: [`<code>${'x'.repeat(8192)}`], inCode: true },
    { pieces: [`<code>${'x'.repeat(8193)}`], inCode: false },
  ])('behind $pieces: $inCode', ({ pieces, inCode }) => {
    expect(isInCode(scanOf(...pieces))).toBe(inCode)
  })

  it.each([
    { name: 'a tag', text: 'a <code>', open: true },
    { name: 'half a tag', text: 'a <co', open: true },
    { name: 'half a tag with attributes', text: 'a <code x', open: true },
    { name: 'half a closing tag', text: 'a </co', open: true },
    { name: 'the sign that tags begin with', text: 'a <', open: true },
    { name: 'a block', text: 'a <code>f()</code>', open: false },
    { name: 'two blocks', text: '<code>f()</code><code>g()</code>', open: false },
    { name: 'a block and a tag', text: '<code>f()</code> and <code>', open: true },
    { name: 'words', text: 'a < b', open: false },
  ])('would be so behind $name: $open', ({ text, open }) => {
    expect(wouldBeInCode(NO_CODE, text)).toBe(open)
  })

  it('would be so behind a tag that began before', () => {
    expect(wouldBeInCode(scanOf('a <co'), 'd')).toBe(true)
    expect(wouldBeInCode(scanOf('a <co'), 'x')).toBe(false)
    expect(wouldBeInCode(scanOf('<code>f'), '()')).toBe(true)
    expect(wouldBeInCode(scanOf('<code>f'), '()</code>')).toBe(false)
  })

  it('is told past all blocks of a piece', () => {
    expect(scanPastBlocks(NO_CODE, '<code>a</code> b <code>c</code> d')).toEqual(NO_CODE)
    expect(scanPastBlocks(NO_CODE, '<code>a</code> b <code>c')).toEqual({ held: '', code: 'c' })
    expect(scanPastBlocks(scanOf('<code>a'), '</code> <code>b</code> <c')).toEqual({ held: '<c', code: null })
  })
})
