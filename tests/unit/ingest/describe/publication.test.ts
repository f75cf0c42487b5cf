/** Tests journal, year and DOI of papers with a layout. */
import { describe, expect, it } from 'vitest'
import { describe as described } from '../../../../ingest/describe/index.ts'
import { casesIn } from '../../../fixtures/case-lines.ts'
import { BODY, TOOLS } from '../../../fixtures/described-front.ts'
import { laidOutPage, paragraphsOf } from '../../../fixtures/laid-out-page.ts'

const FRONT =
  '[size=18] Lupeol of barks in culture ¶ [size=12] Ada Lovelace and Charles Babbage ¶ [bold size=12] Abstract ¶ ' +
  'Barks were collected in the month of August 2004, as published on 1 May 2003 (10.5555/other) by others. ¶ [bold size=12] Introduction'

/** Describes a page with notices above its title, and an abstract with dates and a DOI of other papers. */
function read(notices: readonly string[], margins: readonly string[] = []) {
  const front = paragraphsOf([...notices.map((line) => `[size=8] ${line}`), FRONT].join(' ¶ '))
  return described([laidOutPage([...front, BODY], { margins })], TOOLS)
}

describe('where a paper was published', () => {
  it.each(
    casesIn<'line' | 'journal' | 'volume' | 'issue' | 'pages' | 'year'>(
      `
    line → journal → volume → issue → pages → year
    BMJ Open 2020;10:e040969. doi:10.1136/bmjopen-2020-040969 → BMJ Open → 10 → - → e040969 → 2020
    J Clin Exp Dent. 2016;8(3):e230-5. → J Clin Exp Dent → 8 → 3 → e230-5 → 2016
    Behav Ecol Sociobiol (2015) 69:1383–1394 → Behav Ecol Sociobiol → 69 → - → 1383–1394 → 2015
    PAIN 155 (2014) 2461–2470 → PAIN → 155 → - → 2461–2470 → 2014
    Dhaka Univ. J. Pharm. Sci. 8(1): 7-10, 2009 (June) → Dhaka Univ. J. Pharm. Sci → 8 → 1 → 7-10 → 2009
    Arch Med Sci 2016; 12, 5: 1110–1117 → Arch Med Sci → 12 → 5 → 1110–1117 → 2016
    Molecules 2017, 22, 1763; doi:10.3390/molecules22111763 → Molecules → 22 → - → 1763 → 2017
    Cheng et al. BMC Cancer (2021) 21:56 → BMC Cancer → 21 → - → 56 → 2021
    J Arthropod-Borne Dis, September 2017, 11(3): 427–432 → J Arthropod-Borne Dis → 11 → 3 → 427–432 → 2017
    Iranian Journal of Reproductive Medicine Vol.9. No.3. pp: 177-186, Summer 2011 → Iranian Journal of Reproductive Medicine → 9 → 3 → 177-186 → 2011
    Drug Design, Development and Therapy 2021:15 → Drug Design, Development and Therapy → 15 → - → - → 2021
    International Psychogeriatrics (2014), 26:1, 147–154 → International Psychogeriatrics → 26 → 1 → 147–154 → 2014
    J. Am. Chem. Soc. 2015, 137, 1234−1240 → J. Am. Chem. Soc → 137 → - → 1234−1240 → 2015
    RSC Adv., 2016, 6, 12345–12350 → RSC Adv → 6 → - → 12345–12350 → 2016
    Published in final edited form as: Nat Med. 2011 March ; 17(3): 356–361. doi:10.1038/nm.2311. → Nat Med → 17 → 3 → 356–361 → 2011
    PLoS ONE | www.plosone.org 1 April 2012 | Volume 7 | Issue 4 | e35203 → PLoS ONE → 7 → 4 → e35203 → 2012
    PNAS | March 3, 2015 | vol. 112 | no. 9 | 2635–2640 → PNAS → 112 → 9 → 2635–2640 → 2015
    PLOS ONE | DOI:10.1371/journal.pone.0123456 May 3, 2016 1 / 15 → PLOS ONE → - → - → - → 2016
    THE JOURNAL OF BIOLOGICAL CHEMISTRY VOL. 284, NO. 12, pp. 7640–7650, March 20, 2009 → THE JOURNAL OF BIOLOGICAL CHEMISTRY → 284 → 12 → 7640–7650 → 2009
    Int. J. Mol. Sci. 2015, 16, 1-20; doi:10.3390/ijms16010001 → Int. J. Mol. Sci → 16 → - → 1-20 → 2015
    Lovelace A, et al. BMJ Open 2020;10:e040969 → BMJ Open → 10 → - → e040969 → 2020
  `,
      ' → ',
    ),
  )('is read from $line', ({ line, year, ...said }) => {
    const publication = Object.fromEntries(
      Object.entries(said).map(([field, cell]) => [field, cell === '-' ? null : cell]),
    )
    const expected = { publication, year: Number(year) }
    expect(read([line])).toMatchObject({ ...expected, confidence: { year: 0.97 } })
    expect(read([], [line])).toMatchObject(expected)
  })

  it('is read from two lines, the journal over volume and article', () => {
    const lines = ['Advances in Pharmacological Sciences', 'Volume 2016, Article ID 4104595, 9 pages']
    const [journal] = lines
    expect(read(lines)).toMatchObject({
      publication: { journal, volume: '2016', pages: '4104595' },
      year: 2016,
    })
  })

  it('is not taken for the title, even if its name is set larger', () => {
    const page =
      '[size=26] Bark Ecology and Cell Cultures ¶ [size=8] Bark Ecol Cell Cult (2015) 69:1383–1394 ¶ ' +
      '[size=16] Lupeol of barks in culture ¶ [bold] Abstract'
    const { title } = described([laidOutPage([...paragraphsOf(page), BODY])], TOOLS)
    expect(title).toBe('Lupeol of barks in culture')
  })

  it('has the range of pages rather than the number of the page with the running head', () => {
    expect(read(['eCAM 2008;5(1)95–101'], ['eCAM 2008;5(1) 97']).publication.pages).toBe('95–101')
  })
})

describe('the year', () => {
  it.each([
    ['of the rights', 'This journal is © The Royal Society of Chemistry 2016', 2016, 0.95],
    ['of receipt, doubtful', 'Received 3 May 2015', 2015, 0.71],
    ['of a date in words that touch, doubtful', 'automaticallygeneratedonNovember19,2022.', 2022, 0.72],
    ['unknown', 'A line that says nothing', null, 0],
  ])('is that %s, never one of the text', (_, line, year, confidence) => {
    expect(read([line])).toMatchObject({ year, confidence: { year: confidence } })
  })

  it('is unknown if it is before those of the works that the paper cites', () => {
    const cited = ['[1] Turing (2018).', '[2] Noether (2019).', '[3] Hilbert (2020).', '[4] Gauss (1809).']
    const pages = [
      laidOutPage([...paragraphsOf('[size=8] Submitted: 01 January 1970 ¶ [size=18] Lupeol of barks'), BODY]),
      laidOutPage(
        [{ lines: ['References'], bold: true, size: 12 }, ...cited.map((line) => ({ lines: [line] }))],
        { number: 2 },
      ),
    ]
    expect(described(pages, TOOLS)).toMatchObject({ year: null, confidence: { year: 0 } })
  })
})

describe('the DOI', () => {
  it.each(
    casesIn<'name' | 'margins' | 'doi'>(`
    name | margins | doi
    of the running head | BMJ 2020;10:e1. doi:10.1136/bmjopen-2020-040969 1 | 10.1136/bmjopen-2020-040969
    with the next sentence behind it | doi: 10.1101/2020.06.09.20116806.this version posted June 12, 2020 | 10.1101/2020.06.09.20116806
    with brackets | https://doi.org/10.1016/S2352-3026(20)30366-5 | 10.1016/S2352-3026(20)30366-5
    of the paper, not of its data | Data: 10.5281/zenodo.12345⏎doi 10.1002/ece3.2483 | 10.1002/ece3.2483
    of a template | DOI: 10.xxxxxx/draft⏎https://doi.org/10.1234/xxxxxxx | none
    in the text |  | none
  `),
  )('$name is read as $doi', ({ margins, doi }) => {
    expect(read([], margins.split('\n')).doi ?? 'none').toBe(doi)
  })
})
