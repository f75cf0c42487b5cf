/** From a question to facts, and from names and facts to where a walk of `hipporag` starts. */
import { describe, expect, it } from 'vitest'
import { createFactGraph } from '../../../graph/facts/fact-graph.ts'
import { type CorpusFacts, FACT_GRAPHS, type FactsState, type LinkedName } from '../../../graph/index.ts'
import {
  type FoundFact,
  nearestFacts,
  recognisedFacts,
  seedsOfFacts,
} from '../../../retrieval/hipporag-facts.ts'
import { startsAtFacts, walkStart } from '../../../retrieval/hipporag-seeds.ts'
import { OUR_HIPPO, PUBLISHED_HIPPO } from '../../../retrieval/hipporag-settings.ts'
import { meteredChat } from '../../../retrieval/model-usage.ts'
import { candidatesOf } from '../../fakes/fake-index.ts'
import { modelSaying } from '../../fakes/saying-chat.ts'
import { factOf, factsState } from '../../fixtures/facts-state.ts'

const ANY = new Float32Array(2)
const factsOf = (state: FactsState) =>
  ({ whenCurrent: async (look: (of: FactsState) => unknown) => look(state) }) as unknown as CorpusFacts
const found = (text: string, score = 1, units = ['u']): FoundFact => ({
  ...factOf(text),
  units,
  cosine: score,
  score,
})

describe('the facts nearest to a question', () => {
  const stated = {
    u1: ['p53 > binds > mdm2'],
    u2: ['p53 > binds > mdm2', 'lupeol > is in > bark'],
    u3: ['a > is > b'],
  }
  const near = { 'p53 binds mdm2': 0.75, 'lupeol is in bark': 0.5, 'a is b': 0.25, elsewhere: -0.25 }

  it('come with their cosine, its share of the way from the farthest to the nearest, and their units', async () => {
    expect(await nearestFacts(factsOf(factsState(stated, near)), ANY, 9)).toEqual([
      { subject: 'p53', predicate: 'binds', object: 'mdm2', units: ['u1', 'u2'], cosine: 0.75, score: 1 },
      { subject: 'lupeol', predicate: 'is in', object: 'bark', units: ['u2'], cosine: 0.5, score: 0.75 },
      { subject: 'a', predicate: 'is', object: 'b', units: ['u3'], cosine: 0.25, score: 0.5 },
    ])
  })

  it('are no more than wanted, and none without a vector or without facts', async () => {
    const facts = factsOf(factsState(stated, near))
    expect((await nearestFacts(facts, ANY, 2)).map(({ subject }) => subject)).toEqual(['p53', 'lupeol'])
    expect(await nearestFacts(facts, null, 2)).toEqual([])
    expect(await nearestFacts(factsOf(factsState({})), ANY, 2)).toEqual([])
  })

  it('score 1 where none is farther than another', async () => {
    const state = factsState({ u: ['a > is > b', 'c > is > d'] }, { 'a is b': 0, 'c is d': 0 })
    expect((await nearestFacts(factsOf(state), ANY, 9)).map(({ score }) => score)).toEqual([1, 1])
  })

  it('are none that has gone meanwhile', async () => {
    const state = factsState(stated, near)
    state.graph.remove('u3')
    const facts = { ...state, facts: factsState(stated, near).facts } as FactsState
    expect((await nearestFacts(factsOf(facts), ANY, 9)).map(({ subject }) => subject)).toEqual([
      'p53',
      'lupeol',
    ])
  })
})

describe('recognition', () => {
  const FACTS = [found('lupeol > is in > bark'), found('p53 > binds > mdm2')]
  const recognised = (
    recognition: typeof OUR_HIPPO.recognition,
    { question = 'bark?', answer = '' as string | null, facts = FACTS, names = [] as string[] } = {},
  ) =>
    recognisedFacts(facts, {
      question,
      names: new Set(names),
      recognition,
      metered: answer === null ? null : meteredChat(modelSaying(answer), undefined),
    }).then((kept) => kept.map(({ subject }) => subject))

  it.for([
    { name: 'by an end', question: 'bark', kept: ['lupeol'] },
    { name: 'by what it says', question: 'What is binding?', kept: ['p53'] },
    { name: 'by a name at the first end', question: 'Who?', names: ['lupeol'], kept: ['lupeol'] },
    { name: 'by a name at the other end', question: 'Who?', names: ['mdm2'], kept: ['p53'] },
  ])('keeps a fact $name', async ({ kept, ...asked }) => {
    expect(await recognised('lexical', asked)).toEqual(kept)
  })

  it('keeps all where it is not asked for', async () => {
    expect(await recognised('none', { answer: null })).toEqual(['lupeol', 'p53'])
  })

  it('as published keeps what the model names, and nothing where that cannot be read', async () => {
    const answer =
      '[[ ## fact_after_filter ## ]]\n{"fact": [["p53", "binds", "mdm2"]]}\n\n[[ ## completed ## ]]'
    expect(await recognised('published', { answer })).toEqual(['p53'])
    expect(await recognised('published', { answer: 'Well.' })).toEqual([])
  })

  it('asks no model about nothing, and cannot do without one', async () => {
    expect(await recognised('model', { facts: [], answer: null })).toEqual([])
    await expect(recognised('model', { answer: null })).rejects.toThrow(TypeError)
    await expect(recognised('published', { answer: null })).rejects.toThrow(TypeError)
  })
})

describe('names that facts lead to', () => {
  it('weigh as the mean over their facts of score by units with the name, at least one', () => {
    const facts = [found('a > is > b', 1), found('a > is > c', 0.5), found('c > is > d', 0.25)]
    const units = new Map([
      ['a', 3],
      ['b', 4],
      ['c', 0],
    ])
    expect(seedsOfFacts(facts, (name) => units.get(name) ?? 2, 9)).toEqual([
      { name: 'c', weight: 0.375 },
      { name: 'a', weight: 0.25 },
      { name: 'b', weight: 0.25 },
      { name: 'd', weight: 0.125 },
    ])
  })

  it('are the heaviest, and none without weight', () => {
    const facts = [found('a > is > b', 1), found('c > is > d', 0), found('e > is > f', 0.5)]
    const names = (count: number) => seedsOfFacts(facts, () => 1, count).map(({ name }) => name)
    expect(names(3)).toEqual(['a', 'b', 'e'])
    expect(names(9)).toEqual(['a', 'b', 'e', 'f'])
    expect(names(0)).toEqual([])
  })
})

describe('the start of a walk', () => {
  const link = (name: string, of: Partial<LinkedName> = {}): LinkedName => ({
    node: -1,
    name,
    asked: `the ${name}`,
    share: 1,
    units: 1,
    isTitle: false,
    isPhrase: false,
    ...of,
  })
  const graph = createFactGraph(FACT_GRAPHS.ours)
  graph.put({ unit: 'u', mentions: [], facts: [factOf('a > is > b')] })
  graph.put({ unit: 'v', mentions: [], facts: [factOf('b > is > c')] })
  const settings = { ...OUR_HIPPO, priorWeight: 0.5, seedNames: 9 }
  const NONE = candidatesOf([])
  const started = (linked: LinkedName[], facts: FoundFact[], best = NONE, of = settings) => {
    const { seeds, names } = walkStart(graph, { found: facts, linked, best }, of)
    return {
      names: names.map(({ node, name, asked }, at) => [
        graph.nameAt(node) === name ? name : '?',
        asked,
        seeds.weights[at],
      ]),
      prior: seeds.nodes
        .slice(names.length)
        .map((node, at) => [graph.unitAt(node), seeds.weights[names.length + at]]),
      alone: seeds.alone,
    }
  }

  it('is at the names of the question, as rare and sure as they are, a phrase an eighth', () => {
    expect(
      started(
        [link('a', { units: 4 }), link('b', { share: 0.5 }), link('c', { isPhrase: true, units: 2 })],
        [],
      ).names,
    ).toEqual([
      ['a', 'the a', 0.25],
      ['b', 'the b', 0.5],
      ['c', 'the c', 0.0625],
    ])
  })

  it('is at the ends of facts by the units that have them, as they are called there', () => {
    expect(started([], [found('a > is > b', 1)]).names).toEqual([
      ['a', 'a', 1],
      ['b', 'b', 0.5],
    ])
    expect(started([], [found('a > is > b', 1)], NONE, { ...settings, seedNames: 1 }).names).toEqual([
      ['a', 'a', 1],
    ])
  })

  it('counts a name of both with the sum, and passes over one that is not in the graph', () => {
    const both = started([link('stranger'), link('b', { units: 4 })], [found('b > is > foreign', 1)])
    expect(both.names).toEqual([['b', 'the b', 0.75]])
  })

  it('gives a name that is not in the graph the weight of one that a single unit has', () => {
    const popular = createFactGraph(FACT_GRAPHS.ours)
    for (const unit of ['u', 'v', 'w'])
      popular.put({ unit, mentions: [], facts: [factOf('a > is > c'), factOf('d > is > e')] })
    for (const unit of ['x', 'y']) popular.put({ unit, mentions: [], facts: [factOf('b > is > a')] })
    const facts = [found('foreign > is > b', 1)]
    const namesOf = (seedNames: number) =>
      walkStart(popular, { found: facts, linked: [], best: NONE }, { ...settings, seedNames }).names
    expect(namesOf(1)).toEqual([])
    expect(namesOf(2).map(({ name }) => name)).toEqual(['b'])
  })

  it('is at the units like the question behind the names, the nearest with the whole prior', () => {
    const unit = (id: string, cosine: number) => ({ unit: id, paper: 'p', words: 0, cosine })
    const best = candidatesOf([unit('u', 0.75), unit('v', 0.5), unit('w', 0.25), unit('x', 0.625)])
    expect(started([link('a')], [], best)).toEqual({
      names: [['a', 'the a', 1]],
      prior: [
        ['u', 0.5],
        ['v', 0.25],
      ],
      alone: [{ unit: 'x', weight: 0.375 }],
    })
  })

  it.for([
    { name: 'names, else facts', settings: OUR_HIPPO, without: true, withNames: false },
    { name: 'facts alone', settings: PUBLISHED_HIPPO, without: true, withNames: true },
    {
      name: 'both',
      settings: { ...OUR_HIPPO, startsAt: 'names-and-facts' as const },
      without: true,
      withNames: true,
    },
  ])('is at facts: $name', ({ settings: of, without, withNames }) => {
    expect(startsAtFacts(of, [])).toBe(without)
    expect(startsAtFacts(of, [link('a')])).toBe(withNames)
  })
})
