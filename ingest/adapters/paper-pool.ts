/**
 * Reads, measures, splits and draws papers of every format in child processes with a time and a memory limit, so that no
 * stranger's file stops, slows or ends the program itself.
 */
import { type ChildOutcome, entryBeside, GlossError, openChildPool, unpackList } from '../../core/index.ts'
import type { Page } from '../../corpus/index.ts'
import type { Catalogue, CatalogueFormat, RecordResult } from '../formats/index.ts'
import type { PaperCutter, PaperReader, ReadLimits, ReadPaper } from '../ports.ts'
import type { PageFigure } from '../tables/index.ts'
import type { PageMark, PaperAnswer, PaperRequest, PlaceToMark } from './paper-protocol.ts'

interface PaperPoolOptions {
  readonly workers: number
  readonly limits: ReadLimits
}

/** If a child is lost while working on a list or a read paper, methods throw `FILE_UNREADABLE`; its fact `reason` is the failure code. */
export interface PaperPool extends PaperReader, PaperCutter {
  /**
   * Returns the page (from 1), or the part of it within `crop`, as a PNG about `widthPixels` wide.
   * Throws `PAGE_NOT_FOUND` if there is no such page, `FILE_UNREADABLE` if the file cannot be drawn.
   */
  render(
    bytes: Uint8Array,
    page: number,
    widthPixels: number,
    signal: AbortSignal,
    marks?: readonly PageMark[],
    crop?: PageMark | null,
  ): Promise<Uint8Array>
  /** Returns the tables and figures of a PDF, page by page. Throws `FILE_UNREADABLE`. */
  figures(bytes: Uint8Array, signal: AbortSignal): Promise<readonly PageFigure[]>
  /** Returns a copy of a PDF with highlights, and the rectangles of each place in the page's own space. Throws `FILE_UNREADABLE`. */
  mark(bytes: Uint8Array, places: readonly PlaceToMark[], signal: AbortSignal): Promise<AnswerOf<'marked'>>
  /** Returns the entries of a list, or null for bytes that are not text. */
  catalogue(format: CatalogueFormat, bytes: Uint8Array, signal: AbortSignal): Promise<Catalogue | null>
  /** Parses one line of a `.jsonl` file. */
  record(line: string, signal: AbortSignal): Promise<RecordResult>
}

type Loss = Exclude<ChildOutcome<PaperAnswer>, { kind: 'answer' }>
type AnswerOf<Kind extends PaperAnswer['kind']> = Extract<PaperAnswer, { kind: Kind }>

// Counts PDFs only: text does not wear a child out, and starting one takes up to .6 s of CPU, 20 ms for each of many small documents.
const PDFS_PER_CHILD = 100
// Takes 3 ms of work at most (an abstract takes 1), less than a child's four answers take.
const MAX_LOCAL_CHARACTERS = 8_192
const NO_BOXES = new Float32Array()
const ENTRY = entryBeside(import.meta.url, 'paper-child')

export function openPaperPool({ workers, limits }: PaperPoolOptions): PaperPool {
  const pool = openChildPool<PaperRequest, PaperAnswer>({
    entry: ENTRY,
    workers,
    maxMemoryMb: limits.maxMemoryMb,
    requestsPerChild: PDFS_PER_CHILD,
    leavesChildren: true,
    wearsOut: opensPdf,
  })
  const ask = (request: PaperRequest, signal: AbortSignal) => pool.run(request, limits.timeoutMs, signal)

  /** Returns the answer of that kind. Throws `FILE_UNREADABLE` if the child was lost. */
  async function work<Kind extends PaperAnswer['kind']>(
    kind: Kind,
    request: PaperRequest,
    signal: AbortSignal,
  ): Promise<AnswerOf<Kind>> {
    const outcome = await ask(request, signal)
    if (outcome.kind === 'answer' && outcome.answer.kind !== 'failure') return expected(kind, outcome.answer)
    const { code, detail } =
      outcome.kind === 'answer'
        ? expected('failure', outcome.answer)
        : lossOf(outcome, limits, 'Working on the paper')
    throw new GlossError('FILE_UNREADABLE', detail, { reason: code })
  }

  return {
    async read({ path, format, document, known }, bytes, signal) {
      const source = { path, format, document, known }
      signal.throwIfAborted()
      if (format === 'jsonl' && bytes.length <= MAX_LOCAL_CHARACTERS)
        return (await textWork()).readText(source, bytes)
      const outcome = await ask({ kind: 'read', source, bytes, limits }, signal)
      if (outcome.kind !== 'answer') return { ok: false, ...lossOf(outcome, limits, 'Reading') }
      return expected('outcome', outcome.answer).outcome
    },
    async render(bytes, page, widthPixels, signal, marks = [], crop = null) {
      const outcome = await ask({ kind: 'render', bytes, page, widthPixels, marks, crop }, signal)
      return imageOf(outcome, page, limits)
    },
    async figures(bytes, signal) {
      return (await work('paper-figures', { kind: 'paper-figures', bytes }, signal)).figures
    },
    mark: (bytes, places, signal) => work('marked', { kind: 'mark', bytes, places }, signal),
    async catalogue(format, bytes, signal) {
      const { catalogue } = await work('catalogue', { kind: 'list', format, bytes }, signal)
      if (catalogue === null) return null
      return { entries: await unpackList(catalogue.entries), broken: await unpackList(catalogue.broken) }
    },
    async record(line, signal) {
      return (await work('record', { kind: 'record', line }, signal)).record
    },
    async measureProse({ pages, description }, languages, signal) {
      signal.throwIfAborted()
      if (isShort(pages)) return (await textWork()).figuresOf({ pages, description }, languages)
      const paper = withoutBoxes({ id: '', pages, description })
      return (await work('figures', { kind: 'measure', paper, languages }, signal)).figures
    },
    async summarise(paper, signal) {
      signal.throwIfAborted()
      if (isShort(paper.pages)) return (await textWork()).summaryOf(paper)
      return (await work('summary', { kind: 'summarise', paper: withoutBoxes(paper) }, signal)).summary
    },
    async passages(paper, signal) {
      signal.throwIfAborted()
      if (isShort(paper.pages)) return (await textWork()).passagesOf(paper)
      const { mayHaveTables } = await import('../tables/index.ts')
      const request = { kind: 'cut', paper: withoutBoxes(paper, mayHaveTables) } as const
      return await unpackList((await work('passages', request, signal)).passages)
    },
    close: () => pool.close(),
  }
}

function opensPdf(request: PaperRequest): boolean {
  if (request.kind === 'read') return request.source.format === 'pdf'
  return request.kind === 'render' || request.kind === 'paper-figures' || request.kind === 'mark'
}

let textWorkModule: Promise<typeof import('./text-work.ts')> | null = null

/** Loads the module with the first short text: many runs have none. */
function textWork() {
  textWorkModule ??= import('./text-work.ts')
  return textWorkModule
}

/** Returns whether a paper is short text without page layout, such as an abstract. Page layout is always measured in a child. */
function isShort(pages: readonly Page[]): boolean {
  return pages.length === 1 && pages[0]!.width === 0 && pages[0]!.text.length <= MAX_LOCAL_CHARACTERS
}

/** Drops character boxes, nine tenths of a paper's bytes, which only drawing and tables need. */
function withoutBoxes(paper: ReadPaper, needsBoxes = (_: Page): boolean => false): ReadPaper {
  return {
    ...paper,
    pages: paper.pages.map((page) => (needsBoxes(page) ? page : { ...page, boxes: NO_BOXES })),
  }
}

function expected<Kind extends PaperAnswer['kind']>(kind: Kind, answer: PaperAnswer): AnswerOf<Kind> {
  if (answer.kind === kind) return answer as AnswerOf<Kind>
  throw new TypeError(`The child answered with ${answer.kind} where ${kind} was asked for`)
}

function imageOf(outcome: ChildOutcome<PaperAnswer>, page: number, limits: ReadLimits): Uint8Array {
  if (outcome.kind === 'answer' && outcome.answer.kind !== 'failure')
    return expected('image', outcome.answer).png
  const loss =
    outcome.kind === 'answer'
      ? expected('failure', outcome.answer)
      : lossOf(outcome, limits, 'Drawing the page')
  const code = loss.code === 'page_unreadable' ? 'PAGE_NOT_FOUND' : 'FILE_UNREADABLE'
  throw new GlossError(code, loss.detail, { page, reason: loss.code })
}

function lossOf(outcome: Loss, limits: ReadLimits, what: string): { code: string; detail: string } {
  if (outcome.kind === 'timeout') {
    const seconds = Math.round(limits.timeoutMs / 1000)
    return {
      code: 'timeout',
      detail: `${what} took more than ${seconds} s; print the file to a new PDF or raise the time limit.`,
    }
  }
  if (outcome.kind === 'out-of-memory') {
    return {
      code: 'out_of_memory',
      detail: `${what} took more than ${limits.maxMemoryMb} MB of memory; split the file or raise the memory limit.`,
    }
  }
  return {
    code: 'crashed',
    detail: `The process that read the file ended (${outcome.detail}); try again, or print the file to a new PDF.`,
  }
}
