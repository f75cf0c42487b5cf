import { describe, expect, it } from 'vitest'
import { describe as described } from '../../../../ingest/describe/index.ts'
import { BODY, describedFront, INTRODUCTION, NAMES, TOOLS } from '../../../fixtures/described-front.ts'
import { laidOutPage, type SetParagraph } from '../../../fixtures/laid-out-page.ts'

const TITLE: SetParagraph = { lines: ['Lupeol of barks in culture of cells'], size: 18 }

describe('the authors', () => {
  const ADDRESS: SetParagraph = { lines: ['Department of Barks, University of Gallium'], size: 8 }

  it.each([
    [
      'one name on each line, with marks',
      [{ lines: ['Ada Lovelace 1,2', 'Charles Babbage 3', 'Mary Somerville 1'] }],
    ],
    [
      'a name that goes on with the next line',
      [{ lines: ['Ada Lovelace, Charles', 'Babbage and Mary', 'Somerville'] }],
    ],
    [
      'a name that goes on in the next paragraph',
      [
        { lines: ['Ada Lovelace, Charles'], top: 100 },
        { lines: ['Babbage, Mary Somerville'], top: 114 },
      ],
    ],
    [
      'a date below them',
      [{ lines: ['Ada Lovelace, Charles Babbage, Mary Somerville'] }, { lines: ['March 2, 2020'] }],
    ],
    [
      'a version and its date below them, and a group that they belong to',
      [
        { lines: ['Ada Lovelace', 'Charles Babbage', 'Mary Somerville'] },
        { lines: ['Compiled Saturday 17th December, 2022'] },
        { lines: ['Analytical Core Team'] },
      ],
    ],
    ['"by" before them', [{ lines: ['by Ada Lovelace, Charles Babbage and Mary Somerville'] }]],
    [
      'wide gaps between them, and an address below each',
      [
        { lines: ['Ada Lovelace\tCharles Babbage\tMary Somerville'] },
        { lines: ['Rindenuniversität Wien'], top: 214 },
      ],
    ],
    [
      'addresses that end with the name of a country',
      [
        { lines: ['Ada Lovelace', 'University of Gallium', '4002 Basel, Switzerland'] },
        { lines: ['Charles Babbage', 'University of Gallium', 'Novara Pharma AG'] },
        { lines: ['Mary Somerville', 'University of Gallium'] },
      ],
    ],
    ['names side by side in cells', [{ lines: ['Ada Lovelace Charles Babbage Mary Somerville'], row: true }]],
    [
      'names in paragraphs side by side, the second read after the addresses',
      [
        { lines: ['Ada Lovelace, Charles Babbage'], top: 100 },
        ADDRESS,
        { lines: [', Mary Somerville'], top: 100, left: 300 },
      ],
    ],
    [
      'addresses and marks of people between the names',
      [
        { lines: ['Ada Lovelace'], bold: true },
        ADDRESS,
        { lines: ['Charles Babbage'], bold: true },
        { lines: ['0000-0002-3012-7446 · babbage'] },
        { lines: ['Mary Somerville'], bold: true },
      ],
    ],
    [
      'degrees, and a group that they wrote for',
      [
        {
          lines: [
            'Ada Lovelace, MD, PhD, Charles Babbage, PharmD, Mary Somerville, MS, for the Bark Study Group',
          ],
        },
      ],
    ],
    [
      'cities of the addresses behind the last name',
      [
        {
          lines: [
            'Ada Lovelace, MD, Charles Babbage, and Mary Somerville, MS, New Haven, CT; San Diego, CA; Boston, MA',
          ],
        },
      ],
    ],
    [
      'initials that touch the names, and words in their type that are none',
      [{ lines: ['Ada Lovelace, Charles Babbage, Mary Somerville'] }, { lines: ['Public Health'] }],
    ],
    [
      'addresses in the type of the names, each below its author',
      [
        { lines: ['Ada Lovelace', 'University of Gallium'] },
        { lines: ['Charles Babbage', 'Instituto di Fisica, Padova'] },
        { lines: ['Padova Nuova, 4000 Gallium'] },
        { lines: ['Mary Somerville', 'University of Gallium'] },
      ],
    ],
    [
      'marks between some of them only, in one line',
      [{ lines: ['Ada Lovelace Charles Babbage† Mary Somerville†'] }],
    ],
    [
      'addresses behind a bullet',
      [
        {
          lines: [
            'Ada Lovelace • University of Gallium',
            'Charles Babbage • Gallium Works, France',
            'Mary Somerville • University of Gallium',
          ],
        },
      ],
    ],
    [
      'an address below each in one paragraph, with and without its country',
      [
        {
          lines: [
            'Ada Lovelace and Charles Babbage',
            'University of Gallium',
            'Buenos Aires, Argentina',
            'Mary Somerville',
            'University of Zinc',
            'Hong Kong',
          ],
        },
      ],
    ],
    [
      'an address below each, every line a paragraph',
      [
        { lines: ['Ada Lovelace'] },
        { lines: ['University of Gallium'] },
        { lines: ['Buenos Aires, Argentina'] },
        { lines: ['Charles Babbage'] },
        { lines: ['University of Zinc'] },
        { lines: ['Hong Kong'] },
        { lines: ['Mary Somerville'] },
        { lines: ['University of Zinc'] },
      ],
    ],
    [
      'a mail below each, and an address below that',
      [
        {
          lines: [
            'Ada Lovelace',
            'ada@gallium.edu',
            'University of Gallium, London',
            'Novi Sad, Serbia',
            'Charles Babbage, Mary Somerville',
            'cb@gallium.edu',
          ],
        },
      ],
    ],
    [
      'two blocks side by side, and one below them',
      [
        { lines: ['Ada Lovelace\tCharles Babbage'], row: true },
        { lines: ['University of Gallium\tUniversity of Zinc'], row: true },
        { lines: ['Buenos Aires\tHong Kong'], row: true },
        { lines: ['Mary Somerville'] },
        { lines: ['University of Zinc'] },
      ],
    ],
    ['a city and its country below them', [{ ...NAMES, lines: [...NAMES.lines, 'Novi Sad, Serbia'] }]],
    [
      'a city with its postcode behind them',
      [{ lines: ['Ada Lovelace, Charles Babbage, Mary Somerville, San José, CA 95120'] }],
    ],
    [
      'the end of an address on a line of its own, where titles begin the names',
      [
        { lines: ['1\tDr. Ada Lovelace, Department of Barks,', 'Medical College, Kolkata'] },
        { lines: ['2\tDr. Charles Babbage, Department of Barks, University,'] },
        { lines: ['Kolkata'] },
        { lines: ['3\tMs. Mary Somerville, Department of Barks, Kolkata'] },
      ],
    ],
    [
      'an address behind each',
      [
        { lines: ['Ada Lovelace, University of Gallium', 'Charles Babbage, University of Zinc'] },
        { lines: ['Mary Somerville, University of Zinc'] },
      ],
    ],
    ['an address behind all of them', [{ lines: [`${NAMES.lines[0]}, University of Gallium`] }]],
    [
      'a city in front of a mail',
      [{ lines: [...NAMES.lines, 'University of Gallium', 'Buenos Aires', 'ada@gallium.edu'] }],
    ],
    ['"and" at the end of a line', [{ lines: ['Ada Lovelace, Charles Babbage y', 'Mary Somerville'] }]],
    [
      'a group that they wrote for and that goes on with the next line',
      [{ lines: [`${NAMES.lines[0]}, for the Analytical`, 'Bark Investigators'] }],
    ],
    [
      'where to reach them in brackets',
      [
        {
          lines: [
            'Ada Lovelace (ada at gallium.edu), Charles Babbage <cb@gallium.edu>',
            'Mary Somerville (Gallium)',
          ],
        },
      ],
    ],
    [
      'a citation of the paper below them',
      [
        { lines: ['Ada Lovelace', 'Charles Babbage', 'Mary Somerville'] },
        {
          lines: ['Lovelace, A., & Babbage, C. (2019). Barks.', 'In D. Hilbert & E. Noether (Eds.), Trees.'],
        },
      ],
    ],
  ])('are read with %s', (_, paragraphs) => {
    expect(describedFront(TITLE, ...paragraphs).authors).toEqual([
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
    const signed = { lines: ['Ada Lovelace 1,4', 'Charles Babbage 2', 'Mary Somerville 1'] }
    const found = described(
      [laidOutPage([TITLE, BODY]), laidOutPage([BODY, signed, ADDRESS], { number: 2 })],
      TOOLS,
    )
    expect(found.authors).toEqual(['Ada Lovelace', 'Charles Babbage', 'Mary Somerville'])
    expect(found.confidence.authors).toBeLessThan(0.8)
  })
})
