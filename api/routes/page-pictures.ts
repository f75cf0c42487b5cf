/** Pictures of pages, drawn once: remembered up to a limit, and shared by those who ask while one is being drawn. */
import { type Gloss, pageImage } from '../../app/index.ts'
import { createByteCache } from '../http/byte-cache.ts'

export interface PagePicture {
  readonly corpus: string
  readonly paper: string
  readonly page: number
  readonly widthPixels: number
}

// Some 300 pages of 900 pixels. Chosen, not measured.
const CACHE_BYTES = 64 * 1024 * 1024

export function createPagePictures(gloss: Gloss, signal: AbortSignal) {
  const known = createByteCache(CACHE_BYTES)
  const drawing = new Map<string, Promise<Buffer>>()

  async function draw(key: string, picture: PagePicture): Promise<Buffer> {
    const { buffer, byteOffset, byteLength } = await pageImage(gloss, picture, signal)
    const bytes = Buffer.from(buffer, byteOffset, byteLength)
    known.set(key, bytes)
    return bytes
  }

  return {
    /** A client that goes does not stop the drawing, as others may wait for it. */
    async png(picture: PagePicture): Promise<Buffer> {
      const { corpus, paper, page, widthPixels } = picture
      const key = `${corpus} ${paper} ${page} ${widthPixels}`
      const found = known.get(key)
      if (found !== undefined) return found
      const running = drawing.get(key)
      if (running !== undefined) return running
      const drawn = draw(key, picture).finally(() => drawing.delete(key))
      drawing.set(key, drawn)
      return drawn
    },
  }
}
