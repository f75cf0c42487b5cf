import { describe, expect, it } from 'vitest'
import { stepsInTurns } from '../../../../core/index.ts'
import type { Mention } from '../../../../corpus/index.ts'
import { communitiesOf } from '../../../../graph/adapters/louvain-communities.ts'
import { createNameGraph, restoreNameGraph } from '../../../../graph/name-graph.ts'
import { namesLike, namesWith } from '../../../../graph/view/name-search.ts'
import { neighbourNames } from '../../../../graph/view/neighbours.ts'

function graphOf(units: Readonly<Record<string, readonly string[]>>) {
  const graph = createNameGraph()
  for (const [unit, names] of Object.entries(units)) {
    const mentions = names.map(
      (name): Mention => ({
        name,
        alias: name,
        kind: 'span',
        isSubject: false,
        start: null,
        end: null,
      }),
    )
    graph.put({ unit, mentions })
  }
  return graph
}

const graph = graphOf({
  one: ['lupeol', 'akt', 'kinase'],
  two: ['lupeol', 'akt'],
  three: ['lupeol', 'epilupeol'],
  four: ['kinase', 'lupeol synthase'],
})

describe('namesLike', () => {
  it.each([
    { name: 'two letters in the wrong order', form: 'lupoel', first: 'lupeol' },
    { name: 'a letter too many', form: 'kinnase', first: 'kinase' },
    { name: 'a part of a name', form: 'lupeol syntase', first: 'lupeol synthase' },
  ])('finds the name meant by $name', ({ form, first }) => {
    expect(namesLike(graph, form, 3)[0]).toBe(first)
  })

  it('offers nothing for what is spelled like no name', () => {
    expect(namesLike(graph, 'zzzz', 3)).toEqual([])
  })

  it('takes names that share two fifths of their pairs of letters, edges included, and no less', () => {
    // " a" and "ab" of the 3 and 7 pairs: 2 x 2 / 10; with a letter more 4 / 11.
    const near = graphOf({ one: ['abcdef', 'abcdefg', 'xab', 'b'] })
    expect(namesLike(near, 'ab', 9)).toEqual(['xab', 'abcdef', 'b'])
  })

  it('counts a pair as often as both have it; the likest come first, up to a count', () => {
    const near = graphOf({ one: ['aa', 'aaaa', 'aaa'] })
    expect(namesLike(near, 'aaa', 9)).toEqual(['aaa', 'aaaa', 'aa'])
    expect(namesLike(near, 'aaa', 2)).toEqual(['aaa', 'aaaa'])
  })

  it('prefers the more frequent of two that are as like, then the first by its letters', () => {
    const near = graphOf({ one: ['abd', 'abe', 'abc'], two: ['abe'] })
    expect(namesLike(near, 'ab', 9)).toEqual(['abe', 'abc', 'abd'])
  })
})

describe('namesWith', () => {
  it('lists those that begin with it, then words in them, then the rest; the most frequent first', () => {
    expect(namesWith(graph, 'lup', 9).map(({ name }) => name)).toEqual([
      'lupeol',
      'lupeol synthase',
      'epilupeol',
    ])
    expect(namesWith(graph, 'syn', 9).map(({ name }) => name)).toEqual(['lupeol synthase'])
    expect(namesWith(graph, '', 1)).toEqual([{ name: 'lupeol', units: 3, isSubject: false }])
  })

  it('prefers the place of the part to the number of units', () => {
    const found = graphOf({
      one: ['kinase', 'big kin', 'akin', 'other'],
      two: ['big kin', 'akin', 'other'],
      three: ['akin', 'other'],
    })
    expect(namesWith(found, 'kin', 9)).toEqual([
      { name: 'kinase', units: 1, isSubject: false },
      { name: 'big kin', units: 2, isSubject: false },
      { name: 'akin', units: 3, isSubject: false },
    ])
  })

  it('sees names at every number of the graph, the first among them', async () => {
    const { edges, aliases } = graphOf({ one: ['lupeol'] }).parts()
    const turned = await stepsInTurns(
      restoreNameGraph({ units: [null, 'one'], names: ['lupeol', null], aliases, edges }),
    )
    expect(namesWith(turned, '', 9).map(({ name }) => name)).toEqual(['lupeol'])
  })
})

describe('neighbourNames', () => {
  it('puts the name first that is met least apart', () => {
    const near = neighbourNames(graph, graph.nameNode('lupeol')!, 9)
    expect(near.map(({ name, units }) => [name, units])).toEqual([
      ['akt', 2],
      ['epilupeol', 1],
      ['kinase', 1],
    ])
    expect(near[0]!.strength).toBeCloseTo(2 / Math.sqrt(6), 12)
  })

  it('prefers the strength to the letters', () => {
    const met = graphOf({ one: ['hub', 'z'], two: ['hub', 'a'], three: ['a'] })
    expect(neighbourNames(met, met.nameNode('hub')!, 9).map(({ name }) => name)).toEqual(['z', 'a'])
  })

  it('puts equally strong ones by the units with both, then by name', () => {
    // `often` is met in two of its four units, the others in their only one: 2 / sqrt(3 x 4) and 1 / sqrt(3 x 1).
    const met = graphOf({
      one: ['hub', 'rare b', 'often'],
      two: ['hub', 'often'],
      three: ['hub', 'rare a'],
      four: ['often'],
      five: ['often'],
    })
    const near = neighbourNames(met, met.nameNode('hub')!, 9)
    expect(near.map(({ name }) => name)).toEqual(['often', 'rare a', 'rare b'])
    expect(neighbourNames(met, met.nameNode('hub')!, 1)).toHaveLength(1)
  })
})

describe('communitiesOf', () => {
  const link = (source: string, target: string) => ({ source, target, weight: 1 })
  const links = [link('a', 'b'), link('b', 'c'), link('a', 'c'), link('c', 'x'), link('x', 'y')]

  it('numbers what hangs together alike, the largest from 0', () => {
    const found = communitiesOf(['a', 'b', 'c', 'x', 'y'], links)
    expect(found.get('a')).toBe(0)
    expect(found.get('b')).toBe(0)
    expect(found.get('x')).toBe(1)
    expect(found.get('y')).toBe(1)
  })

  it('finds the same each time, and copes with nodes without links', () => {
    expect(communitiesOf(['a', 'b', 'c', 'x', 'y'], links)).toEqual(
      communitiesOf(['a', 'b', 'c', 'x', 'y'], links),
    )
    expect(communitiesOf(['p', 'q'], [])).toEqual(
      new Map([
        ['p', 0],
        ['q', 1],
      ]),
    )
  })
})
