/** Exports marked places of papers: a PDF copy with highlights, W3C Web Annotations, and annotations in the format of Zotero's web API. */
import { mkdir } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { contentId, isGlossError, writeFailure, writeNamedFile } from '../../core/index.ts'
import { paperText, type Span } from '../../corpus/index.ts'
import { spanOnPages } from '../ingest/page-image.ts'
import { paperPdf } from '../ingest/paper-file.ts'
import { findPaper } from '../wiring/find-by-name.ts'
import type { Gloss } from '../wiring/gloss.ts'

/** A stretch of a paper's text, and the text of its mark. */
export interface MarkedSpan {
  readonly paper: string
  readonly span: Span
  readonly note: string
}

export const MARK_FORMATS = ['pdf', 'web-annotation', 'zotero'] as const

interface MarkedPaper {
  /** Name of the marked copy. */
  readonly name: string
  readonly pdf: Uint8Array
  readonly webAnnotations: readonly object[]
  readonly zotero: readonly object[]
}

const CONTEXT_CHARACTERS = 32
const YELLOW = '#ffd400'
const AS_COPY = ' (marked).pdf'

/** Returns a paper's marks in every format. Throws `PAPER_NOT_FOUND`, `FILE_UNREADABLE` for a paper that is no PDF, and `FILE_GONE`. */
export async function markedPaper(
  gloss: Gloss,
  {
    corpus,
    paper,
    marks,
  }: {
    readonly corpus?: string | undefined
    readonly paper: string
    readonly marks: readonly Omit<MarkedSpan, 'paper'>[]
  },
  signal: AbortSignal,
): Promise<MarkedPaper> {
  const { store } = await gloss.session(corpus)
  const { id, doi } = await findPaper(store, paper)
  const { bytes, name } = await paperPdf(gloss, { corpus, paper: id })
  const pages = await store.pages(id)
  const text = paperText(pages)
  const places = marks.flatMap(({ span, note }) =>
    spanOnPages(pages, span).map(({ page, height, boxes }) => ({ page, height, boxes, note, span })),
  )
  const { pdf, rectangles } = await gloss.pdf().mark(bytes, places, signal)
  const source = doi === null ? `urn:gloss:${id}` : `https://doi.org/${doi}`
  return {
    name: parse(name).name + AS_COPY,
    pdf,
    webAnnotations: marks.map((mark) =>
      webAnnotation({ ...mark, source, text, pages: spanOnPages(pages, mark.span) }),
    ),
    zotero: places.map(({ page, height, note, span }, at) => ({
      itemType: 'annotation',
      annotationType: 'highlight',
      annotationText: text.slice(...span),
      annotationComment: note,
      annotationColor: YELLOW,
      annotationPageLabel: String(page),
      annotationSortIndex: sortIndex(
        page,
        span[0],
        height - Math.max(0, ...rectangles[at]!.map(([, , , top]) => top)),
      ),
      annotationPosition: JSON.stringify({ pageIndex: page - 1, rects: rectangles[at] }),
    })),
  }
}

/** Returns Zotero's sort key of an annotation: page, offset and distance from the top. */
function sortIndex(page: number, offset: number, top: number): string {
  const digits = (value: number, count: number) => String(Math.max(0, Math.floor(value))).padStart(count, '0')
  return `${digits(page - 1, 5)}|${digits(offset, 6)}|${digits(top, 5)}`
}

interface Annotated {
  readonly source: string
  readonly text: string
  readonly span: Span
  readonly note: string
  readonly pages: ReturnType<typeof spanOnPages>
}

/** Returns an annotation of the W3C's Web Annotation Data Model (2017), with fragments of PDFs as in RFC 8118. */
function webAnnotation({ source, text, span: [start, end], note, pages }: Annotated): object {
  const fragments = pages.flatMap(({ page, boxes }) =>
    boxes.map(({ left, top, right, bottom }) => ({
      type: 'FragmentSelector',
      conformsTo: 'https://www.rfc-editor.org/rfc/rfc8118',
      value: `page=${page}&viewrect=${[left, top, right - left, bottom - top].map((side) => side.toFixed(1)).join(',')}`,
    })),
  )
  const quote = {
    type: 'TextQuoteSelector',
    exact: text.slice(start, end),
    prefix: text.slice(Math.max(0, start - CONTEXT_CHARACTERS), start),
    suffix: text.slice(end, end + CONTEXT_CHARACTERS),
  }
  return {
    '@context': 'http://www.w3.org/ns/anno.jsonld',
    id: `urn:gloss:annotation:${contentId(JSON.stringify([source, start, end, note]))}`,
    type: 'Annotation',
    motivation: 'highlighting',
    body: [{ type: 'TextualBody', value: note, purpose: 'commenting', format: 'text/plain' }],
    target: { source, selector: [quote, { type: 'TextPositionSelector', start, end }, ...fragments] },
  }
}

/** Writes a marked copy of each paper, `annotations.json` (W3C) and `zotero.json` into `folder`. Throws `FILE_UNREADABLE` if it cannot. */
export async function saveMarks(
  gloss: Gloss,
  {
    corpus,
    folder,
    marks,
  }: {
    readonly corpus?: string | undefined
    readonly folder: string
    readonly marks: readonly MarkedSpan[]
  },
  signal: AbortSignal,
) {
  const [files, missing]: [string[], { paper: string; reason: string }[]] = [[], []]
  const [webAnnotations, zotero]: [object[], object[]] = [[], []]
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw writeFailure(folder, error)
  })
  for (const [paper, of] of Map.groupBy(marks, (mark) => mark.paper)) {
    try {
      const marked = await markedPaper(gloss, { corpus, paper, marks: of }, signal)
      const path = join(folder, marked.name)
      await writeNamedFile(path, marked.pdf)
      files.push(path)
      webAnnotations.push(...marked.webAnnotations)
      zotero.push(...marked.zotero)
    } catch (error) {
      if (!isGlossError(error)) throw error
      missing.push({ paper, reason: error.message })
    }
  }
  for (const [name, content] of [
    ['annotations.json', webAnnotations],
    ['zotero.json', zotero],
  ] as const) {
    const path = join(folder, name)
    await writeNamedFile(path, `${JSON.stringify(content, null, 2)}\n`)
    files.push(path)
  }
  return { files, missing }
}
