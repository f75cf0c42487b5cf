/**
 * A child process that reads papers of every format, splits them into passages and draws their pages. It answers one request at a
 * time and ends itself on any internal error. The pool starts it; nothing imports it.
 */
import { decodeText, packList, serveParent } from '../../core/index.ts'
import type { Catalogue } from '../formats/index.ts'
import { passagesOf } from '../passages.ts'
import type { ReadOutcome } from '../ports.ts'
import type { PackedCatalogue, PaperAnswer, PaperRequest } from './paper-protocol.ts'
import { readFigures } from './pdfium-figures.ts'
import { markPdfCopy } from './pdfium-mark-copy.ts'
import { loadPdfium, type Pdfium } from './pdfium-module.ts'
import { readPdf } from './pdfium-pages.ts'
import { renderPdfPage } from './pdfium-render.ts'
import { figuresOf, readText, summaryOf } from './text-work.ts'

type RequestOf<Kind extends PaperRequest['kind']> = Extract<PaperRequest, { kind: Kind }>

let pdfium: Promise<Pdfium> | null = null

serveParent<PaperRequest, PaperAnswer>(async (request, onProgress) => {
  switch (request.kind) {
    case 'read':
      return { kind: 'outcome', outcome: await read(request, onProgress) }
    case 'render':
      return renderPdfPage(await openedPdfium(), request)
    case 'paper-figures':
      return readFigures(await openedPdfium(), request.bytes)
    case 'mark':
      return markPdfCopy(await openedPdfium(), request)
    case 'list':
      return { kind: 'catalogue', catalogue: packed(await catalogueOf(request)) }
    case 'record':
      return { kind: 'record', record: (await import('../formats/index.ts')).parsePaperRecord(request.line) }
    case 'measure':
      return { kind: 'figures', figures: figuresOf(request.paper, request.languages) }
    case 'summarise':
      return { kind: 'summary', summary: await summaryOf(request.paper) }
    case 'cut':
      return { kind: 'passages', passages: packList(passagesOf(request.paper)) }
  }
})

/** Loads pdfium with the first PDF: many runs read none. */
function openedPdfium(): Promise<Pdfium> {
  pdfium ??= loadPdfium()
  return pdfium
}

async function read(
  { source, bytes, limits }: RequestOf<'read'>,
  onProgress: () => void,
): Promise<ReadOutcome> {
  if (source.format === 'pdf') return await readPdf(await openedPdfium(), bytes, limits, onProgress)
  return await readText(source, bytes)
}

/** Returns null for bytes that are not text. The readers of lists and records are loaded with the first of them. */
async function catalogueOf({ format, bytes }: RequestOf<'list'>): Promise<Catalogue | null> {
  const text = decodeText(bytes)
  if (text === null) return null
  if (format !== 'zotero-rdf') return (await import('../formats/index.ts')).parseCatalogue(format, text)
  const catalogue = (await import('./zotero.ts')).zoteroRdf(text)
  return 'code' in catalogue ? { entries: [], broken: [''] } : catalogue
}

function packed(catalogue: Catalogue | null): PackedCatalogue | null {
  if (catalogue === null) return null
  return { entries: packList(catalogue.entries), broken: packList(catalogue.broken) }
}
