/** Tests lookups against a scripted server: accepted and rejected records, failures, and repeated requests. */
import { describe, expect, it } from 'vitest'
import { type Description, NO_DESCRIPTION } from '../../../corpus/index.ts'
import { openCatalogueFetch } from '../../../ingest/adapters/catalogue-fetch.ts'
import { createLookup, crossref, openAlex } from '../../../ingest/lookup/index.ts'
import { type CatalogueReply, openCatalogueServer } from '../../fakes/catalogue-server.ts'

const TITLE = 'Lupeol of barks inhibits the growth of cells in culture'
const READ: Description = {
  ...NO_DESCRIPTION,
  title: TITLE,
  authors: ['Ada Lovelace', 'Chas Babbage'],
  year: 2004,
  doi: '10.1234/barks.7',
  abstract: 'Barks are used against swellings.',
  confidence: { title: 0.96, authors: 0.94, year: 0.72 },
}
const WORK = {
  DOI: '10.1234/BARKS.7',
  title: ['Lupeol of barks inhibits the growth of <i>cells</i> in culture'],
  author: [
    { given: 'Ada', family: 'Lovelace' },
    { given: 'Charles', family: 'Babbage' },
  ],
  issued: { 'date-parts': [[2009, 6]] },
  'container-title': ['Journal of Bark Research'],
  volume: '8',
  issue: '1',
  page: '7-10',
}
const OTHER = { ...WORK, DOI: '10.1234/other', title: ['Soils of river valleys and what grows on them'] }
const OPEN_WORK = {
  id: 'https://openalex.org/W1',
  doi: 'https://doi.org/10.1234/barks.7',
  title: TITLE,
  authorships: [{ author: { display_name: 'Ada Lovelace' } }],
  publication_year: 2009,
  primary_location: { source: { display_name: 'Journal of Bark Research' } },
  biblio: { volume: '8', issue: '1', first_page: '7', last_page: '10' },
}
const message = (work: unknown): CatalogueReply => ({ body: { message: work } })
const items = (...works: unknown[]): CatalogueReply => message({ items: works })
const NOT_FOUND: CatalogueReply = { status: 404, text: 'Resource not found.' }

async function open(reply: (path: string) => CatalogueReply | null, timeoutMs = 5_000) {
  const server = await openCatalogueServer((url) => reply(`${url.pathname}${url.search}`))
  const answers = new Map<string, string>()
  const warnings: string[] = []
  const lookupOf = () =>
    createLookup({
      catalogues: [
        crossref({ baseUrl: server.crossrefUrl, mail: null }),
        openAlex({ baseUrl: server.openalexUrl, mail: 'ada@example.org' }),
      ],
      fetch: openCatalogueFetch({ timeoutMs, gapMs: 0, maxBytes: 100_000 }),
      cache: {
        call: async (hash) => answers.get(hash) ?? null,
        rememberCall: async (hash, answer) => void answers.set(hash, answer),
      },
      onWarning: (warning) => warnings.push(warning),
    })
  return { server, warnings, lookupOf, signal: new AbortController().signal }
}

describe('a lookup', () => {
  it('takes the record of the DOI from Crossref, and is sure of it', async () => {
    const { server, lookupOf, signal } = await open((path) =>
      path.startsWith('/crossref/works/10.1234%2Fbarks.7') ? message(WORK) : NOT_FOUND,
    )
    await using _ = server
    const lookup = lookupOf()
    expect(await lookup.complete(READ, signal)).toEqual({
      ...READ,
      title: TITLE,
      authors: ['Ada Lovelace', 'Charles Babbage'],
      year: 2009,
      doi: '10.1234/BARKS.7',
      publication: { journal: 'Journal of Bark Research', volume: '8', issue: '1', pages: '7-10' },
      confidence: { title: 1, authors: 1, year: 1 },
    })
    expect(lookup.counts()).toEqual({ found: 1, missed: 0, requests: 1, failed: {} })
  })

  it('asks OpenAlex if Crossref does not know the paper', async () => {
    const { server, lookupOf, signal } = await open((path) =>
      path.startsWith('/openalex/works/doi:') ? { body: OPEN_WORK } : NOT_FOUND,
    )
    await using _ = server
    const found = await lookupOf().complete(READ, signal)
    expect(found).toMatchObject({
      year: 2009,
      publication: { journal: 'Journal of Bark Research', pages: '7-10' },
    })
    expect(server.asked).toEqual([
      '/crossref/works/10.1234%2Fbarks.7',
      '/openalex/works/doi:10.1234%2Fbarks.7',
    ])
  })

  it('asks for the title if the paper names no DOI, and takes the nearly equal one of several', async () => {
    const { server, lookupOf, signal } = await open((path) =>
      path.startsWith('/crossref/works?query.bibliographic=Lupeol') ? items(OTHER, WORK) : NOT_FOUND,
    )
    await using _ = server
    expect(await lookupOf().complete({ ...READ, doi: null }, signal)).toMatchObject({
      doi: '10.1234/BARKS.7',
      year: 2009,
    })
  })

  const EDITORIAL = 'Bark Research Editorial'
  const MARY = [{ given: 'Mary', family: 'Somerville' }]
  it.each([
    ['another title under another DOI', { doi: null }, OTHER],
    ['another title under a DOI that was read from a reference', {}, { ...OTHER, DOI: READ.doi }],
    ['the same title by other authors', { doi: null }, { ...WORK, DOI: '10.9/x', author: MARY }],
    ['a short title of many papers', { doi: null, title: EDITORIAL }, { ...WORK, title: [EDITORIAL] }],
  ])('never takes a different paper: %s', async (_name, known, work) => {
    const read = { ...READ, ...known }
    const { server, lookupOf, signal } = await open((path) => {
      if (path.startsWith('/crossref/works/')) return message(work)
      return path.startsWith('/crossref') ? items(work) : NOT_FOUND
    })
    await using _ = server
    const lookup = lookupOf()
    expect(await lookup.complete(read, signal)).toEqual(read)
    expect(lookup.counts()).toMatchObject({ found: 0, missed: 1, failed: {} })
  })

  it('asks nothing twice, found or not', async () => {
    const { server, lookupOf, signal } = await open((path) =>
      path.startsWith('/crossref/works?') ? items() : NOT_FOUND,
    )
    await using _ = server
    const unknown = { ...READ, title: 'Another paper that no catalogue has' }
    await lookupOf().complete(unknown, signal)
    const before = server.asked.length
    const again = lookupOf()
    expect(await again.complete(unknown, signal)).toEqual(unknown)
    expect(server.asked).toHaveLength(before)
    expect(again.counts()).toEqual({ found: 0, missed: 1, requests: 0, failed: {} })
  })

  const ODD = 'its answer has an unexpected format'
  it.each([
    ['status 500', { status: 500, text: 'oh' }, 'it answered with status 500'],
    ['status 429', { status: 429, text: 'slower' }, 'it answered with status 429'],
    ['JSON that is cut off', { text: '{"message": {"ti' }, ODD],
    ['a page', { text: '<html>Sign in</html>' }, ODD],
    ['JSON of another form', { body: [1, 2] }, ODD],
    ['too much', { text: ' '.repeat(200_000) }, 'its answer is larger than 100000 bytes'],
    ['nothing', null, 'no answer within 0.05 s'],
  ])('keeps the paper as it was read if both answer with %s, and says so once', async (_name, reply, why) => {
    const { server, warnings, lookupOf, signal } = await open(() => reply, reply === null ? 50 : 5_000)
    await using _ = server
    const lookup = lookupOf()
    expect(await lookup.complete(READ, signal)).toEqual(READ)
    const failed = { Crossref: 2, OpenAlex: 2 }
    expect(lookup.counts()).toEqual({ found: 0, missed: 1, requests: 4, failed })
    const warning = `did not answer (${why}); its papers keep what was read from them.`
    expect(warnings).toEqual([`Crossref ${warning}`, `OpenAlex ${warning}`])
  })

  it('gives a catalogue up after three failures in a row, and remembers no failure', async () => {
    let isDown = true
    const { server, warnings, lookupOf, signal } = await open((path) => {
      if (isDown) return { status: 503 }
      return path.startsWith('/crossref/works?') ? items(WORK) : NOT_FOUND
    })
    await using _ = server
    const lookup = lookupOf()
    for (let paper = 0; paper < 4; paper++) await lookup.complete({ ...READ, doi: `10.1/${paper}` }, signal)
    expect(lookup.counts()).toMatchObject({ missed: 4, requests: 6, failed: { Crossref: 3, OpenAlex: 3 } })
    expect(warnings).toContain('Crossref failed 3 times in a row and is not asked again in this run.')
    isDown = false
    expect(await lookupOf().complete({ ...READ, doi: '10.1/0' }, signal)).toMatchObject({ year: 2009 })
  })
})
