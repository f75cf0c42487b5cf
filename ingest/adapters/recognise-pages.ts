/** Recognises every page that is due, however long all of them take: time is limited for each page by itself. */
import type { PageCharacters } from '../extract/index.ts'
import type { PageImage } from './pdfium-render.ts'

export interface Recogniser {
  /** The page with the characters found on its image; `page` gives number and size. Cost: 1-4 s at 200 dpi. */
  recognise(image: PageImage, page: PageCharacters): Promise<PageCharacters>
  close(): Promise<void>
}

export interface RecognitionTools {
  readonly openRecogniser: () => Promise<Recogniser>
  /** Null where the page cannot be drawn. */
  readonly draw: (page: PageCharacters) => PageImage | null
  /** A page that takes longer is given up. */
  readonly pageTimeoutMs: number
  /** Called when the time limit of the whole file may start again: before each page. */
  readonly onProgress: () => void
}

export interface RecognisedPages {
  readonly found: ReadonlyMap<number, PageCharacters>
  /** Numbers of the pages that were given up, rising. */
  readonly lost: readonly number[]
}

export async function recogniseEach(
  due: readonly PageCharacters[],
  { openRecogniser, draw, pageTimeoutMs, onProgress }: RecognitionTools,
): Promise<RecognisedPages> {
  const found = new Map<number, PageCharacters>()
  const lost: number[] = []
  let recogniser: Recogniser | null = null
  try {
    for (const page of due) {
      onProgress()
      const image = draw(page)
      if (image === null) continue
      recogniser ??= await openRecogniser()
      onProgress()
      const recognised = await unlessLate(recogniser.recognise(image, page), pageTimeoutMs)
      if (recognised !== null) found.set(page.number, recognised)
      else {
        lost.push(page.number)
        // It is still busy with the page that was given up.
        await recogniser.close()
        recogniser = null
      }
    }
  } finally {
    await recogniser?.close()
  }
  return { found, lost }
}

/** Null where the work is not done in time; what it comes to later is ignored. */
async function unlessLate<Result>(work: Promise<Result>, timeoutMs: number): Promise<Result | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), timeoutMs)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
