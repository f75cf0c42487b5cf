import { expect, it } from 'vitest'
import { batched } from '../../../core/streams.ts'

async function* counting(to: number, read: number[] = []) {
  for (let i = 0; i < to; i++) {
    read.push(i)
    yield i
  }
}

it.each([
  { count: 5, batches: [[0, 1], [2, 3], [4]] },
  {
    count: 4,
    batches: [
      [0, 1],
      [2, 3],
    ],
  },
  { count: 1, batches: [[0]] },
  { count: 0, batches: [] },
])('a stream of $count comes in twos, the rest at the end', async ({ count, batches }) => {
  const found: number[][] = []
  for await (const batch of batched(counting(count), 2)) found.push(batch)
  expect(found).toEqual(batches)
})

it('no more is read than a batch takes', async () => {
  const read: number[] = []
  for await (const batch of batched(counting(9, read), 3)) {
    expect(batch).toEqual([0, 1, 2])
    break
  }
  expect(read).toEqual([0, 1, 2])
})
