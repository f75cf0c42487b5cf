/** Where passages begin and end, word by word: sentences whose words are counted by hand. */
import { describe, expect, it } from 'vitest'
import type { PassageSettings } from '../../../../ingest/passages/passages.ts'
import { passagesOf } from '../../../../ingest/passages/passages.ts'
import { readPaperOf } from '../../../fakes/read-paper.ts'

/** A sentence of so many words, the first of which names it. */
const sentence = (name: string, words: number) => [name, ...Array(words - 1).fill('of')].join(' ').concat('.')
/** The sentences `A`, `B`, `C` ... of so many words. */
const textOf = (...words: readonly number[]) =>
  words.map((count, i) => sentence(`Name${String.fromCharCode(65 + i)}`, count)).join(' ')
/** The letters of the sentences in each passage. */
const lettersOf = (texts: readonly { readonly text: string }[]) =>
  texts.map(({ text }) => [...text.matchAll(/Name([A-Z])/g)].map((match) => match[1]).join(''))

function passages(pages: readonly string[], settings: Partial<PassageSettings>) {
  return lettersOf(passagesOf(readPaperOf(pages), settings))
}

const TWENTY = { sizeWords: 20, overlapWords: 0, wholeWords: 0 }

describe('the limits of a passage', () => {
  const limits = [
    { name: 'a text of the limit is one', words: [10, 10], settings: { wholeWords: 20 }, expected: ['AB'] },
    {
      name: 'a text of a word more is not',
      words: [10, 11],
      settings: { wholeWords: 20, sizeWords: 10, overlapWords: 0 },
      expected: ['A', 'B'],
    },
    {
      name: 'a passage ends with the sentence that reaches its size',
      words: [10, 10, 10, 10],
      settings: TWENTY,
      expected: ['AB', 'CD'],
    },
    {
      name: 'a passage goes on where a word is missing',
      words: [10, 9, 10, 10, 10],
      settings: TWENTY,
      expected: ['ABC', 'DE'],
    },
    {
      name: 'a rest of a quarter stands alone',
      words: [10, 10, 5],
      settings: TWENTY,
      expected: ['AB', 'C'],
    },
    {
      name: 'a shorter rest goes with the one before',
      words: [10, 10, 4],
      settings: TWENTY,
      expected: ['ABC'],
    },
    {
      name: 'a rest of several sentences goes with the one before',
      words: [10, 10, 2, 2],
      settings: TWENTY,
      expected: ['ABCD'],
    },
    {
      name: 'a rest alone is a passage, however short',
      words: [4],
      settings: TWENTY,
      expected: ['A'],
    },
    {
      name: 'the last sentences up to the overlap begin the next',
      words: [10, 5, 5, 10, 10],
      settings: { ...TWENTY, overlapWords: 10 },
      expected: ['ABC', 'BCD', 'DE'],
    },
    {
      name: 'a sentence over the overlap begins no other',
      words: [10, 5, 6, 10, 10],
      settings: { ...TWENTY, overlapWords: 10 },
      expected: ['ABC', 'CDE'],
    },
    {
      name: 'an overlap never repeats a whole passage',
      words: [10, 10, 10, 10],
      settings: { ...TWENTY, overlapWords: 19 },
      expected: ['AB', 'BC', 'CD'],
    },
    {
      name: 'what is left counts without its overlap',
      words: [10, 10, 4],
      settings: { ...TWENTY, overlapWords: 10 },
      expected: ['ABC'],
    },
    {
      name: 'what is left begins with its overlap',
      words: [10, 10, 5],
      settings: { ...TWENTY, overlapWords: 10 },
      expected: ['AB', 'BC'],
    },
  ]
  it.each(limits)('$name', ({ words, settings, expected }) => {
    expect(passages([textOf(...words)], settings)).toEqual(expected)
  })

  it('cuts a sentence without an end at the size of a passage, and counts its pieces', () => {
    const words = Array.from({ length: 45 }, (_, i) => `w${i}`)
    const found = passagesOf(readPaperOf([words.join(' ')]), TWENTY)
    expect(found.map(({ text }) => text.split(' '))).toEqual([
      words.slice(0, 20),
      words.slice(20, 40),
      words.slice(40),
    ])
    expect(found.map(({ start, end }) => end! - start!)).toEqual(found.map(({ text }) => text.length))
  })

  it('keeps 500 words whole, ends others at 150 and repeats up to 40', () => {
    const count = (...words: readonly number[]) => passages([textOf(...words)], {}).length
    const tens = Array<number>(49).fill(10)
    expect([count(...tens, 10), count(...tens, 11)]).toEqual([1, 4])
    const long = Array.from({ length: 53 }, (_, i) => sentence(`Number${i}`, 10)).join(' ')
    const numbers = passagesOf(readPaperOf([long])).map(({ text }) =>
      [...text.matchAll(/Number(\d+)/g)].map((match) => Number(match[1])),
    )
    expect(numbers.map((some) => [some[0], some.at(-1)])).toEqual([
      [0, 14],
      [11, 25],
      [22, 36],
      [33, 47],
      [44, 52],
    ])
  })

  it('repeats a last sentence of 40 words, and none of 41', () => {
    const begins = (words: number) => passages([textOf(450, 110, words, 150)], {}).at(-1)
    expect([begins(40), begins(41)]).toEqual(['CD', 'D'])
  })

  it('refuses an overlap that is not below the size', () => {
    const paper = readPaperOf(['One sentence.'])
    expect(() => passagesOf(paper, { sizeWords: 20, overlapWords: 20 })).toThrow(RangeError)
    expect(() => passagesOf(paper, { sizeWords: 20, overlapWords: 19 })).not.toThrow()
  })
})

describe('the sections of passages', () => {
  /** Sections of `A ...`, `B ...` under the headings First, Second ... of so many words. */
  function sectioned(...words: readonly (readonly number[])[]) {
    let at = 0
    const parts = words.map((counts, block) => {
      const body = counts.map((count) => sentence(`Name${String.fromCharCode(65 + at++)}`, count)).join(' ')
      return { heading: `Part ${'XYZ'.charAt(block)}x`, text: `Part ${'XYZ'.charAt(block)}x\n${body}` }
    })
    const text = parts.map((part) => part.text).join('\n\n')
    const sections = parts.map((part) => {
      const start = text.indexOf(part.text)
      return { heading: part.heading, level: 1, start, end: start + part.text.length }
    })
    return readPaperOf([text], { sections })
  }

  const cases = [
    { name: 'ends one of half a size with its section', words: [[10], [10, 10]], expected: ['A', 'BC'] },
    { name: 'goes on from a shorter section', words: [[9], [11, 10]], expected: ['AB', 'C'] },
    {
      name: 'begins a section without the words before it',
      words: [
        [10, 10],
        [10, 10],
      ],
      expected: ['AB', 'CD'],
    },
  ]
  it.each(cases)('$name', ({ words, expected }) => {
    const found = passagesOf(sectioned(...words), TWENTY)
    expect(lettersOf(found)).toEqual(expected)
  })

  it('repeat what is more than half a passage in the next section, and not by itself', () => {
    const found = passagesOf(sectioned([10, 10], [10, 10]), { ...TWENTY, overlapWords: 10 })
    expect(lettersOf(found)).toEqual(['AB', 'BC', 'CD'])
  })

  it('are named after the section that the passage begins in', () => {
    const found = passagesOf(sectioned([10], [10], [4]), TWENTY)
    expect(found.map(({ locator }) => locator)).toEqual(['Part Xx', 'Part Yx'])
    expect(lettersOf(found)).toEqual(['A', 'BC'])
  })

  it('say the page that they begin on', () => {
    const pages = [textOf(10, 10), textOf(10, 10)]
    const found = passagesOf(readPaperOf(pages, {}, true), TWENTY)
    expect(found.map(({ page, locator }) => [page, locator])).toEqual([
      [1, 'p. 1'],
      [2, 'p. 2'],
    ])
    expect(passagesOf(readPaperOf(pages), TWENTY).map(({ page, locator }) => [page, locator])).toEqual([
      [null, ''],
      [null, ''],
    ])
    expect(found[0]).toMatchObject({ kind: 'passage', year: 2014, topic: '', made: 'passage' })
  })
})

describe('asides among passages', () => {
  const KEYWORDS = 'Key words: lupeol, triterpenes, palms, bark.'
  const named = (text: string, settings: Partial<PassageSettings>) =>
    passagesOf(readPaperOf([text]), settings).map((passage) => passage.name)

  it('stay within a short text where they are less than a quarter of it', () => {
    // The key words are six words.
    expect(named(`${textOf(10, 9)}\n\n${KEYWORDS}`, { wholeWords: 100 })).toEqual(['PASSAGE'])
    expect(named(`${textOf(10, 8)}\n\n${KEYWORDS}`, { wholeWords: 100 })).toEqual(['PASSAGE', 'ASIDE'])
  })

  it('are a passage of text where they are half of it', () => {
    const rows = Array<string>(7).fill('Lupeol 3.5 12.1 14.2 11.0').join('\n')
    expect(named(`${textOf(35)}\n\n${rows}`, { ...TWENTY, sizeWords: 70 })).toEqual(['PASSAGE'])
  })

  it('take a few rows with them that stand beside', () => {
    const asides = `${KEYWORDS}\n\n${Array<string>(3).fill('Lupeol 3.5 12.1 14.2 11.0').join('\n')}`
    const text = `${textOf(20)}\n\n${asides}\n\n${textOf(20)}`
    const found = passagesOf(readPaperOf([text]), TWENTY)
    expect(found.map(({ name }) => name)).toEqual(['PASSAGE', 'ASIDE', 'PASSAGE'])
    expect(found[1]?.text).toBe(asides)
  })

  it('stand apart each time', () => {
    const parts = [textOf(20), KEYWORDS, textOf(20), KEYWORDS, textOf(20)]
    expect(named(parts.join('\n\n'), TWENTY)).toEqual(['PASSAGE', 'ASIDE', 'PASSAGE', 'ASIDE', 'PASSAGE'])
  })

  it('stand apart from the text on both sides of them', () => {
    const text = `${textOf(10, 10)}\n\n${KEYWORDS}\n\n${textOf(10, 10)}`
    expect(named(text, TWENTY)).toEqual(['PASSAGE', 'ASIDE', 'PASSAGE'])
  })

  it('are what stands under a heading of thanks', () => {
    const text = 'Results\nLupeol inhibits lipase of rats.\n\nAcknowledgements\nAnna read the drafts of it.'
    const at = text.indexOf('Acknowledgements')
    const sections = [
      { heading: 'Results', level: 1, start: 0, end: at },
      { heading: 'Acknowledgements', level: 1, start: at, end: text.length },
    ]
    const found = passagesOf(readPaperOf([text], { sections }))
    expect(found.map(({ name, locator }) => [name, locator])).toEqual([
      ['PASSAGE', 'Results'],
      ['ASIDE', 'Acknowledgements'],
    ])
  })

  it('take rows of 40 words for a table, and fewer for formulas of the text', () => {
    const rows = (count: number) =>
      Array.from({ length: count }, () => 'Lupeol 3.5 12.1 14.2 11.0').join('\n')
    const around = textOf(...Array<number>(8).fill(20))
    const kinds = (count: number) =>
      named(`${around}\n\n${rows(count)}\n\n${around}`, { sizeWords: 400, overlapWords: 0, wholeWords: 0 })
    expect(kinds(7)).not.toContain('ASIDE')
    expect(kinds(8)).toEqual(['PASSAGE', 'ASIDE', 'PASSAGE'])
  })
})
