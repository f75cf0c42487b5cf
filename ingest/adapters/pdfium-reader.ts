/** Reads PDFs in child processes with a time and a memory limit, and draws their pages. */
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ChildOutcome, GlossError, openChildPool } from '../../core/index.ts'
import type { PaperReader, ReadLimits, ReadOutcome } from '../ports.ts'
import type { PageMark, PdfAnswer, PdfRequest } from './pdfium-protocol.ts'

interface PdfiumReaderOptions {
  readonly workers: number
  readonly limits: ReadLimits
}

export interface PdfReader extends PaperReader {
  /**
   * The page (from 1) as a PNG, about `widthPixels` wide, with `marks` drawn as by a marker.
   * Throws `PAGE_NOT_FOUND` where there is no such page, `FILE_UNREADABLE` where the file cannot be drawn.
   */
  render(
    bytes: Uint8Array,
    page: number,
    widthPixels: number,
    signal: AbortSignal,
    marks?: readonly PageMark[],
  ): Promise<Uint8Array>
}

const REQUESTS_PER_CHILD = 100
// The child is source when this file is source, and built when this file is built.
const HERE = import.meta.url
const ENTRY = fileURLToPath(new URL(`./pdfium-child${extname(fileURLToPath(HERE))}`, HERE))

export function openPdfiumReader({ workers, limits }: PdfiumReaderOptions): PdfReader {
  const pool = openChildPool<PdfRequest, PdfAnswer>({
    entry: ENTRY,
    workers,
    maxMemoryMb: limits.maxMemoryMb,
    requestsPerChild: REQUESTS_PER_CHILD,
  })
  return {
    async read(_source, bytes, signal) {
      const outcome = await pool.run({ kind: 'read', bytes, limits }, limits.timeoutMs, signal)
      return readingOf(outcome, limits)
    },
    async render(bytes, page, widthPixels, signal, marks = []) {
      const request = { kind: 'render', bytes, page, widthPixels, marks } as const
      const outcome = await pool.run(request, limits.timeoutMs, signal)
      return imageOf(outcome, page, limits)
    },
    close: () => pool.close(),
  }
}

function readingOf(outcome: ChildOutcome<PdfAnswer>, limits: ReadLimits): ReadOutcome {
  if (outcome.kind !== 'answer') return { ok: false, ...lossOf(outcome, limits) }
  const { answer } = outcome
  if (answer.kind === 'reading') {
    const { pages, description, lostPages } = answer
    return { ok: true, pages, description, lostPages }
  }
  if (answer.kind === 'failure') return { ok: false, code: answer.code, detail: answer.detail }
  throw new TypeError('The child answered a reading with an image')
}

function imageOf(outcome: ChildOutcome<PdfAnswer>, page: number, limits: ReadLimits): Uint8Array {
  if (outcome.kind === 'answer' && outcome.answer.kind === 'image') return outcome.answer.png
  const loss =
    outcome.kind !== 'answer'
      ? lossOf(outcome, limits)
      : outcome.answer.kind === 'failure'
        ? outcome.answer
        : null
  if (loss === null) throw new TypeError('The child answered an image with a reading')
  const code = loss.code === 'page_unreadable' ? 'PAGE_NOT_FOUND' : 'FILE_UNREADABLE'
  throw new GlossError(code, loss.detail, { page, reason: loss.code })
}

type Loss = Exclude<ChildOutcome<PdfAnswer>, { kind: 'answer' }>

function lossOf(outcome: Loss, limits: ReadLimits): { code: string; detail: string } {
  if (outcome.kind === 'timeout') {
    const seconds = Math.round(limits.timeoutMs / 1000)
    return {
      code: 'timeout',
      detail: `Reading took more than ${seconds} s; print the file to a new PDF or raise the time limit.`,
    }
  }
  if (outcome.kind === 'out-of-memory') {
    return {
      code: 'out_of_memory',
      detail: `Reading took more than ${limits.maxMemoryMb} MB of memory; split the file or raise the memory limit.`,
    }
  }
  return {
    code: 'crashed',
    detail: `The process that read the file ended (${outcome.detail}); try again, or print the file to a new PDF.`,
  }
}
