/** The facts of a corpus, with the units that state each and the names they are about; counted by unit, so that a unit can be removed. */
import type { Fact } from '../../corpus/index.ts'

/** A fact with the units that state it, unordered; there is always at least one. */
export interface StatedFact extends Fact {
  readonly units: readonly string[]
}

export interface FactTable {
  /** Returns the number of distinct facts. */
  size(): number
  /** Returns one more than the highest slot ever used. */
  slots(): number
  /** Adds the facts of a new unit; returns their slots without duplicates. Cost of each: the facts of its rarer name. */
  put(unit: string, facts: readonly Fact[]): number[]
  /** Removes a unit's facts; returns them with their slots. */
  remove(unit: string): { readonly slot: number; readonly fact: Fact }[]
  /** Returns the fact at a slot; null for a free slot. */
  at(slot: number): StatedFact | null
  slotsOfUnit(unit: string): readonly number[]
  /** Returns the slots of the facts about a name, unordered and without duplicates. */
  slotsOfName(name: string): readonly number[]
  /** Returns the facts by slot, `null` for a free one. */
  list(): (StatedFact | null)[]
}

interface Entry extends Fact {
  readonly units: string[]
}

const NO_SLOTS: readonly number[] = []

export function createFactTable(from: readonly (StatedFact | null)[] = []): FactTable {
  const entries: (Entry | null)[] = []
  const ofUnits = new Map<string, number[]>()
  const ofNames = new Map<string, number[]>()
  const free: number[] = []

  function slotOf(fact: Fact): number | undefined {
    const ofSubject = ofNames.get(fact.subject) ?? NO_SLOTS
    const ofObject = ofNames.get(fact.object) ?? NO_SLOTS
    const fewer = ofSubject.length <= ofObject.length ? ofSubject : ofObject
    return fewer.find((slot) => isSame(entries[slot]!, fact))
  }
  function enter(slot: number, { subject, predicate, object }: Fact, units: string[]): void {
    entries[slot] = { subject, predicate, object, units }
    append(ofNames, subject, slot)
    if (object !== subject) append(ofNames, object, slot)
  }
  function drop(slot: number, { subject, object }: Fact): void {
    take(ofNames, subject, slot)
    if (object !== subject) take(ofNames, object, slot)
    entries[slot] = null
    free.push(slot)
  }
  for (const [slot, fact] of from.entries()) {
    entries.push(null)
    if (fact === null) free.push(slot)
    else {
      enter(slot, fact, [...fact.units])
      for (const unit of fact.units) append(ofUnits, unit, slot)
    }
  }

  return {
    size: () => entries.length - free.length,
    slots: () => entries.length,
    put(unit, facts) {
      const slots = new Set<number>()
      for (const fact of facts) {
        const known = slotOf(fact)
        const slot = known ?? free.pop() ?? entries.length
        if (known === undefined) enter(slot, fact, [])
        if (slots.has(slot)) continue
        slots.add(slot)
        entries[slot]!.units.push(unit)
        append(ofUnits, unit, slot)
      }
      return [...slots]
    },
    remove(unit) {
      const stated = ofUnits.get(unit) ?? []
      ofUnits.delete(unit)
      return stated.map((slot) => {
        const fact = entries[slot]!
        fact.units.splice(fact.units.indexOf(unit), 1)
        if (fact.units.length === 0) drop(slot, fact)
        return { slot, fact }
      })
    },
    at: (slot) => entries[slot] ?? null,
    slotsOfUnit: (unit) => ofUnits.get(unit) ?? [],
    slotsOfName: (name) => ofNames.get(name) ?? NO_SLOTS,
    list: () => [...entries],
  }
}

function isSame(one: Fact, other: Fact): boolean {
  return one.subject === other.subject && one.predicate === other.predicate && one.object === other.object
}

function append(lists: Map<string, number[]>, key: string, slot: number): void {
  const known = lists.get(key)
  if (known === undefined) lists.set(key, [slot])
  else known.push(slot)
}

/** Moves the last one to the place of the removed one. */
function take(lists: Map<string, number[]>, key: string, slot: number): void {
  const known = lists.get(key)
  if (known === undefined) return
  const last = known.pop()!
  if (last !== slot) known[known.indexOf(slot)] = last
  if (known.length === 0) lists.delete(key)
}
