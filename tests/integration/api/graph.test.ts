/** /entities, /graph and the explanations of /retrieve, over the sample papers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { graphStats } from '../../../app/graph/index.ts'
import { type Served, serve, serveSamples } from '../../fixtures/served-samples.ts'

const QUESTION = 'Which isoform of AKT does lupeol spare?'

let served: Served
beforeAll(async () => {
  served = await serveSamples()
})
afterAll(() => served.close())

async function get(path: string, parameters: Readonly<Record<string, string>> = {}) {
  const response = await served.server.inject(`${path}?${new URLSearchParams(parameters)}`)
  return { status: response.statusCode, body: response.json() }
}

describe('/entities', () => {
  it('finds names by a part, those that begin with it first, the most frequent of them first', async () => {
    const { body } = await get('/entities', { q: 'Lup', limit: '5' })
    const names = body.names.map(({ name }: { name: string }) => name)
    expect(names[0]).toBe('lupeol')
    expect(names.every((name: string) => name.includes('lup'))).toBe(true)
    const starts = names.map((name: string) => name.startsWith('lup'))
    expect(starts).toEqual(starts.toSorted((a: boolean, b: boolean) => Number(b) - Number(a)))
  })

  it('lists the most frequent names where nothing is asked for', async () => {
    const { body } = await get('/entities', { limit: '3' })
    expect(body.names).toHaveLength(3)
    const units = body.names.map((name: { units: number }) => name.units)
    expect(units).toEqual(units.toSorted((a: number, b: number) => b - a))
  })

  it('shows a name with its marks, kinds and neighbours', async () => {
    const { body } = await get('/entities/Lupeol')
    expect(body.name).toBe('lupeol')
    expect(body.surfaces.map(({ text }: { text: string }) => text)).toContain('Lupeol')
    const [place] = body.places
    const [start, end] = place.marks[0]
    expect(place.text.slice(start, end).toLowerCase()).toBe('lupeol')
    expect(body.neighbours[0].units).toBeGreaterThan(1)
  })

  it('offers names that are spelled like an unknown one', async () => {
    const { status, body } = await get('/entities/lupoel')
    expect(status).toBe(404)
    expect(body.code).toBe('NAME_NOT_FOUND')
    expect(body.detail).toContain('lupeol')
  })
})

it('names were looked for in every unit and passage', async () => {
  expect(await graphStats(await served.gloss.session())).toMatchObject({ unnamed: 0 })
})

describe('/graph', () => {
  it.each([
    { name: 'a name', parameters: { name: 'akt1' } },
    { name: 'a question', parameters: { query: QUESTION, k: '5' } },
  ])('draws no edge without its ends around $name, and no node twice', async ({ parameters }) => {
    const { body } = await get('/graph', { ...parameters, limit: '40' })
    const ids = body.nodes.map(({ id }: { id: string }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeGreaterThan(5)
    for (const { source, target } of body.edges) {
      expect(ids).toContain(source)
      expect(ids).toContain(target)
    }
    for (const { community } of body.nodes) expect(Number.isInteger(community)).toBe(true)
  })

  it('leads from names of the question to hits along edges that are there', async () => {
    const { body } = await get('/graph', { query: QUESTION, k: '5' })
    expect(body.hits).toHaveLength(5)
    expect(body.paths.length).toBeGreaterThan(0)
    const edges = new Set(
      body.edges.flatMap(({ source, target }: { source: string; target: string }) => [
        `${source} ${target}`,
        `${target} ${source}`,
      ]),
    )
    for (const { nodes, unit } of body.paths) {
      if (nodes.length === 0) continue
      expect(nodes.at(-1)).toBe(`unit:${unit}`)
      for (const [at, node] of nodes.slice(1).entries()) expect(edges).toContain(`${nodes[at]} ${node}`)
    }
  })

  it('is the same each time', async () => {
    const parameters = { query: QUESTION, limit: '60' }
    const [one, other] = [await get('/graph', parameters), await get('/graph', parameters)]
    expect(one.body.nodes).toEqual(other.body.nodes)
  })

  it.each([
    { name: 'neither name nor query', parameters: {}, status: 400, code: 'INPUT_INVALID' },
    { name: 'both', parameters: { name: 'akt', query: 'akt' }, status: 400, code: 'INPUT_INVALID' },
    {
      name: 'too many nodes',
      parameters: { name: 'akt', limit: '100000' },
      status: 400,
      code: 'INPUT_INVALID',
    },
    { name: 'too deep', parameters: { name: 'akt', depth: '9' }, status: 400, code: 'INPUT_INVALID' },
    {
      name: 'an unknown backend',
      parameters: { query: 'akt', backend: 'magic' },
      status: 400,
      code: 'INPUT_INVALID',
    },
    { name: 'an unknown name', parameters: { name: 'zzzyx' }, status: 404, code: 'NAME_NOT_FOUND' },
    { name: 'a name without letters', parameters: { name: '…' }, status: 400, code: 'INPUT_INVALID' },
  ])('refuses $name', async ({ parameters, status, code }) => {
    const answer = await get('/graph', parameters as Record<string, string>)
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code })
  })

  it('answers for an empty corpus', async () => {
    const empty = await serve()
    await empty.gloss.sessionOfNew('main')
    const { statusCode } = await empty.server.inject('/graph?query=akt')
    expect(statusCode).toBe(200)
    expect((await empty.server.inject('/entities')).json().names).toEqual([])
    await empty.close()
  })
})

describe('/retrieve?backend=walk&explain=1', () => {
  it('says for each hit which names led there, and by what path', async () => {
    const { body } = await get('/retrieve', { q: QUESTION, backend: 'walk', explain: '1', k: '3' })
    const [{ why, unit }] = body.hits
    const sum = why.walk.names.reduce(
      (all: number, { share }: { share: number }) => all + share,
      why.walk.prior,
    )
    expect(sum).toBeCloseTo(1, 6)
    expect(why.walk.names[0].path.at(-1)).toBe(unit)
  })
})
