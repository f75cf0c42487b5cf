/** `hipporag`: which settings start where, whom they ask, and what they say of their hits. */
import { describe, expect, it } from 'vitest'
import { createFactGraph } from '../../../graph/facts/fact-graph.ts'
import {
  type CorpusFacts,
  type CorpusNames,
  createPushRanker,
  FACT_GRAPHS,
  type FactsState,
  powerRank,
} from '../../../graph/index.ts'
import { createNameGraph } from '../../../graph/name-graph.ts'
import { type FactGround, factsFor, hippoRagBackend } from '../../../retrieval/hipporag.ts'
import {
  ASKING_HIPPO,
  type HippoSettings,
  OUR_HIPPO,
  PUBLISHED_HIPPO,
  UNFILTERED_HIPPO,
} from '../../../retrieval/hipporag-settings.ts'
import type { Question } from '../../../retrieval/ports.ts'
import { fakeEmbedder } from '../../fakes/fake-embedder.ts'
import { fakeIndex } from '../../fakes/fake-index.ts'
import { modelSaying } from '../../fakes/saying-chat.ts'
import { factOf, factsState } from '../../fixtures/facts-state.ts'

const FACTS = { u1: ['p53 > binds > mdm2'], u2: ['mdm2 > is in > nucleus'], u3: ['lupeol > is in > bark'] }
const UNITS = [
  { unit: 'u1', paper: 'p', text: 'p53 binds mdm2', cosine: 0.3 },
  { unit: 'u2', paper: 'p', text: 'mdm2 in the nucleus', cosine: 0.2 },
  { unit: 'u3', paper: 'q', text: 'lupeol in bark', cosine: 0.4 },
  { unit: 'u4', paper: 'q', text: 'a bridge', cosine: 0.1 },
]
const NEAR = { 'lupeol is in bark': 0.8, 'p53 binds mdm2': 0.4, 'mdm2 is in nucleus': 0.2 }
const PICKED = '{"fact": [["p53", "binds", "mdm2"]]}'
const PUBLISHED_PICK = `[[ ## fact_after_filter ## ]]\n${PICKED}\n\n[[ ## completed ## ]]`

function opened(settings?: HippoSettings, answer: string | null = null) {
  const index = fakeIndex(UNITS)
  const graphs: string[] = []
  const names = createNameGraph()
  for (const [unit, of] of Object.entries({ u1: ['p53', 'mdm2'], u2: ['mdm2'] }))
    names.put({
      unit,
      mentions: of.map((name) => ({ name, alias: name, kind: 'gene', isSubject: false, start: 0, end: 1 })),
    })
  const ground = {
    index,
    embedder: fakeEmbedder(2, () => [1, 0]),
    names: async () =>
      ({
        whenCurrent: async (look: (of: unknown) => unknown) => look({ graph: names }),
      }) as unknown as CorpusNames,
    facts: async (graph: 'ours' | 'published') => {
      graphs.push(graph)
      const state = { ...factsState(FACTS, NEAR), graph: createFactGraph(FACT_GRAPHS[graph]) } as FactsState
      for (const [unit, stated] of Object.entries(FACTS)) {
        state.graph.put({ unit, mentions: [], facts: stated.map(factOf) })
      }
      return {
        whenCurrent: async (look: (of: FactsState) => unknown) => look(state),
      } as unknown as CorpusFacts
    },
  } satisfies FactGround
  const backend = hippoRagBackend(ground, settings, answer === null ? null : modelSaying(answer))
  const ask = (text: string, question: Partial<Question> = {}) =>
    backend.retrieve({ text, k: 9, ...question })
  return { ask, index, graphs, backend }
}

const unitsOf = async (backend: ReturnType<typeof opened>, text: string) =>
  (await backend.ask(text)).hits.map(({ unit }) => unit)

describe('a walk of hipporag starts', () => {
  it.for([
    {
      name: 'at the names of the question where it has some',
      settings: OUR_HIPPO,
      text: 'What of p53 in bark?',
      first: 'u1',
    },
    {
      name: 'so too where nothing else is said',
      settings: undefined,
      text: 'What of p53 in bark?',
      first: 'u1',
    },
    {
      name: 'at the nearest facts where it has none',
      settings: OUR_HIPPO,
      text: 'What is it in bark?',
      first: 'u3',
    },
    { name: 'at facts alone, as published', settings: UNFILTERED_HIPPO, text: 'What of p53?', first: 'u3' },
    {
      name: 'at names and at the facts that a model picks',
      settings: ASKING_HIPPO,
      answer: PICKED,
      text: 'Which bark?',
      first: 'u1',
    },
    {
      name: 'at the facts that a model picks as published',
      settings: PUBLISHED_HIPPO,
      answer: PUBLISHED_PICK,
      text: 'Which bark?',
      first: 'u1',
    },
  ])('$name', async ({ settings, answer = null, text, first }) => {
    expect((await unitsOf(opened(settings, answer), text))[0]).toBe(first)
  })

  it('reaches what is stated of the same names, and units like the question besides', async () => {
    const { hits } = await opened().ask('What of p53?')
    expect(hits.map(({ unit }) => unit).sort()).toEqual(['u1', 'u2', 'u3', 'u4'])
    const score = new Map(hits.map((hit) => [hit.unit, hit.score]))
    expect(score.get('u1')).toBeGreaterThan(score.get('u2')!)
    expect(score.get('u2')).toBeGreaterThan(score.get('u3')!)
    expect(score.get('u3')).toBeGreaterThan(0)
    expect(score.get('u4')).toBe(0)
  })

  it.for([
    { name: 'ours', settings: OUR_HIPPO, depth: 400 },
    { name: 'the published one', settings: UNFILTERED_HIPPO, depth: 4 },
  ])('at as many units as the settings say: $name', async ({ settings, depth }) => {
    const backend = opened(settings)
    await backend.ask('What of p53?')
    expect(backend.index.asked).toMatchObject([{ depth, terms: null }])
  })

  it('in the graph of its settings, which is opened before the first question if it is told to', async () => {
    for (const settings of [OUR_HIPPO, UNFILTERED_HIPPO]) {
      const { backend, graphs } = opened(settings)
      await backend.prepare?.()
      expect([backend.name, graphs]).toEqual(['hipporag', [settings.graph]])
    }
  })
})

describe('the score of a unit', () => {
  const alone = { priorWeight: 0, seedFacts: 1 }
  const shareOf = async (settings: HippoSettings, text: string, unit: string) =>
    (await opened(settings).ask(text)).hits.find((hit) => hit.unit === unit)!.score
  const graphOf = (name: 'ours' | 'published') => {
    const graph = createFactGraph(FACT_GRAPHS[name])
    for (const [unit, stated] of Object.entries(FACTS))
      graph.put({ unit, mentions: [], facts: stated.map(factOf) })
    return graph
  }

  it('is what arrives by a push, however like the question it is', async () => {
    const graph = graphOf('ours')
    const start = { nodes: [graph.nameNode('p53')!], weights: [1] }
    const { scores } = createPushRanker().rank(graph.view(), start, { damping: 0.5 })
    expect(await shareOf({ ...OUR_HIPPO, ...alone }, 'What of p53?', 'u1')).toBeCloseTo(
      scores[graph.unitNode('u1')!]!,
      11,
    )
  })

  it('is what arrives in fourteen rounds where it starts at all units', async () => {
    const graph = graphOf('published')
    const start = { nodes: ['lupeol', 'bark'].map((name) => graph.nameNode(name)!), weights: [1, 1] }
    const { scores } = powerRank(graph.view(), start, { damping: 0.5, rounds: 14 })
    expect(await shareOf({ ...UNFILTERED_HIPPO, ...alone }, 'Which bark?', 'u3')).toBeCloseTo(
      scores[graph.unitNode('u3')!]!,
      11,
    )
  })
})

describe('hipporag as published', () => {
  it('answers by vectors alone where the model keeps no fact, and says so', async () => {
    const { hits, by, usage } = await opened(PUBLISHED_HIPPO, 'Well.').ask('What of p53?')
    expect([by, usage?.calls]).toEqual(['vanilla', 1])
    expect(hits.map(({ unit, score }) => [unit, Number(score.toFixed(6))])).toEqual([
      ['u3', 0.4],
      ['u1', 0.3],
      ['u2', 0.2],
      ['u4', 0.1],
    ])
  })

  it('walks where a fact is kept', async () => {
    expect(await opened(PUBLISHED_HIPPO, PUBLISHED_PICK).ask('p53?')).not.toHaveProperty('by')
  })
})

describe('what hipporag takes and says', () => {
  it('is counted where a model is asked, and no model is asked where the settings want none', async () => {
    expect((await opened(ASKING_HIPPO, PICKED).ask('p53?')).usage).toMatchObject({
      calls: 1,
      promptTokens: 100,
    })
    for (const settings of [OUR_HIPPO, UNFILTERED_HIPPO])
      expect(await opened(settings, PICKED).ask('What is in bark?')).not.toHaveProperty('usage')
  })

  it('is the facts it started from, whether a hit states them, and the names on the way', async () => {
    const { hits } = await opened(UNFILTERED_HIPPO).ask('Which bark?', { explain: true })
    const why = (unit: string) => hits.find((hit) => hit.unit === unit)!.why
    const stated = (unit: string) =>
      why(unit).facts?.map(({ subject, cosine, isStated }) => [subject, cosine, isStated])
    expect(stated('u3')).toEqual([
      ['lupeol', 0.8, true],
      ['p53', 0.4, false],
      ['mdm2', 0.2, false],
    ])
    expect(stated('u1')?.map(([, , isStated]) => isStated)).toEqual([false, true, false])
    expect(why('u3').walk?.names.map(({ name, path }) => [name, path])).toEqual(
      expect.arrayContaining([
        ['lupeol', ['lupeol', 'u3']],
        ['bark', ['bark', 'u3']],
      ]),
    )
    expect(why('u3').terms).toEqual([{ term: 'bark', score: 1 }])
    const [plain] = (await opened(UNFILTERED_HIPPO).ask('Which bark?')).hits
    expect(plain?.why).toEqual({ cosine: expect.any(Number), walk: { names: [] } })
  })

  it('names a fact once that a model picked twice', async () => {
    const twice = `[[ ## fact_after_filter ## ]]\n{"fact": [["p53", "binds", "mdm2"], ["p53", "binds", "mdm2"]]}`
    const { hits } = await opened(PUBLISHED_HIPPO, twice).ask('p53?', { explain: true })
    expect(hits[0]?.why.facts).toHaveLength(1)
  })

  it('is told of each fact for a unit', () => {
    const fact = { subject: 'a', predicate: 'is', object: 'b', units: ['u', 'v'], cosine: 0.5 }
    const told = { subject: 'a', predicate: 'is', object: 'b', cosine: 0.5 }
    expect(factsFor('v', [fact])).toEqual([{ ...told, isStated: true }])
    expect(factsFor('w', [fact])).toEqual([{ ...told, isStated: false }])
  })
})
