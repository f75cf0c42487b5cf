import { describe, expect, it } from 'vitest'
import { describe as described } from '../../../../ingest/describe/index.ts'
import { layOut } from '../../../../ingest/extract/index.ts'
import { column, type PlacedLine, setPage } from '../../../fixtures/set-page.ts'

const TITLE = ['Lupeol of barks inhibits the growth', 'of cells in culture']
// 90 characters of 5 pt fill 450 pt.
const ABSTRACT = [
  'Barks are used against swellings by many people, but the substances that act are seldom kn',
  'own. We took lupeol from one of them and gave it to cells, which then grew more slowly tha',
  'n cells that had none of it. The dose was low, and the effect went away without the drug.',
]
const BODY = Array.from(
  { length: 20 },
  (_, at) => `Line ${at} of the text goes on and on as the lines of a text in one column of a page are wont`,
)

function title(size: number, top = 120, bold = false): PlacedLine[] {
  return column(TITLE, { left: 70, baseline: top, size, bold }, size * 1.2)
}

function text(lines: readonly string[], baseline: number, size = 10): PlacedLine[] {
  return column(lines, { left: 70, baseline, size }, size * 1.2)
}

const AUTHORS: PlacedLine = {
  text: 'Ada Lovelace, Charles Babbage and Mary Somerville',
  left: 70,
  baseline: 180,
  size: 11,
}
const INTRODUCTION: PlacedLine = { text: 'Introduction', left: 70, baseline: 420, size: 12, bold: true }
const HEAD: PlacedLine = { text: 'Abstract', left: 70, baseline: 240, size: 12, bold: true }

describe('a first page', () => {
  it.each([
    [
      'with a plain heading',
      [...title(18), AUTHORS, HEAD, ...text(ABSTRACT, 260), INTRODUCTION, ...text(BODY, 440)],
    ],
    [
      'with the name of the journal set larger',
      [
        { text: 'Journal of Bark Research', left: 70, baseline: 60, size: 24 },
        ...title(18),
        AUTHORS,
        HEAD,
        ...text(ABSTRACT, 260),
        INTRODUCTION,
        ...text(BODY, 440),
      ],
    ],
    [
      'with a label above the title',
      [
        { text: 'R E S E A R C H A R T I C L E', left: 70, baseline: 60, size: 22, bold: true },
        ...title(18),
        AUTHORS,
        HEAD,
        ...text(ABSTRACT, 260),
        INTRODUCTION,
        ...text(BODY, 440),
      ],
    ],
    [
      'with authors in the type of the title',
      [
        ...title(14, 120, true),
        { ...AUTHORS, baseline: 158, size: 14, bold: true },
        HEAD,
        ...text(ABSTRACT, 260),
        INTRODUCTION,
        ...text(BODY, 440),
      ],
    ],
    [
      'with an abstract in bold and no heading',
      [
        ...title(18),
        AUTHORS,
        ...text(ABSTRACT, 260).map((line) => ({ ...line, bold: true })),
        INTRODUCTION,
        ...text(BODY, 440),
      ],
    ],
    [
      'with a title no larger than the text',
      [...title(10, 120, true), AUTHORS, HEAD, ...text(ABSTRACT, 260), INTRODUCTION, ...text(BODY, 440)].map(
        (line) => ({ ...line, size: Math.min(10, line.size ?? 10) }),
      ),
    ],
  ])('gives title, authors and abstract: %s', (_, lines) => {
    const found = described(layOut([setPage(lines)]), { languageOf: () => 'eng', latestYear: 2030 })
    expect(found.title).toBe(TITLE.join(' '))
    expect(found.abstract.replace(/\s+/g, '')).toBe(ABSTRACT.join('').replace(/\s+/g, ''))
    expect(found.authors).toEqual(['Ada Lovelace', 'Charles Babbage', 'Mary Somerville'])
  })

  it('keeps the parts of an abstract that have headings of their own', () => {
    const lines = [
      ...title(18),
      AUTHORS,
      HEAD,
      { text: 'Background', left: 70, baseline: 262, bold: true },
      ...text(ABSTRACT.slice(0, 1), 274),
      { text: 'Methods', left: 70, baseline: 300, bold: true },
      ...text(['We took it from the bark.'], 312),
      { text: 'Conclusions', left: 70, baseline: 338, bold: true },
      ...text(['It may be of use.'], 350),
      INTRODUCTION,
      ...text(BODY, 440),
    ]
    const found = described(layOut([setPage(lines)]), { languageOf: () => 'eng', latestYear: 2030 })
    expect(found.abstract).toBe(
      `${ABSTRACT[0]} Methods We took it from the bark. Conclusions It may be of use.`,
    )
  })

  it('takes the abstract beside a panel of keywords', () => {
    const right = column(
      ABSTRACT.flatMap((line) => [line.slice(0, 60), line.slice(60)]),
      { left: 230, baseline: 290, size: 10 },
    )
    const left = column(
      [
        'Article history:',
        'Received 1 May 2012',
        'Accepted 3 June 2012',
        'Keywords:',
        'Bark of trees',
        'Lupeol and cells',
      ],
      { left: 70, baseline: 290, size: 8 },
      10,
    )
    const lines = [
      ...title(18),
      AUTHORS,
      { text: 'a r t i c l e  i n f o', left: 70, baseline: 260 },
      { text: 'a b s t r a c t', left: 230, baseline: 260 },
      ...left,
      ...right,
      { ...INTRODUCTION, text: '1. Introduction' },
      ...text(BODY, 440),
    ]
    const found = described(layOut([setPage(lines)]), { languageOf: () => 'eng', latestYear: 2030 })
    expect(found.title).toBe(TITLE.join(' '))
    expect(found.abstract.replace(/\s+/g, '')).toBe(ABSTRACT.join('').replace(/\s+/g, ''))
    expect(found.year).toBe(2012)
  })

  it('drops the marks of notes behind the title', () => {
    const mark = { text: '*1', left: 70 + TITLE[1]!.length * 9, baseline: 134, size: 9 }
    const found = described(layOut([setPage([...title(18), mark, AUTHORS, HEAD, ...text(ABSTRACT, 260)])]), {
      languageOf: () => null,
      latestYear: 2030,
    })
    expect(found.title).toBe(TITLE.join(' '))
  })
})
