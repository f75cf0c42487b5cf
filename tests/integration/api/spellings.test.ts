/** Tests the spellings that every route accepts for papers, units, questions and years. */
import { beforeAll, describe, expect, it } from 'vitest'
import { column, type Json, sharedSamples } from '../../fixtures/service.ts'

const { get: answerTo, post: answerToPost } = sharedSamples()
const get = async (url: string) => (await answerTo(url)).body
const post = async (url: string, payload: object) => (await answerToPost(url, payload)).body

let bark: Json
beforeAll(async () => {
  const { papers } = await get('/papers?limit=100')
  bark = papers.find(({ title }: Json) => title.includes('bark of Terminalia'))
})

const papersOf = (rows: readonly Json[]) => [...new Set(column(rows, 'paper'))]

describe('a paper', () => {
  it.each<[string, () => string]>([
    ['its id', () => bark.id],
    ['twelve digits of it', () => bark.id.slice(0, 12)],
    ['six digits of it', () => bark.id.slice(0, 6)],
    ['its file name', () => 'bark-extract-lupeol.pdf'],
    ['its document id', () => 'bark-extract-lupeol'],
    ['its path', () => bark.path],
    ['the end of its path', () => 'papers/bark-extract-lupeol.pdf'],
  ])('is found by %s on every route', async (_, of) => {
    const name = encodeURIComponent(of())
    expect((await get(`/papers/${name}`)).id).toBe(bark.id)
    expect((await get(`/papers/${name}/pages/1`)).paper).toBe(bark.id)
    expect((await get(`/papers/${name}/spans?start=0&end=5`)).paper).toBe(bark.id)
    expect(await answerTo(`/papers/${name}/pages/1/image?width=100`)).toMatchObject({
      status: 200,
      headers: { 'content-type': 'image/png' },
    })
    expect(papersOf((await get(`/units?paper=${name}&limit=100`)).units)).toEqual([bark.id])
    expect(papersOf((await get(`/retrieve?q=lupeol&papers=${name}`)).hits)).toEqual([bark.id])
    const posted = await post('/retrieve', { query: 'lupeol', filter: { papers: [of()] } })
    expect(papersOf(posted.hits)).toEqual([bark.id])
  })

  it('may be kept and dropped by its file name', async () => {
    const row = await post('/gate/stereo-matching.pdf', { decision: 'keep' })
    expect(row).toMatchObject({ state: 'kept', overruled: 'keep' })
    await post('/gate/stereo-matching', { decision: null })
  })
})

it('a unit is found by its id and by the beginning of it', async () => {
  const [{ unit }] = (await get('/retrieve?q=lupeol&k=1')).hits
  for (const name of [unit, unit.slice(0, 12), unit.slice(0, 6)])
    expect((await get(`/units/${name}`)).id).toBe(unit)
})

it.each(['q', 'query', 'question'])(
  'a question is taken as %s by every route that takes one',
  async (name) => {
    expect((await get(`/retrieve?${name}=lupeol`)).hits).not.toHaveLength(0)
    expect((await get(`/graph?${name}=lupeol`)).nodes).not.toHaveLength(0)
    const { names } = await get(`/entities?${name}=lupeol`)
    expect(names.every((one: Json) => one.name.includes('lupeol'))).toBe(true)
    expect((await post('/retrieve', { [name]: 'lupeol' })).hits).not.toHaveLength(0)
    expect((await post('/rag', { [name]: 'lupeol' })).output).toContain('upeol')
    expect((await post('/ask', { [name]: 'lupeol', usesModel: false })).question).toBe('lupeol')
    // The field is checked before the model, which is not configured.
    expect(await post('/solve', { [name]: 'lupeol' })).toMatchObject({ code: 'MODEL_UNCONFIGURED' })
  },
)

it('papers, topics and kinds are taken as one and as many', async () => {
  const one = await get(`/retrieve?q=lupeol&paper=${bark.id}&kind=unit&topic=biochem`)
  const many = await get(`/retrieve?q=lupeol&papers=${bark.id}&kinds=unit&topics=biochem`)
  expect(one.hits).toEqual(many.hits)
  expect(await get(`/units?papers=${bark.id}&kinds=unit`)).toEqual(
    await get(`/units?paper=${bark.id}&kind=unit`),
  )
})

it('years are taken as a range and as an object, in the address and in the body', async () => {
  const years = { from: 2016, to: 2018 }
  const wanted: Json[] = (await get('/retrieve?q=lupeol&years=2016-2018')).hits
  expect(wanted.length).toBeGreaterThan(0)
  expect(wanted.every(({ year }) => year >= 2016 && year <= 2018)).toBe(true)
  for (const { hits } of [
    await get(`/retrieve?q=lupeol&years=${encodeURIComponent(JSON.stringify(years))}`),
    await post('/retrieve', { query: 'lupeol', filter: { years } }),
    await post('/retrieve', { query: 'lupeol', filter: { years: '2016-2018' } }),
    await post('/retrieve', { query: 'lupeol', years: '2016-2018' }),
  ])
    expect(hits).toEqual(wanted)
})
