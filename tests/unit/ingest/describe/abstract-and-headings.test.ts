/** Tests the abstract and the headings of papers with a layout. */
import { describe, expect, it } from 'vitest'
import { describe as described } from '../../../../ingest/describe/index.ts'
import { casesIn } from '../../../fixtures/case-lines.ts'
import { laidOutPage, paragraphsOf } from '../../../fixtures/laid-out-page.ts'

const TOOLS = { languageOf: (text: string) => (/\bel\b/.test(text) ? 'spa' : 'eng'), latestYear: 2030 }
const SENTENCE =
  'Barks are used against swellings by many people, but the substances that act are seldom known.'
const BODY = Array(20).fill('Words of the body of the paper go on and on in every line.').join(' / ')
const FRONT = '[size=18] Lupeol of barks in culture ¶ [size=12] Ada Lovelace and Charles Babbage ¶ '

/** Makes a page. `# ` precedes a heading, SENTENCE is an abstract, and BODY is a paragraph of twenty lines. */
function pageOf(text: string, number = 1) {
  const whole = text.replaceAll(/(?<=^| ¶ )# /g, '[bold size=12] ').replaceAll('SENTENCE', SENTENCE)
  return laidOutPage(paragraphsOf(whole.replaceAll('BODY', BODY)), { number })
}

/** Describes pages, separated by ` ⇒ `, below the title and the names. */
const read = (pages: string) =>
  described(
    `${FRONT}${pages}`.split(' ⇒ ').map((page, at) => pageOf(page, at + 1)),
    TOOLS,
  )

const contents = Array.from({ length: 8 }, (_, at) => `${at} Of barks and lupeol . . . . . . . . . . . ${at}`)
const program = contents.map((_, at) => `> barks <- lupeol(growth = ${at}, cells = culture[${at}])`)
const footnote = contents.map(
  (_, at) => `${at === 0 ? '∗This' : 'this'} work was written for barks and lupeol.`,
)

describe('the abstract', () => {
  it.each(
    casesIn<'name' | 'pages' | 'abstract'>(`
    name | pages | abstract
    goes on over a notice and the end of the page if its sentence is open | # Abstract ¶ SENTENCE / We took lupeol from one of them and ¶ [size=7] © 2016 The Authors. Published under the terms of a licence. ⇒ gave it to cells. ¶ # Introduction ¶ BODY | SENTENCE We took lupeol from one of them and gave it to cells.
    goes on if the page says that it is continued | # Abstract ¶ Background: SENTENCE ¶ [size=8] (Continued on next page) ¶ [size=7] * Correspondence: ada@example.org ⇒ [size=8] (Continued from previous page) ¶ Conclusions: They act. ¶ Keywords: bark ¶ # Introduction ¶ BODY | SENTENCE Conclusions: They act.
    ends at keywords within its paragraph | # Abstract ¶ SENTENCE / Keywords: bark, lupeol ¶ # Introduction ¶ BODY | SENTENCE
    ends before the citation that the journal prints behind it | # Abstract ¶ SENTENCE / (Am Heart J 2021;235:12–23.) ¶ # Introduction ¶ BODY | SENTENCE
    is the one in the language of the body | # Resumen ¶ Las cortezas se usan contra el dolor, pero el principio que actua es casi desconocido. ¶ # Abstract ¶ SENTENCE ¶ # Introduction ¶ BODY | SENTENCE
    is not the text of a letter | SENTENCE / SENTENCE / SENTENCE / SENTENCE / SENTENCE / SENTENCE ¶ SENTENCE ¶ BODY
    is not a table of contents | [bold] ${contents.join(' / ')} ¶ # Introduction ¶ BODY
    is not a program | [bold] ${program.join(' / ')} ¶ # Introduction ¶ BODY
    is not a footnote | [bold] ${footnote.join(' / ')} ¶ # Introduction ¶ BODY
  `),
  )('$name', ({ pages, abstract }) => {
    expect(read(pages).abstract).toBe(abstract.replace('SENTENCE', SENTENCE))
  })
})

describe('a cover page gives no title, authors or abstract', () => {
  it.each([
    'To cite this version: Ada Lovelace. Lupeol. 2012. HAL Id: inserm-00721680',
    'The COVID-19 resource centre is hosted on Elsevier Connect, the news website.',
    'Your use of the JSTOR archive indicates your acceptance of the Terms.',
    'See discussions, stats, and author profiles for this publication at researchgate.net',
    'Citation for published version (APA): Lovelace, A. (2012). Lupeol.',
  ])('%s', (mark) => {
    const cover = pageOf(`[size=24] Some words of the repository in large type ¶ ${mark}`)
    const first = pageOf(`${FRONT}# Abstract ¶ SENTENCE ¶ # Introduction ¶ BODY`, 2)
    expect(described([cover, first], TOOLS)).toMatchObject({
      title: 'Lupeol of barks in culture',
      authors: ['Ada Lovelace', 'Charles Babbage'],
      abstract: SENTENCE,
    })
  })
})

describe('headings', () => {
  it.each(
    casesIn<'name' | 'page' | 'headings'>(
      `
    name → page → headings
    of the main parts are the first level, even if a box has a larger one → # Introduction ¶ BODY ¶ [bold size=14] Key points ¶ BODY ¶ # Bark and cells ¶ BODY → 1 Introduction, 1 Key points, 1 Bark and cells
    in capitals are above those in small letters of the same size → # METHODS ¶ # Trial design ¶ BODY ¶ # RESULTS ¶ BODY → 1 METHODS, 2 Trial design, 1 RESULTS
    may have a bar behind their number → # 1 | INTRODUCTION ¶ BODY ¶ # 2.1 | Plant material ¶ BODY → 1 1 | INTRODUCTION, 2 2.1 | Plant material
    may be set in two lines → # Introduction ¶ BODY ¶ [bold top=500] Linking roles to functions through ¶ [bold top=512] Enzymes and other things ¶ BODY → 1 Introduction, 2 Linking roles to functions through Enzymes and other things
    are not cells of tables, which have no text below → # Introduction ¶ BODY ¶ [bold size=8] Responses ¶ [bold size=8] Content of the bark ¶ [bold size=8] Days of treatment ¶ [size=8] 12.1 14.2 ¶ # Results ¶ BODY → 1 Introduction, 1 Results
    are not the "Summary" in the head of a table → # Introduction ¶ BODY ¶ # Summary ¶ [size=8] estimate 12.1 ¶ [size=8] 14.2 12.2 ¶ [size=8] 12.1 ¶ # Results ¶ BODY → 1 Introduction, 1 Results
    are not labels of figures → # Introduction ¶ BODY ¶ # A (ne) ¶ BODY ¶ # Results ¶ BODY → 1 Introduction, 1 Results
    are not notices → # Introduction ¶ BODY ¶ # This paper is available on line at the journal of barks ¶ BODY ¶ # Results ¶ BODY → 1 Introduction, 1 Results
    do not run into their text → # Introduction ¶ BODY ¶ # General procedure. The 1H spectra of bark ¶ BODY ¶ # Results ¶ BODY → 1 Introduction, 1 Results
    are not programs at a prompt → # Introduction ¶ BODY ¶ # R> barks and lupeol in culture ¶ BODY ¶ # Results ¶ BODY → 1 Introduction, 1 Results
    are not programs with an assignment → # Introduction ¶ BODY ¶ # Barks <- lupeol in culture ¶ BODY ¶ # Results ¶ BODY → 1 Introduction, 1 Results
    are not text in which a sentence ends → # Introduction ¶ BODY ¶ # It is a special case. The growth of cells ¶ BODY ¶ # Results ¶ BODY → 1 Introduction, 1 Results
  `,
      ' → ',
    ),
  )('$name', ({ page, headings }) => {
    const { sections } = read(`# Abstract ¶ SENTENCE ¶ ${page}`)
    const found = sections.map(({ heading, level }) => `${level} ${heading}`).join(', ')
    expect(found).toBe(`1 Abstract, ${headings}`)
  })

  it.each(
    casesIn<'name' | 'above' | 'last'>(`
    name | above | last
    an abstract above an introduction without a heading | # Abstract ¶ SENTENCE | SENTENCE
    a box, with its last point | # Abstract ¶ SENTENCE ¶ # Strengths and limitations of this study ¶ ► Barks of old palms are few in the forests of the western shore. ¶ ► Trees are many. | ► Trees are many.
    a statement, with its paragraph | # Abstract ¶ SENTENCE ¶ # Importance ¶ Bark of old palms is a source of lupeol that is seldom used today. | Bark of old palms is a source of lupeol that is seldom used today.
  `),
  )('have their section end before the text without a heading: $name', ({ above, last }) => {
    const page = pageOf(`${FRONT}${above} ¶ [size=9] BODY ¶ # Results ¶ BODY`)
    const { sections } = described([page], TOOLS)
    const section = page.page.text.slice(0, sections.at(-2)?.end)
    expect(section.endsWith(last.replace('SENTENCE', SENTENCE))).toBe(true)
  })

  it('of the introduction may come before the abstract in reading order', () => {
    const { sections } = read('# 1 | INTRODUCTION ¶ # Abstract ¶ SENTENCE ¶ BODY')
    expect(sections.map(({ heading }) => heading)).toEqual(['1 | INTRODUCTION', 'Abstract'])
  })
})
