import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BOX_SIDES } from '../../../../corpus/index.ts'
import { layOut, type PageCharacters, SPACE_GUESSED } from '../../../../ingest/extract/index.ts'
import { column, type PlacedLine, setPage } from '../../../fixtures/set-page.ts'

// 44 characters of 5 pt fill a column of 220 pt.
const LEFT = [
  'The left column opens here with a full line',
  'and it goes on with a second line of the kin',
  'that fills the whole width of its own column',
  'before it comes to an end at the last line a',
  'fter which the reader turns to the next one.',
]
const RIGHT = [
  'The right column is to be read after the one',
  'on the left although its lines stand beside ',
  'the lines of the other and share their basel',
  'ines to the point where only the white strip',
  'between them tells the two of them well apart',
]

function textOf(lines: readonly PlacedLine[]): string {
  return layOut([setPage(lines)])[0]?.page.text ?? ''
}

/** Returns whether the needles are in the text in this order. */
function inOrder(text: string, needles: readonly string[]): boolean {
  const places = needles.map((needle) => text.indexOf(needle))
  return places.every((place, at) => place >= 0 && (at === 0 || place > (places[at - 1] ?? 0)))
}

describe('an accent that the file draws by itself', () => {
  it('is set on its letter, and the word goes on behind it although a gap was guessed there', () => {
    const page = setPage([
      { text: 'Kai Stu', left: 100, baseline: 100 },
      { text: '¨', left: 131.5, baseline: 100, size: 4, joined: true },
      { text: 'hler', left: 135, baseline: 100, joined: true },
    ])
    page.spaced[7] = SPACE_GUESSED
    expect(layOut([page])[0]?.page.text).toBe('Kai Stühler')
  })

  it('is set on its letter where it is drawn after the word, with the mark of a note behind it', () => {
    const lines: PlacedLine[] = [
      { text: 'Topçuoglu', left: 100, baseline: 100 },
      { text: '˘', left: 130.5, baseline: 100, size: 8, joined: true },
      { text: '1, Garretto', left: 145, baseline: 100, joined: true },
    ]
    expect(textOf(lines)).toBe('Topçuoğlu 1, Garretto')
  })
})

describe('reading order', () => {
  const two = [...column(LEFT, { left: 60, baseline: 200 }), ...column(RIGHT, { left: 320, baseline: 200 })]
  const title = { text: 'A title that runs over both of the columns', left: 120, baseline: 100, size: 18 }

  it.each([
    ['the left column before the right one', two, ['left column opens', 'next one', 'right column is']],
    [
      'whatever order the file draws them in',
      two.toReversed(),
      ['left column opens', 'next one', 'right column is'],
    ],
    ['a wide title first', [...two, title], ['A title', 'left column opens', 'right column is']],
    [
      'columns above a wide figure before those below it',
      [
        ...two,
        { text: 'Figure 1 spans both columns of the page and parts it into two', left: 80, baseline: 300 },
        ...column(LEFT, { left: 60, baseline: 340 }).map((line) => ({
          ...line,
          text: `${line.text.slice(0, 40)} low`,
        })),
        ...column(RIGHT, { left: 320, baseline: 340 }),
      ],
      ['left column opens', 'right column is', 'Figure 1', 'low'],
    ],
    [
      'a side bar in small type last',
      [
        ...column(
          ['Hospital One, City', 'Hospital Two, City', 'Correspond with us', 'by letter'],
          { left: 20, baseline: 200, size: 7 },
          9,
        ),
        ...column(LEFT, { left: 150, baseline: 200 }),
        ...column(RIGHT, { left: 380, baseline: 200 }),
      ],
      ['left column opens', 'right column is', 'Hospital One'],
    ],
    [
      'a footnote after the column that goes on',
      [
        ...column(LEFT.slice(0, 4), { left: 60, baseline: 640 }),
        { text: '1 A note in small type at the foot', left: 60, baseline: 740, size: 7 },
        ...column(RIGHT, { left: 320, baseline: 640 }),
      ],
      ['left column opens', 'right column is', '1 A note'],
    ],
    [
      'a list in small type below its heading at the foot of a column',
      [
        ...column(LEFT.slice(0, 4), { left: 60, baseline: 600 }),
        { text: 'References', left: 60, baseline: 680 },
        ...column(['1 Adams J. Rivers. J Rivers 1999;1:2.', '2 Baker L. Lakes. J Lakes 2004;8:1.'], {
          left: 60,
          baseline: 700,
          size: 7,
        }),
        ...column(RIGHT, { left: 320, baseline: 600 }),
      ],
      ['left column opens', 'References', '1 Adams', '2 Baker', 'right column is'],
    ],
  ])('takes %s', (_, lines, order) => {
    expect(textOf(lines)).toSatisfy((text: string) => inOrder(text, order))
  })

  it('reads a sentence through that a figure with its caption interrupts', () => {
    const caption = column(
      ['Figure 1. Cells in culture', 'after a day (left) and two'],
      { left: 320, baseline: 200, size: 8 },
      10,
    )
    const lines = [
      ...column(LEFT.slice(0, 4), { left: 60, baseline: 200 }),
      ...caption,
      ...column(
        ['and this is where that sentence goes on and', 'comes to its end. Then the text has another.'],
        { left: 320, baseline: 260 },
      ),
    ]
    expect(textOf(lines)).toMatch(/at the last line a and this is where .* another\.\n\nFigure 1/)
  })

  it('makes each row of a table a paragraph', () => {
    const rows = [
      ['Drug', 'IC50', 'n'],
      ['Lupeol', '2.17', '3'],
      ['Control', '9.80', '3'],
      ['Blank', '0.00', '3'],
    ]
    const cells = rows.flatMap((row, y) =>
      row.map((text, x) => ({ text, left: 60 + x * 160, baseline: 200 + y * 12 })),
    )
    expect(textOf(cells)).toBe('Drug IC50 n\n\nLupeol 2.17 3\n\nControl 9.80 3\n\nBlank 0.00 3')
  })
})

describe('paragraphs', () => {
  it.each([
    [
      'joins the lines of a paragraph with spaces',
      column(LEFT.slice(0, 2), { left: 60, baseline: 200 }),
      `${LEFT[0]} ${LEFT[1]}`,
    ],
    [
      'mends a word that is cut at the end of a line',
      column(['We measured the inhibi-', 'tion of growth.'], { left: 60, baseline: 200 }),
      'We measured the inhibition of growth.',
    ],
    [
      'keeps the hyphen of a compound that stands elsewhere',
      column(['A blood-brain barrier, the blood-', 'brain barrier.'], { left: 60, baseline: 200 }),
      'A blood-brain barrier, the blood-brain barrier.',
    ],
    [
      'keeps the hyphen before a capital or a digit',
      column(['The Mann-', 'Whitney test of COVID-', '19 cases.'], { left: 60, baseline: 200 }),
      'The Mann-Whitney test of COVID-19 cases.',
    ],
    [
      'keeps a suspended hyphen',
      column(['It grows pre-', 'and postnatally.'], { left: 60, baseline: 200 }),
      'It grows pre- and postnatally.',
    ],
    ['spells out ligatures', [{ text: 'The ﬁrst eﬀect', left: 60, baseline: 200 }], 'The first effect'],
    [
      "spells out the ligatures of TeX's old fonts",
      [{ text: 'The e\u000bect of \u000cve \u000dows', left: 60, baseline: 200 }],
      'The effect of five flows',
    ],
    [
      'parts paragraphs at an indent',
      [
        ...column([LEFT[0] ?? '', LEFT[1] ?? ''], { left: 60, baseline: 200 }),
        { text: 'A new paragraph is here', left: 75, baseline: 224 },
        { text: LEFT[2] ?? '', left: 60, baseline: 236 },
      ],
      `${LEFT[0]} ${LEFT[1]}\n\nA new paragraph is here ${LEFT[2]}`,
    ],
    [
      'parts a bold heading from its text',
      [
        { text: 'Methods', left: 60, baseline: 200, bold: true },
        { text: 'We did it.', left: 60, baseline: 212 },
      ],
      'Methods\n\nWe did it.',
    ],
  ])('%s', (_, lines, text) => {
    expect(textOf(lines)).toBe(text)
  })
})

describe('furniture', () => {
  const bodies = ['alpha beta gamma', 'delta epsilon zeta', 'eta theta iota']
  const pages = bodies.map((body, at) =>
    setPage(
      [
        { text: `Journal of Things 2014, 14:${at + 1}`, left: 60, baseline: 40 },
        { text: body, left: 60, baseline: 300 },
        { text: `${at + 17}`, left: 300, baseline: 780 },
        { text: 'arXiv:2203.00274v2 [cs.CL] 1 Mar 2022', left: 20, baseline: 500, angle: 270 },
      ],
      { number: at + 1 },
    ),
  )

  it('is left out of the text and kept as margins', () => {
    const laidOut = layOut(pages)
    expect(laidOut.map(({ page }) => page.text)).toEqual(bodies)
    expect(laidOut[0]?.margins).toEqual(
      expect.arrayContaining(['Journal of Things 2014, 14:1', '17', 'arXiv:2203.00274v2 [cs.CL] 1 Mar 2022']),
    )
  })
})

describe('boxes', () => {
  const line: fc.Arbitrary<PlacedLine> = fc.record({
    text: fc.string({
      unit: fc.constantFrom('a', 'b', ' ', '-', 'ﬁ', 'é', '\u000c', '\u00ad', '´', '中', '😀'),
      minLength: 1,
      maxLength: 60,
    }),
    left: fc.integer({ min: 0, max: 500 }),
    baseline: fc.integer({ min: 10, max: 790 }),
    size: fc.integer({ min: 5, max: 30 }),
    bold: fc.boolean(),
    angle: fc.constantFrom(0 as const, 90 as const, 180 as const, 270 as const),
  })

  it('are four numbers for every UTF-16 unit, taken from the characters of the page', () => {
    fc.assert(
      fc.property(fc.array(fc.array(line, { maxLength: 12 }), { minLength: 1, maxLength: 3 }), (sheets) => {
        const pages = sheets.map((lines, at) => setPage(lines, { number: at + 1 }))
        for (const [at, { page, lines }] of layOut(pages).entries()) {
          expect(page.boxes.length).toBe(BOX_SIDES * page.text.length)
          const known = new Set(rowsOf(pages[at]?.boxes ?? new Float32Array()))
          for (const row of rowsOf(page.boxes)) expect(known.has(row)).toBe(true)
          for (const [i, { start, end }] of lines.entries()) {
            expect(start <= end && end <= page.text.length).toBe(true)
            // There is no text between two lines.
            expect(page.text.slice(end, lines[i + 1]?.start ?? page.text.length).trim()).toBe('')
          }
          expect(misplacedLetters(page, pages[at]!)).toEqual([])
        }
      }),
    )
  })

  it.each([0, 90, 180, 270] as const)(
    'stay where the character is shown on a page turned by %i degrees',
    (angle) => {
      const [laidOut] = layOut([setPage([{ text: 'turned text', left: 300, baseline: 400, angle }])])
      expect(laidOut?.page.text).toBe('turned text')
      const source = setPage([{ text: 'turned text', left: 300, baseline: 400, angle }])
      expect([...(laidOut?.page.boxes.slice(0, 4) ?? [])]).toEqual([...source.boxes.slice(0, 4)])
    },
  )
})

/** Returns the plain letters of the text whose box is not that of the same letter on the page. */
function misplacedLetters(
  page: { text: string; boxes: Float32Array },
  source: PageCharacters,
  plain = /[ab中]/,
): string[] {
  const letters = new Map<string, Set<string>>()
  for (const [at, row] of rowsOf(source.boxes).entries()) {
    const known = letters.get(row) ?? new Set()
    letters.set(row, known.add(String.fromCodePoint(source.codes[at] ?? 0)))
  }
  const rows = rowsOf(page.boxes)
  return page.text
    .split('')
    .flatMap((letter, at) =>
      plain.test(letter) && !letters.get(rows[at]!)?.has(letter) ? [`${letter} at ${at}`] : [],
    )
}

function rowsOf(boxes: Float32Array): string[] {
  return Array.from({ length: boxes.length / BOX_SIDES }, (_, at) =>
    boxes.slice(at * BOX_SIDES, (at + 1) * BOX_SIDES).join(','),
  )
}
