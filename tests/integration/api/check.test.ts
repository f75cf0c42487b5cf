/** POST /check over the sample papers. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Served, serveSamples } from '../../fixtures/served-samples.ts'

let served: Served
let bib: string
beforeAll(async () => {
  served = await serveSamples()
  const { papers } = (await served.server.inject('/papers')).json()
  const paper = papers.find(({ document }: { document: string }) => document === 'bark-extract-lupeol')
  bib = `@article{bark, author = {${paper.authors[0]}}, title = {${paper.title}}, year = {2016}}`
})
afterAll(() => served.close())

const check = (payload: object) => served.server.inject({ method: 'POST', url: '/check', payload })
const CLAIM = 'Lupeol makes up 1.9 % of the dry bark and explains most of the activity of the extract'

it('shows the passage with its page, and another number as such', async () => {
  const right = (await check({ draft: `${CLAIM} [@bark].`, bib })).json()
  expect(right.sentences).toMatchObject([{ keys: ['bark'], verdict: 'supported' }])
  const place = right.sentences[0].support.find(({ text }: { text: string }) => text.includes('1.9'))
  const [start, end] = place.span
  const { pages } = (
    await served.server.inject(`/papers/${place.paper}/spans?start=${start}&end=${end}`)
  ).json()
  expect(pages).toMatchObject([{ page: place.page, boxes: [{}] }])
  const changed = (
    await check({ draft: `${CLAIM.replace('1.9 %', '2.7 \\%')} \\cite{bark}.`, format: 'latex', bib })
  ).json()
  expect(changed.sentences).toMatchObject([{ verdict: 'another number' }])
})

it.each([
  ['a Word file that is none', { draft: 'AAAA', format: 'docx' }, 'FILE_UNREADABLE'],
  ['an empty draft', { draft: '' }, 'INPUT_INVALID'],
  ['a corpus that is not there', { draft: 'x [@y].', corpus: 'nowhere' }, 'CORPUS_NOT_FOUND'],
])('refuses %s', async (_, payload, code) => {
  expect((await check(payload)).json()).toMatchObject({ code })
})

it.each([
  '['.repeat(200_000),
  '[@'.repeat(200_000),
  '<!--'.repeat(200_000),
  '```\n'.repeat(100_001),
  '@'.repeat(400_000),
])(
  'reads a hostile draft at once',
  async (draft) => {
    expect((await check({ draft, bib: '' })).statusCode).toBe(200)
  },
  5_000,
)
