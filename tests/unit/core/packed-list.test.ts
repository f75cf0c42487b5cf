import { expect, it } from 'vitest'
import { packList, unpackList } from '../../../core/index.ts'

it.for([0, 1, 128, 129, 1_000])('unpacks %i items as they were packed', async (count) => {
  const items = Array.from({ length: count }, (_, at) => ({ text: `unit ${at}`, start: at, none: null }))
  const packed = packList(items)
  expect(packed).toHaveLength(Math.ceil(count / 128))
  expect(await unpackList(packed)).toEqual(items)
})

it('lets others have their turn while a long list is unpacked', async () => {
  const items = Array.from({ length: 200_000 }, (_, at) => ({ text: `a passage with the number ${at}`, at }))
  let turns = 0
  const others = setInterval(() => turns++, 0)
  await unpackList(packList(items))
  clearInterval(others)
  expect(turns).toBeGreaterThan(1)
})
