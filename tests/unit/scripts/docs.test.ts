import { describe, expect, it } from 'vitest'
import { directArrows } from '../../../scripts/dev/docs/arrows.ts'
import { fillPart, table } from '../../../scripts/dev/docs/markdown.ts'

describe('fillPart', () => {
  const page = 'before\n<!-- a:start -->\nold\n<!-- a:end -->\nafter\n'

  it('gives the same page when it is done twice', () => {
    expect(fillPart(fillPart(page, 'a', 'new'), 'a', 'new')).toBe(fillPart(page, 'a', 'new'))
  })

  it('refuses a page without the markers', () => {
    expect(() => fillPart(page, 'b', 'new')).toThrow('No part "b"')
  })
})

it('table escapes the bars in its cells', () => {
  expect(table(['a'], [['x | y']])).toBe('| a |\n| --- |\n| x \\| y |')
})

it('directArrows leaves out what another arrow already implies', () => {
  expect(directArrows({ core: [], corpus: ['core'], index: ['core', 'corpus'] })).toEqual([
    ['core', 'corpus'],
    ['corpus', 'index'],
  ])
})
