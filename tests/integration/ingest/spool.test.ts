import { readdirSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { openSpool, type Spool } from '../../../ingest/spool.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

async function itemsOf<Item>(spool: Spool<Item>): Promise<Item[]> {
  const items: Item[] = []
  for await (const item of spool.items()) items.push(item)
  return items
}

afterEach(() => void vi.unstubAllEnvs())

test('a spool gives items back as they were, in their order', async () => {
  await using spool = await openSpool<unknown>()
  const items = [
    { text: 'a\u2028b', boxes: new Float32Array([0.1, Number.NaN, 3]), none: null },
    [],
    'x'.repeat(100_000),
  ]
  for (const item of items) await spool.put(item)
  expect(await itemsOf(spool)).toEqual(items)
})

test('a spool has no file that a killed process could leave behind', async () => {
  const folder = temporaryFolder()
  vi.stubEnv('TMPDIR', folder)
  await using spool = await openSpool<string>()
  await spool.put('text')
  expect(readdirSync(folder)).toEqual([])
  expect(await itemsOf(spool)).toEqual(['text'])
})
