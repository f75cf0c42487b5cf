/** Tests /check and /verify over the sample papers: passages and quotations with their places, and what was changed in them. */
import { beforeAll, describe, expect, it } from 'vitest'
import { column, type Json, sharedSamples } from '../../fixtures/service.ts'

const { get, post } = sharedSamples()

const CLAIM = 'Lupeol makes up 1.9 % of the dry bark and explains most of the activity of the extract'
let [hit, papers, paper]: Json[] = []
let bib: string
beforeAll(async () => {
  papers = (await get('/papers')).body.papers
  paper = papers.find(({ document }: Json) => document === 'bark-extract-lupeol')
  bib = `@article{bark, author = {${paper.authors[0]}}, title = {${paper.title}}, year = {2016}}`
  const q = 'Which IC50 did the methanolic bark extract show?'
  hit = (await get('/retrieve', { k: '1', q })).body.hits[0]
})

describe('POST /check', () => {
  const check = async (payload: object) => (await post('/check', payload)).body

  it('shows the passage with its page, and another number as such', async () => {
    const right = await check({ draft: `${CLAIM} [@bark].`, bib })
    expect(right.sentences).toMatchObject([{ keys: ['bark'], verdict: 'supported' }])
    const place = right.sentences[0].support.find(({ text }: Json) => text.includes('1.9'))
    const [start, end] = place.span
    const spans = await get(`/papers/${place.paper}/spans?start=${start}&end=${end}`)
    expect(spans.body.pages).toMatchObject([{ page: place.page, boxes: [{}] }])
    const draft = `${CLAIM.replace('1.9 %', '2.7 \\%')} \\cite{bark}.`
    const changed = await check({ draft, format: 'latex', bib })
    expect(changed.sentences).toMatchObject([{ verdict: 'another number' }])
  })

  it.each(['[', '[@', '<!--', '```\n', '@'])(
    'reads 100,000 times %j at once',
    async (mark) => {
      expect((await post('/check', { draft: mark.repeat(100_001), bib: '' })).status).toBe(200)
    },
    5_000,
  )
})

describe('POST /verify', () => {
  const verify = async (payload: object) => (await post('/verify', payload)).body.quotes
  const quoted = (quote: string) => verify({ quotes: [{ id: 'a', quote }] })

  it('finds a sentence at its page, with a box for each of its lines', async () => {
    const [quote] = await quoted(hit.text)
    const place = { paper: hit.paper, page: hit.page, text: hit.text }
    expect(quote).toMatchObject({ id: 'a', verdict: 'exact', change: null, ...place })
    expect(quote.boxes[0].boxes.length).toBeGreaterThan(0)
  })

  it('says which number was changed, also in a quote too short for a place', async () => {
    const [quote] = await quoted(hit.text.replace('18.4', '13.4'))
    expect(quote).toMatchObject({
      verdict: 'altered',
      change: 'number',
      paper: hit.paper,
      text: hit.text,
      changes: [
        { kind: 'number', paper: expect.stringContaining('18.4'), quote: expect.stringContaining('13.4') },
      ],
    })
    expect((await quoted('IC50 of 13.4 µg/mL'))[0].verdict).toMatch(/altered|absent/)
  })

  const flat = () => hit.text.replace(/\s+/g, ' ')

  it('checks what a text quotes, and finds nothing of other papers', async () => {
    const other = '"have never seen a bark that glows in the dark at all"'
    const found = await verify({ text: `As they say, “${flat()}”; others ${other}.` })
    expect(column(found, 'verdict')).toEqual(['exact', 'absent'])
  })

  it('judges a quotation by the paper that it cites', async () => {
    const nameOf = ({ authors }: Json) => authors[0].split(' ').at(-1)
    const other = papers.find(({ id, authors, year }: Json) => id !== hit.paper && authors.length > 0 && year)
    for (const [text, verdict] of [
      [`It is said that “${flat()}” (${nameOf(paper)} et al., ${paper.year}, p. 3).`, 'exact'],
      [`${nameOf(paper)} and Other (${paper.year}) say “as yet nobody has looked at this bark”.`, 'absent'],
      [`It is said that “${flat()}” (${nameOf(other)}, ${other.year}, p. 3).`, 'absent'],
    ])
      expect([text, (await verify({ text }))[0].verdict]).toEqual([text, verdict])
  })

  it('gives a marked copy, and refuses what is not a span', async () => {
    const span = (await quoted(hit.text))[0].span.join('-')
    const marked = (query: string) => get(`/papers/${hit.paper}/marked?${query}`)
    const copy = await marked(`span=${span}&note=seen`)
    expect([copy.headers['content-type'], copy.text.slice(0, 5)]).toEqual(['application/pdf', '%PDF-'])
    const zotero = await marked(`span=${span}&format=zotero`)
    expect(zotero.body).toMatchObject([{ annotationText: hit.text }])
    for (const query of ['', 'span=5', 'span=9-5']) expect((await marked(query)).status).toBe(400)
  })
})
