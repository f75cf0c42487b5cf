/**
 * The child process that holds pdfium: takes one request at a time, answers it, and ends itself when the module is broken.
 * Started by the pool, never imported.
 */
import { loadPdfium } from './pdfium-module.ts'
import { readPdf } from './pdfium-pages.ts'
import type { ChildMessage, PdfAnswer, PdfRequest } from './pdfium-protocol.ts'
import { renderPdfPage } from './pdfium-render.ts'

const BYTES_PER_MB = 1024 * 1024

const pdfium = await loadPdfium()

process.on('message', (request: PdfRequest) => {
  answer(request).then(
    (said) => send({ kind: 'done', answer: said, residentMb: process.memoryUsage.rss() / BYTES_PER_MB }),
    (error: unknown) => {
      // The module's memory cannot be trusted after this: tell and go.
      process.stderr.write(error instanceof Error ? `${error.stack}\n` : `${String(error)}\n`)
      process.exit(1)
    },
  )
})
process.on('disconnect', () => process.exit(0))
// Ctrl-C on a terminal reaches the whole process group; the parent decides what ends.
process.on('SIGINT', () => undefined)

function answer(request: PdfRequest): Promise<PdfAnswer> {
  if (request.kind === 'read')
    return readPdf(pdfium, request.bytes, request.limits, () => send({ kind: 'progress' }))
  return Promise.resolve(renderPdfPage(pdfium, request))
}

function send(message: ChildMessage): void {
  process.send?.(message)
}
