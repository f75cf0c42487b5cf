/** Facts by slot, unit and name, against a plain list of what each unit states. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Fact } from '../../../../corpus/index.ts'
import { createFactTable, type FactTable } from '../../../../graph/facts/fact-table.ts'

const fact = (subject: string, object: string, predicate = 'is'): Fact => ({ subject, predicate, object })
const [AB, BA, AA, BC] = [fact('a', 'b'), fact('b', 'a'), fact('a', 'a'), fact('b', 'c')]

describe('a table of facts', () => {
  it('gives each fact one slot, and each unit the slots of its facts', () => {
    const table = createFactTable()
    expect(table.put('one', [AB, BC, AB])).toEqual([0, 1])
    expect(table.put('two', [BC, BA, AA])).toEqual([1, 2, 3])
    expect([table.size(), table.slots()]).toEqual([4, 4])
    expect([0, 1, 2, 3, 4].map((slot) => table.at(slot)?.units ?? null)).toEqual([
      ['one'],
      ['one', 'two'],
      ['two'],
      ['two'],
      null,
    ])
    expect([table.slotsOfUnit('one'), table.slotsOfUnit('two'), table.slotsOfUnit('x')]).toEqual([
      [0, 1],
      [1, 2, 3],
      [],
    ])
    expect(table.at(2)).toEqual({ ...BA, units: ['two'] })
  })

  it('finds the facts with a name at either end, each once', () => {
    const table = createFactTable()
    table.put('one', [AB, AA, BC])
    expect([table.slotsOfName('a'), table.slotsOfName('b'), table.slotsOfName('c')]).toEqual([
      [0, 1],
      [0, 2],
      [2],
    ])
    expect(table.slotsOfName('is')).toEqual([])
  })

  it('tells facts apart by each of their parts', () => {
    const table = createFactTable()
    expect(table.put('one', [AB, fact('a', 'b', 'has'), fact('a', 'c'), fact('c', 'b'), BA])).toEqual([
      0, 1, 2, 3, 4,
    ])
    expect(table.put('two', [BA, fact('c', 'b'), fact('a', 'c'), fact('a', 'b', 'has'), AB])).toEqual([
      4, 3, 2, 1, 0,
    ])
  })

  it('gives a fact back with its slot, and the slot to the next one when no unit states it any more', () => {
    const table = createFactTable()
    table.put('one', [AB, BC])
    table.put('two', [AB])
    expect(table.remove('one').map(({ slot, fact: { subject, object } }) => [slot, subject, object])).toEqual(
      [
        [0, 'a', 'b'],
        [1, 'b', 'c'],
      ],
    )
    expect([table.size(), table.slots(), table.at(1)]).toEqual([1, 2, null])
    expect(table.list()).toEqual([{ ...AB, units: ['two'] }, null])
    expect([table.slotsOfName('b'), table.slotsOfName('c'), table.slotsOfUnit('one')]).toEqual([[0], [], []])
    expect(table.remove('one')).toEqual([])
    expect(table.put('three', [AA])).toEqual([1])
    expect([table.size(), table.slots()]).toEqual([2, 2])
  })

  it('comes back from its list, free slots and all', () => {
    const table = createFactTable([{ ...AB, units: ['one', 'two'] }, null, { ...BC, units: ['two'] }])
    expect([table.size(), table.slots()]).toEqual([2, 3])
    expect([table.slotsOfUnit('two'), table.slotsOfName('b')]).toEqual([
      [0, 2],
      [0, 2],
    ])
    expect(table.put('three', [AA])).toEqual([1])
  })

  it('is after any history what its units state', () => {
    const name = fc.constantFrom('a', 'b', 'c')
    const unit = fc.constantFrom('one', 'two', 'three')
    const step = fc.record({
      unit,
      facts: fc.option(fc.array(fc.tuple(name, name), { maxLength: 4 })),
      reopens: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        let table = createFactTable()
        const stated = new Map<string, readonly Fact[]>()
        for (const { unit: of, facts, reopens } of steps) {
          table.remove(of)
          stated.delete(of)
          if (facts !== null) {
            const given = facts.map(([subject, object]) => fact(subject, object))
            table.put(of, given)
            stated.set(of, given)
          }
          if (reopens) table = createFactTable(table.list())
        }
        expect(contents(table)).toEqual(plainContents(stated))
      }),
      { numRuns: 200 },
    )
  })
})

const keyOf = ({ subject, object }: Fact) => `${subject} ${object}`

function contents(table: FactTable) {
  const keys = (slots: readonly number[]) => slots.map((slot) => keyOf(table.at(slot)!)).sort()
  const facts = table
    .list()
    .flatMap((one) => (one === null ? [] : [`${keyOf(one)}: ${[...one.units].sort()}`]))
  return {
    size: table.size(),
    facts: facts.sort(),
    ofNames: ['a', 'b', 'c'].map((name) => keys(table.slotsOfName(name))),
    ofUnits: ['one', 'two', 'three'].map((unit) => keys(table.slotsOfUnit(unit))),
  }
}

function plainContents(stated: ReadonlyMap<string, readonly Fact[]>) {
  const units = [...stated].map(([unit, facts]) => [unit, [...new Set(facts.map(keyOf))].sort()] as const)
  const keys = [...new Set(units.flatMap(([, of]) => of))].sort()
  return {
    size: keys.length,
    facts: keys
      .map((key) => `${key}: ${units.flatMap(([unit, of]) => (of.includes(key) ? [unit] : [])).sort()}`)
      .sort(),
    ofNames: ['a', 'b', 'c'].map((name) => keys.filter((key) => key.split(' ').includes(name))),
    ofUnits: ['one', 'two', 'three'].map((unit) => units.find(([of]) => of === unit)?.[1] ?? []),
  }
}
