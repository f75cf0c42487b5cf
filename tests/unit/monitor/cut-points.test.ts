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
    {
      name: 'the second of two formulas in dollars',
      before: '$$ a $$ so $$ b',
      piece: '. C $$ is. Now',
      kept: '$$ a $$ so $$ b. C $$ is.',
    },
    {
      name: 'the second of two formulas in brackets',
      before: '\\[ a \\] so \\[ b',
      piece: '. C \\] is. Now',
      kept: '\\[ a \\] so \\[ b. C \\] is.',
    },
    {
      name: 'a sentence with two closed formulas before it',
      before: '$$ a $$ and $$ b $$ and \\[ c \\] and \\[ d \\]',
      piece: ' are. Now',
      kept: '$$ a $$ and $$ b $$ and \\[ c \\] and \\[ d \\] are.',
    },
    {
      name: 'the sentence that is being said, not the one before it',
      before: 'It is so. We see that ',
      piece: 'it holds. Then',
      kept: 'It is so. We see that it holds.',
    },
    { name: 'a line that follows an empty one', before: '', piece: '\nWe see\nthat', kept: '\nWe see' },
    {
      name: 'no line that is blank',
      before: '',
      piece: '  \n \nWe see\nthat',
      kept: '  \n \nWe see',
    },
    { name: 'no row that is set in', before: '', piece: '  | a |\nWe see\nthat', kept: '  | a |\nWe see' },
    {
      name: 'no row that is open at its end',
      before: '',
      piece: '| a | b\nSo it\nis',
      kept: '| a | b\nSo it',
    },
    { name: 'a line that ends as a row does', before: '', piece: 'We see |x|\nthat', kept: 'We see |x|' },
    { name: 'a first line of one letter', before: '', piece: 'a\nb', kept: 'a' },
  ])('comes behind $name', ({ before, piece, kept }) => {
    expect(keptOf(before, piece)).toBe(kept)
  })

  test('is none where only what follows could show that the sentence is over', () => {
    expect(keptOf('', 'It holds.')).toBeNull()
    expect(keptOf('A ', 'word follows')).toBeNull()
  })

  test('is the end of a line or of a sentence, whichever comes first', () => {
    expect(cutPoint('', 'We see\ntwo there. Now', nowhere)).toEqual({ at: 6, kind: 'line' })
    expect(cutPoint('', 'It is. We see\ntwo', nowhere)).toEqual({ at: 6, kind: 'sentence' })
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

  test('is there whatever the words behind it open', () => {
    expect(wordCutPoint('', 'word ``` and', nowhere)).toEqual({ at: 4, kind: 'word' })
    expect(wordCutPoint('', 'word <code> and', (kept) => kept !== 'word')).toEqual({ at: 4, kind: 'word' })
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
    { text: '', whole: '' },
    { text: ' \n ', whole: '' },
  ])('of "$text"', ({ text, whole }) => {
    expect(wholeSentences(text)).toBe(whole)
  })

  test.each([
    { characters: 998, isKept: false },
    { characters: 999, isKept: true },
    { characters: 1_500, isKept: true },
  ])('keep a last one of $characters characters: $isKept', ({ characters, isKept }) => {
    const text = `It is so. ${'Words '.repeat(300).slice(0, characters)}`
    expect(wholeSentences(text)).toBe(isKept ? text.trimEnd() : 'It is so.')
  })

  test('of a text that is longer than a sentence can be', () => {
    const long = 'It is so. '.repeat(300)
    expect(wholeSentences(`${long}And`)).toBe(long.trim())
  })
})
