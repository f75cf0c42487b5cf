/**
 * Other readers of PDFs, to compare ours with: the text of each page as they give it. Those that are not installed are left out.
 * PyMuPDF is asked through `GLOSS_PYTHON` (python3 where it is not set).
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { PDFParse } from 'pdf-parse'
import { openPaperPool } from '../../../../ingest/adapters/paper-pool.ts'
import { sourceOf, TEST_LIMITS } from '../../../../tests/fixtures/labelled-papers.ts'

export interface PageReader {
  readonly name: string
  /** Text by page; empty where the file cannot be read. */
  pagesOf(path: string): Promise<string[]>
  close(): Promise<void>
}

const MAX_OUTPUT_BYTES = 256 * 1024 * 1024
const PYTHON = process.env['GLOSS_PYTHON'] ?? 'python3'
const PYMUPDF =
  'import sys, pymupdf\npymupdf.TOOLS.mupdf_display_errors(False)\n' +
  'print("\\f".join(page.get_text().replace("\\f", " ") for page in pymupdf.open(sys.argv[1])))'

export function openGloss(): PageReader {
  const reader = openPaperPool({ workers: 1, limits: { ...TEST_LIMITS, ocr: 'never' } })
  return {
    name: 'gloss',
    async pagesOf(path) {
      const bytes = readFileSync(path)
      const reading = await reader.read(sourceOf(path, bytes), bytes, AbortSignal.timeout(120_000))
      return reading.ok ? reading.pages.map((page) => page.text) : []
    },
    close: () => reader.close(),
  }
}

/** The yardsticks that this machine has, and the names of those that it lacks. */
export function otherReaders(): { readonly readers: PageReader[]; readonly missing: string[] } {
  const readers: PageReader[] = [pdfParse]
  const missing: string[] = []
  if (runs(PYTHON, ['-c', 'import pymupdf'])) readers.push(command('PyMuPDF', PYTHON, ['-c', PYMUPDF]))
  else missing.push('PyMuPDF (pip install pymupdf)')
  if (runs('pdftotext', ['-v'])) {
    readers.push(command('poppler', 'pdftotext', ['-q'], ['-']))
    readers.push(command('poppler, stored order', 'pdftotext', ['-q', '-raw'], ['-']))
  } else missing.push('poppler (apt-get install poppler-utils)')
  return { readers, missing }
}

function runs(program: string, args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0
}

function command(name: string, program: string, before: readonly string[], after: readonly string[] = []) {
  return {
    name,
    pagesOf(path: string) {
      const options = { encoding: 'utf8', maxBuffer: MAX_OUTPUT_BYTES } as const
      const text = execFileSync(program, [...before, path, ...after], options)
      return Promise.resolve(text.replace(/\f?\n?$/u, '').split('\f'))
    },
    close: () => Promise.resolve(),
  }
}

const pdfParse: PageReader = {
  name: 'pdf-parse',
  async pagesOf(path) {
    const parser = new PDFParse({ data: new Uint8Array(readFileSync(path)) })
    try {
      return (await parser.getText()).pages.map((page) => page.text)
    } finally {
      await parser.destroy()
    }
  },
  close: () => Promise.resolve(),
}
