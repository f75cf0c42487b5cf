/** Which names a form may stand for, counted by unit. */
import { describe, expect, it } from 'vitest'
import type { Mention, MentionKind } from '../../../corpus/index.ts'
import { createAliases } from '../../../graph/aliases.ts'

function mention(alias: string, name: string, kind: MentionKind = 'abbreviation'): Mention {
  return { name, alias, kind, isSubject: false, start: 0, end: 1 }
}

describe('aliases', () => {
  it('are new with their first unit, and gone with their last', () => {
    const aliases = createAliases()
    expect(aliases.put('a', [mention('ad', 'alzheimer disease'), mention('il', 'interleukin')])).toEqual([
      'ad',
      'il',
    ])
    expect(
      aliases.put('b', [mention('ad', 'alzheimer disease'), mention('ad', 'atopic dermatitis')]),
    ).toEqual([])
    expect([aliases.has('ad'), aliases.has('il'), aliases.has('x')]).toEqual([true, true, false])
    expect(aliases.remove('a')).toEqual(['il'])
    expect([aliases.has('ad'), aliases.has('il')]).toEqual([true, false])
    expect(aliases.remove('a')).toEqual([])
    expect(aliases.remove('b')).toEqual(['ad'])
    expect([...aliases.all()]).toEqual([])
  })

  it('mean the names by their shares of units, the commonest first, equal ones by name', () => {
    const aliases = createAliases()
    for (const unit of ['a', 'b']) aliases.put(unit, [mention('ad', 'alzheimer disease')])
    aliases.put('c', [mention('ad', 'zebra')])
    aliases.put('d', [mention('ad', 'advert')])
    expect(aliases.meanings('ad')).toEqual([
      { name: 'alzheimer disease', share: 0.5 },
      { name: 'advert', share: 0.25 },
      { name: 'zebra', share: 0.25 },
    ])
    aliases.remove('a')
    aliases.remove('b')
    expect(aliases.meanings('ad').map(({ name }) => name)).toEqual(['advert', 'zebra'])
    expect(aliases.meanings('unknown')).toEqual([])
  })

  it('count a unit once, however often it has the form', () => {
    const aliases = createAliases()
    aliases.put('a', [mention('ad', 'x'), mention('ad', 'x'), mention('ad', 'y')])
    expect(aliases.meanings('ad')).toEqual([
      { name: 'x', share: 0.5 },
      { name: 'y', share: 0.5 },
    ])
    expect(aliases.list()).toEqual([
      ['a', 'ad', 'x'],
      ['a', 'ad', 'y'],
    ])
  })

  it.each([
    { name: 'a chemical', kind: 'chemical', form: 'lupeol', is: true },
    { name: 'a gene', kind: 'gene', form: 'tp53', is: true },
    { name: 'a species', kind: 'species', form: 'yeast', is: true },
    { name: 'a span', kind: 'span', form: 'kyoto', is: false },
    { name: 'a phrase', kind: 'phrase', form: 'tea', is: false },
    { name: 'a chemical of two words', kind: 'chemical', form: 'sodium chloride', is: false },
  ] as const)('know what stands for itself: $name is a term: $is', ({ kind, form, is }) => {
    const aliases = createAliases()
    expect(aliases.put('a', [mention(form, form, kind)])).toEqual(is ? [form] : [])
    expect(aliases.isTerm(form)).toBe(is)
    expect(aliases.has(form)).toBe(is)
  })

  it('that mean another name are no terms', () => {
    const aliases = createAliases()
    aliases.put('a', [mention('lup', 'lupeol', 'chemical')])
    expect([aliases.isTerm('lup'), aliases.isTerm('lupeol'), aliases.isTerm('x')]).toEqual([
      false,
      false,
      false,
    ])
  })

  it('come back from a snapshot with their counts', () => {
    const aliases = createAliases()
    aliases.put('a', [mention('ad', 'x'), mention('il', 'y')])
    aliases.put('b', [mention('ad', 'x')])
    const again = createAliases()
    for (const entry of aliases.list()) again.restore(entry)
    expect(again.list()).toEqual(aliases.list())
    expect(again.remove('a')).toEqual(['il'])
    expect(again.has('ad')).toBe(true)
    expect(again.remove('b')).toEqual(['ad'])
  })
})
