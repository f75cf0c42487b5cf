/** The contract of every file store for papers. */
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { contentId } from '../../core/index.ts'
import type { FileStore } from '../../corpus/index.ts'

export function fileStoreContract(name: string, open: () => Promise<FileStore>): void {
  describe(`files: ${name}`, () => {
    it('gives back what was put, every byte of it, until it is deleted', async () => {
      const files = await open()
      // No bytes, every byte, and more than fit a packet or a page.
      for (const bytes of [
        Buffer.alloc(0),
        Uint8Array.from({ length: 256 }, (_, at) => at),
        randomBytes(3e6),
      ]) {
        const id = contentId(bytes)
        expect(await files.get(id)).toBeNull()
        await files.put(id, bytes)
        await files.put(id, bytes)
        const found = await files.get(id)
        expect([found?.byteLength, contentId(found ?? 'none')]).toEqual([bytes.byteLength, id])
        await files.delete(id)
        await files.delete(id)
        expect(await files.get(id)).toBeNull()
      }
    })

    it('takes one file from many at once, and keeps the others', async () => {
      const files = await open()
      const contents = Array.from({ length: 8 }, () => randomBytes(1_000))
      const ids = contents.map((bytes) => contentId(bytes))
      const puts = [0, 1, 2].flatMap(() => contents.map((bytes, at) => files.put(ids[at]!, bytes)))
      await Promise.all(puts)
      await files.delete(ids[0]!)
      const found = await Promise.all(ids.map((id) => files.get(id)))
      expect(found.map((bytes) => bytes && contentId(bytes))).toEqual([null, ...ids.slice(1)])
      await Promise.all(ids.map((id) => files.delete(id)))
    })
  })
}
