/** Names that lead to few units, and facts by their subject. */
import { describe, expect, it } from 'vitest'
import { sharedNamesOf, tellingNames } from '../../../comparison/questions/ground.ts'
import type { GraphUnit, Mention, MentionKind } from '../../../corpus/index.ts'

function mention(name: string, kind: MentionKind = 'chemical', isSubject = false): Mention {
  return { name, alias: name, kind, isSubject, start: null, end: null }
}

function unit(id: string, mentions: readonly Mention[], facts: GraphUnit['facts'] = []): GraphUnit {
  return { unit: id, paper: `paper of ${id}`, mentions, facts, seq: 1 }
}

describe('shared names', () => {
  it('have each unit once, in the order of units', () => {
    const units = [unit('1', [mention('a'), mention('b'), mention('a')]), unit('2', [mention('a')])]
    const { byName } = sharedNamesOf(units)
    expect([...byName].map(([name, of]) => [name, of.map(({ unit: id }) => id)])).toEqual([
      ['a', ['1', '2']],
      ['b', ['1']],
    ])
  })

  it('have the facts by their subject, each with its unit', () => {
    const [one, two, three] = ['b', 'c', 'd'].map((object) => ({ subject: 'a', predicate: 'is', object }))
    const other = { subject: 'x', predicate: 'is', object: 'a' }
    const { bySubject } = sharedNamesOf([unit('1', [], [one!, other, two!]), unit('2', [], [three!])])
    expect([...bySubject]).toEqual([
      [
        'a',
        [
          { unit: '1', fact: one },
          { unit: '1', fact: two },
          { unit: '2', fact: three },
        ],
      ],
      ['x', [{ unit: '1', fact: other }]],
    ])
  })

  it('of nothing are none', () => {
    expect(sharedNamesOf([])).toEqual({ byName: new Map(), bySubject: new Map() })
  })
})

describe('telling names', () => {
  const telling = (mentions: readonly Mention[], units: readonly GraphUnit[] = []) =>
    tellingNames(mentions, sharedNamesOf(units).byName).map(({ name }) => name)

  it.each([
    { kind: 'title', name: 'word', isTelling: true },
    { kind: 'quote', name: 'word', isTelling: true },
    { kind: 'abbreviation', name: 'AKT', isTelling: true },
    { kind: 'chemical', name: 'lupeol', isTelling: true },
    { kind: 'gene', name: 'akt1', isTelling: true },
    { kind: 'species', name: 'mouse', isTelling: true },
    { kind: 'quantity', name: '5 mg', isTelling: false },
    { kind: 'heading', name: 'first results', isTelling: false },
    { kind: 'term', name: 'two words', isTelling: false },
    { kind: 'name', name: 'Two Words', isTelling: true },
    { kind: 'name', name: 'Word', isTelling: false },
  ] as const)('$name as $kind: $isTelling', ({ kind, name, isTelling }) => {
    expect(telling([mention(name, kind as MentionKind)])).toEqual(isTelling ? [name] : [])
  })

  it('are in at most eight units', () => {
    const units = (count: number) =>
      Array.from({ length: count }, (_, at) => unit(String(at), [mention('a')]))
    expect(telling([mention('a')], units(8))).toEqual(['a'])
    expect(telling([mention('a')], units(9))).toEqual([])
  })

  it('come once, what the unit is about first, then what has a kind of its own', () => {
    const mentions = [
      mention('plain name', 'name' as MentionKind),
      mention('gene', 'gene'),
      mention('about name', 'name' as MentionKind, true),
      mention('about gene', 'gene', true),
      mention('gene', 'gene'),
      mention('second gene', 'gene'),
    ]
    expect(telling(mentions)).toEqual(['about gene', 'about name', 'gene', 'second gene', 'plain name'])
  })
})
