/** Tests references: fields, links, retractions. */
import { describe, expect, it } from 'vitest'
import { readRetractions } from '../../../references/adapters/csv-retractions.ts'
import {
  type CitingPaper,
  keysOfReference,
  linkCitedWorks,
  parseReference,
  readReferenceList,
} from '../../../references/index.ts'
import { casesIn } from '../../fixtures/case-lines.ts'

describe('a reference is cut into its fields', () => {
  it.each(
    casesIn<
      'style' | 'raw' | 'author' | 'title' | 'journal' | 'volume' | 'pages' | 'date' | 'doi' | 'arxiv'
    >(`
    style | raw | author | title | journal | volume | pages | date | doi | arxiv
    Vancouver | Godhwani S, Godhwani JL, Vyas DS. Ocimum sanctum: an experimental study evaluating its anti-inflammatory activity in animals. J Ethnopharmacol 1987;21:153-63. | Godhwani S, Godhwani JL, Vyas DS | Ocimum sanctum: an experimental study evaluating its anti-inflammatory activity in animals | J Ethnopharmacol | 21 | 153-63 | 1987
    physics without a title | N. Isgur and M. B. Wise, Phys. Rev. D 43, 2401 (1991). | N. Isgur and M. B. Wise |  | Phys. Rev. D | 43 | 2401 | 1991
    author and year | Cornish, P.M., Vertessy, R.A., 2001. Forest age-induced changes in evapotranspiration and water yield in a eucalypt forest. Journal of Hydrology 242, 43–63. | Cornish, P.M., Vertessy, R.A. | Forest age-induced changes in evapotranspiration and water yield in a eucalypt forest | Journal of Hydrology | 242 | 43–63 | 2001
    a number of the list, a DOI and a PubMed number with spaces of a PDF | 12 Cole M, Dow T. Seas without salt. J Seas 2005;1:2-3. doi: 10.1093/ seas /msu300. PMID: 21177959 | Cole M, Dow T | Seas without salt | J Seas | 1 | 2-3 | 2005 | doi: 10.1093/ seas /msu300
    an arXiv id of the old kind | C. Y. Cardall, Phys. Rev. D 61, 073006 (2000) [hep-ph/9909332]. | C. Y. Cardall |  | Phys. Rev. D | 61 | 073006 | 2000 |  | hep-ph/9909332
    nothing
  `),
  )('$style', ({ style: _, raw, ...cells }) => {
    const fields = Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== ''))
    expect(parseReference(raw)).toEqual({ raw, fields })
  })

  it.each([
    [
      'a book',
      'Scerri, Eric (2013). A Tale of 7 Elements. Oxford: Oxford University Press.',
      { author: 'Scerri, Eric', book: 'A Tale of 7 Elements', date: '2013' },
    ],
    [
      'the authors, not the editors behind them',
      'Dixit VP. Plant products affecting fertility in the Indian desert gerbil. In: Prakash I, Ghosh PK. Rodents in Indian Agriculture. 1st Ed. Jodhpur India; Scientific Publishers; 1992: 595-604.',
      { author: 'Dixit VP' },
    ],
    [
      'the journal, not what stands elsewhere',
      'WHS: Global Health Indicators Part II. World Health Statistics 2010:66. ISBN 978 92 4 156398 7.',
      { journal: 'World Health Statistics' },
    ],
  ])('of %s', (_, raw, fields) => {
    expect(parseReference(raw).fields).toMatchObject(fields)
  })

  it.each(['((([[', 'http://', '10.1234/.', 'arXiv: a-', 'ISBN 1-'])(
    'is read quickly from a megabyte of %s',
    (mark) => {
      const started = performance.now()
      parseReference(mark.repeat(1_000_000 / mark.length))
      expect(performance.now() - started).toBeLessThan(2000)
    },
  )
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
  it.each(
    casesIn<'raw' | 'doi' | 'arxiv'>(`
    raw | doi | arxiv
    Cole M. J Seas 2005;1:2-3. doi: 10.1093/ seas /msu300 | 10.1093/seas/msu300
    Dow T. Urol Oncol. 2020. doi:10.10 16/j.urolonc. 2020.10.010 | 10.1016/j.urolonc.2020.10.010
    Cole M (2010) Seas. J Seas 176:51–54. doi:10.1016/j. psychres.2009.06.001. | 10.1016/j.psychres.2009.06.001
    Dow T, Moe K (2010) Lakes. PLoS ONE, 5(11). https://doi.org/10.1371/journal. pone.0014055 | 10.1371/journal.pone.0014055
    Fox E (2001) Brooks. J Brooks 30, 125–128. (doi:10.1046/j.0902- 0055.2001.00093.x) | 10.1046/j.0902-0055.2001.00093.x
    Moe K (2019) Ponds. In: Cole M (ed) Waters, pp 1–9. https://doi.org/10.1007/978-1-4842-4221-6 10 | 10.1007/978-1-4842-4221-6_10
    Moe K (2019) Ponds. J Ponds 3:1. doi:10.1016/j. Epub ahead of print.
    Moe K (2015) Rains. J Rains 3:1. doi:10.1126/science.1257601. 15334406 | 10.1126/science.1257601
    A. Smith and B. Jones, arXiv :1405 .4632[nucl-ex]. |  | 1405.4632
    A. Smith, Phys. Rev. D 61, 3 (2000) [hep -ph/9909332]. |  | hep-ph/9909332
  `),
  )('$raw', ({ raw, ...keys }) => {
    const { doi, arxiv } = keysOfReference(raw, parseReference(raw).fields)
    expect({ doi: doi ?? '', arxiv: arxiv ?? '' }).toEqual(keys)
  })
})

describe('a list of retractions', () => {
  it.each([
    [
      'Retraction Watch',
      'Record ID,Title,OriginalPaperDOI,RetractionDate,RetractionNature,Reason\n1,"x",10.1000/ABC.1,1/2/2020,Retraction,+Fake Data;+Error;',
    ],
    ['a title alone, with semicolons', '\uFEFFTitle;Notes\n"A work, that was withdrawn, on lists";Error'],
  ])('marks works by the columns of %s', (_, csv) => {
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
