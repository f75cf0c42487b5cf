/** Tests title, authors and abstract of first pages. */
import { describe, expect, it } from 'vitest'
import { describe as described } from '../../../../ingest/describe/index.ts'
import { layOut } from '../../../../ingest/extract/index.ts'
import { casesIn } from '../../../fixtures/case-lines.ts'
import { BODY, describedFront, INTRODUCTION, NAMES, TOOLS } from '../../../fixtures/described-front.ts'
import { laidOutPage, paragraphsOf, type SetParagraph } from '../../../fixtures/laid-out-page.ts'
import { column, type PlacedLine, placedLines, setPage } from '../../../fixtures/set-page.ts'

const AUTHORS = ['Ada Lovelace', 'Charles Babbage', 'Mary Somerville']

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
  )('is whole if $name', ({ title, set }) => {
    const found = describedFront(...paragraphsOf(set), { ...NAMES, size: 11 })
    expect(found.title).toBe(title)
    expect(found.authors).toEqual(AUTHORS)
  })

  it('is doubtful if the paper uses none of its words', () => {
    const scanned = { lines: ['Wbarks Ie TTrT wESTMENTS Fnrnitare Eute Notpry'], size: 20 }
    expect(describedFront(scanned).confidence).toMatchObject({ title: 0.4, authors: 0 })
  })
})

describe('the authors', () => {
  const TITLE: SetParagraph = { lines: ['Lupeol of barks in culture of cells'], size: 18 }

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
    parted by "y" | Ada Lovelace, Charles Babbage y Mary Somerville
    parted by "e" | Ada Lovelace e Charles Babbage e Mary Somerville
    parted by "et" | Ada Lovelace, Charles Babbage et Mary Somerville
    parted by "und", with marks | Ada Lovelace 1, Charles Babbage 2 und Mary Somerville 1
    parted by "en" | Ada Lovelace, Charles Babbage en Mary Somerville
  `),
  )('are read: $name', ({ set }) => {
    expect(describedFront(TITLE, ...paragraphsOf(set)).authors).toEqual(AUTHORS)
  })

  it.each(
    casesIn<'name' | 'set' | 'authors'>(`
    name | set | authors
    capitals | ADA LOVELACE, CHARLES BABBAGE, AND MARY SOMERVILLE | ADA LOVELACE; CHARLES BABBAGE; MARY SOMERVILLE
    a "y" or an "e" of their own | Santiago Ramón y Cajal, João Costa e Silva, Ortega y Gasset José | Santiago Ramón y Cajal; João Costa e Silva; Ortega y Gasset José
    the name of a country | Ada Lovelace, Charles / Jordan, Mary Somerville | Ada Lovelace; Charles Jordan; Mary Somerville
    a suffix | Walter R. Mebane, Jr. Jasjeet S. Sekhon | Walter R. Mebane Jr.; Jasjeet S. Sekhon
    initials, close to each other in a line with a gap | Martin Mächler	Benjamin M. Bolker Steven C. Walker | Martin Mächler; Benjamin M. Bolker; Steven C. Walker
    words of addresses within them | Matthew Streetly, Andrei Volkov, Alison Doig | Matthew Streetly; Andrei Volkov; Alison Doig
  `),
  )('of a paper without an abstract may have names with $name', ({ set, authors }) => {
    const page = laidOutPage([TITLE, ...paragraphsOf(set), INTRODUCTION, BODY])
    expect(described([page], TOOLS).authors.join('; ')).toBe(authors)
  })

  it('have the year of the paper below them, whatever a short paragraph says of others', () => {
    const dated = '[size=8] January 28, 2023 ¶ Summary of changes since the book was published in 2015.'
    const page = laidOutPage([TITLE, NAMES, ...paragraphsOf(dated), INTRODUCTION, BODY])
    expect(described([page], TOOLS).year).toBe(2023)
  })

  it('are those who signed a letter at its end, doubtful', () => {
    const signed =
      'Ada Lovelace 1,4 / Charles Babbage 2 / Mary Somerville 1 ¶ [size=8] Department of Barks, University of Gallium'
    const end = laidOutPage([BODY, ...paragraphsOf(signed)], { number: 2 })
    const found = described([laidOutPage([TITLE, BODY]), end], TOOLS)
    expect(found.authors).toEqual(AUTHORS)
    expect(found.confidence.authors).toBeLessThan(0.8)
  })
})

describe('a first page as it is printed', () => {
  const TITLE = 'Lupeol of barks inhibits the growth / of cells in culture'
  // 90 characters of 5 pt fill 450 pt.
  const ABSTRACT = [
    'Barks are used against swellings by many people, but the substances that act are seldom kn',
    'own. We took lupeol from one of them and gave it to cells, which then grew more slowly tha',
    'n cells that had none of it. The dose was low, and the effect went away without the drug.',
  ]
  const body = Array.from(
    { length: 20 },
    (_, at) =>
      `Line ${at} of the text goes on and on as the lines of a text in one column of a page are wont`,
  )
  const title = (size: number, bold = false) =>
    column(TITLE.split(' / '), { left: 70, baseline: 120, size, bold }, size * 1.2)
  const abstract = column(ABSTRACT, { left: 70, baseline: 260 })
  const authors = {
    text: 'Ada Lovelace, Charles Babbage and Mary Somerville',
    left: 70,
    baseline: 180,
    size: 11,
  }
  const head = { text: 'Abstract', left: 70, baseline: 240, size: 12, bold: true }
  const bold = (line: PlacedLine) => ({ ...line, bold: true })

  /** Puts lines above an introduction. */
  const page = (...lines: PlacedLine[]) => [
    ...lines,
    { ...head, text: 'Introduction', baseline: 420 },
    ...column(body, { left: 70, baseline: 440 }),
  ]
  const plain = page(...title(18), authors, head, ...abstract)
  const read = (lines: readonly PlacedLine[]) => described(layOut([setPage(lines)]), TOOLS)
  const without = (text: string) => text.replace(/\s+/g, '')

  it.each<[name: string, lines: PlacedLine[]]>([
    ['with a plain heading', plain],
    [
      'with a larger name of the journal',
      [...placedLines('[left=70 baseline=60 size=24] Journal of Bark Research'), ...plain],
    ],
    [
      'with a label above the title',
      [...placedLines('[left=70 baseline=60 size=22 bold] R E S E A R C H A R T I C L E'), ...plain],
    ],
    [
      'with authors in the type of the title',
      page(...title(14, true), bold({ ...authors, baseline: 158, size: 14 }), head, ...abstract),
    ],
    ['with an abstract in bold and without a heading', page(...title(18), authors, ...abstract.map(bold))],
    [
      'with a title no larger than the text',
      page(...title(10, true), authors, head, ...abstract).map((line) => ({
        ...line,
        size: Math.min(10, line.size ?? 10),
      })),
    ],
  ])('gives title, authors and abstract: %s', (_, lines) => {
    const found = read(lines)
    expect(found.title).toBe(TITLE.replace(' / ', ' '))
    expect(without(found.abstract)).toBe(without(ABSTRACT.join('')))
    expect(found.authors).toEqual(AUTHORS)
  })

  it('keeps the parts of an abstract that have headings of their own', () => {
    const parts =
      `[left=70 baseline=262 bold] Background ¶ [left=70] ${ABSTRACT[0]} ¶ [left=70 baseline=300 bold] Methods ¶ ` +
      '[left=70] We took it from the bark. ¶ [left=70 baseline=338 bold] Conclusions ¶ [left=70] It may be of use.'
    expect(read(page(...title(18), authors, head, ...placedLines(parts))).abstract).toBe(
      `${ABSTRACT[0]} Methods We took it from the bark. Conclusions It may be of use.`,
    )
  })

  it('takes the abstract beside a panel of keywords', () => {
    const panel =
      '[left=70 baseline=260] a r t i c l e  i n f o ¶ [left=230 baseline=260] a b s t r a c t ¶ ' +
      '[left=70 baseline=290 size=8] Article history: / Received 1 May 2012 / Accepted 3 June 2012 / Keywords: / Bark of trees / Lupeol and cells'
    const halves = ABSTRACT.flatMap((line) => [line.slice(0, 60), line.slice(60)])
    const beside = [...placedLines(panel), ...column(halves, { left: 230, baseline: 290 })]
    const found = read(page(...title(18), authors, ...beside))
    expect(found.title).toBe(TITLE.replace(' / ', ' '))
    expect(without(found.abstract)).toBe(without(ABSTRACT.join('')))
    expect(found.year).toBe(2012)
  })

  it('drops the marks of notes behind the title', () => {
    const mark = { text: '*1', left: 70 + 'of cells in culture'.length * 9, baseline: 134, size: 9 }
    const lines = layOut([setPage([...title(18), mark, authors, head, ...abstract])])
    expect(described(lines, { ...TOOLS, languageOf: () => null }).title).toBe(TITLE.replace(' / ', ' '))
  })
})
