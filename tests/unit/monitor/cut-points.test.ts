/** Where something can be put into a text that is being written, seen by what comes before the place. */
import { describe, expect, test } from 'vitest'
import { cutPoint, wholeSentences, wordCutPoint } from '../../../monitor/cut-points.ts'

const nowhere = () => false
/** The text up to the place; null where there is none. */
function keptOf(before: string, piece: string): string | null {
  const cut = cutPoint(before, piece, nowhere)
  return cut === null ? null : before + piece.slice(0, cut.at)
}

describe('the next place', () => {
  test.each([
    {
      name: 'a sentence',
      before: 'We see that ',
      piece: 'it holds. Then it ends. Now',
      kept: 'We see that it holds.',
    },
    {
      name: 'a sentence that was given out already',
      before: 'It is so. ',
      piece: 'And then',
      kept: 'It is so. ',
    },
    { name: 'a line of a list', before: 'We see:', piece: ' two\n- one\n- other', kept: 'We see: two' },
    {
      name: 'a table, not one of its rows',
      before: 'It is\n| a | b |\n',
      piece: '| 1 | 2 |\n| 3 | 4 |\nSo it is',
      kept: null,
    },
    {
      name: 'the line behind a table',
      before: '| a | b |\n',
      piece: '| 1 | 2 |\nSo it\nis',
      kept: '| a | b |\n| 1 | 2 |\nSo it',
    },
    {
      name: 'a block of code',
      before: '',
      piece: '```\nA b. C d.\n```\nOut. Now',
      kept: '```\nA b. C d.\n```',
    },
    { name: 'a formula in dollars', before: '$$ a', piece: '. B $$ is. Now', kept: '$$ a. B $$ is.' },
    { name: 'a formula in brackets', before: '\\[ a', piece: '. B \\] is. Now', kept: '\\[ a. B \\] is.' },
  ])('comes behind $name', ({ before, piece, kept }) => {
    expect(keptOf(before, piece)).toBe(kept)
  })

  test('is none where only what follows could show that the sentence is over', () => {
    expect(keptOf('', 'It holds.')).toBeNull()
    expect(keptOf('A ', 'word follows')).toBeNull()
  })

  test('is not where code would be open', () => {
    const cut = cutPoint('', 'One. Two. Three. Four', (kept) => !kept.includes('Two'))
    expect(cut).toEqual({ at: 'One. Two.'.length, kind: 'sentence' })
  })
})

describe('a place between words', () => {
  test('is before the next white space', () => {
    expect(wordCutPoint('', 'word next', nowhere)).toEqual({ at: 4, kind: 'word' })
    expect(wordCutPoint('word', ' next', nowhere)).toEqual({ at: 0, kind: 'word' })
    expect(wordCutPoint('', 'word', nowhere)).toBeNull()
  })

  test('is not in a block or in code', () => {
    expect(wordCutPoint('```', 'word next', nowhere)).toBeNull()
    expect(wordCutPoint('', 'word next', () => true)).toBeNull()
  })
})

describe('whole sentences', () => {
  test.each([
    { text: 'One. Two', whole: 'One.' },
    { text: 'One. Two. ', whole: 'One. Two.' },
    { text: 'One. He said “so.” ', whole: 'One. He said “so.”' },
    { text: 'Only this', whole: 'Only this' },
  ])('of "$text"', ({ text, whole }) => {
    expect(wholeSentences(text)).toBe(whole)
  })

  test('of a text that is longer than a sentence can be', () => {
    const long = 'It is so. '.repeat(300)
    expect(wholeSentences(`${long}And`)).toBe(long.trim())
  })
})
