import { describe, expect, it } from 'vitest'
import { casesIn } from '../../../fixtures/case-lines.ts'
import { describedFront, NAMES } from '../../../fixtures/described-front.ts'
import { paragraphsOf } from '../../../fixtures/laid-out-page.ts'

describe('the title', () => {
  it.each(
    casesIn<'name' | 'title' | 'set'>(`
    name | title | set
    a short main title stands larger over its subtitle | Bark culture: How lupeol of barks inhibits the growth of cells | [size=16 bold top=60] Bark culture ¶ [size=13 bold top=82] How lupeol of barks inhibits / the growth of cells
    an address is set larger over it | How lupeol of barks inhibits the growth of cells | [size=18 top=60] Department of Plant Sciences, University of the North ¶ [size=15 top=110] How lupeol of barks inhibits the growth of cells
    a box on the right is read between its lines | Lupeol production and the growth of cells in culture | [size=20 top=100] Lupeol production ¶ [size=13 left=450 top=100] Open Access ¶ [size=20 top=124] and the growth of cells in culture
    a word in small capitals makes its first line another font | BarkParser: a tool for lupeol and the growth of cells in culture ok | [size=16 left=100 top=100] BarkParser: a tool for lupeol and ¶ [size=16 left=100 top=119 bold] the growth of cells in culture ok
    a label in its own type stands over it | Lupeol of barks in culture | [size=14 bold top=100] Short Communication ¶ [size=14 bold top=117] Lupeol of barks in culture
    its second line has capitals and an "and" and is no list of names | Lupeol of Barks for Data Mining and Knowledge Discovery | [size=16 bold top=100] Lupeol of Barks for ¶ [size=16 bold top=119] Data Mining and Knowledge Discovery
    a wide gap, as a broken ligature leaves, parts a line | Lupeol of barks in dif fuse growth of cells | [size=18 left=70 top=100] Lupeol of barks in dif ¶ [size=18 left=275 top=100] fuse growth of cells
    its first word names a section elsewhere | Introduction to lupeol of barks in culture | [size=16] Introduction to lupeol of barks in culture
    its last word alone is a label elsewhere | Lupeol of barks in culture and methods | [size=16] Lupeol of barks in culture and / methods
    it has two words | Bark culture | [size=12] Bark culture
    names, an institution and a date stand below it | Bark culture | [size=17] Bark culture ¶ [size=14] Mary Ann Somerville Mayo Clinic / February 6, 2023
    it has one, over a section | Lupeol | [size=17] Lupeol ¶ [size=12] 1 The growth of cells
    its last line is a word that labels have | Lupeol of barks and its data | [size=16] Lupeol of barks and its / data
    a label runs into it | Lupeol of barks in culture | [size=16] Original article: Lupeol of barks in culture
  `),
  )('is whole where $name', ({ title, set }) => {
    const found = describedFront(...paragraphsOf(set), { ...NAMES, size: 11 })
    expect(found.title).toBe(title)
    expect(found.authors).toEqual(['Ada Lovelace', 'Charles Babbage', 'Mary Somerville'])
  })

  it('is doubtful where the paper uses none of its words', () => {
    expect(
      describedFront({ lines: ['Wbarks Ie TTrT wESTMENTS Fnrnitare Eute Notpry'], size: 20 }).confidence,
    ).toMatchObject({ title: 0.4, authors: 0 })
  })
})
