import { expect, it } from 'vitest'
import { createNameGraph } from '../../../../graph/name-graph.ts'
import {
  idOf,
  isNameId,
  isUnitId,
  nameId,
  nodeOf,
  ownId,
  shownNames,
  shownUnits,
  unitId,
} from '../../../../graph/view/node-ids.ts'
import { mentionIn } from '../../../fixtures/named-corpus.ts'

it('an id says whether it is of a name or of a unit, and gives it back', () => {
  expect([nameId('akt'), unitId('akt')]).toEqual(['name:akt', 'unit:akt'])
  expect([isNameId('name:unit:x'), isNameId('unit:name:x')]).toEqual([true, false])
  expect([ownId('name:unit:x'), ownId('unit:name:x')]).toEqual(['unit:x', 'name:x'])
})

it('shown names and shown units are told apart, in their order', () => {
  const shown = new Map(['unit:b', 'name:b', 'unit:a', 'name:a'].map((id) => [id, null]))
  expect(shownNames(shown)).toEqual(['b', 'a'])
  expect(shownUnits(shown)).toEqual(['b', 'a'])
  expect(shownNames(new Map([['unit:a', 0]]))).toEqual([])
  expect(shownUnits(new Map([['name:a', 0]]))).toEqual([])
})

it('a node of the graph has one id, and an unknown id no node', () => {
  const graph = createNameGraph()
  graph.put({ unit: 'akt', mentions: [mentionIn('akt', 'akt')] })
  for (const id of ['name:akt', 'unit:akt']) expect(idOf(graph, nodeOf(graph, id)!)).toBe(id)
  expect([nodeOf(graph, 'name:none'), nodeOf(graph, 'unit:none')]).toEqual([null, null])
})

it.each([
  { label: '0123456789abcdef0123456789abcdef', is: true },
  { label: 'akt', is: false },
  { label: '', is: false },
])('"$label" as a unit of a path: $is', ({ label, is }) => {
  expect(isUnitId(label)).toBe(is)
})
