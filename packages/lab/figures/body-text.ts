/**
 * Measures whether the body of a paper is read completely, against reference texts, and compares with pdf-parse, PyMuPDF and poppler:
 * their text in their order, with words joined that a line end divides. Prints means over papers of the share of the reference text that a
 * reader has: words; whole sentences. Rules were chosen on the half `tuned`.
 * Run: npm run measure body-text [-- ours]   (`ours` leaves the other readers out and prints each paper)
 */
import { readFileSync } from 'node:fs'
import { hasShared } from '../../../tests/fixtures/shared.ts'
import { type BodyFigures, compareBody, joinCutWords } from './body-text/measures.ts'
import { type HalvedPaper, halvedPapers } from './body-text/paper-halves.ts'
import { openGloss, otherReaders, type PageReader } from './body-text/pdf-readers.ts'

const MEASURES = ['words', 'sentences'] as const

interface Row extends BodyFigures {
  readonly paper: string
  readonly half: HalvedPaper['half']
  readonly reader: string
}

if (hasShared) await measure(process.argv[2] === 'ours')
else console.log('skipped: ../shared is not here')

async function measure(isOursOnly: boolean): Promise<void> {
  const { readers, missing } = isOursOnly ? { readers: [], missing: [] } : otherReaders()
  for (const name of missing) console.log(`left out, not installed: ${name}`)
  const papers = halvedPapers()
  const rows: Row[] = []
  for (const reader of [openGloss(), ...readers]) {
    for (const { name, half, path, body } of papers) {
      if (body === null) continue
      const figures = compareBody(readFileSync(body, 'utf8'), await bodyOf(reader, path))
      rows.push({ paper: name, half, reader: reader.name, ...figures })
    }
    await reader.close()
  }
  const halves = {
    tuned: means(rows.filter(({ half }) => half === 'tuned')),
    checked: means(rows.filter(({ half }) => half === 'checked')),
  }
  if (isOursOnly) console.table(rows.map(({ reader: _reader, ...row }) => row))
  for (const [half, table] of Object.entries(halves)) {
    console.log(half)
    console.table(table)
  }
}

/** Joins pages, and words that a hyphen divides at a line end: the other readers leave that to their caller. */
async function bodyOf(reader: PageReader, path: string): Promise<string> {
  const text = (await reader.pagesOf(path)).join('\n')
  return reader.name === 'gloss' ? text : joinCutWords(text)
}

function means(rows: readonly Row[]): Record<string, BodyFigures> {
  const readers = [...new Set(rows.map(({ reader }) => reader))]
  return Object.fromEntries(
    readers.map((reader) => {
      const own = rows.filter((row) => row.reader === reader)
      const mean = (measure: (typeof MEASURES)[number]) =>
        rounded(own.reduce((sum, row) => sum + row[measure], 0) / own.length)
      return [reader, { words: mean('words'), sentences: mean('sentences') }]
    }),
  )
}

function rounded(share: number): number {
  return Math.round(share * 10_000) / 10_000
}
