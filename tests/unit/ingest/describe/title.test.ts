import { describe, expect, it } from 'vitest'
import { describedFront, NAMES } from '../../../fixtures/described-front.ts'

describe('the title', () => {
  it.each([
    [
      'a short main title stands larger over its subtitle',
      [
        { lines: ['Bark culture'], size: 16, bold: true, top: 60 },
        { lines: ['How lupeol of barks inhibits', 'the growth of cells'], size: 13, bold: true, top: 82 },
      ],
      'Bark culture: How lupeol of barks inhibits the growth of cells',
    ],
    [
      'an address is set larger over it',
      [
        { lines: ['Department of Plant Sciences, University of the North'], size: 18, top: 60 },
        { lines: ['How lupeol of barks inhibits the growth of cells'], size: 15, top: 110 },
      ],
      'How lupeol of barks inhibits the growth of cells',
    ],
    [
      'a box on the right is read between its lines',
      [
        { lines: ['Lupeol production'], size: 20, top: 100 },
        { lines: ['Open Access'], size: 13, left: 450, top: 100 },
        { lines: ['and the growth of cells in culture'], size: 20, top: 124 },
      ],
      'Lupeol production and the growth of cells in culture',
    ],
    [
      'a word in small capitals makes its first line another font',
      [
        { lines: ['BarkParser: a tool for lupeol and'], size: 16, left: 100, top: 100 },
        { lines: ['the growth of cells in culture ok'], size: 16, left: 100, top: 119, bold: true },
      ],
      'BarkParser: a tool for lupeol and the growth of cells in culture ok',
    ],
    [
      'a label in its own type stands over it',
      [
        { lines: ['Short Communication'], size: 14, bold: true, top: 100 },
        { lines: ['Lupeol of barks in culture'], size: 14, bold: true, top: 117 },
      ],
      'Lupeol of barks in culture',
    ],
    [
      'its second line has capitals and an "and" and is no list of names',
      [
        { lines: ['Lupeol of Barks for'], size: 16, bold: true, top: 100 },
        { lines: ['Data Mining and Knowledge Discovery'], size: 16, bold: true, top: 119 },
      ],
      'Lupeol of Barks for Data Mining and Knowledge Discovery',
    ],
    [
      'a wide gap, as a broken ligature leaves, parts a line',
      [
        { lines: ['Lupeol of barks in dif'], size: 18, left: 70, top: 100 },
        { lines: ['fuse growth of cells'], size: 18, left: 275, top: 100 },
      ],
      'Lupeol of barks in dif fuse growth of cells',
    ],
    [
      'its first word names a section elsewhere',
      [{ lines: ['Introduction to lupeol of barks in culture'], size: 16 }],
      'Introduction to lupeol of barks in culture',
    ],
    [
      'its last word alone is a label elsewhere',
      [{ lines: ['Lupeol of barks in culture and', 'methods'], size: 16 }],
      'Lupeol of barks in culture and methods',
    ],
    ['it has two words', [{ lines: ['Bark culture'], size: 12 }], 'Bark culture'],
    [
      'names, an institution and a date stand below it',
      [
        { lines: ['Bark culture'], size: 17 },
        { lines: ['Mary Ann Somerville Mayo Clinic', 'February 6, 2023'], size: 14 },
      ],
      'Bark culture',
    ],
    [
      'it has one, over a section',
      [
        { lines: ['Lupeol'], size: 17 },
        { lines: ['1 The growth of cells'], size: 12 },
      ],
      'Lupeol',
    ],
    [
      'its last line is a word that labels have',
      [{ lines: ['Lupeol of barks and its', 'data'], size: 16 }],
      'Lupeol of barks and its data',
    ],
    [
      'a label runs into it',
      [{ lines: ['Original article: Lupeol of barks in culture'], size: 16 }],
      'Lupeol of barks in culture',
    ],
  ])('is whole where %s', (_, paragraphs, title) => {
    const found = describedFront(...paragraphs, { ...NAMES, size: 11 })
    expect(found.title).toBe(title)
    expect(found.authors).toEqual(['Ada Lovelace', 'Charles Babbage', 'Mary Somerville'])
  })

  it('is doubtful where the paper uses none of its words', () => {
    expect(
      describedFront({ lines: ['Wbarks Ie TTrT wESTMENTS Fnrnitare Eute Notpry'], size: 20 }).confidence,
    ).toMatchObject({ title: 0.4, authors: 0 })
  })
})
