/** Which nodes a drawing shows, on a chain of units and names: a - (1) - b - (2) - c - (3) - d. */
import { describe, expect, it } from 'vitest'
import { createNameGraph } from '../../../../graph/name-graph.ts'
import { selectNodes } from '../../../../graph/view/select-nodes.ts'
import { mentionIn } from '../../../fixtures/named-corpus.ts'

function graphOf(units: Readonly<Record<string, readonly string[]>>, subjects: readonly string[] = []) {
  const graph = createNameGraph()
  for (const [unit, names] of Object.entries(units))
    graph.put({
      unit,
      mentions: names.map((name) => mentionIn(name, name, { isSubject: subjects.includes(name) })),
    })
  return graph
}

const chain = graphOf({ 1: ['a', 'b'], 2: ['b', 'c'], 3: ['c', 'd'] }, ['c'])
const select = (needed: readonly string[], depth: number, limit: number) =>
  selectNodes(chain, needed, { depth, limit })

describe('the nodes of a drawing', () => {
  it.each([
    { name: 'no step', depth: 0, shown: ['name:a'], left: 0 },
    { name: 'one step', depth: 1, shown: ['name:a', 'unit:1'], left: 0 },
    { name: 'two steps', depth: 2, shown: ['name:a', 'unit:1', 'name:b'], left: 0 },
    { name: 'four steps', depth: 4, shown: ['name:a', 'unit:1', 'name:b', 'unit:2', 'name:c'], left: 0 },
  ])('are those within reach: $name', ({ depth, shown, left }) => {
    const found = select(['name:a'], depth, 20)
    expect([...found.shown.keys()]).toEqual(shown)
    expect(found.left).toBe(left)
  })

  it('are at most so many, those where a walk arrives most; the others within reach are counted', () => {
    const { shown, left } = select(['name:a'], 4, 3)
    expect([...shown.keys()]).toEqual(['name:a', 'unit:1', 'name:b'])
    expect(left).toBe(2)
  })

  it('are the needed ones even above the limit', () => {
    const { shown, left } = select(['name:a', 'name:d', 'unit:2'], 1, 2)
    expect([...shown.keys()]).toEqual(['name:a', 'name:d', 'unit:2'])
    // unit:1, unit:3, name:b and name:c.
    expect(left).toBe(4)
  })

  it('come with the edges between them and their degrees in the whole graph', () => {
    const { shown, degrees, edges } = select(['name:b', 'name:c', 'unit:2', 'unit:3'], 0, 9)
    expect(shown.get('name:b')).toBe(chain.nameNode('b'))
    expect(Object.fromEntries(degrees)).toEqual({ 'name:b': 2, 'name:c': 2, 'unit:2': 2, 'unit:3': 2 })
    expect(edges).toEqual([
      { source: 'name:b', target: 'unit:2', type: 'mention' },
      { source: 'name:c', target: 'unit:2', type: 'subject' },
      { source: 'name:c', target: 'unit:3', type: 'subject' },
    ])
  })

  it('that the graph does not know are shown without a number, a degree or an edge', () => {
    const { shown, degrees, edges, left } = select(['name:fact only', 'unit:nameless'], 3, 9)
    expect([...shown]).toEqual([
      ['name:fact only', null],
      ['unit:nameless', null],
    ])
    expect([...degrees.values()]).toEqual([0, 0])
    expect([edges, left]).toEqual([[], 0])
  })

  it('are those that a walk prefers, not those that came first', () => {
    const star = graphOf({ 1: ['hub'], 2: ['hub'] })
    star.put({ unit: '3', mentions: [mentionIn('hub', 'hub', { isSubject: true })] })
    const { shown } = selectNodes(star, ['name:hub'], { depth: 1, limit: 2 })
    expect([...shown.keys()]).toEqual(['name:hub', 'unit:3'])
  })

  it('of equal worth come in the order of their numbers', () => {
    const star = graphOf({ 1: ['hub'], 2: ['hub'], 3: ['hub'] })
    star.remove('1')
    // Takes over the number of the unit that went.
    star.put({ unit: '4', mentions: [mentionIn('hub', 'hub')] })
    const { shown, left } = selectNodes(star, ['name:hub'], { depth: 1, limit: 3 })
    expect([...shown.keys()]).toEqual(['name:hub', 'unit:4', 'unit:2'])
    expect(left).toBe(1)
  })

  it('are no nodes to which nothing shown leads', () => {
    // The walk comes to `b` by all three units, to each of them alone less often.
    const graph = graphOf({ 1: ['a', 'b'], 2: ['a', 'b'], 3: ['a', 'b'] })
    const { shown, left } = selectNodes(graph, ['name:a'], { depth: 2, limit: 2 })
    expect([...shown.keys()]).toEqual(['name:a', 'unit:1'])
    expect(left).toBe(3)
  })
})
