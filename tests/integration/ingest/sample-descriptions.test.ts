/** The sample papers are typeset from labels, so what is read from them must be those labels to the letter. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openPaperPool } from '../../../ingest/adapters/paper-pool.ts'

const SAMPLES = join(import.meta.dirname, '..', '..', '..', 'samples')

interface Label {
  readonly file: string
  readonly title: string
  readonly abstract: string
  readonly authors: readonly string[]
  readonly year: number
  readonly doi: string
}

const labels = JSON.parse(await readFile(join(SAMPLES, 'labels.json'), 'utf8')) as Label[]
const limits = { timeoutMs: 30_000, maxMemoryMb: 1_024, ocr: 'never', ocrPages: 0 } as const
const reader = openPaperPool({ workers: 1, limits })
afterAll(() => reader.close())

describe('the description of a sample paper', () => {
  it.each(labels)('is its label: $file', async ({ file, title, abstract, authors, year, doi }) => {
    const bytes = await readFile(join(SAMPLES, 'papers', file))
    const source = { path: file, format: 'pdf', document: null, known: {}, read: async () => bytes } as const
    const reading = await reader.read(source, bytes, AbortSignal.timeout(60_000))
    if (!reading.ok) throw new Error(reading.detail)
    const { description } = reading
    expect({
      title: description.title,
      abstract: description.abstract,
      authors: description.authors,
      year: description.year,
      doi: description.doi,
      language: description.language,
    }).toEqual({ title, abstract, authors, year, doi, language: 'eng' })
  })
})
