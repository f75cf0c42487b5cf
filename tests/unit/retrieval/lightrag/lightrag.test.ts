/** `lightrag` without a model: what each mode looks at, and in what turns units become hits. */
import { describe, expect, it } from 'vitest'
import type { CorpusFacts, CorpusNames, FactsState } from '../../../../graph/index.ts'
import { createNameGraph } from '../../../../graph/name-graph.ts'
import { type FactGround, lightRagBackend } from '../../../../retrieval/index.ts'
import type { LightMode } from '../../../../retrieval/lightrag/settings.ts'
import type { Question } from '../../../../retrieval/ports.ts'
import { fakeEmbedder } from '../../../fakes/fake-embedder.ts'
import { type FakeUnit, fakeIndex } from '../../../fakes/fake-index.ts'
import { modelSaying } from '../../../fakes/saying-chat.ts'
import { factsState } from '../../../fixtures/facts-state.ts'
import { expectStages } from '../../../fixtures/timed-stages.ts'

const UNITS: readonly FakeUnit[] = [
  { unit: 'u1', paper: 'p1', text: 'p53 binds mdm2', cosine: 0.3 },
  { unit: 'u2', paper: 'p2', text: 'p53 in the nucleus', cosine: 0.6 },
  { unit: 'u3', paper: 'p3', text: 'lupeol in bark', cosine: 0.5 },
  { unit: 'u4', paper: 'p4', text: 'a bridge', cosine: 0.9 },
  { unit: 'u5', paper: 'p5', text: 'a heart', cosine: 0.1 },
]
const FACTS = { u1: ['p53 > binds > mdm2'], u2: ['p53 > is in > nucleus'], u3: ['lupeol > is in > bark'] }
/** Near the low keyword: p53; near the high one: the fact of lupeol. */
const LOW = { p53: 0.9, 'p53 binds mdm2': 0.3, 'p53 is in nucleus': 0.3 }
const HIGH = { 'lupeol is in bark': 0.9 }

/** The two scans of a state answer by the vector that they are asked with: the low keywords point one way, the high ones the other. */
function stateBySide(): FactsState {
  const [low, high] = [factsState(FACTS, LOW), factsState(FACTS, HIGH)]
  const scanBy = (part: 'facts' | 'names') => ({
    scan: (vector: Float32Array) => (vector[0]! > 0 ? low : high)[part].scan(vector),
  })
  return { ...low, facts: scanBy('facts'), names: scanBy('names') } as unknown as FactsState
}

function opened({
  units = UNITS,
  mode,
  answer,
}: {
  units?: readonly FakeUnit[]
  mode?: LightMode
  answer?: string
} = {}) {
  const index = fakeIndex(units)
  const embedded: string[][] = []
  const wanted: string[] = []
  const embedder = fakeEmbedder(3, (text) =>
    text.includes('silence') ? [] : text === 'low' ? [1, 0, 0] : text === 'high' ? [0, 1, 0] : [0, 0, 1],
  )
  const state = stateBySide()
  const ground = {
    index,
    embedder: {
      ...embedder,
      embed: async (...given: Parameters<typeof embedder.embed>) => {
        embedded.push([...given[0]])
        return embedder.embed(...given)
      },
    },
    names: async () =>
      ({
        whenCurrent: async (look: (of: unknown) => unknown) => look({ graph: createNameGraph() }),
      }) as unknown as CorpusNames,
    facts: async (graph: string) => {
      wanted.push(graph)
      return {
        whenCurrent: async (look: (of: FactsState) => unknown) => look(state),
      } as unknown as CorpusFacts
    },
  } satisfies FactGround
  const keywords = answer ?? '{"high_level_keywords": ["high"], "low_level_keywords": ["low"]}'
  const backend = lightRagBackend(ground, mode, modelSaying(keywords))
  const ask = (question: Partial<Question> = {}) =>
    backend.retrieve({ text: 'What of it?', k: 9, ...question })
  return { ask, index, embedded, wanted, backend, ground }
}

const unitsOf = async (parts: Parameters<typeof opened>[0], question: Partial<Question> = {}) =>
  (await opened(parts).ask(question)).hits.map(({ unit }) => unit)

describe('hits of lightrag', () => {
  it.for([
    // Entities: p53 with u1, u2; of its relations the units are the same.
    { mode: 'local', units: ['u2', 'u1'] },
    // The relation of lupeol and bark, and its ends.
    { mode: 'global', units: ['u3'] },
    { mode: 'hybrid', units: ['u2', 'u3', 'u1'] },
    // In turn: the nearest unit, the nearest of the entities, the nearest of the relations; then the second of each.
    { mode: 'mix', units: ['u4', 'u2', 'u3', 'u1'] },
    { mode: undefined, units: ['u4', 'u2', 'u3', 'u1'] },
  ] as { mode: LightMode; units: string[] }[])('are those of $mode: $units', async ({ mode, units }) => {
    expect(await unitsOf(mode === undefined ? {} : { mode })).toEqual(units)
  })

  it('have scores that fall with the place, their paper and their cosine', async () => {
    const { hits } = await opened().ask({ k: 3 })
    expect(hits.map(({ paper, score, rank }) => [paper, score, rank])).toEqual([
      ['p4', 1, 1],
      ['p2', 1 / 2, 2],
      ['p3', 1 / 3, 3],
    ])
    expect(hits[0]!.why.cosine).toBeCloseTo(0.9, 6)
    expect(hits[0]!.why.light).toBeUndefined()
  })

  it('leave out what the filter does not allow', async () => {
    expect(await unitsOf({}, { filter: { papers: ['p3', 'p1'] } })).toEqual(['u3', 'u1'])
  })

  it('are units that entities lead to, however many are nearer', async () => {
    const nearer = Array.from({ length: 25 }, (_, place) => ({ unit: `x${place}`, paper: 'x', cosine: 0.95 }))
    expect(await unitsOf({ units: [...nearer, ...UNITS], mode: 'local' })).toEqual(['u2', 'u1'])
  })

  it('are explained by the names and facts that led to them where reasons are asked for', async () => {
    const { hits } = await opened().ask({ explain: true, text: 'Which bark?' })
    expect(hits.map(({ unit, why }) => [unit, why.light, why.terms])).toEqual([
      ['u4', { entities: [], relations: [] }, []],
      [
        'u2',
        {
          entities: ['p53'],
          relations: [{ subject: 'p53', predicate: 'is in', object: 'nucleus' }],
        },
        [],
      ],
      [
        'u3',
        {
          entities: ['bark', 'lupeol'],
          relations: [{ subject: 'lupeol', predicate: 'is in', object: 'bark' }],
        },
        [{ term: 'bark', score: 1 }],
      ],
      [
        'u1',
        {
          entities: ['p53'],
          relations: [{ subject: 'p53', predicate: 'binds', object: 'mdm2' }],
        },
        [],
      ],
    ])
  })
})

describe('lightrag', () => {
  it('embeds the question and the keywords of each level once, and a level without any by the question', async () => {
    const both = opened()
    const { usage } = await expectStages(['link', 'embed', 'walk', 'search', 'fuse'], both.ask)
    expect(both.embedded).toEqual([['What of it?', 'low', 'high']])
    expect(usage).toMatchObject({ calls: 1, promptTokens: 100 })
    const several = opened({ answer: '{"high_level_keywords": [], "low_level_keywords": ["a", "b"]}' })
    await several.ask()
    expect(several.embedded).toEqual([['What of it?', 'a, b']])
  })

  it('takes the words of the question where no model is configured, or where its answer cannot be read', async () => {
    const unread = opened({ answer: 'Well.' })
    expect((await unread.ask({ text: 'What of birch bark?' })).usage).toMatchObject({ calls: 1 })
    expect(unread.embedded).toEqual([['What of birch bark?', 'birch, bark']])
    const { ground, embedded } = opened()
    const without = await lightRagBackend(ground).retrieve({ text: 'What of birch bark?', k: 1 })
    expect(without).not.toHaveProperty('usage')
    expect(embedded).toEqual([['What of birch bark?', 'birch, bark']])
  })

  it.for([
    {
      name: 'low',
      answer: '{"high_level_keywords": ["high"], "low_level_keywords": ["silence"]}',
      units: ['u3'],
    },
    {
      name: 'high',
      answer: '{"high_level_keywords": ["silence"], "low_level_keywords": ["low"]}',
      units: ['u2', 'u1'],
    },
  ])('does without $name keywords in which there is nothing to embed', async ({ answer, units }) => {
    expect(await unitsOf({ answer, mode: 'hybrid' })).toEqual(units)
  })

  it('asks the index for as many units as are looked at or wanted, by vector alone', async () => {
    for (const { k, depth } of [
      { k: 1, depth: 20 },
      { k: 21, depth: 21 },
    ]) {
      const { ask, index } = opened()
      await ask({ k })
      expect(index.asked).toMatchObject([{ depth, terms: null, filter: null }])
      expect(index.asked[0]?.vector).toEqual(Float32Array.of(0, 0, 1))
    }
  })

  it('opens our graph of facts, before the first question if it is told to', async () => {
    const { backend, wanted } = opened()
    await backend.prepare?.()
    expect([backend.name, wanted]).toEqual(['lightrag', ['ours']])
    await expect(backend.retrieve({ text: ' ', k: 1 })).rejects.toMatchObject({ code: 'INPUT_INVALID' })
  })
})
