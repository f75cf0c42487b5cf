/** Tests the backends over facts: without facts, with facts from a file, without a model. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BackendName, type Gloss, importPath, loadConfig, openGloss } from '../../../app/index.ts'
import { hippoRagJson } from '../../fixtures/hipporag-file.ts'
import { sharedFolder } from '../../fixtures/temporary-folder.ts'

const OVER_FACTS: readonly BackendName[] = [
  'hipporag',
  'hipporag:unfiltered',
  'lightrag',
  'lightrag:local',
  'lightrag:global',
  'lightrag:hybrid',
]
const never = new AbortController().signal
const folder = sharedFolder()
let gloss: Gloss
beforeAll(async () => {
  gloss = await openGloss(loadConfig({ workspace: folder, embedder: 'static' }, {}))
})
afterAll(() => gloss.close())

async function imported(format: 'hipporag' | 'units', content: unknown): Promise<void> {
  const path = join(folder, 'file.json')
  writeFileSync(path, JSON.stringify(content))
  await importPath(gloss, { format, path }, never)
}

const PASSAGES = [
  { passage: 'Lupeol is a triterpene of birch bark.', triples: [['Lupeol', 'occurs in', 'birch bark']] },
  { passage: 'Birch bark is sold in Finland.', triples: [['birch bark', 'is sold in', 'Finland']] },
  { passage: 'The p53 protein guards the genome.', triples: [['p53', 'guards', 'genome']] },
]

describe('a corpus without facts', () => {
  beforeAll(() => imported('units', [PASSAGES[0]!.passage]))

  it.for(OVER_FACTS)('says what to type for %s', async (backend) => {
    const session = await gloss.session()
    await expect(session.retrieve({ query: 'lupeol', backend })).rejects.toMatchObject({
      code: 'GRAPH_MISSING',
      message: expect.stringMatching(/gloss graph build --openie.*gloss import --format hipporag FILE/),
    })
  })

  it('answers once facts came', async () => {
    const session = await gloss.session()
    await expect(session.retrieve({ query: 'lupeol', backend: 'hipporag' })).rejects.toThrow()
    await imported('hipporag', hippoRagJson(PASSAGES))
    const { hits } = await session.retrieve({ query: 'lupeol', backend: 'hipporag' })
    expect(hits[0]?.text).toBe(PASSAGES[0]!.passage)
  })
})

describe('a corpus with facts', () => {
  beforeAll(() => imported('hipporag', hippoRagJson(PASSAGES)))

  it.for(OVER_FACTS)('finds by %s what the facts lead to', async (backend) => {
    const session = await gloss.session()
    const { hits } = await session.retrieve({
      query: 'In which country is the bark sold that lupeol occurs in?',
      backend,
      explain: true,
      k: 2,
    })
    const texts = hits.map(({ text }) => text)
    expect(texts).toContain(PASSAGES[0]!.passage)
    expect(texts).not.toContain(PASSAGES[2]!.passage)
    // From the names of a question alone it is one step to their facts, not two.
    expect(texts.includes(PASSAGES[1]!.passage)).toBe(backend !== 'lightrag:local')
    for (const { why } of hits) expect(why.walk ?? why.light).toBeDefined()
  })

  it('leads on a path from a fact to a unit, with its share', async () => {
    const session = await gloss.session()
    const query = 'where is it sold?'
    const { hits } = await session.retrieve({ query, backend: 'hipporag:unfiltered', explain: true, k: 1 })
    const { walk, facts = [] } = hits[0]!.why
    expect(facts[0]).toMatchObject({ predicate: 'is sold in', isStated: true })
    expect(walk!.names[0]).toMatchObject({ path: [walk!.names[0]!.name, hits[0]!.unit] })
    const shares = walk!.names.reduce((sum, { share }) => sum + share, walk!.prior!)
    expect(shares).toBeCloseTo(1, 6)
  })

  it.for(['hipporag:published', 'hipporag:model', 'lightrag:model'] as const)(
    'says that %s needs a model',
    async (backend) => {
      const session = await gloss.session()
      await expect(session.retrieve({ query: 'lupeol', backend })).rejects.toMatchObject({
        code: 'MODEL_UNCONFIGURED',
      })
    },
  )
})
