/** `gloss import` and `gloss export`: transfer documents and units in other tools’ formats. */
import { once } from 'node:events'
import type { Command } from 'commander'
import { EXPORT_FORMATS, type ExportRequest, exportCorpus } from '../../app/export/index.ts'
import {
  IMPORT_FORMATS,
  IMPORT_PARTS,
  type ImportFormat,
  type ImportParts,
  importPath,
} from '../../app/ingest/index.ts'
import { type CommonOptions, type Context, withCommonOptions, withContext } from '../context.ts'
import { oneOf } from '../options.ts'
import { counted } from '../output.ts'
import { terminalText } from '../terminal-text.ts'

const STDOUT = '-'

interface ImportOptions extends CommonOptions {
  readonly format: ImportFormat
  readonly parts?: ImportParts
}

interface ExportOptions extends CommonOptions, Omit<ExportRequest, 'out' | 'corpus' | 'folder'> {
  readonly out: string
}

export function addImportCommand(program: Command): void {
  withCommonOptions(program.command('import'))
    .description('Import existing documents or units, skipping parsing and the gate.')
    .argument(
      '<path>',
      'BEIR folder; CSV with the columns name,year,locator,topic,quote; published units as JSON; or facts: a HippoRAG OpenIE file, or JSON Lines {_id, entities, triples} for documents in the corpus',
    )
    .requiredOption(
      '--format <name>',
      `input format: ${IMPORT_FORMATS.join(', ')}`,
      oneOf('--format', IMPORT_FORMATS),
    )
    .option(
      '--parts <parts>',
      `beir: parts of a document to index: ${IMPORT_PARTS.join(', ')}`,
      oneOf('--parts', IMPORT_PARTS),
    )
    .action(
      withContext((path: string, options: ImportOptions, context: Context) =>
        importInto({ ...options, path }, context),
      ),
    )
}

export function addExportCommand(program: Command): void {
  withCommonOptions(program.command('export'))
    .description('Export the units or papers of a corpus to a file.')
    .requiredOption(
      '--format <name>',
      `output format: ${EXPORT_FORMATS.join(', ')}`,
      oneOf('--format', EXPORT_FORMATS),
    )
    .requiredOption('--out <file>', 'file to write; - for stdout')
    .option('--published', 'csv: only the columns of the published files')
    .option('--constants', 'csv: the same with the constant values of the published files')
    .option('--bom', 'csv: begin with a byte order mark, so that Excel reads UTF-8')
    .option('--passages', 'export passages as well as units')
    .action(withContext(exportFrom))
}

export async function importInto(
  request: ImportOptions & { readonly path: string },
  { gloss, output, signal }: Context,
): Promise<void> {
  const result = await importPath(gloss, request, signal)
  const { documents, units, facts, corpus, seconds } = result
  const what =
    facts === undefined
      ? `${counted(documents, 'document')}, ${counted(units, 'unit')}`
      : `${counted(facts.facts, 'fact')} from ${counted(facts.docs, 'passage')}: ${facts.joined} matched to existing units, ${facts.added} added as units`
  output.line(`${what} in corpus "${corpus}" in ${seconds.toFixed(1)} s.`)
  for (const [reason, count] of Object.entries(result.losses))
    output.line(`   ${count} ${reason.startsWith('mended_') ? 'repaired' : 'left out'}: ${reason}`)
  output.object(result)
}

export async function exportFrom(
  options: Pick<ExportOptions, 'format' | 'out' | 'published' | 'constants' | 'bom' | 'passages'>,
  { gloss, output, signal }: Context,
): Promise<void> {
  const isToStdout = options.out === STDOUT
  const out = isToStdout ? writeToStdout : options.out
  const result = await exportCorpus(
    gloss,
    { ...options, out, ...(isToStdout ? { folder: process.cwd() } : {}) },
    signal,
  )
  const written = `${counted(result.written, result.what === 'papers' ? 'paper' : 'unit')} written`
  if (isToStdout)
    return output.note(output.isJson ? JSON.stringify(result) : `${written}. ${result.notice ?? ''}`.trim())
  output.line(`${written} to ${result.out}.`)
  if (result.notice !== undefined) output.line(`   ${result.notice}`)
  output.object(result)
}

/** Writes at the speed of the reader, which may be a slow pipe. A pipe gets every character, a terminal only the safe ones. */
async function writeToStdout(text: AsyncIterable<string>): Promise<void> {
  const { stdout } = process
  for await (const part of text)
    if (!stdout.write(stdout.isTTY ? terminalText(part) : part)) await once(stdout, 'drain')
}
