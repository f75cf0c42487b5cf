/** The unit of a hit on a terminal: whole, in lines, with the sentence that answers marked. */
import { describe, expect, it } from 'vitest'
import { markedLines, markOptions } from '../../../cli/marked-text.ts'

const TEXT =
  'The bark was dried.\nThe bark extract inhibited ACE with an IC50 of 4.2 µM. Leaves were inactive.'
const SENTENCE = 'The bark extract inhibited ACE with an IC50 of 4.2 µM.'
const PLAIN = { width: 40, indent: '   ', isUnderlined: false }

describe('a marked text', () => {
  it('is whole, in lines that fit, with the sentence between marks', () => {
    const lines = markedLines(TEXT, SENTENCE, PLAIN)
    expect(lines).toEqual([
      '   The bark was dried. »The bark extract',
      '   inhibited ACE with an IC50 of 4.2',
      '   µM.« Leaves were inactive.',
    ])
  })

  it('underlines the sentence line by line, and no indent', () => {
    const lines = markedLines(TEXT, SENTENCE, { ...PLAIN, isUnderlined: true })
    expect(lines).toEqual([
      '   The bark was dried. \x1b[4mThe bark extract\x1b[24m',
      '   \x1b[4minhibited ACE with an IC50 of 4.2 µM.\x1b[24m',
      '   Leaves were inactive.',
    ])
  })

  it('stays unmarked where the sentence is not in it', () => {
    expect(markedLines('One two.', 'Three.', PLAIN)).toEqual(['   One two.'])
    expect(markedLines('', '', PLAIN)).toEqual(['   '])
  })

  it('keeps a word that is longer than a line', () => {
    const long = 'x'.repeat(60)
    expect(markedLines(`a ${long} b`, '', PLAIN)).toEqual(['   a', `   ${long}`, '   b'])
  })
})

describe('how a text is marked', () => {
  const hasColors = () => true
  it.each([
    { name: 'a pipe', stream: {}, expected: { width: 80, isUnderlined: false } },
    {
      name: 'a terminal',
      stream: { isTTY: true, columns: 90, hasColors },
      expected: { width: 90, isUnderlined: true },
    },
    { name: 'a terminal of unknown width', stream: { isTTY: true, columns: 0 }, expected: { width: 80 } },
    { name: 'a wide terminal', stream: { isTTY: true, columns: 200, hasColors }, expected: { width: 100 } },
    {
      name: 'a terminal without colours',
      stream: { isTTY: true, columns: 90, hasColors: () => false },
      expected: { width: 90, isUnderlined: false },
    },
  ])('suits $name', ({ stream, expected }) => {
    expect(markOptions(stream)).toMatchObject(expected)
  })
})
