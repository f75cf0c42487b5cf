/** From facts to where a walk starts, and from what is known to one list of units. */
import { describe, expect, it } from 'vitest'
import { type FoundFact, recognisedFacts, seedsOfFacts } from '../../../retrieval/hipporag-facts.ts'
import { roundRobin, unitsByVector, unitsOfSources } from '../../../retrieval/lightrag/unit-lists.ts'
import { meteredChat } from '../../../retrieval/model-usage.ts'
import { modelSaying } from '../../fakes/saying-chat.ts'

function found(subject: string, object: string, score = 1): FoundFact {
  return { subject, predicate: 'is in', object, units: ['u'], cosine: score, score }
}

const FACTS = [found('lupeol', 'birch bark'), found('p53', 'tumour')]
const CASES = [
  {
    name: 'keeps those that share a term with the question',
    question: 'What is in the bark?',
    kept: ['lupeol'],
  },
  { name: 'keeps those with a name of the question', question: 'xy', names: ['p53'], kept: ['p53'] },
  { name: 'keeps all where it would keep none', question: 'Who?', kept: ['lupeol', 'p53'] },
  {
    name: 'takes what a model keeps',
    question: 'Who?',
    answer: '{"fact": [["p53", "is in", "tumour"]]}',
    kept: ['p53'],
  },
  {
    name: 'takes all where a model says none',
    question: 'Who?',
    answer: '{"fact": []}',
    kept: ['lupeol', 'p53'],
  },
  {
    name: 'takes all where a model is not to be read',
    question: 'Who?',
    answer: 'Well.',
    kept: ['lupeol', 'p53'],
  },
]

describe('recognition memory', () => {
  it.for(CASES)('$name', async ({ question, names = [], answer, kept }) => {
    const metered = answer === undefined ? null : meteredChat(modelSaying(answer), undefined)
    const facts = await recognisedFacts(FACTS, {
      question,
      names: new Set(names),
      recognition: metered === null ? 'lexical' : 'model',
      metered,
    })
    expect(facts.map(({ subject }) => subject)).toEqual(kept)
    if (metered !== null) expect(metered.usage()).toMatchObject({ calls: 1, promptTokens: 100, cost: null })
  })
})

describe('seeds of facts', () => {
  it('are means over the facts of a name, shared among its units', () => {
    const units = new Map([['lupeol', 4]])
    const facts = [found('lupeol', 'birch', 1), found('lupeol', 'bark', 0.5)]
    expect(seedsOfFacts(facts, (name) => units.get(name) ?? 1, 5)).toEqual([
      { name: 'birch', weight: 1 },
      { name: 'bark', weight: 0.5 },
      { name: 'lupeol', weight: 0.1875 },
    ])
  })

  it('are the greatest, equal ones by name, and none of weight 0', () => {
    const facts = [found('b', 'a', 1), found('d', 'c', 0)]
    expect(seedsOfFacts(facts, () => 1, 1)).toEqual([{ name: 'a', weight: 1 }])
    expect(seedsOfFacts(facts, () => 1, 9).map(({ name }) => name)).toEqual(['a', 'b'])
  })
})

describe('lists of units', () => {
  it('take turns, each item once', () => {
    expect(roundRobin([['a', 'b', 'c'], ['b'], ['d', 'a', 'e']], (item) => item)).toEqual([
      'a',
      'b',
      'd',
      'c',
      'e',
    ])
    expect(roundRobin([], String)).toEqual([])
  })

  it('of sources are the nearest ones, half of five for each, without those that are taken or left out', () => {
    const cosines = new Map([
      ['a', 0.1],
      ['b', 0.9],
      ['c', 0.5],
      ['d', 0.7],
    ])
    const sources = [{ units: ['a', 'b', 'c', 'unknown'] }]
    expect(unitsOfSources(sources, (unit) => cosines.get(unit))).toEqual(['b', 'c'])
    expect(
      unitsOfSources(
        sources,
        (unit) => cosines.get(unit),
        (unit) => unit === 'b',
      ),
    ).toEqual(['c', 'a'])
    expect(unitsOfSources([], () => 1)).toEqual([])
  })

  it('by vector hold nothing that is not like the question', () => {
    const range = { lowest: 0, highest: 1 }
    const found = {
      units: ['a', 'b', 'c'],
      papers: ['p', 'p', 'p'],
      words: new Float32Array(3),
      cosines: Float32Array.of(0.19, 0.3, 0.4),
      wordRange: range,
      wordsPossible: 0,
      cosineRange: range,
    }
    expect(unitsByVector(found)).toEqual(['c', 'b'])
  })
})
