/** Tests pages that OCR gave up: shown in the outcome, stored with the paper, and retried by the next run. */
import { expect, it } from 'vitest'
import { NO_DESCRIPTION } from '../../../corpus/index.ts'
import {
  arrivalsOf,
  type IngestRecipe,
  type PaperReader,
  reevaluatePaper,
  type Source,
  storePapers,
} from '../../../ingest/index.ts'
import { bagOfWordsEmbedder } from '../../fakes/fake-embedder.ts'
import { emptyCorpus } from '../../fixtures/empty-corpus.ts'

const forever = new AbortController().signal
const recipe: IngestRecipe = {
  gate: null,
  summariser: null,
  passages: null,
  embedder: bagOfWordsEmbedder(16),
  unitRecipe: 'units',
  gateRecipe: 'gate',
}
const source: Source = {
  path: 'scan.pdf',
  format: 'pdf',
  document: null,
  known: {},
  read: async () => Buffer.from('a scan'),
}

/** Ingests the scan again with each reader. */
async function openScan() {
  const writer = await emptyCorpus().write('test')
  async function ingest(reader: PaperReader) {
    async function* sources() {
      yield source
    }
    const settings = { reader, recipe, corpus: writer, workers: 1, retryFailed: false, writer }
    const details: string[] = []
    const options = { recipe, writer, onEvent: ({ detail }: { detail: string }) => void details.push(detail) }
    return { ...(await storePapers(arrivalsOf(sources(), settings, forever), options, forever)), details }
  }
  return { writer, ingest }
}

/** Reads two pages; those that are `lost` have no text. */
function readerLosing(lost: readonly number[]): PaperReader {
  const pages = [1, 2].map((number) => ({
    number,
    width: 600,
    height: 800,
    text: lost.includes(number) ? '' : `Text of page ${number}.`,
    boxes: new Float32Array(),
  }))
  return {
    read: async () => ({
      ok: true,
      pages,
      description: { ...NO_DESCRIPTION, title: 'A scan' },
      lostPages: lost,
    }),
    close: async () => undefined,
  }
}

it('a page without text is a loss that the next run makes good', async () => {
  const { writer, ingest } = await openScan()
  await using _ = writer
  const stored = async () => (await writer.papers())[0]!

  const hurried = await ingest(readerLosing([2]))
  expect(hurried).toMatchObject({ kept: 1, unchanged: 0, losses: { ocr_pages: 1 } })
  expect(hurried.details).toEqual([expect.stringMatching(/^Page 2 has no text: OCR ran out of time\./)])
  expect((await stored()).detail).toBe(hurried.details[0])
  // The gate decides on stored text and keeps the detail.
  await reevaluatePaper(await stored(), recipe, writer, { signal: forever })
  expect((await stored()).detail).toBe(hurried.details[0])

  expect(await ingest(readerLosing([]))).toMatchObject({ kept: 1, unchanged: 0, losses: {}, details: [''] })
  expect((await writer.pages((await stored()).id)).map(({ text }) => text)).toEqual([
    'Text of page 1.',
    'Text of page 2.',
  ])
  expect(await ingest(readerLosing([2]))).toMatchObject({ kept: 1, unchanged: 1, losses: {} })
})

it.each([
  { code: 'ocr_missing', isReadAgain: true },
  { code: 'timeout', isReadAgain: true },
  { code: 'no_text', isReadAgain: false },
])('a scan that failed with $code is read again: $isReadAgain', async ({ code, isReadAgain }) => {
  const { writer, ingest } = await openScan()
  await using _ = writer
  const failing: PaperReader = {
    read: async () => ({ ok: false, code, detail: 'Its pages are images.' }),
    close: async () => undefined,
  }
  expect(await ingest(failing)).toMatchObject({ kept: 0, failed: { [code]: 1 } })
  expect(await ingest(readerLosing([]))).toMatchObject({ kept: isReadAgain ? 1 : 0 })
})
