/** Merges entities, relations and vectors into one list of units (specs/lightrag.md, A.5). */
import { compareText } from '../../core/index.ts'
import type { Candidates } from '../../index/index.ts'
import { MIN_COSINE, RELATED_UNITS } from './settings.ts'

/** An entity or relation that units state. */
export interface UnitSource {
  readonly units: readonly string[]
}

/** Returns the units similar to the question, nearest first. */
export function unitsByVector({ units, cosines }: Candidates): string[] {
  return units
    .map((unit, i) => ({ unit, cosine: cosines[i]! }))
    .filter(({ cosine }) => cosine >= MIN_COSINE)
    .sort((a, b) => b.cosine - a.cosine || compareText(a.unit, b.unit))
    .map(({ unit }) => unit)
}

/** Returns the units of all sources that are nearest to the question: as many as `RELATED_UNITS` / 2 for each source. */
export function unitsOfSources(
  sources: readonly UnitSource[],
  cosineOf: (unit: string) => number | undefined,
  isTaken: (unit: string) => boolean = () => false,
): string[] {
  const units = new Set(sources.flatMap((source) => source.units))
  return [...units]
    .flatMap((unit) => {
      const cosine = cosineOf(unit)
      return cosine === undefined || isTaken(unit) ? [] : [{ unit, cosine }]
    })
    .sort((a, b) => b.cosine - a.cosine || compareText(a.unit, b.unit))
    .slice(0, Math.floor((RELATED_UNITS * sources.length) / 2))
    .map(({ unit }) => unit)
}

/** Returns the first item of each list, then the second of each, and so on, without duplicates. */
export function roundRobin<T>(lists: readonly (readonly T[])[], keyOf: (item: T) => string): T[] {
  const merged = new Map<string, T>()
  const longest = Math.max(...lists.map((list) => list.length))
  for (let place = 0; place < longest; place++)
    for (const list of lists) {
      const item = list[place]
      if (item !== undefined && !merged.has(keyOf(item))) merged.set(keyOf(item), item)
    }
  return [...merged.values()]
}
