/** Recognises every given page, however long they take together: each page has its own time limit. */
import type { PageCharacters } from '../extract/index.ts'
import type { PageImage } from './pdfium-render.ts'

export interface Recogniser {
  /** Returns the page with the characters found on its image; `page` gives number and size. Cost: 1-4 s at 200 dpi. */
  recognise(image: PageImage, page: PageCharacters): Promise<PageCharacters>
  close(): Promise<void>
}

export interface RecognitionTools {
  readonly openRecogniser: () => Promise<Recogniser>
  /** Returns null if the page cannot be drawn. */
  readonly draw: (page: PageCharacters) => PageImage | null
  /** Time after which a page is abandoned. */
  readonly pageTimeoutMs: number
  /** Called before each page, when the time limit of the whole file may start again. */
  readonly onProgress: () => void
}

export interface RecognisedPages {
  readonly found: ReadonlyMap<number, PageCharacters>
  /** Numbers of the abandoned pages, in ascending order. */
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
      const recognised = await withTimeout(recogniser.recognise(image, page), pageTimeoutMs)
      if (recognised !== null) found.set(page.number, recognised)
      else {
        lost.push(page.number)
        // The recogniser is still busy with the abandoned page.
        await recogniser.close()
        recogniser = null
      }
    }
  } finally {
    await recogniser?.close()
  }
  return { found, lost }
}

/** Returns null if the work is not done in time; its later result is ignored. */
async function withTimeout<Result>(work: Promise<Result>, timeoutMs: number): Promise<Result | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), timeoutMs)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
