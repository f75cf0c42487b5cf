import { expect, it } from 'vitest'
import { pagesOf } from '../../../corpus/index.ts'

type Item = string | { readonly id: string }

it.each([
  ['nothing', [], [], [undefined]],
  ['less than a page', ['a'], [['a']], [undefined]],
  [
    'whole pages',
    ['a', 'b', 'c', 'd'],
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
    [undefined, 'b', 'd'],
  ],
  ['more than a page', ['a', 'b', 'c'], [['a', 'b'], ['c']], [undefined, 'b']],
  [
    'items with ids',
    [{ id: 'a' }, { id: 'b' }, { id: 'c' }],
    [[{ id: 'a' }, { id: 'b' }], [{ id: 'c' }]],
    [undefined, 'b'],
  ],
] as [string, Item[], Item[][], (string | undefined)[]][])(
  'pages of two give %s once, each page after the last id of the one before',
  async (_, items, wanted, calls) => {
    const asked: (string | undefined)[] = []
    const list = async (limit: number, after?: string) => {
      asked.push(after)
      const from = items.findIndex((item) => (typeof item === 'string' ? item : item.id) === after) + 1
      return items.slice(from, from + limit)
    }
    const found: Item[][] = []
    for await (const page of pagesOf<Item>(list, 2)) found.push([...page])
    expect([found, asked]).toEqual([wanted, calls])
  },
)
