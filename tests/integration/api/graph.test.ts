/** Tests /entities and /graph over the sample papers. */
import { describe, expect, it } from 'vitest'
import { graphStats } from '../../../app/graph/index.ts'
import { column, openService, sharedSamples } from '../../fixtures/service.ts'

const QUESTION = 'Which isoform of AKT does lupeol spare?'

const service = sharedSamples()
const get = async (url: string, query: Record<string, string> = {}) => (await service.get(url, query)).body

describe('/entities', () => {
  it('finds names by a part, those that begin with it first, the most frequent of them first', async () => {
    const names: string[] = column((await get('/entities', { q: 'Lup', limit: '5' })).names, 'name')
    expect(names[0]).toBe('lupeol')
    expect(names.every((name) => name.includes('lup'))).toBe(true)
    const starts = names.map((name) => name.startsWith('lup'))
    expect(starts).toEqual(starts.toSorted((one, other) => Number(other) - Number(one)))
  })

  it('without a part lists the most frequent names', async () => {
    const units: number[] = column((await get('/entities', { limit: '3' })).names, 'units')
    expect(units).toHaveLength(3)
    expect(units).toEqual(units.toSorted((one, other) => other - one))
  })

  it('shows a name with its marks, kinds and neighbours', async () => {
    const { name, surfaces, places, neighbours } = await get('/entities/Lupeol')
    expect([name, column(surfaces, 'text')]).toEqual(['lupeol', expect.arrayContaining(['Lupeol'])])
    const [start, end] = places[0].marks[0]
    expect(places[0].text.slice(start, end).toLowerCase()).toBe('lupeol')
    expect(neighbours[0].units).toBeGreaterThan(1)
  })

  it('offers names that are spelled like an unknown one', async () => {
    const detail = expect.stringContaining('lupeol')
    expect(await get('/entities/lupoel')).toMatchObject({ status: 404, code: 'NAME_NOT_FOUND', detail })
  })

  it('has looked for names in every unit and passage', async () => {
    expect(await graphStats(await service.gloss.session())).toMatchObject({ unnamed: 0 })
  })
})

describe('/graph', () => {
  it.each([
    { name: 'a name', query: { name: 'akt1' } },
    { name: 'a question', query: { query: QUESTION, k: '5' } },
  ])('draws no edge without its ends around $name, and no node twice', async ({ query }) => {
    const { nodes, edges } = await get('/graph', { ...query, limit: '40' } as Record<string, string>)
    const ids = column(nodes, 'id')
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeGreaterThan(5)
    for (const { source, target } of edges) expect(ids).toEqual(expect.arrayContaining([source, target]))
    for (const { community } of nodes) expect(Number.isInteger(community)).toBe(true)
  })

  it('leads from names of the question to hits along edges that are drawn, the same each time', async () => {
    const { hits, paths, edges, nodes: drawn } = await get('/graph', { query: QUESTION, k: '5' })
    expect(hits).toHaveLength(5)
    expect(paths.length).toBeGreaterThan(0)
    const steps = new Set<string>()
    for (const { source, target } of edges) steps.add(`${source} ${target}`).add(`${target} ${source}`)
    for (const { nodes, unit } of paths) {
      if (nodes.length === 0) continue
      expect(nodes.at(-1)).toBe(`unit:${unit}`)
      for (const [at, node] of nodes.slice(1).entries()) expect(steps).toContain(`${nodes[at]} ${node}`)
    }
    expect((await get('/graph', { query: QUESTION, k: '5' })).nodes).toEqual(drawn)
  })

  it('answers for an empty corpus', async () => {
    const empty = await openService()
    await empty.gloss.sessionOfNew('main')
    expect((await empty.get('/graph?query=akt')).status).toBe(200)
    expect((await empty.get('/entities')).body.names).toEqual([])
  })
})
