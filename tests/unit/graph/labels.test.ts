import { describe, expect, it } from 'vitest'
import { createLabels, freeNodes } from '../../../graph/labels.ts'

describe('labels', () => {
  it('lead from nodes to labels and back', () => {
    const labels = createLabels(['a', null, 'c'])
    expect([labels.node('a'), labels.node('c'), labels.node('x')]).toEqual([0, 2, undefined])
    expect([0, 1, 2, 3].map(labels.label)).toEqual(['a', null, 'c', null])
    expect(labels.size()).toBe(2)
    expect([...labels.all()]).toEqual(['a', 'c'])
  })

  it('are set at any node, and taken away', () => {
    const labels = createLabels()
    labels.set(2, 'c')
    labels.set(0, 'a')
    expect(labels.list(4)).toEqual(['a', null, 'c', null])
    expect(labels.list(1)).toEqual(['a'])
    labels.remove(2)
    labels.remove(2)
    labels.remove(1)
    labels.remove(9)
    expect([labels.size(), labels.label(2), labels.node('c')]).toEqual([1, null, undefined])
    labels.set(2, 'd')
    expect(labels.list(3)).toEqual(['a', null, 'd'])
  })

  it('leave the nodes free that neither has a label for', () => {
    const [units, names] = [createLabels(['u', null, null, null]), createLabels([null, 'n', null])]
    expect(freeNodes(5, units, names)).toEqual([2, 3, 4])
    expect(freeNodes(0, units, names)).toEqual([])
  })
})
