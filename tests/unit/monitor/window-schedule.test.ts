/** When looks are due in a stream, and which of its tokens a look sees. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lastTokens, scheduleLooks } from '../../../monitor/window-schedule.ts'

const FACE = '😀'

/** `ab|cd*` are two pieces, with a look at the end of the second. */
function shown(delta: string, untilLook: number, stride: number): string {
  const { pieces, untilLook: left } = scheduleLooks(delta, untilLook, stride)
  return `${pieces.map(({ text, isLook }) => text + (isLook ? '*' : '')).join('|')} ${left}`
}

describe('looks in a delta', () => {
  it.each([
    { name: 'none before the first is due', delta: 'a', until: 2, is: 'a 1' },
    { name: 'one exactly at the end', delta: 'ab', until: 2, is: 'ab* 3' },
    { name: 'one within', delta: 'abc', until: 2, is: 'ab*|c 2' },
    { name: 'several, a stride apart', delta: 'abcdefghi', until: 2, is: 'ab*|cde*|fgh*|i 2' },
    { name: 'none in nothing', delta: '', until: 2, is: ' 2' },
    { name: 'one behind a character of two halves', delta: `a${FACE}b`, until: 2, is: `a${FACE}*|b 1` },
    { name: 'one before such a character', delta: `ab${FACE}`, until: 2, is: `ab*|${FACE} 1` },
    { name: 'one where a delta ends in half of it', delta: 'a\ud83d', until: 2, is: 'a\ud83d* 3' },
  ])('$name', ({ delta, until, is }) => {
    expect(shown(delta, until, 3)).toBe(is)
  })

  it('are at the same places however the stream is cut', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 60 })
    const stride = fc.integer({ min: 1, max: 9 })
    fc.assert(
      fc.property(fc.array(text, { maxLength: 8 }), stride, stride, (deltas, first, strideCharacters) => {
        const places: number[] = []
        let untilLook = first
        let offset = 0
        for (const delta of deltas) {
          const scheduled = scheduleLooks(delta, untilLook, strideCharacters)
          expect(scheduled.pieces.map(({ text: piece }) => piece).join('')).toBe(delta)
          for (const { text: piece, isLook } of scheduled.pieces) {
            offset += piece.length
            if (isLook) places.push(offset)
          }
          untilLook = scheduled.untilLook
        }
        const due: number[] = []
        for (let at = first; at <= offset; at += strideCharacters) due.push(at)
        expect(places).toEqual(due)
      }),
    )
  })
})

describe('the last tokens', () => {
  const tokens = ['abc', 'de', 'fghi'].map((token) => ({ token, logprob: 0, alternatives: [] }))

  it.each([
    { characters: 0, spell: '' },
    { characters: 1, spell: 'fghi' },
    { characters: 4, spell: 'fghi' },
    { characters: 5, spell: 'defghi' },
    { characters: 6, spell: 'defghi' },
    { characters: 7, spell: 'abcdefghi' },
    { characters: 99, spell: 'abcdefghi' },
  ])('that spell $characters characters are those of "$spell"', ({ characters, spell }) => {
    expect(
      lastTokens(tokens, characters)
        .map(({ token }) => token)
        .join(''),
    ).toBe(spell)
  })

  it('are none of none', () => {
    expect(lastTokens([], 5)).toEqual([])
  })
})
