/** `export`: what the corpus knows, in formats that others read. */
import { replaceFile } from '../../core/index.ts'
import type { Paper, Unit } from '../../corpus/index.ts'
import { allPapers } from '../../corpus/index.ts'
import {
  createBibtexWriter,
  UNIT_CSV_HEADER,
  unitCsvLine,
  unitJsonLine,
  unitRow,
} from '../../ingest/index.ts'
import type { CorpusSession } from '../wiring/corpus-session.ts'
import type { Gloss } from '../wiring/gloss.ts'
import { type GraphFormat, graphText, isGraphFormat } from './export-graph.ts'

export const EXPORT_FORMATS = ['csv', 'jsonl', 'bibtex', 'graphml', 'hipporag'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

export interface ExportRequest {
  readonly format: ExportFormat
  /** Written beside and renamed, so that a file that was there stays whole until the new one is. */
  readonly out: string
  readonly corpus?: string | undefined
  /** csv: the constant columns of the published files in place of the true provenance. */
  readonly constants?: boolean | undefined
  /** Passages as well as units. */
  readonly passages?: boolean | undefined
}

export interface ExportResult {
  readonly corpus: string
  readonly format: ExportFormat
  readonly out: string
  /** Units, or papers for BibTeX. */
  readonly written: number
}

export async function exportCorpus(
  gloss: Gloss,
  request: ExportRequest,
  signal: AbortSignal,
): Promise<ExportResult> {
  const session = await gloss.session(request.corpus)
  let written = 0
  async function* text(): AsyncIterable<string> {
    const { format } = request
    if (isGraphFormat(format)) {
      yield* graphText(session, format, () => {
        signal.throwIfAborted()
        written++
      })
      return
    }
    if (format === 'csv') yield UNIT_CSV_HEADER
    for await (const line of linesOf(session, { ...request, format })) {
      signal.throwIfAborted()
      written++
      yield line
    }
  }
  await replaceFile(request.out, text())
  return { corpus: session.name, format: request.format, out: request.out, written }
}

async function* linesOf(
  session: CorpusSession,
  { format, constants, passages }: ExportRequest & { readonly format: Exclude<ExportFormat, GraphFormat> },
): AsyncIterable<string> {
  const entryOf = createBibtexWriter()
  for await (const paper of allPapers(session.store, { state: 'kept' })) {
    if (format === 'bibtex') {
      yield entryOf(paper)
      continue
    }
    const units = await session.store.listUnits({
      paper: paper.id,
      ...(passages === true ? {} : { kind: 'unit' as const }),
    })
    for (const unit of units) yield lineOf(unit, paper, format, constants === true)
  }
}

function lineOf(unit: Unit, paper: Paper, format: 'csv' | 'jsonl', constants: boolean): string {
  if (format === 'jsonl') return unitJsonLine(unit, paper)
  return unitCsvLine(unitRow(unit, constants ? 'constants' : 'provenance'))
}
