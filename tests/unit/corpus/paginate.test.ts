import { expect, it } from 'vitest'
import { pagesOf } from '../../../corpus/index.ts'

async function pages<Item extends string | { readonly id: string }>(items: readonly Item[], size: number) {
  const calls: (string | undefined)[] = []
  const idOf = (item: Item) => (typeof item === 'string' ? item : item.id)
  const list = async (limit: number, after?: string) => {
    calls.push(after)
    const from = items.findIndex((item) => idOf(item) === after) + 1
    return items.slice(from, from + limit)
  }
  const found = []
  for await (const page of pagesOf(list, size)) found.push(page)
  return { pages: found, calls }
}

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
])(
  'pages of two give %s once, each behind the last id of the one before',
  async (_, items, wanted, calls) => {
    expect(await pages<string>(items, 2)).toEqual({ pages: wanted, calls })
  },
)

it('pages of papers or units go on behind the id of the last one', async () => {
  const [a, b, c] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]
  expect((await pages([a, b, c], 2)).pages).toEqual([[a, b], [c]])
})
