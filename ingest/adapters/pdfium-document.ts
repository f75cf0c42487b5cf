/** Opens a PDF and counts its pages. Every reason for a refusal has a code and says what to do. */
import type { Pdfium } from './pdfium-module.ts'

/** Reason why a file could not be read; `code` is part of the paper's state, `failed:CODE`. */
interface ReadFailure {
  readonly code: string
  readonly detail: string
}

export interface PdfDocument {
  readonly handle: number
  readonly pageCount: number
  close(): void
}

// ISO 32000 asks for the header at the very start; readers have always accepted it within the first 1024 bytes.
const HEADER = '%PDF-'
const HEADER_WITHIN_BYTES = 1024
/** Pages that can be read in 30 s, at some 200 a second. Longer files are not papers. Chosen, not measured. */
const MAX_PAGES = 5000

// fpdfview.h, FPDF_ERR_*.
const PDFIUM_ERRORS: Readonly<Record<number, ReadFailure>> = {
  4: {
    code: 'password_needed',
    detail: 'The file is protected by a password; save a copy without one and ingest that.',
  },
  5: {
    code: 'encrypted',
    detail: 'The file uses an encryption that cannot be read; save an unprotected copy.',
  },
}
const DAMAGED: ReadFailure = {
  code: 'damaged_pdf',
  detail: 'The file is damaged beyond repair; download it again or print it to a new PDF.',
}

/** Returns the reason to refuse the file that its bytes alone show, or null if it is worth opening. */
function refusePdf(bytes: Uint8Array): ReadFailure | null {
  if (bytes.length === 0) return { code: 'empty_file', detail: 'The file is empty; download it again.' }
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEADER_WITHIN_BYTES))
  if (head.includes(HEADER)) return null
  return {
    code: 'not_a_pdf',
    detail: 'The file is not a PDF; give it the extension of its actual format, or download it again.',
  }
}

/** Opens the document; the bytes are copied into the module's memory and freed by `close`. */
export function openPdf(pdfium: Pdfium, bytes: Uint8Array): PdfDocument | ReadFailure {
  const refused = refusePdf(bytes)
  if (refused !== null) return refused
  const { call } = pdfium
  const address = call.malloc(bytes.length)
  if (address === 0)
    return { code: 'out_of_memory', detail: 'The file does not fit into memory; split it into parts.' }
  pdfium.bytes().set(bytes, address)
  const handle = call.FPDF_LoadMemDocument(address, bytes.length, 0)
  if (handle === 0) {
    const error = call.FPDF_GetLastError()
    call.free(address)
    return PDFIUM_ERRORS[error] ?? DAMAGED
  }
  const pageCount = call.FPDF_GetPageCount(handle)
  const close = () => {
    call.FPDF_CloseDocument(handle)
    call.free(address)
  }
  const refusal = refusePageCount(pageCount)
  if (refusal === null) return { handle, pageCount, close }
  close()
  return refusal
}

function refusePageCount(pageCount: number): ReadFailure | null {
  if (pageCount <= 0)
    return { code: 'no_pages', detail: 'The file has no pages; download it again or print it to a new PDF.' }
  if (pageCount <= MAX_PAGES) return null
  return {
    code: 'too_many_pages',
    detail: `The file has ${pageCount} pages; split it into parts of at most ${MAX_PAGES}.`,
  }
}
