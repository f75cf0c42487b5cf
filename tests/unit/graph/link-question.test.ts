/** Which names a question mentions, with what the graph says of each. */
import { describe, expect, it } from 'vitest'
import type { Mention } from '../../../corpus/index.ts'
import { createNameGraph } from '../../../graph/name-graph.ts'

function graphOf(units: Readonly<Record<string, readonly Partial<Mention>[]>>) {
  const graph = createNameGraph()
  for (const [unit, given] of Object.entries(units)) {
    const mentions = given.map(
      ({ name = '', alias = name, ...rest }): Mention => ({
        name,
        alias,
        kind: 'span',
        isSubject: false,
        start: null,
        end: null,
        ...rest,
      }),
    )
    graph.put({ unit, mentions })
  }
  const linked = (question: string) =>
    graph.link(question).map(({ node, ...rest }) => ({ ...rest, is: graph.nameAt(node) }))
  return { graph, linked }
}

const found = { share: 1, units: 1, isTitle: false, isPhrase: false }

describe('the names of a question', () => {
  it('come in its order, each once, with the units that have them', () => {
    const { linked } = graphOf({
      one: [{ name: 'lupeol' }, { name: 'birch bark' }],
      two: [{ name: 'lupeol' }],
    })
    expect(linked('Is birch bark rich in Lupeol, as Birch Bark is?')).toEqual([
      { ...found, name: 'birch bark', asked: 'birch bark', is: 'birch bark' },
      { ...found, name: 'lupeol', asked: 'lupeol', units: 2, is: 'lupeol' },
    ])
    expect(linked('Is it?')).toEqual([])
  })

  it('are titles where one unit bears them so, wherever that unit stands', () => {
    const title = { name: 'akt', kind: 'title', isSubject: true } as const
    for (const units of [
      { one: [title], two: [{ name: 'akt' }] },
      { one: [{ name: 'akt' }], two: [title] },
    ])
      expect(graphOf(units).linked('AKT')).toEqual([
        { ...found, name: 'akt', asked: 'akt', units: 2, isTitle: true, is: 'akt' },
      ])
    expect(graphOf({ one: [{ name: 'akt', isSubject: true }] }).linked('AKT')).toMatchObject([
      { isTitle: false },
    ])
  })

  it('are no titles, and no names proper, any more when the unit that bore them so is gone', () => {
    const { graph, linked } = graphOf({
      one: [{ name: 'akt', kind: 'phrase' }],
      two: [{ name: 'akt', kind: 'title', isSubject: true }],
    })
    expect(linked('AKT')).toMatchObject([{ isTitle: true, isPhrase: false }])
    graph.remove('two')
    expect(linked('AKT')).toMatchObject([{ isTitle: false, isPhrase: true }])
  })

  it.each([
    { name: 'a phrase in its only unit', units: { one: [{ kind: 'phrase' }] }, is: true },
    { name: 'a phrase in two', units: { one: [{ kind: 'phrase' }], two: [{ kind: 'term' }] }, is: true },
    { name: 'a name in its only unit', units: { one: [{ kind: 'span' }] }, is: false },
    {
      name: 'a name in one of two',
      units: { one: [{ kind: 'phrase' }], two: [{ kind: 'gene' }] },
      is: false,
    },
    {
      name: 'a name in the first of two',
      units: { one: [{ kind: 'gene' }], two: [{ kind: 'phrase' }] },
      is: false,
    },
    { name: 'a title', units: { one: [{ kind: 'title', isSubject: true }] }, is: false },
  ] as const)('are phrases where they are so in every unit: $name', ({ units, is }) => {
    const named = Object.entries(units).map(([unit, [given]]) => {
      // A name proper beside it says nothing of it.
      return [unit, [{ name: 'other' }, { name: 'tea leaf', ...given }]] as const
    })
    expect(graphOf(Object.fromEntries(named)).linked('tea leaf')).toMatchObject([{ isPhrase: is }])
  })

  it('are those that a short form means, with their shares', () => {
    const { linked } = graphOf({
      one: [{ name: 'alzheimer disease', alias: 'ad', kind: 'abbreviation' }],
      two: [{ name: 'alzheimer disease', alias: 'ad', kind: 'abbreviation' }],
      three: [{ name: 'atopic dermatitis', alias: 'ad', kind: 'abbreviation' }],
    })
    expect(linked('What helps in AD?')).toEqual([
      { ...found, name: 'alzheimer disease', asked: 'ad', share: 2 / 3, units: 2, is: 'alzheimer disease' },
      { ...found, name: 'atopic dermatitis', asked: 'ad', share: 1 / 3, is: 'atopic dermatitis' },
    ])
  })

  it('are a name itself alone, though the form means others too', () => {
    const { linked } = graphOf({
      one: [{ name: 'ad' }],
      two: [{ name: 'atopic dermatitis', alias: 'ad', kind: 'abbreviation' }],
    })
    expect(linked('AD')).toEqual([{ ...found, name: 'ad', asked: 'ad', is: 'ad' }])
  })

  it('are terms in lower case too, as phrases, behind the others', () => {
    const { linked } = graphOf({
      one: [{ name: 'lupeol', kind: 'chemical' }, { name: 'kyoto' }, { name: 'betulin', kind: 'chemical' }],
    })
    expect(linked('is lupeol, lupeol or betulin from kyoto or Kyoto')).toEqual([
      { ...found, name: 'kyoto', asked: 'kyoto', is: 'kyoto' },
      { ...found, name: 'lupeol', asked: 'lupeol', isPhrase: true, is: 'lupeol' },
      { ...found, name: 'betulin', asked: 'betulin', isPhrase: true, is: 'betulin' },
    ])
  })

  it('are terms within what only looks like a name', () => {
    const { linked } = graphOf({ one: [{ name: 'lupeol', kind: 'chemical' }] })
    expect(linked('what is "old lupeol bark"').map(({ name }) => name)).toEqual(['lupeol'])
  })

  it('are no terms within another name, and none that is found already', () => {
    const { linked } = graphOf({
      one: [{ name: 'lupeol', kind: 'chemical' }, { name: 'lupeol synthase' }, { name: 'old lupeol' }],
    })
    expect(linked('what is lupeol synthase').map(({ name }) => name)).toEqual(['lupeol synthase'])
    expect(linked('what is old lupeol').map(({ name }) => name)).toEqual(['old lupeol'])
    expect(linked('Lupeol is lupeol')).toEqual([{ ...found, name: 'lupeol', asked: 'lupeol', is: 'lupeol' }])
    expect(linked('lupeol lupeol synthase').map(({ name }) => name)).toEqual(['lupeol synthase', 'lupeol'])
    expect(linked('lupeol synthase lupeol').map(({ name }) => name)).toEqual(['lupeol synthase', 'lupeol'])
  })
})
