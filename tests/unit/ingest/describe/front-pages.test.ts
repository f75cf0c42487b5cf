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

const TOOLS = { languageOf: () => 'eng', latestYear: 2030 }

interface Parts {
  readonly above?: readonly PlacedLine[]
  readonly title?: readonly PlacedLine[]
  readonly authors?: PlacedLine
  readonly abstract?: readonly PlacedLine[]
  readonly introduction?: PlacedLine
}

function firstPage({
  above = [],
  title: own = title(18),
  authors = AUTHORS,
  abstract = [HEAD, ...text(ABSTRACT, 260)],
  introduction = INTRODUCTION,
}: Parts): PlacedLine[] {
  return [...above, ...own, authors, ...abstract, introduction, ...text(BODY, 440)]
}

const read = (lines: readonly PlacedLine[]) => described(layOut([setPage(lines)]), TOOLS)
const bold = (line: PlacedLine) => ({ ...line, bold: true })
const top = (line: string, size: number) => ({ text: line, left: 70, baseline: 60, size })

describe('a first page', () => {
  it.each<[name: string, lines: PlacedLine[]]>([
    ['with a plain heading', firstPage({})],
    ['with the name of the journal set larger', firstPage({ above: [top('Journal of Bark Research', 24)] })],
    ['with a label above the title', firstPage({ above: [bold(top('R E S E A R C H A R T I C L E', 22))] })],
    [
      'with authors in the type of the title',
      firstPage({ title: title(14, 120, true), authors: bold({ ...AUTHORS, baseline: 158, size: 14 }) }),
    ],
    ['with an abstract in bold and no heading', firstPage({ abstract: text(ABSTRACT, 260).map(bold) })],
    [
      'with a title no larger than the text',
      firstPage({ title: title(10, 120, true) }).map((line) => ({
        ...line,
        size: Math.min(10, line.size ?? 10),
      })),
    ],
  ])('gives title, authors and abstract: %s', (_, lines) => {
    const found = read(lines)
    expect(found.title).toBe(TITLE.join(' '))
    expect(found.abstract.replace(/\s+/g, '')).toBe(ABSTRACT.join('').replace(/\s+/g, ''))
    expect(found.authors).toEqual(['Ada Lovelace', 'Charles Babbage', 'Mary Somerville'])
  })

  it('keeps the parts of an abstract that have headings of their own', () => {
    const heading = (name: string, baseline: number) => ({ text: name, left: 70, baseline, bold: true })
    const abstract = [
      HEAD,
      heading('Background', 262),
      ...text(ABSTRACT.slice(0, 1), 274),
      heading('Methods', 300),
      ...text(['We took it from the bark.'], 312),
      heading('Conclusions', 338),
      ...text(['It may be of use.'], 350),
    ]
    expect(read(firstPage({ abstract })).abstract).toBe(
      `${ABSTRACT[0]} Methods We took it from the bark. Conclusions It may be of use.`,
    )
  })

  it('takes the abstract beside a panel of keywords', () => {
    const halves = ABSTRACT.flatMap((line) => [line.slice(0, 60), line.slice(60)])
    const panel = ['Article history:', 'Received 1 May 2012', 'Accepted 3 June 2012', 'Keywords:']
    const abstract = [
      { text: 'a r t i c l e  i n f o', left: 70, baseline: 260 },
      { text: 'a b s t r a c t', left: 230, baseline: 260 },
      ...column([...panel, 'Bark of trees', 'Lupeol and cells'], { left: 70, baseline: 290, size: 8 }, 10),
      ...column(halves, { left: 230, baseline: 290, size: 10 }),
    ]
    const found = read(firstPage({ abstract, introduction: { ...INTRODUCTION, text: '1. Introduction' } }))
    expect(found.title).toBe(TITLE.join(' '))
    expect(found.abstract.replace(/\s+/g, '')).toBe(ABSTRACT.join('').replace(/\s+/g, ''))
    expect(found.year).toBe(2012)
  })

  it('drops the marks of notes behind the title', () => {
    const mark = { text: '*1', left: 70 + TITLE[1]!.length * 9, baseline: 134, size: 9 }
    const page = layOut([setPage([...title(18), mark, AUTHORS, HEAD, ...text(ABSTRACT, 260)])])
    expect(described(page, { ...TOOLS, languageOf: () => null }).title).toBe(TITLE.join(' '))
  })
})
