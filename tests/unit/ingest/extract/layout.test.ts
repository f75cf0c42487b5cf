/** Tests how the lines of pages become text: reading order, paragraphs, tables, and what is left out. */
import { describe, expect, it } from 'vitest'
import { layOut } from '../../../../ingest/extract/index.ts'
import { casesIn } from '../../../fixtures/case-lines.ts'
import { column, type PlacedLine, placedLines, setPage, textOf } from '../../../fixtures/set-page.ts'

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

/** Replaces `LEFT(n)` by the first n lines of the left column, and `RIGHT` by the right column. */
function linesOf(text: string): PlacedLine[] {
  const left = (_: string, count: string) => LEFT.slice(0, Number(count)).join(' / ')
  return placedLines(text.replaceAll(/LEFT\((\d)\)/g, left).replaceAll('RIGHT', RIGHT.join(' / ')))
}

describe('reading order', () => {
  const TWO = 'LEFT(5) ¶ [left=320 baseline=200] RIGHT'
  const PIECES =
    /left column opens|next one|right column is|A title|Figure 1|low|Hospital One|1 A note|References|1 Adams|2 Baker/g

  it.each(
    casesIn<'name' | 'page' | 'order'>(`
    name | page | order
    the left column before the right one | ${TWO} | left column opens, next one, right column is
    a wide title first | ${TWO} ¶ [left=120 baseline=100 size=18] A title that runs over both of the columns | A title, left column opens, next one, right column is
    columns above a wide figure before those below it | ${TWO} ¶ [left=80 baseline=300] Figure 1 spans both columns of the page and parts it into two ¶ [baseline=340] This is low on the left and it has a long li / ne and another to fill the width of the colum ¶ [left=320 baseline=340] And that is low on the right and it has a lon / g line and one more to fill the width of the c | left column opens, next one, right column is, Figure 1, low, low
    a side bar in small type last | [left=20 size=7] Hospital One, City / Hospital Two, City / Correspond with us / by letter ¶ [left=150 baseline=200] LEFT(5) ¶ [left=380 baseline=200] RIGHT | left column opens, next one, right column is, Hospital One
    a footnote after the column that goes on | [baseline=640] LEFT(4) ¶ [baseline=740 size=7] 1 A note in small type at the foot ¶ [left=320 baseline=640] RIGHT | left column opens, right column is, 1 A note
    a list in small type below its heading at the foot of a column | [baseline=600] LEFT(4) ¶ [baseline=680] References ¶ [baseline=700 size=7] 1 Adams J. Rivers. J Rivers 1999;1:2. / 2 Baker L. Lakes. J Lakes 2004;8:1. ¶ [left=320 baseline=600] RIGHT | left column opens, References, 1 Adams, 2 Baker, right column is
  `),
  )('takes $name', ({ page, order }) => {
    expect(textOf(linesOf(page)).match(PIECES)?.join(', ')).toBe(order)
  })

  it('does not depend on the order in which the file draws the lines', () => {
    expect(textOf(linesOf(TWO).toReversed())).toBe(textOf(linesOf(TWO)))
  })

  it('reads through a sentence that a figure with its caption interrupts', () => {
    const lines = linesOf(
      'LEFT(4) ¶ [left=320 baseline=200 size=8] Figure 1. Cells in culture / after a day (left) and two ¶ ' +
        '[left=320 baseline=260] and this is where that sentence goes on and / comes to its end. Then the text has another.',
    )
    expect(textOf(lines)).toMatch(/at the last line a and this is where .* another\.\n\nFigure 1/)
  })

  it('takes a table that runs up the page row by row after the rest', () => {
    const table = Array.from({ length: 12 }, (_, row) =>
      [`Catchment number ${row} of the study`, `${row}.37`, `${row + 5} mm`].map((text, cell) => ({
        ...{ text, left: 120 + row * 14, baseline: 700 - cell * 220, angle: 270 as const },
      })),
    ).flat()
    const prose = column(Array(6).fill(LEFT.slice(0, 3)).flat(), { left: 320, baseline: 100 })
    expect(textOf([...table, ...prose])).toContain(
      '\n\nCatchment number 0 of the study 0.37 5 mm\n\nCatchment number 1',
    )
  })
})

describe('paragraphs', () => {
  const [ONE, TWO, THREE] = LEFT
  const FULL = 'The bark of old palms lowered the fever of a'
  it.each(
    casesIn<'name' | 'page' | 'text'>(`
    name | page | text
    have a space between their lines | ${ONE} / ${TWO} | ${ONE} ${TWO}
    have whole words that were cut at the end of a line | We measured the inhibi- / tion of growth. | We measured the inhibition of growth.
    keep the hyphen of a compound that is on the page | A blood-brain barrier, the blood- / brain barrier. | A blood-brain barrier, the blood-brain barrier.
    keep the hyphen before a capital or a digit | The Mann- / Whitney test of COVID- / 19 cases. | The Mann-Whitney test of COVID-19 cases.
    keep a suspended hyphen | It grows pre- / and postnatally. | It grows pre- and postnatally.
    have their ligatures spelled out | The ﬁrst eﬀect | The first effect
    have the ligatures of TeX's old fonts spelled out | The e\u000bect of \u000cve \u000dows | The effect of five flows
    begin at an indent | ${ONE} / ${TWO} ¶ [left=75] A new paragraph is here ¶ ${THREE} | ${ONE} ${TWO}⏎⏎A new paragraph is here ${THREE}
    begin below a bold heading | [bold] Methods ¶ We did it. | Methods⏎⏎We did it.
    go on if a number is cut | ${FULL} / rat strongly (RR: 1.54, / 95% CI: 1.18–2.02). | ${FULL} rat strongly (RR: 1.54, 95% CI: 1.18–2.02).
    go on behind the colon before a number | ${FULL} / rat strongly (95% CI: / 1.13–3.03). | ${FULL} rat strongly (95% CI: 1.13–3.03).
    end with a sentence in a short line | ${FULL} / rat strongly. / Growth was slow. | ${FULL} rat strongly.⏎⏎Growth was slow.
    end at the colon before an item | ${FULL} / rat as follows: / 1. Growth was slow. | ${FULL} rat as follows:⏎⏎1. Growth was slow.
    are no table if two justified lines have a wide gap each | fertility of male ¶ [left=160 baseline=200] albino rats was high ¶ and of the others it was lower, so ¶ morphological ¶ [left=140 baseline=224] changes in the cauda are ¶ to be expected here. | fertility of male albino rats was high and of the others it was lower, so morphological changes in the cauda are to be expected here.
  `),
  )('$name', ({ page, text }) => {
    expect(textOf(linesOf(page))).toBe(text)
  })
})

describe('the rows of a table are paragraphs', () => {
  /** Places cells that are separated by `|`, a line for each row. */
  const table = (...rows: string[]): PlacedLine[] =>
    rows.flatMap((row, y) =>
      row.split('|').flatMap((text, x) => {
        return text === '' ? [] : [{ text, left: 60 + x * 160, baseline: 200 + y * 12 }]
      }),
    )

  it('of cells in one line each', () => {
    const rows = ['Drug|IC50|n', 'Lupeol|2.17|3', 'Control|9.80|3', 'Blank|0.00|3']
    expect(textOf(table(...rows))).toBe(rows.join('\n\n').replaceAll('|', ' '))
  })

  it('of cells that wrap', () => {
    const rows = ['Aspirin|inhibits the first|81 mg', '|of the two enzymes|each day']
    const lines = [
      ...table(...rows),
      ...placedLines(
        '[baseline=232] Lupeol ¶ [left=220 baseline=232] is under study ¶ [left=380 baseline=232] unknown',
      ),
    ]
    expect(textOf(lines)).toBe(
      'Aspirin inhibits the first of the two enzymes 81 mg each day\n\nLupeol is under study unknown',
    )
  })

  it('apart from the prose above and below', () => {
    const rows = [
      'Reagent|Supplier|Purity',
      'DIPEA|Shanghai Ziye|99.9%',
      'pyridine|Sigma|99.8%',
      'KOtBu|Energy|98%',
    ]
    const prose =
      '[baseline=188] The reagents of this work are listed here by their names. ¶ [baseline=248] The work goes on with a second paragraph of prose now.'
    expect(textOf([...placedLines(prose), ...table(...rows)]).split('\n\n')).toHaveLength(rows.length + 2)
  })
})

describe('words that are printed more than once are read once', () => {
  it.each(
    casesIn<'name' | 'page'>(`
    name | page
    for weight | Effects of bark on cells ¶ [left=60.3 baseline=200] Effects of bark on cells
    three times | Effects of bark on cells ¶ [left=60.3 baseline=200] Effects of bark on cells ¶ [left=60.6 baseline=200] Effects of bark on cells
    as a shadow | [left=61 baseline=201] Effects of bark on cells ¶ [baseline=200] Effects of bark on cells
    word by word, then as a line | Effects of ¶ [left=115 baseline=200] bark on cells ¶ [baseline=200] Effects of bark on cells
  `),
  )('$name', ({ page }) => {
    expect(textOf(placedLines(page))).toBe('Effects of bark on cells')
  })

  it('in a second layer a few points off that breaks its lines elsewhere', () => {
    const prose = LEFT.slice(0, 3)
    const words = prose.join(' ').split(' ')
    const other = [words.slice(0, 10), words.slice(10, 18), words.slice(18)].map((line) => line.join(' '))
    const layers = [
      ...column(prose, { left: 60, baseline: 200 }, 14),
      ...column(other, { left: 60, baseline: 205 }, 14),
    ]
    expect(textOf(layers)).toBe(prose.join(' '))
  })
})

it('running heads, page numbers and stamps are kept as margins, out of the text', () => {
  const bodies = ['alpha beta gamma', 'delta epsilon zeta', 'eta theta iota']
  const stamp = {
    text: 'arXiv:2203.00274v2 [cs.CL] 1 Mar 2022',
    left: 20,
    baseline: 500,
    angle: 270,
  } as const
  const pages = bodies.map((body, at) => {
    const head = `[baseline=40] Journal of Things 2014, 14:${at + 1} ¶ [baseline=300] ${body} ¶ [left=300 baseline=780] ${at + 17}`
    return setPage([...placedLines(head), stamp], { number: at + 1 })
  })
  const laidOut = layOut(pages)
  expect(laidOut.map(({ page }) => page.text)).toEqual(bodies)
  expect(laidOut[0]?.margins).toEqual(
    expect.arrayContaining(['Journal of Things 2014, 14:1', '17', stamp.text]),
  )
})

describe('line numbers', () => {
  const WORDS = 'the growth of cells was seen to slow under the extract in each of'.split(' ')
  const words = (line: number) =>
    Array.from({ length: 8 }, (_, word) => WORDS[(line * 7 + word) % WORDS.length]).join(' ')

  /** Returns 30 lines of text with their numbers at `x`; `step` 5 numbers each fifth line. */
  const numbered = (left: number, x: number, { step = 1, first = 1 } = {}) =>
    Array.from({ length: 30 }, (_, at): PlacedLine[] => {
      const text = { text: words(at), left, baseline: 80 + at * 20 }
      const isNumbered = (first + at) % step === 0
      return isNumbered ? [{ ...text, text: String(first + at), left: x, size: 6 }, text] : [text]
    }).flat()

  it.each([
    ['left of the text', [numbered(100, 60)]],
    ['right of the text', [numbered(100, 420)]],
    ['on every fifth line', [30, 60].map((first) => numbered(100, 60, { step: 5, first }))],
    ['from 1 on each page', [numbered(100, 60), numbered(100, 60)]],
    ['so near that they look like the number of a reference', [numbered(100, 82)]],
    ['beside each of two columns', [[...numbered(80, 60), ...numbered(340, 326, { first: 31 })]]],
  ])('are left out of the text: %s', (_, sheets) => {
    for (const { page } of layOut(sheets.map((lines, at) => setPage(lines, { number: at + 1 })))) {
      expect(page.text).not.toMatch(/\d/)
      expect(page.text).toContain(`${words(0)} ${words(1)} ${words(2)}`)
    }
  })

  it('are distinguished from the numbers of a reference list', () => {
    const list = Array.from({ length: 12 }, (_, at) => [
      { text: `${at + 1}`, left: 60, baseline: 80 + at * 40 },
      ...column([words(at), words(at + 1)], { left: 80, baseline: 80 + at * 40 }),
    ]).flat()
    expect(textOf(list)).toContain(`7 ${words(6)}`)
  })
})
