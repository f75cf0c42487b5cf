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
  { name: 'nothing', items: [], wanted: [], calls: [undefined] },
  { name: 'less than a page', items: ['a'], wanted: [['a']], calls: [undefined] },
  {
    name: 'whole pages',
    items: ['a', 'b', 'c', 'd'],
    wanted: [
      ['a', 'b'],
      ['c', 'd'],
    ],
    calls: [undefined, 'b', 'd'],
  },
  { name: 'more than a page', items: ['a', 'b', 'c'], wanted: [['a', 'b'], ['c']], calls: [undefined, 'b'] },
])(
  'pages of two give $name once, each behind the last id of the one before',
  async ({ items, wanted, calls }) => {
    expect(await pages<string>(items, 2)).toEqual({ pages: wanted, calls })
  },
)

it('pages of papers or units go on behind the id of the last one', async () => {
  const [a, b, c] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]
  expect((await pages([a, b, c], 2)).pages).toEqual([[a, b], [c]])
})
