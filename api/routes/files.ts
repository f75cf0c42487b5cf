/** Serves files: a paper's own PDF, a paper as an entry for a reference manager, a corpus in a format of `gloss export`. */
import { Readable } from 'node:stream'
import { z } from 'zod'
import { citePaper, EXPORT_FORMATS, exportCorpus, REFERENCE_FORMATS } from '../../app/export/index.ts'
import { paperPdf } from '../../app/ingest/index.ts'
import { MARK_FORMATS, markedPaper } from '../../app/verify/index.ts'
import type { Gloss } from '../../app/wiring/index.ts'
import { signalOf } from '../http/client-signal.ts'
import { CorpusQuery, corpusField, flagField, PaperParams, typed, type ZodServer } from '../http/fields.ts'

/** Policy of a document that loads and runs nothing. The browser's own PDF viewer needs styles and its plug-in. */
const PDF_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "object-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const formatField = z.enum(REFERENCE_FORMATS).default('bibtex').describe('Default: bibtex.')
const CiteQuery = z.strictObject({ corpus: corpusField, format: formatField })
const MAX_SPANS = 200
const MarkedQuery = z.strictObject({
  corpus: corpusField,
  format: z.enum(MARK_FORMATS).default('pdf').describe('Default: pdf.'),
  span: z
    .string()
    .regex(/^\d+-\d+(?:,\d+-\d+)*$/, 'must be spans: 120-180,400-460')
    .transform((text) => text.split(',').map((span) => span.split('-').map(Number) as [number, number]))
    .refine((spans) => spans.length <= MAX_SPANS, `must be at most ${MAX_SPANS} spans`)
    .refine((spans) => spans.every(([start, end]) => start < end), 'must end behind where they start')
    .describe('Spans in the text of the paper: 120-180,400-460.'),
  note: z.string().max(2_000).default('').describe('Note on the marks.'),
})
const ExportParams = z.strictObject({ name: z.string().min(1).max(64) })
const ExportQuery = z.strictObject({
  format: z.enum(EXPORT_FORMATS),
  bom: flagField.exactOptional().describe('csv: starts with a byte order mark so that Excel reads UTF-8.'),
})

export function fileRoutes(server: ZodServer, gloss: Gloss): void {
  server.get('/papers/:id/file', {
    schema: {
      summary: 'Get the PDF that a paper was read from',
      params: PaperParams,
      querystring: CorpusQuery,
      response: { 200: typed('The file.', ['application/pdf']) },
    },
    async handler({ params: { id }, query: { corpus } }, reply) {
      const { bytes, name } = await paperPdf(gloss, { corpus, paper: id })
      return reply
        .type('application/pdf')
        .header('content-disposition', contentDisposition('inline', name))
        .header('content-security-policy', PDF_POLICY)
        .header('cache-control', 'private, no-cache')
        .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    },
  })

  server.get('/papers/:id/marked', {
    schema: {
      summary: 'Get a copy of the PDF with highlights, or the highlights as W3C or Zotero annotations',
      params: PaperParams,
      querystring: MarkedQuery,
      response: { 200: typed('The file.', ['application/pdf', 'application/json']) },
    },
    async handler({ params: { id }, query: { corpus, format, span: spans, note } }, reply) {
      const marks = spans.map((span) => ({ span, note }))
      const marked = await markedPaper(gloss, { corpus, paper: id, marks }, signalOf(reply))
      if (format === 'web-annotation') return reply.type('application/json').send(marked.webAnnotations)
      if (format === 'zotero') return reply.type('application/json').send(marked.zotero)
      return reply
        .type('application/pdf')
        .header('content-disposition', contentDisposition('attachment', marked.name))
        .send(Buffer.from(marked.pdf))
    },
  })

  server.get('/papers/:id/citation', {
    schema: {
      summary: 'Get a paper as a BibTeX, RIS or CSL-JSON entry',
      params: PaperParams,
      querystring: CiteQuery,
      response: { 200: typed('The entry.', REFERENCE_FORMATS.map(mediaType)) },
    },
    async handler({ params: { id }, query: { corpus, format } }, reply) {
      const entry = await citePaper(gloss, { corpus, paper: id, format })
      return reply.type(FILE_TYPES[format].type).send(entry)
    },
  })

  server.get('/corpora/:name/export', {
    schema: {
      summary: 'Download the units, the papers or the graph of a corpus',
      params: ExportParams,
      querystring: ExportQuery,
      response: { 200: typed('The file, written as it is sent.', EXPORT_FORMATS.map(mediaType)) },
    },
    async handler({ params: { name: corpus }, query: { format, bom } }, reply) {
      const { type, ending } = FILE_TYPES[format]
      reply.header('content-disposition', contentDisposition('attachment', `${corpus}.${ending}`))
      const out = async (text: AsyncIterable<string>) => {
        await reply.type(type).send(Readable.from(text))
      }
      await exportCorpus(gloss, { corpus, format, bom, out }, signalOf(reply))
      return reply
    },
  })
}

function mediaType(format: keyof typeof FILE_TYPES): string {
  return FILE_TYPES[format].type.split(';')[0] ?? ''
}

/** Returns the value of `content-disposition` (RFC 6266), with the name encoded as in RFC 8187. */
function contentDisposition(kind: 'inline' | 'attachment', fileName: string): string {
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename*=UTF-8''${encoded}`
}

/** Media type and extension of every format that is written. */
const FILE_TYPES = {
  bibtex: { type: 'application/x-bibtex; charset=utf-8', ending: 'bib' },
  ris: { type: 'application/x-research-info-systems; charset=utf-8', ending: 'ris' },
  'csl-json': { type: 'application/vnd.citationstyles.csl+json; charset=utf-8', ending: 'json' },
  csv: { type: 'text/csv; charset=utf-8', ending: 'csv' },
  jsonl: { type: 'application/jsonl; charset=utf-8', ending: 'jsonl' },
  graphml: { type: 'application/xml; charset=utf-8', ending: 'graphml' },
  hipporag: { type: 'application/json; charset=utf-8', ending: 'json' },
} as const
