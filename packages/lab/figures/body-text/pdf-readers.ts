/**
 * Reads the text of each page with other PDF readers, for comparison. Readers that are not installed are left out.
 * PyMuPDF runs in `GLOSS_PYTHON` (default: python3).
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { PDFParse } from 'pdf-parse'
import { openPaperPool } from '../../../../ingest/adapters/paper-pool.ts'
import { sourceOf, TEST_LIMITS } from '../../../../tests/fixtures/labelled-papers.ts'

export interface PageReader {
  readonly name: string
  /** Returns the text of each page; empty if the file cannot be read. */
  pagesOf(path: string): Promise<string[]>
  close(): Promise<void>
}

const MAX_OUTPUT_BYTES = 256 * 1024 * 1024
const PYTHON = process.env['GLOSS_PYTHON'] ?? 'python3'
const PYMUPDF = [
  'import json, sys, pymupdf',
  'pymupdf.TOOLS.mupdf_display_errors(False)',
  'for line in sys.stdin:',
  '  print(json.dumps([page.get_text() for page in pymupdf.open(line.rstrip())]), flush=True)',
].join('\n')

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

/** Returns the readers that this machine has, and the names of those that it lacks. */
export function otherReaders(): { readonly readers: PageReader[]; readonly missing: string[] } {
  const readers: PageReader[] = [pdfParse]
  const missing: string[] = []
  if (runs(PYTHON, ['-c', 'import pymupdf'])) readers.push(openPyMuPdf())
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

/** Reads all files in one process: importing PyMuPDF takes longer than reading one file. */
function openPyMuPdf(): PageReader {
  const child = spawn(PYTHON, ['-c', PYMUPDF], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    name: 'PyMuPDF',
    async pagesOf(path) {
      child.stdin.write(`${path}\n`)
      const { value, done } = await lines.next()
      if (done) throw new Error(`PyMuPDF stopped at ${path}`)
      return JSON.parse(value) as string[]
    },
    async close() {
      child.stdin.end()
      if (child.exitCode === null) await once(child, 'exit')
    },
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
