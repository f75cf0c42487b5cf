/** Stores a list on disk, for data too large for memory: written once, then read once in the same order. */
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { deflateRawSync, inflateRawSync } from 'node:zlib'

export interface TemporaryList<Item> extends AsyncDisposable {
  put(item: Item): Promise<void>
  items(): AsyncIterable<Item>
}

/** Fastest level. Measured on 180 pages with boxes: 23 kB and 1.6 ms a page; without compression 57 kB. */
const DEFLATE_LEVEL = 1

/** Opens a list of plain data that `structuredClone` accepts. Its file has no name and vanishes with the process, however that ends. */
export async function openTemporaryList<Item>(): Promise<TemporaryList<Item>> {
  const file = await openNameless()
  const sizes: number[] = []
  return {
    async put(item) {
      const bytes = deflateRawSync(serialize(item), { level: DEFLATE_LEVEL })
      await file.appendFile(bytes)
      sizes.push(bytes.length)
    },
    async *items() {
      let position = 0
      for (const size of sizes) {
        const { buffer } = await file.read(Buffer.alloc(size), 0, size, position)
        yield deserialize(inflateRawSync(buffer)) as Item
        position += size
      }
    },
    [Symbol.asyncDispose]: () => file.close(),
  }
}

async function openNameless(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'gloss-read-'))
  try {
    return await open(join(folder, 'papers'), 'a+')
  } finally {
    await rm(folder, { recursive: true })
  }
}
