/** Tests the spellings accepted for papers, units, questions and years. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Served, serveSamples } from '../../fixtures/served-samples.ts'

const QUESTION = 'which IC50 did the bark extract show?'
const TITLE = 'Cytotoxic triterpenes from the stem bark of Terminalia lacustris'

interface Hit {
  readonly unit: string
  readonly paper: string
  readonly year: number
}

let served: Served
let bark: { readonly id: string; readonly path: string }
beforeAll(async () => {
  served = await serveSamples()
  const { papers } = (await served.server.inject('/papers?limit=100')).json()
  bark = papers.find(({ title }: { title: string }) => title === TITLE)
})
afterAll(() => served.close())

const get = async (url: string) => (await served.server.inject(url)).json()
const post = async (url: string, payload: object) =>
  (await served.server.inject({ method: 'POST', url, payload })).json()

describe('a paper', () => {
  const names = [
    { name: 'its id', of: () => bark.id },
    { name: 'twelve digits of it', of: () => bark.id.slice(0, 12) },
    { name: 'six digits of it', of: () => bark.id.slice(0, 6) },
    { name: 'its file name', of: () => 'bark-extract-lupeol.pdf' },
    { name: 'its document id', of: () => 'bark-extract-lupeol' },
    { name: 'its path', of: () => bark.path },
    { name: 'the end of its path', of: () => 'papers/bark-extract-lupeol.pdf' },
  ]

  it.each(names)('is found by $name on every route', async ({ of }) => {
    const name = encodeURIComponent(of())
    expect((await get(`/papers/${name}`)).id).toBe(bark.id)
    expect((await get(`/papers/${name}/pages/1`)).paper).toBe(bark.id)
    expect((await get(`/papers/${name}/spans?start=0&end=5`)).paper).toBe(bark.id)
    const image = await served.server.inject(`/papers/${name}/pages/1/image?width=100`)
    expect([image.statusCode, image.headers['content-type']]).toEqual([200, 'image/png'])
    const units = (await get(`/units?paper=${name}&limit=100`)).units
    expect(new Set(units.map(({ paper }: { paper: string }) => paper))).toEqual(new Set([bark.id]))
    const papers = new Set(
      [
        ...(await get(`/retrieve?q=lupeol&papers=${name}`)).hits,
        ...(await post('/retrieve', { query: 'lupeol', filter: { papers: [of()] } })).hits,
      ].map(({ paper }: Hit) => paper),
    )
    expect(papers).toEqual(new Set([bark.id]))
  })

  it('may be kept and dropped by its file name', async () => {
    const row = await post('/gate/stereo-matching.pdf', { decision: 'keep' })
    expect(row).toMatchObject({ state: 'kept', overruled: 'keep' })
    await post('/gate/stereo-matching', { decision: null })
  })
})

it('a unit is found by its id and by the beginning of it', async () => {
  const { hits } = await get(`/retrieve?q=${encodeURIComponent(QUESTION)}&k=1`)
  const [{ unit }] = hits as [Hit]
  for (const name of [unit, unit.slice(0, 12), unit.slice(0, 6)])
    expect((await get(`/units/${name}`)).id).toBe(unit)
})

describe('a question', () => {
  it.each(['q', 'query', 'question'])('is taken as %s by every route that takes one', async (name) => {
    const inAddress = `${name}=${encodeURIComponent('lupeol')}`
    expect((await get(`/retrieve?${inAddress}`)).hits).not.toHaveLength(0)
    expect((await get(`/graph?${inAddress}`)).nodes).not.toHaveLength(0)
    const { names } = await get(`/entities?${inAddress}`)
    expect(names.every((one: { name: string }) => one.name.includes('lupeol'))).toBe(true)
    expect((await post('/retrieve', { [name]: 'lupeol' })).hits).not.toHaveLength(0)
    expect((await post('/rag', { [name]: 'lupeol' })).output).toContain('upeol')
    expect((await post('/ask', { [name]: 'lupeol', usesModel: false })).question).toBe('lupeol')
    // The field is checked before the model, which is not configured.
    expect(await post('/solve', { [name]: 'lupeol' })).toMatchObject({ code: 'MODEL_UNCONFIGURED' })
  })

  it('is refused where it stands twice', async () => {
    expect(await post('/solve', { q: 'a', query: 'b' })).toMatchObject({ code: 'INPUT_INVALID' })
    expect(await get('/graph?q=a&name=b')).toMatchObject({ code: 'INPUT_INVALID' })
    expect(await post('/retrieve', { q: 'a', query: 'b' })).toMatchObject({ code: 'INPUT_INVALID' })
    expect(await post('/rag', { q: 'a', query: 'b' })).toMatchObject({ code: 'INPUT_INVALID' })
    expect(await post('/ask', { q: 'a', query: 'b' })).toMatchObject({ code: 'INPUT_INVALID' })
  })
})

it('papers, topics and kinds are taken as one and as many', async () => {
  const one = await get(`/retrieve?q=lupeol&paper=${bark.id}&kind=unit&topic=biochem`)
  const many = await get(`/retrieve?q=lupeol&papers=${bark.id}&kinds=unit&topics=biochem`)
  expect(one.hits).toEqual(many.hits)
  expect(await get(`/units?papers=${bark.id}&kinds=unit`)).toEqual(
    await get(`/units?paper=${bark.id}&kind=unit`),
  )
})

describe('years', () => {
  it('are taken as a range and as an object, in the address and in the body', async () => {
    const object = { from: 2016, to: 2018 }
    const wanted = (await get('/retrieve?q=lupeol&years=2016-2018')).hits as Hit[]
    expect(wanted.length).toBeGreaterThan(0)
    expect(wanted.every(({ year }) => year >= 2016 && year <= 2018)).toBe(true)
    const others = [
      await get(`/retrieve?q=lupeol&years=${encodeURIComponent(JSON.stringify(object))}`),
      await post('/retrieve', { query: 'lupeol', filter: { years: object } }),
      await post('/retrieve', { query: 'lupeol', filter: { years: '2016-2018' } }),
      await post('/retrieve', { query: 'lupeol', years: '2016-2018' }),
    ]
    for (const { hits } of others) expect(hits).toEqual(wanted)
  })

  it.each([
    { name: 'as a range', years: '2020-2010' },
    { name: 'as an object', years: { from: 2020, to: 2010 } },
  ])('are refused where they end before they begin, $name', async ({ years }) => {
    expect(await post('/retrieve', { query: 'lupeol', filter: { years } })).toMatchObject({
      code: 'INPUT_INVALID',
      detail: expect.stringContaining('must begin before it ends'),
    })
  })
})
