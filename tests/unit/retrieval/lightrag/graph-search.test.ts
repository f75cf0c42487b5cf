/** Entities and relations near keywords, and how many of them a prompt has room for. */
import { describe, expect, it } from 'vitest'
import { estimateTokens } from '../../../../models/index.ts'
import {
  entitiesNear,
  entitiesOf,
  type Relation,
  relationsNear,
  relationsOf,
} from '../../../../retrieval/lightrag/graph-search.ts'
import {
  ENTITY_TOKENS,
  MOST_SOURCES,
  RELATION_TOKENS,
  TOP_K,
} from '../../../../retrieval/lightrag/settings.ts'
import { factsState } from '../../../fixtures/facts-state.ts'

const ANY = new Float32Array(2)
const FACTS = {
  u2: ['p53 > binds > mdm2', 'p53 > is in > nucleus'],
  u1: ['p53 > binds > mdm2', 'mdm2 > degrades > p53'],
  u3: ['lupeol > is in > bark'],
}
const numbered = (count: number) =>
  Array.from({ length: count }, (_, place) => String(place).padStart(3, '0'))
const pairs = (relations: readonly Relation[]) => relations.map(({ one, other }) => `${one}–${other}`)
const entity = (name: string) => ({ name, units: [] })

/** A text of so many tokens that begins with the given one. */
function textOf(tokens: number, start: string): string {
  let text = start
  for (let step = 2 ** 16; step >= 1; step /= 2)
    if (estimateTokens(text.padEnd(text.length + step, 'x')) <= tokens)
      text = text.padEnd(text.length + step, 'x')
  return text
}

describe('entities near a keyword', () => {
  it('are as near as the mean of their name and of the facts about them', () => {
    const state = factsState(FACTS, {
      p53: 0.4,
      'p53 binds mdm2': 0.9,
      'p53 is in nucleus': 0.3,
      'mdm2 degrades p53': 0.6,
      mdm2: 0.2,
      nucleus: 0.9,
      lupeol: 0.3,
      'lupeol is in bark': 0.3,
    })
    // p53 (.4 + .6) / 2, mdm2 (.2 + .75) / 2, nucleus (.9 + .3) / 2, lupeol .3, bark .15
    expect(entitiesNear(state, ANY)).toEqual([
      { name: 'nucleus', units: ['u2'] },
      { name: 'p53', units: ['u1', 'u2'] },
      { name: 'mdm2', units: ['u1', 'u2'] },
      { name: 'lupeol', units: ['u3'] },
    ])
  })

  it.for([
    { name: 'exactly at the least cosine', own: 0.2, found: ['bark', 'lupeol'] },
    { name: 'below it', own: 0.199, found: [] },
  ])('are found $name', ({ own, found }) => {
    const state = factsState(FACTS, { lupeol: own, bark: own, 'lupeol is in bark': 0.2 })
    expect(entitiesNear(state, ANY).map(({ name }) => name)).toEqual(found)
  })

  it('are found by their name alone, and by a fact alone, whatever has no vector', () => {
    expect(entitiesNear(factsState(FACTS, { lupeol: 0.5 }), ANY)).toEqual([{ name: 'lupeol', units: ['u3'] }])
    const byFact = entitiesNear(factsState(FACTS, { 'lupeol is in bark': 0.5 }), ANY)
    expect(byFact.map(({ name }) => name)).toEqual(['bark', 'lupeol'])
    expect(entitiesNear(factsState(FACTS), ANY)).toEqual([])
  })

  it('are not near by a fact that has no vector', () => {
    const state = factsState(FACTS, { p53: 0.5, lupeol: 0.3, 'lupeol is in bark': 0.3 })
    expect(entitiesNear(state, ANY).map(({ name }) => name)).toEqual(['lupeol', 'p53'])
  })

  it('are in the order of their names where only rounding tells them apart', () => {
    const near = { 'a is b': 0.1 + 0.2, a: 0.3, b: 0.1 + 0.2 }
    expect(entitiesNear(factsState({ u: ['a > is > b'] }, near), ANY).map(({ name }) => name)).toEqual([
      'a',
      'b',
    ])
  })

  it('are the nearest of many', () => {
    const names = numbered(2 * TOP_K + 2)
    const facts = names.map((name, place) => (place % 2 === 0 ? `${name} > is > ${names[place + 1]}` : ''))
    const near = Object.fromEntries(names.map((name, place) => [name, 1 - place / 200]))
    const found = entitiesNear(factsState({ u: facts.filter((fact) => fact !== '') }, near), ANY)
    expect(found.map(({ name }) => name)).toEqual(names.slice(0, TOP_K))
  })

  it('are sought among the 160 names and facts that are nearest by themselves', () => {
    const places = numbered(161)
    const stated = places.map((place) => `n${place} > is > m${place}`)
    const near = Object.fromEntries(
      places.flatMap((place) => [
        [`x${place}`, 0.9],
        [`n${place} is m${place}`, 0.9],
      ]),
    )
    const found = (beside: number) => {
      const others = [
        ...stated.slice(0, beside),
        ...places.slice(0, beside).map((place) => `x${place} > is > y`),
      ]
      const state = factsState(
        { u: [...others, 'late > is > z'] },
        { ...near, late: 0.85, 'late is z': 0.85 },
      )
      return entitiesNear(state, ANY)[0]?.name
    }
    expect(found(159)).toBe('late')
    expect(found(160)).not.toBe('late')
  })

  it('come with their first units by id, as many as are looked at', () => {
    const units = numbered(MOST_SOURCES + 3).toReversed()
    const facts = Object.fromEntries(units.map((unit) => [`u${unit}`, ['a > is > b']]))
    const [found] = entitiesNear(factsState(facts, { a: 0.9 }), ANY)
    expect(found?.units).toEqual(numbered(MOST_SOURCES).map((unit) => `u${unit}`))
  })
})

describe('relations near a keyword', () => {
  it('join all facts between two names, whichever way round, with the units of all', () => {
    const state = factsState(FACTS, { 'mdm2 degrades p53': 0.8, 'lupeol is in bark': 0.9 })
    expect(relationsNear(state, ANY)).toEqual([
      {
        one: 'bark',
        other: 'lupeol',
        facts: [{ subject: 'lupeol', predicate: 'is in', object: 'bark', units: ['u3'] }],
        units: ['u3'],
      },
      {
        one: 'mdm2',
        other: 'p53',
        facts: [
          { subject: 'p53', predicate: 'binds', object: 'mdm2', units: ['u2', 'u1'] },
          { subject: 'mdm2', predicate: 'degrades', object: 'p53', units: ['u1'] },
        ],
        units: ['u1', 'u2'],
      },
    ])
  })

  it('are there once for two facts, and their equal predicates in the order of subjects', () => {
    const state = factsState(
      { u: ['b > binds > a', 'a > binds > b'] },
      { 'b binds a': 0.9, 'a binds b': 0.8 },
    )
    const relations = relationsNear(state, ANY)
    expect(relations.map(({ facts }) => facts.map(({ subject }) => subject))).toEqual([['a', 'b']])
  })

  it.for([
    { cosine: 0.2, found: ['bark–lupeol'] },
    { cosine: 0.199, found: [] },
  ])('are not those with a cosine below .2: $cosine', ({ cosine, found }) => {
    expect(pairs(relationsNear(factsState(FACTS, { 'lupeol is in bark': cosine }), ANY))).toEqual(found)
  })

  it('may lead from a name to itself', () => {
    const state = factsState({ u: ['a > is > a', 'a > is > b'] }, { 'a is a': 0.9 })
    expect(relationsNear(state, ANY)).toMatchObject([{ one: 'a', other: 'a', facts: [{ object: 'a' }] }])
  })

  it('are the nearest of many', () => {
    const names = numbered(TOP_K + 2)
    const facts = names.map((name) => `a > is > ${name}`)
    const near = Object.fromEntries(names.map((name, place) => [`a is ${name}`, 1 - place / 200]))
    const found = relationsNear(factsState({ u: facts }, near), ANY)
    expect(found.map(({ one }) => one)).toEqual(names.slice(0, TOP_K))
  })
})

describe('relations of entities', () => {
  it('have the best connected names first, then those that most units state, then by names', () => {
    const state = factsState({
      u1: ['hub > is > a', 'hub > is > b', 'hub > is > c', 'lone > is > far'],
      u2: ['hub > is > c', 'a > is > far'],
    })
    // By the facts of both ends: a–hub 2 + 3; c–hub 1 + 3, stated twice; a–far 2 + 2 and b–hub 1 + 3; far–lone 2 + 1.
    expect(pairs(relationsOf(state, [entity('far'), entity('hub')]))).toEqual([
      'a–hub',
      'c–hub',
      'a–far',
      'b–hub',
      'far–lone',
    ])
    const alike = factsState({ u: ['b > is > x', 'a > is > x', 'c > is > x'] })
    expect(pairs(relationsOf(alike, [entity('x')]))).toEqual(['a–x', 'b–x', 'c–x'])
    expect(relationsOf(state, [])).toEqual([])
    expect(relationsOf(state, [entity('unknown')])).toEqual([])
  })

  it('are those that a prompt has room for, to the token', () => {
    const half = RELATION_TOKENS / 2
    const within = ['x > is > ', 'x > is in > '].map((start, place) => {
      const shown = start.replaceAll(' > ', ' ')
      return `${start}${textOf(half, shown + place).slice(shown.length)}`
    })
    expect(relationsOf(factsState({ u: within }), [entity('x')])).toHaveLength(2)
    const over = [`${within[0]}xxxx`, within[1]!]
    expect(relationsOf(factsState({ u: over }), [entity('x')])).toHaveLength(1)
  })

  it('count with all that is stated between two names', () => {
    const third = textOf(RELATION_TOKENS / 3 + 1, 'is ')
    const state = factsState({ u: [`a > ${third} > b`, `b > ${third} > a`, `a > ${third}x > c`] })
    expect(pairs(relationsOf(state, [entity('a')]))).toEqual(['a–b'])
  })
})

describe('entities of relations', () => {
  const related = (one: string, other: string): Relation => ({ one, other, facts: [], units: [] })

  it('are the names at both ends, in their order, each once with its units', () => {
    const relations = [related('p53', 'nucleus'), related('mdm2', 'p53'), related('bark', 'unknown')]
    expect(entitiesOf(factsState(FACTS), relations)).toEqual([
      { name: 'p53', units: ['u1', 'u2'] },
      { name: 'nucleus', units: ['u2'] },
      { name: 'mdm2', units: ['u1', 'u2'] },
      { name: 'bark', units: ['u3'] },
      { name: 'unknown', units: [] },
    ])
    expect(entitiesOf(factsState(FACTS), [])).toEqual([])
  })

  it('are those that a prompt has room for, to the token', () => {
    const [one, other] = [textOf(ENTITY_TOKENS / 2, 'a'), textOf(ENTITY_TOKENS / 2, 'b')]
    expect(entitiesOf(factsState({}), [related(one, other)])).toHaveLength(2)
    expect(entitiesOf(factsState({}), [related(one, `${other}xxxx`)])).toHaveLength(1)
    expect(entitiesOf(factsState({}), [related(`${one}${other}x`, 'c')])).toHaveLength(0)
  })
})
