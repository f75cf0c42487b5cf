/** `export`: writes the contents of a corpus in formats that other programs read. */
import { basename, dirname, isAbsolute, relative, resolve } from 'node:path'
import { writeNamedFile } from '../../core/index.ts'
import { allPapers, type Paper, type Unit } from '../../corpus/index.ts'
import {
  CITED_CSV_HEADER,
  citedCsvLine,
  createBibtexWriter,
  createCslWriter,
  createRisWriter,
  type EntryWriter,
  UNIT_CSV_HEADER,
  unitCsvLine,
  unitJsonLine,
  unitRow,
} from '../../ingest/index.ts'
import { graphText, isGraphFormat } from '../graph/export-graph.ts'
import type { CorpusSession } from '../wiring/corpus-session.ts'
import type { Gloss } from '../wiring/gloss.ts'

const UNIT_FORMATS = ['csv', 'jsonl'] as const
export const REFERENCE_FORMATS = ['bibtex', 'ris', 'csl-json'] as const
export type ReferenceFormat = (typeof REFERENCE_FORMATS)[number]
export const EXPORT_FORMATS = [...UNIT_FORMATS, ...REFERENCE_FORMATS, 'graphml', 'hipporag'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

export interface ExportRequest {
  readonly format: ExportFormat
  /** Path, written beside and renamed, so that an existing file stays whole until the new one is; or a function that takes the text. */
  readonly out: string | ((text: AsyncIterable<string>) => Promise<void>)
  readonly corpus?: string | undefined
  /** csv: folder that file paths are relative to. Default: the folder of `out`; if that is a function, only names are written. */
  readonly folder?: string | undefined
  /** csv: write exactly the published columns. */
  readonly published?: boolean | undefined
  /** csv: write the published columns with the constants of the published files instead of the true provenance. */
  readonly constants?: boolean | undefined
  /** csv: begin with a byte order mark, by which Excel recognises UTF-8. */
  readonly bom?: boolean | undefined
  /** Export passages as well as units. */
  readonly passages?: boolean | undefined
}

export async function exportCorpus(gloss: Gloss, request: ExportRequest, signal: AbortSignal) {
  const session = await gloss.session(request.corpus)
  const { format, out } = request
  let written = 0
  const onWritten = () => {
    signal.throwIfAborted()
    written++
  }
  const text = textOf(session, request, onWritten)
  if (typeof out === 'string') await writeNamedFile(out, text)
  else await out(text)
  return {
    corpus: session.name,
    format,
    /** Path of the file; `-` if the text was passed to a function. */
    out: typeof out === 'string' ? out : '-',
    what: isPaperFormat(format) ? 'papers' : 'units',
    /** Number of units or papers. */
    written,
    ...(written === 0 ? { notice: nothingWritten(session.name, format) } : {}),
  }
}

function nothingWritten(corpus: string, format: ExportFormat): string {
  if (format === 'hipporag')
    return `No unit of the corpus "${corpus}" has facts. Extract them with \`gloss graph facts\`, or import them with \`gloss import FILE --format facts\`.`
  if (isPaperFormat(format))
    return `The corpus "${corpus}" has no paper that was kept. To add papers: gloss ingest FOLDER.`
  return `The corpus "${corpus}" has no unit. To add papers: gloss ingest FOLDER.`
}

function textOf(
  session: CorpusSession,
  request: ExportRequest,
  onWritten: () => void,
): AsyncIterable<string> {
  const { format } = request
  if (isGraphFormat(format)) return graphText(session, format, onWritten)
  if (isPaperFormat(format))
    return catalogueText(allPapers(session.store, { state: 'kept' }), format, { onWritten })
  return unitText(session, { ...request, format }, onWritten)
}

export async function* catalogueText(
  papers: Iterable<Paper> | AsyncIterable<Paper>,
  format: ReferenceFormat,
  { onWritten, withFile }: { readonly onWritten?: () => void; readonly withFile?: boolean },
): AsyncIterable<string> {
  const writers = { bibtex: createBibtexWriter, ris: createRisWriter, 'csl-json': createCslWriter }
  const entryOf: EntryWriter = writers[format]({ withFile })
  const isArray = format === 'csl-json'
  let isFirst = true
  if (isArray) yield '[\n'
  for await (const paper of papers) {
    onWritten?.()
    yield isArray && !isFirst ? `,${entryOf(paper)}` : entryOf(paper)
    isFirst = false
  }
  if (isArray) yield ']\n'
}

type UnitRequest = ExportRequest & { readonly format: (typeof UNIT_FORMATS)[number] }

async function* unitText(
  session: CorpusSession,
  request: UnitRequest,
  onWritten: () => void,
): AsyncIterable<string> {
  const { header, lineOf } = unitWriter(request)
  const kind = request.passages === true ? {} : { kind: 'unit' as const }
  yield header
  for await (const stored of allPapers(session.store, { state: 'kept' })) {
    const paper = request.format === 'csv' ? { ...stored, paths: shownPaths(stored, request) } : stored
    for (const unit of await session.store.listUnits({ paper: paper.id, ...kind })) {
      onWritten()
      yield lineOf(unit, paper)
    }
  }
}

/** Returns paths relative to the folder of the written file, so that both can be moved together. */
function shownPaths({ paths }: Paper, { out, folder }: ExportRequest): string[] {
  const [path] = paths
  if (path === undefined || !isAbsolute(path)) return [...paths]
  const from = folder ?? (typeof out === 'string' ? dirname(resolve(out)) : null)
  return [from === null ? basename(path) : relative(from, path)]
}

function unitWriter({ format, published, constants, bom }: UnitRequest) {
  if (format === 'jsonl') return { header: '', lineOf: unitJsonLine }
  const mark = bom === true ? '\uFEFF' : ''
  const header = mark + UNIT_CSV_HEADER
  if (constants === true) return { header, lineOf: (unit: Unit) => unitCsvLine(unitRow(unit, 'constants')) }
  if (published === true) return { header, lineOf: (unit: Unit) => unitCsvLine(unitRow(unit)) }
  return { header: mark + CITED_CSV_HEADER, lineOf: citedCsvLine }
}

function isPaperFormat(format: ExportFormat): format is ReferenceFormat {
  return (REFERENCE_FORMATS as readonly string[]).includes(format)
}
