import { describe, expect, it } from 'vitest'
import { describe as described } from '../../../../ingest/describe/index.ts'
import { casesIn } from '../../../fixtures/case-lines.ts'
import { BODY, describedFront, INTRODUCTION, NAMES, TOOLS } from '../../../fixtures/described-front.ts'
import { laidOutPage, paragraphsOf, type SetParagraph } from '../../../fixtures/laid-out-page.ts'

const TITLE: SetParagraph = { lines: ['Lupeol of barks in culture of cells'], size: 18 }

describe('the authors', () => {
  it.each(
    casesIn<'name' | 'set'>(`
    name | set
    one name on each line, with marks | Ada Lovelace 1,2 / Charles Babbage 3 / Mary Somerville 1
    raised letters as marks | Ada Lovelace^a^,^c, Charles Babbage^b and Mary Somerville^a
    a name that goes on with the next line | Ada Lovelace, Charles / Babbage and Mary / Somerville
    a name that goes on in the next paragraph | [top=100] Ada Lovelace, Charles ¶ [top=114] Babbage, Mary Somerville
    a date below them | Ada Lovelace, Charles Babbage, Mary Somerville ¶ March 2, 2020
    a version and its date below them, and a group that they belong to | Ada Lovelace / Charles Babbage / Mary Somerville ¶ Compiled Saturday 17th December, 2022 ¶ Analytical Core Team
    "by" before them | by Ada Lovelace, Charles Babbage and Mary Somerville
    wide gaps between them, and an address below each | Ada Lovelace\tCharles Babbage\tMary Somerville ¶ [top=214] Rindenuniversität Wien
    addresses that end with the name of a country | Ada Lovelace / University of Gallium / 4002 Basel, Switzerland ¶ Charles Babbage / University of Gallium / Novara Pharma AG ¶ Mary Somerville / University of Gallium
    names side by side in cells | [row] Ada Lovelace Charles Babbage Mary Somerville
    names in paragraphs side by side, the second read after the addresses | [top=100] Ada Lovelace, Charles Babbage ¶ [size=8] Department of Barks, University of Gallium ¶ [top=100 left=300] , Mary Somerville
    addresses and marks of people between the names | [bold] Ada Lovelace ¶ [size=8] Department of Barks, University of Gallium ¶ [bold] Charles Babbage ¶ 0000-0002-3012-7446 · babbage ¶ [bold] Mary Somerville
    degrees, and a group that they wrote for | Ada Lovelace, MD, PhD, Charles Babbage, PharmD, Mary Somerville, MS, for the Bark Study Group
    cities of the addresses behind the last name | Ada Lovelace, MD, Charles Babbage, and Mary Somerville, MS, New Haven, CT; San Diego, CA; Boston, MA
    initials that touch the names, and words in their type that are none | Ada Lovelace, Charles Babbage, Mary Somerville ¶ Public Health
    addresses in the type of the names, each below its author | Ada Lovelace / University of Gallium ¶ Charles Babbage / Instituto di Fisica, Padova ¶ Padova Nuova, 4000 Gallium ¶ Mary Somerville / University of Gallium
    marks between some of them only, in one line | Ada Lovelace Charles Babbage† Mary Somerville†
    addresses behind a bullet | Ada Lovelace • University of Gallium / Charles Babbage • Gallium Works, France / Mary Somerville • University of Gallium
    an address below each in one paragraph, with and without its country | Ada Lovelace and Charles Babbage / University of Gallium / Buenos Aires, Argentina / Mary Somerville / University of Zinc / Hong Kong
    an address below each, every line a paragraph | Ada Lovelace ¶ University of Gallium ¶ Buenos Aires, Argentina ¶ Charles Babbage ¶ University of Zinc ¶ Hong Kong ¶ Mary Somerville ¶ University of Zinc
    a mail below each, and an address below that | Ada Lovelace / ada@gallium.edu / University of Gallium, London / Novi Sad, Serbia / Charles Babbage, Mary Somerville / cb@gallium.edu
    two blocks side by side, and one below them | [row] Ada Lovelace\tCharles Babbage ¶ [row] University of Gallium\tUniversity of Zinc ¶ [row] Buenos Aires\tHong Kong ¶ Mary Somerville ¶ University of Zinc
    a city and its country below them | Ada Lovelace, Charles Babbage and Mary Somerville / Novi Sad, Serbia
    a city with its postcode behind them | Ada Lovelace, Charles Babbage, Mary Somerville, San José, CA 95120
    the end of an address on a line of its own, where titles begin the names | 1\tDr. Ada Lovelace, Department of Barks, / Medical College, Kolkata ¶ 2\tDr. Charles Babbage, Department of Barks, University, ¶ Kolkata ¶ 3\tMs. Mary Somerville, Department of Barks, Kolkata
    an address behind each | Ada Lovelace, University of Gallium / Charles Babbage, University of Zinc ¶ Mary Somerville, University of Zinc
    an address behind all of them | Ada Lovelace, Charles Babbage and Mary Somerville, University of Gallium
    a city in front of a mail | Ada Lovelace, Charles Babbage and Mary Somerville / University of Gallium / Buenos Aires / ada@gallium.edu
    "and" at the end of a line | Ada Lovelace, Charles Babbage y / Mary Somerville
    a group that they wrote for and that goes on with the next line | Ada Lovelace, Charles Babbage and Mary Somerville, for the Analytical / Bark Investigators
    where to reach them in brackets | Ada Lovelace (ada at gallium.edu), Charles Babbage <cb@gallium.edu> / Mary Somerville (Gallium)
    a citation of the paper below them | Ada Lovelace / Charles Babbage / Mary Somerville ¶ Lovelace, A., & Babbage, C. (2019). Barks. / In D. Hilbert & E. Noether (Eds.), Trees.
  `),
  )('are read with $name', ({ set }) => {
    expect(describedFront(TITLE, ...paragraphsOf(set)).authors).toEqual([
      'Ada Lovelace',
      'Charles Babbage',
      'Mary Somerville',
    ])
  })

  it('have the year of the paper below them, whatever a short paragraph says of others', () => {
    const since = { lines: ['Summary of changes since the book was published in 2015.'] }
    const found = described(
      [laidOutPage([TITLE, NAMES, { lines: ['January 28, 2023'] }, since, INTRODUCTION, BODY])],
      TOOLS,
    )
    expect(found.year).toBe(2023)
  })

  it('are those who signed a letter at its end, doubtful', () => {
    const address = { lines: ['Department of Barks, University of Gallium'], size: 8 }
    const signed = { lines: ['Ada Lovelace 1,4', 'Charles Babbage 2', 'Mary Somerville 1'] }
    const found = described(
      [laidOutPage([TITLE, BODY]), laidOutPage([BODY, signed, address], { number: 2 })],
      TOOLS,
    )
    expect(found.authors).toEqual(['Ada Lovelace', 'Charles Babbage', 'Mary Somerville'])
    expect(found.confidence.authors).toBeLessThan(0.8)
  })
})
