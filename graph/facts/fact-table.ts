/** Which facts does a corpus state, which units state each, and which names are they about? Counted by unit, so that a unit can be taken back. */
import type { Fact } from '../../corpus/index.ts'

/** A fact with the units that state it, in no order; never without one. */
export interface StatedFact extends Fact {
  readonly units: readonly string[]
}

export interface FactTable {
  /** Distinct facts. */
  size(): number
  /** One more than the highest slot ever used. */
  slots(): number
  /** Counts the facts of a unit that has none yet; returns their slots, each once. */
  put(unit: string, facts: readonly Fact[]): number[]
  /** Takes a unit's facts back; returns them with their slots. */
  remove(unit: string): { readonly slot: number; readonly fact: Fact }[]
  /** Null for a slot that is free. */
  at(slot: number): StatedFact | null
  slotsOfUnit(unit: string): readonly number[]
  /** Slots of the facts with the name at either end. */
  slotsOfName(name: string): ReadonlySet<number>
  /** By slot, `null` for one that is free. */
  list(): (StatedFact | null)[]
}

interface Entry extends Fact {
  readonly units: string[]
}

const NO_SLOTS: ReadonlySet<number> = new Set()

export function createFactTable(from: readonly (StatedFact | null)[] = []): FactTable {
  const entries: (Entry | null)[] = []
  const slots = new Map<string, number>()
  const ofUnits = new Map<string, number[]>()
  const ofNames = new Map<string, Set<number>>()
  const free: number[] = []

  function state(slot: number, unit: string): void {
    entries[slot]!.units.push(unit)
    const known = ofUnits.get(unit)
    if (known === undefined) ofUnits.set(unit, [slot])
    else known.push(slot)
  }
  function enter(slot: number, { subject, predicate, object }: Fact): void {
    entries[slot] = { subject, predicate, object, units: [] }
    slots.set(keyOf({ subject, predicate, object }), slot)
    for (const name of [subject, object]) {
      const known = ofNames.get(name)
      if (known === undefined) ofNames.set(name, new Set([slot]))
      else known.add(slot)
    }
  }
  function drop(slot: number, fact: Fact): void {
    slots.delete(keyOf(fact))
    for (const name of [fact.subject, fact.object]) {
      const known = ofNames.get(name)
      if (known?.delete(slot) === true && known.size === 0) ofNames.delete(name)
    }
    entries[slot] = null
    free.push(slot)
  }
  for (const [slot, fact] of from.entries()) {
    entries.push(null)
    if (fact === null) free.push(slot)
    else {
      enter(slot, fact)
      for (const unit of fact.units) state(slot, unit)
    }
  }

  return {
    size: () => slots.size,
    slots: () => entries.length,
    put(unit, facts) {
      const distinct = new Map(facts.map((fact) => [keyOf(fact), fact]))
      return [...distinct].map(([key, fact]) => {
        const known = slots.get(key)
        const slot = known ?? free.pop() ?? entries.length
        if (known === undefined) enter(slot, fact)
        state(slot, unit)
        return slot
      })
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

// No canonical form holds it.
const SEPARATOR = '\u0001'

function keyOf({ subject, predicate, object }: Fact): string {
  return subject + SEPARATOR + predicate + SEPARATOR + object
}
