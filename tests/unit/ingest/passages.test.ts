/** Tests where passages begin and end, on sentences with known numbers of words. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paperText } from '../../../corpus/index.ts'
import { passagesOf } from '../../../ingest/index.ts'
import { readPaperOf, sectionedPaper } from '../../fakes/read-paper.ts'

/** Returns the sentences `A`, `B`, `C` ... with the given numbers of words. */
const textOf = (words: readonly number[], first = 0) =>
  words
    .map(
      (count, i) =>
        `${[`Name${String.fromCharCode(65 + first + i)}`, ...Array(count - 1).fill('of')].join(' ')}.`,
    )
    .join(' ')
/** Returns the letters of the sentences in each passage. */
const lettersOf = (passages: readonly { readonly text: string }[]) =>
  passages.map(({ text }) => [...text.matchAll(/Name([A-Z])/g)].map((match) => match[1]).join('')).join(' ')
const namesOf = (text: string, settings = {}) =>
  passagesOf(readPaperOf([text]), settings)
    .map(({ name }) => name)
    .join(' ')

const TWENTY = { sizeWords: 20, overlapWords: 0, wholeWords: 0 }
const OVERLAP = { ...TWENTY, overlapWords: 10 }

describe('a passage', () => {
  it.each([
    ['of a text within the limit is the whole of it', [10, 10], { ...TWENTY, wholeWords: 20 }, 'AB'],
    ['of a longer text is not', [10, 11], { sizeWords: 10, overlapWords: 0, wholeWords: 20 }, 'A B'],
    ['ends with the sentence that reaches its size', [10, 9, 10, 10, 10], TWENTY, 'ABC DE'],
    ['of a rest of a quarter stands alone', [10, 10, 5], TWENTY, 'AB C'],
    ['takes a shorter rest with it', [10, 10, 2, 2], TWENTY, 'ABCD'],
    ['begins with the last sentences up to the overlap', [10, 5, 5, 10, 10], OVERLAP, 'ABC BCD DE'],
    ['never repeats a sentence over the overlap', [10, 5, 6, 10, 10], OVERLAP, 'ABC CDE'],
    ['never repeats a whole passage', [10, 10, 10, 10], { ...TWENTY, overlapWords: 19 }, 'AB BC CD'],
    ['counts a rest without its overlap', [10, 10, 4], OVERLAP, 'ABC'],
  ])('%s', (_, words, settings, expected) => {
    expect(lettersOf(passagesOf(readPaperOf([textOf(words)]), settings))).toBe(expected)
  })

  it('is a stretch of the text itself near the size asked for, and all of them hold every word', () => {
    const word = fc.stringMatching(/^[a-z]{1,9}$/)
    const sentence = fc.array(word, { minLength: 1, maxLength: 40 }).map((parts) => `The ${parts.join(' ')}.`)
    fc.assert(
      fc.property(fc.array(sentence, { minLength: 1, maxLength: 80 }), (parts) => {
        const body = parts.join(' ')
        const paper = readPaperOf([body])
        const covered = new Uint8Array(body.length)
        for (const passage of passagesOf(paper, { sizeWords: 60, overlapWords: 15, wholeWords: 80 })) {
          expect(paperText(paper.pages).slice(passage.start!, passage.end!)).toBe(passage.text)
          expect(passage.text.split(/\s+/).length).toBeLessThanOrEqual(60 + 41 + 15)
          covered.fill(1, passage.start!, passage.end!)
        }
        for (const [i, character] of [...body].entries()) if (character !== ' ') expect(covered[i]).toBe(1)
      }),
    )
  })

  it('has 150 words of a text of more than 500, and up to 40 of the one before', () => {
    const tens = Array<number>(49).fill(10)
    const counts = [10, 11].map((last) => passagesOf(readPaperOf([textOf([...tens, last])])).length)
    expect(counts).toEqual([1, 4])
    const text = Array.from({ length: 53 }, (_, i) => `Number${i} of of of of of of of of of.`).join(' ')
    const numbers = passagesOf(readPaperOf([text])).map((passage) => passage.text.match(/(?<=Number)\d+/g)!)
    const ends = numbers.map((some) => `${some[0]}–${some.at(-1)}`)
    expect(ends.join(' ')).toBe('0–14 11–25 22–36 33–47 44–52')
  })

  it('says what it is and the page that it begins on', () => {
    const pages = [textOf([10, 10]), textOf([10, 10])]
    const found = passagesOf(readPaperOf(pages, {}, true), TWENTY)
    expect(found.map(({ page, locator }) => `${page} ${locator}`)).toEqual(['1 p. 1', '2 p. 2'])
    const said = { kind: 'passage', name: 'PASSAGE', year: 2014, topic: '', made: 'passage' }
    expect(passagesOf(readPaperOf(pages), TWENTY)).toMatchObject([
      { ...said, page: null, locator: '' },
      { ...said, page: null, locator: '' },
    ])
    expect(passagesOf(readPaperOf([' \n']))).toEqual([])
  })
})

describe('sections', () => {
  it.each([
    ['end a passage of half a size', [10], [10, 10], TWENTY, 'A BC', 'First, Second'],
    ['go on where one is shorter', [9], [11, 10], TWENTY, 'AB C', 'First, Second'],
    ['repeat the end of the one before', [10, 10], [10, 10], OVERLAP, 'AB BC CD', 'First, First, Second'],
  ])('%s', (_, first, second, settings, letters, locators) => {
    const paper = sectionedPaper({ First: textOf(first), Second: textOf(second, first.length) })
    const found = passagesOf(paper, settings)
    expect(lettersOf(found)).toBe(letters)
    expect(found.map(({ locator }) => locator).join(', ')).toBe(locators)
  })
})

describe('asides among passages', () => {
  const KEYWORDS = 'Key words: lupeol, triterpenes, palms, bark.'
  const THANKS = 'We thank Anna Author of the University of Dhaka for her help.'
  const PROSE = textOf([10, 10])
  const rows = (count: number) => Array<string>(count).fill('Lupeol 3.5 12.1 14.2 11.0').join('\n')

  it.each([
    ['key words', KEYWORDS, 'PASSAGE ASIDE PASSAGE'],
    ['thanks', THANKS, 'PASSAGE ASIDE PASSAGE'],
    ['both, as one', `${KEYWORDS}\n\n${THANKS}`, 'PASSAGE ASIDE PASSAGE'],
    ['key words and a few rows', `${KEYWORDS}\n\n${rows(3)}`, 'PASSAGE ASIDE PASSAGE'],
    ['a table', rows(8), 'PASSAGE ASIDE ASIDE PASSAGE'],
    ['prose', PROSE, 'PASSAGE PASSAGE PASSAGE'],
  ])('are parted from the text: %s', (_, between, names) => {
    expect(namesOf([PROSE, between, PROSE].join('\n\n'), TWENTY)).toBe(names)
  })

  it('are what stands under a heading of thanks, and no few formulas of the text', () => {
    const parts = {
      Results: 'Lupeol inhibits lipase of rats.',
      Acknowledgements: 'Anna read the drafts of it.',
    }
    const found = passagesOf(sectionedPaper(parts))
    expect(found.map(({ name, locator }) => `${name} ${locator}`)).toEqual([
      'PASSAGE Results',
      'ASIDE Acknowledgements',
    ])
    const around = textOf(Array<number>(8).fill(20))
    expect(namesOf(`${around}\n\n${rows(7)}\n\n${around}`, { ...TWENTY, sizeWords: 400 })).not.toContain(
      'ASIDE',
    )
  })
})
