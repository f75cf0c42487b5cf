/** What a person relies on in reference lists: fields, entries, places in the text, links, retractions. */
import { describe, expect, it } from 'vitest'
import { readRetractions } from '../../../references/adapters/csv-retractions.ts'
import {
  type CitingPaper,
  inTextCitations,
  keysOfReference,
  linkCitedWorks,
  parseReference,
  readReferenceList,
} from '../../../references/index.ts'

describe('a reference is cut into its fields', () => {
  it.each([
    {
      style: 'Vancouver',
      raw: 'Godhwani S, Godhwani JL, Vyas DS. Ocimum sanctum: an experimental study evaluating its anti-inflammatory activity in animals. J Ethnopharmacol 1987;21:153-63.',
      fields: {
        author: 'Godhwani S, Godhwani JL, Vyas DS',
        title: 'Ocimum sanctum: an experimental study evaluating its anti-inflammatory activity in animals',
        journal: 'J Ethnopharmacol',
        volume: '21',
        pages: '153-63',
        date: '1987',
      },
    },
    {
      style: 'physics without a title',
      raw: 'N. Isgur and M. B. Wise, Phys. Rev. D 43, 2401 (1991).',
      fields: {
        author: 'N. Isgur and M. B. Wise',
        journal: 'Phys. Rev. D',
        volume: '43',
        pages: '2401',
        date: '1991',
      },
    },
    {
      style: 'author and year',
      raw: 'Cornish, P.M., Vertessy, R.A., 2001. Forest age-induced changes in evapotranspiration and water yield in a eucalypt forest. Journal of Hydrology 242, 43–63.',
      fields: {
        author: 'Cornish, P.M., Vertessy, R.A.',
        title: 'Forest age-induced changes in evapotranspiration and water yield in a eucalypt forest',
        journal: 'Journal of Hydrology',
        volume: '242',
        pages: '43–63',
        date: '2001',
      },
    },
    {
      style: 'a number of the list, a DOI and a PubMed number with spaces of a PDF',
      raw: '12 Cole M, Dow T. Seas without salt. J Seas 2005;1:2-3. doi: 10.1093/ seas /msu300. PMID: 21177959',
      fields: {
        author: 'Cole M, Dow T',
        title: 'Seas without salt',
        journal: 'J Seas',
        volume: '1',
        pages: '2-3',
        date: '2005',
        doi: 'doi: 10.1093/ seas /msu300',
      },
    },
    {
      style: 'an arXiv id of the old kind',
      raw: 'C. Y. Cardall, Phys. Rev. D 61, 073006 (2000) [hep-ph/9909332].',
      fields: {
        author: 'C. Y. Cardall',
        journal: 'Phys. Rev. D',
        volume: '61',
        pages: '073006',
        date: '2000',
        arxiv: 'hep-ph/9909332',
      },
    },
    {
      style: 'a book',
      raw: 'Scerri, Eric (2013). A Tale of 7 Elements. Oxford: Oxford University Press.',
      fields: { author: 'Scerri, Eric', book: 'A Tale of 7 Elements', date: '2013' },
    },
    { style: 'nothing', raw: '', fields: {} },
  ])('$style', ({ raw, fields }) => {
    expect(parseReference(raw)).toEqual({ raw, fields })
  })

  it.each([
    {
      field: 'the authors, not the editors behind them',
      raw: 'Dixit VP. Plant products affecting fertility in the Indian desert gerbil. In: Prakash I, Ghosh PK. Rodents in Indian Agriculture. 1st Ed. Jodhpur India; Scientific Publishers; 1992: 595-604.',
      fields: { author: 'Dixit VP' },
    },
    {
      field: 'the journal, not what stands elsewhere',
      raw: 'WHS: Global Health Indicators Part II. World Health Statistics 2010:66. ISBN 978 92 4 156398 7.',
      fields: { journal: 'World Health Statistics' },
    },
  ])('one run of labels is $field', ({ raw, fields }) => {
    expect(parseReference(raw).fields).toMatchObject(fields)
  })

  it.each(['((([[', 'http://', '10.1234/.', 'arXiv: a-', 'ISBN 1-'])(
    'a megabyte of %s takes no time to speak of',
    (mark) => {
      const started = performance.now()
      parseReference(mark.repeat(1_000_000 / mark.length))
      expect(performance.now() - started).toBeLessThan(2000)
    },
  )
})

const NUMBERED = `References

[1] A. Smith and B. Jones, "A first paper on lists," J. Lists, vol. 3, pp. 1-20, 2001. [2] C. Miller, "A second paper

on lists that goes over a page," J. Lists, vol. 4, pp. 21-40, 2002.

[3] D. Brown, Lists. New York: Press, 2003.

Appendix A

[1] is a number in a formula.`

const NAMED = `Literature Cited

Adams, J.K. and Hill, P., 1999. Rivers that flow uphill. Journal of Rivers 12, 43-63.

Baker, L., 2004a. Lakes without water in the
north of the country. Hydrology 8, 1-9.

Baker, L., 2004b. More lakes without water. Hydrology 9, 10-19.`

const IN_ONE_PARAGRAPH = `References

1 Adams J, Hill P. Rivers that flow uphill. J Rivers 1999;12:43-63. 2 Baker L, Moe K. Lakes without water. J Lakes 2004;8:1-9. 3 Cole M, Dow T. Seas
without salt. J Seas 2005;1:2-3.

All authors have read the manuscript and agree with it, as they did in 2006.`

/** A journal of astronomy's, over lines that were read as paragraphs. */
const YEARS_AFTER_NAMES = `References

Arnett, W. D. 1982, ApJ, 253, 785 Arnett, W. D., Branch, D., & Wheeler, J. C. 1985, Nature,

314, 337 Littlejohns, O. M., Butler, N. R., Cucchiara, A.,

et al. 2014, AJ, 148, 2 Kasen, D. 2010, Rivers in ApJ, 708, L25 Edgar RC, Moe K. 2004. MUSCLE. BMC Rivers 5:113 DOI 10.1186/1471-2105-5-113. Zhou L. 2015. Seas. J Seas 5:1.`

const NUMBERS_IN_LINES = `References

1. Adams J, Hill P. Rivers that flow uphill. J Rivers 1999;12:43-63.

2. Baker L, Moe K. Lakes without water. J Lakes 2004;8:1-9. 3.Cole M, Dow T. Seas
without salt. J Seas 2005;1:2-3.

4. Dow T. Oceans. J Seas 2006;2:3-4.

5. Edgar RC. Ponds. J Ponds 2007;2:3-4.

6. Fox T. Brooks. J Brooks 2008;2:3-4.`

describe('a list is cut into its entries', () => {
  it.each([
    {
      list: 'with numbers, over pages',
      text: NUMBERED,
      numbers: [1, 2, 3],
      begins: ['A. Smith', 'C. Miller', 'D. Brown'],
    },
    {
      list: 'without numbers',
      text: NAMED,
      numbers: [null, null, null],
      begins: ['Adams, J.K.', 'Baker, L., 2004a', 'Baker, L., 2004b'],
    },
    {
      list: 'in one paragraph, with text behind it',
      text: IN_ONE_PARAGRAPH,
      numbers: [1, 2, 3],
      begins: ['Adams J', 'Baker L', 'Cole M, Dow T. Seas'],
    },
    {
      list: 'in paragraphs that end anywhere, with years behind the names',
      text: YEARS_AFTER_NAMES,
      numbers: [null, null, null, null, null, null],
      begins: ['Arnett, W. D. 1982', 'Arnett, W. D., Branch', 'Littlejohns', 'Kasen', 'Edgar RC', 'Zhou L'],
    },
    {
      list: 'with one number in the middle of a line',
      text: NUMBERS_IN_LINES,
      numbers: [1, 2, 3, 4, 5, 6],
      begins: ['Adams J', 'Baker L', 'Cole M, Dow T. Seas', 'Dow T', 'Edgar RC', 'Fox T'],
    },
    { list: 'that is missing', text: '', numbers: [], begins: [] },
  ])('$list', ({ text, numbers, begins }) => {
    const body = 'The text of the paper.\n\n'
    const { entries } = readReferenceList(body + text, body.length)
    expect(entries.map(({ number }) => number)).toEqual(numbers)
    for (const [at, beginning] of begins.entries()) {
      expect(entries[at]?.raw.startsWith(beginning)).toBe(true)
      expect((body + text).slice(entries[at]?.start, entries[at]?.end).startsWith(beginning)).toBe(true)
    }
    expect(entries.map(({ raw }) => raw).join(' ')).not.toMatch(/formula|manuscript/)
  })
})

describe('places in the text point into the list', () => {
  const numbered = readReferenceList(NUMBERED, 0).entries
  const named = readReferenceList(NAMED, 0).entries
  it.each([
    {
      text: 'It is so [1] and so [2, 3].',
      entries: numbered,
      places: [
        ['[1]', [0]],
        ['[2, 3]', [1, 2]],
      ],
    },
    { text: 'All of it [1–3], 95% CI [2, 3].', entries: numbered, places: [['[1–3]', [0, 1, 2]]] },
    {
      text: 'It is known.¹,² Others say otherwise.³',
      entries: numbered,
      places: [
        ['¹,²', [0, 1]],
        ['³', [2]],
      ],
    },
    { text: 'Not in the list [7].', entries: numbered, places: [] },
    {
      text: 'Rivers flow (Adams and Hill, 1999; Baker 2004b). Baker (2004a) says so.',
      entries: named,
      places: [
        ['(Adams and Hill, 1999; Baker 2004b)', [0, 2]],
        ['Baker (2004a)', [1]],
      ],
    },
  ])('$text', ({ text, entries, places }) => {
    const found = inTextCitations(text, entries)
    expect(found.map((place) => [text.slice(place.start, place.end), place.entries])).toEqual(places)
  })
})

function paper(id: string, title: string, list: string, given: Partial<CitingPaper> = {}): CitingPaper {
  const entries = readReferenceList(list, 0).entries
  const keys = keysOfReference('', { title, date: '2001' })
  return { id, title, authors: ['Ada Smith'], keys, entries, ...given }
}

describe('papers are linked by what they cite', () => {
  const cites = (title: string, year = 2001) =>
    `[1] A. Smith, ${title}, J. Lists 3, 1-20 (${year}). [2] C. Miller, An outside work that all of them cite, J. Lists 4, 210-240 (2002).`
  const first = 'A first paper on long lists of works'
  const second = 'A second paper on long lists of works'

  it('in a circle, each to the other and none to itself', () => {
    const works = linkCitedWorks([paper('a', first, cites(second)), paper('b', second, cites(first))])
    expect([works.cites('a'), works.cites('b')]).toEqual([
      ['b', null],
      ['a', null],
    ])
    expect([works.citedBy('a'), works.citedBy('b')]).toEqual([['b'], ['a']])
    expect(works.missing()[0]).toMatchObject({ papers: ['a', 'b'] })
  })

  it('not where the year is another or no author stands there', () => {
    const works = linkCitedWorks([
      paper('a', first, cites(second, 1950)),
      paper('b', second, ''),
      paper('c', 'A third paper on long lists of works', cites(second), { authors: [] }),
      paper('d', 'A fourth paper on long lists of works', cites(second).replace('Smith', 'Taylor')),
    ])
    expect(['a', 'c', 'd'].map((id) => works.cites(id)[0])).toEqual([null, 'b', null])
  })

  it('as a preprint and its print, which are cited together', () => {
    const works = linkCitedWorks([
      paper('a', first, cites(second)),
      paper('b', second, ''),
      paper('c', second, '', { keys: keysOfReference('', { title: second, date: '2002' }) }),
    ])
    expect([works.versions('b'), works.versions('c')]).toEqual([['c'], ['b']])
    expect([works.citedBy('b'), works.citedBy('c')]).toEqual([['a'], ['a']])
  })
})

describe('a reference has the keys of its work', () => {
  it.each([
    { raw: 'Cole M. J Seas 2005;1:2-3. doi: 10.1093/ seas /msu300', doi: '10.1093/seas/msu300', arxiv: null },
    {
      raw: 'Dow T. Urol Oncol. 2020. doi:10.10 16/j.urolonc. 2020.10.010',
      doi: '10.1016/j.urolonc.2020.10.010',
      arxiv: null,
    },
    { raw: 'A. Smith and B. Jones, arXiv :1405 .4632[nucl-ex].', doi: null, arxiv: '1405.4632' },
    { raw: 'A. Smith, Phys. Rev. D 61, 3 (2000) [hep -ph/9909332].', doi: null, arxiv: 'hep-ph/9909332' },
  ])('$raw', ({ raw, doi, arxiv }) => {
    expect(keysOfReference(raw, parseReference(raw).fields)).toMatchObject({ doi, arxiv })
  })
})

describe('a list of retractions', () => {
  it.each([
    {
      columns: 'Retraction Watch',
      csv: 'Record ID,Title,OriginalPaperDOI,RetractionDate,RetractionNature,Reason\n1,"x",10.1000/ABC.1,1/2/2020,Retraction,+Fake Data;+Error;',
    },
    {
      columns: 'title alone, with semicolons',
      csv: '\uFEFFTitle;Notes\n"A work, that was withdrawn, on lists";Error',
    },
  ])('marks works ($columns)', ({ csv }) => {
    const list = readRetractions(csv, 'list.csv')
    const raw = 'A. Smith, A work that was withdrawn on lists. J. Lists 1, 1-9 (2001), doi:10.1000/abc.1'
    const marked = list.of(keysOfReference(raw, parseReference(raw).fields))
    expect(marked).toMatchObject({ nature: 'Retraction' })
    expect(list.of(keysOfReference('B. Jones, Another one, 1999', {}))).toBeNull()
  })

  it('says what it lacks', () => {
    expect(() => readRetractions('a,b\n1,2', 'list.csv')).toThrow(
      'neither a column of DOIs nor one of titles',
    )
  })
})
