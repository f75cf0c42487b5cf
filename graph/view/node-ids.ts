/** Ids of nodes as a client sees them: `name:` and the name, or `unit:` and the id of the unit. */
import { ID_FORM } from '../../core/index.ts'
import type { NameGraph } from '../name-graph.ts'

/** Node ids with their numbers in the graph; null for a unit without names or a name that occurs only in facts. */
export type ShownNodes = ReadonlyMap<string, number | null>

export const nameId = (name: string) => `name:${name}`
export const unitId = (unit: string) => `unit:${unit}`

export function isNameId(id: string): boolean {
  return id.startsWith('name:')
}

/** Returns the name, or the id of the unit. */
export function withoutPrefix(id: string): string {
  return id.slice('name:'.length)
}

/** Returns whether a label on a path is a unit's id, not a name. */
export function isUnitId(label: string): boolean {
  return ID_FORM.test(label)
}

export function idOf(graph: NameGraph, node: number): string {
  const name = graph.nameAt(node)
  return name === null ? unitId(graph.unitAt(node)!) : nameId(name)
}

export function nodeOf(graph: NameGraph, id: string): number | null {
  return (isNameId(id) ? graph.nameNode(withoutPrefix(id)) : graph.unitNode(withoutPrefix(id))) ?? null
}

export function shownNames(shown: ShownNodes): string[] {
  return [...shown.keys()].filter(isNameId).map(withoutPrefix)
}

export function shownUnits(shown: ShownNodes): string[] {
  return [...shown.keys()].filter((id) => !isNameId(id)).map(withoutPrefix)
}
