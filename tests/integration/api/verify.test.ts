/** POST /verify over the sample papers: a true sentence at its place, the same with another number, and a text of others. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Served, serveSamples } from '../../fixtures/served-samples.ts'

const QUESTION = 'Which IC50 did the methanolic bark extract show?'

let served: Served
let hit: { readonly paper: string; readonly page: number; readonly text: string }
beforeAll(async () => {
  served = await serveSamples()
  hit = (await served.server.inject({ url: `/retrieve?k=1&${new URLSearchParams({ q: QUESTION })}` })).json()
    .hits[0]
})
afterAll(() => served.close())

const verify = (payload: object) => served.server.inject({ method: 'POST', url: '/verify', payload })

it('finds a sentence at its page, with a box for each of its lines', async () => {
  const { quotes } = (await verify({ quotes: [{ id: 'a', quote: hit.text }] })).json()
  const { paper, page } = hit
  expect(quotes).toMatchObject([{ id: 'a', verdict: 'exact', change: null, paper, page, text: hit.text }])
  expect(quotes[0].boxes[0].boxes.length).toBeGreaterThan(0)
})

it('says which number was changed', async () => {
  expect(hit.text).toContain('18.4')
  const { quotes } = (await verify({ quotes: [{ id: 'a', quote: hit.text.replace('18.4', '13.4') }] })).json()
  expect(quotes).toMatchObject([{ verdict: 'altered', change: 'number', paper: hit.paper, text: hit.text }])
  expect(quotes[0].changes).toEqual([
    { kind: 'number', paper: expect.stringContaining('18.4'), quote: expect.stringContaining('13.4') },
  ])
})

it('names the change in a quote too short for a place of its own', async () => {
  const { quotes } = (await verify({ quotes: [{ id: 'a', quote: 'IC50 of 13.4 µg/mL' }] })).json()
  expect(quotes[0].verdict).toMatch(/altered|absent/)
})

it('checks what a text quotes, and finds nothing of other papers', async () => {
  const text = `As they say, “${hit.text.replace(/\s+/g, ' ')}”; others "have never seen a bark that glows in the dark at all".`
  const { quotes } = (await verify({ text })).json()
  expect(quotes.map(({ verdict }: { verdict: string }) => verdict)).toEqual(['exact', 'absent'])
})

it.each([
  ['neither quotes nor a text', {}, 'INPUT_INVALID'],
  [
    'a paper that is not there',
    { quotes: [{ id: 'a', quote: 'bark extract', paper: 'ffffffff' }] },
    'PAPER_NOT_FOUND',
  ],
])('refuses %s', async (_, payload, code) => {
  expect((await verify(payload)).json()).toMatchObject({ code })
})

it('judges a quotation by the paper that it cites', async () => {
  const paper = (await served.server.inject({ url: `/papers/${hit.paper}` })).json()
  const name = paper.authors[0].split(' ').at(-1)
  const cited = (who: string) => `It is said that “${hit.text.replace(/\s+/g, ' ')}” (${who}, p. 3).`
  const verdictOf = async (text: string) => (await verify({ text })).json().quotes[0].verdict
  expect(await verdictOf(cited(`${name} et al., ${paper.year}`))).toBe('exact')
  expect(
    await verdictOf(
      `${name} and Other (${paper.year}) say “as yet nobody has looked at the bark of this tree”.`,
    ),
  ).toBe('absent')
  const { papers } = (await served.server.inject({ url: '/papers' })).json()
  const other = papers.find(
    ({ id, authors, year }: typeof paper) => id !== hit.paper && authors.length > 0 && year,
  )
  expect(await verdictOf(cited(`${other.authors[0].split(' ').at(-1)}, ${other.year}`))).toBe('absent')
})

it('gives a marked copy, and refuses spans that are none', async () => {
  const { span } = (await verify({ quotes: [{ id: 'a', quote: hit.text }] })).json().quotes[0]
  const marked = (query: string) => served.server.inject({ url: `/papers/${hit.paper}/marked?${query}` })
  const copy = await marked(`span=${span.join('-')}&note=seen`)
  expect([copy.headers['content-type'], copy.rawPayload.subarray(0, 5).toString()]).toEqual([
    'application/pdf',
    '%PDF-',
  ])
  expect((await marked(`span=${span.join('-')}&format=zotero`)).json()).toMatchObject([
    { annotationText: hit.text },
  ])
  for (const query of ['', 'span=5', 'span=9-5']) expect((await marked(query)).statusCode).toBe(400)
})
