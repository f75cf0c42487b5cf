/** `gloss import` and `gloss export`: documents and units from and to the formats of others. */
import type { Command } from 'commander'
import {
  EXPORT_FORMATS,
  type ExportFormat,
  exportCorpus,
  IMPORT_FORMATS,
  IMPORT_PARTS,
  type ImportFormat,
  type ImportParts,
  importPath,
} from '../../app/index.ts'
import { type CommonOptions, type Context, inContext, withCommonOptions } from '../context.ts'
import { oneOf } from '../options.ts'
import { counted } from '../output.ts'

interface ImportOptions extends CommonOptions {
  readonly format: ImportFormat
  readonly parts?: ImportParts
}

interface ExportOptions extends CommonOptions {
  readonly format: ExportFormat
  readonly out: string
  readonly constants?: boolean
  readonly passages?: boolean
}

export function addImportCommand(program: Command): void {
  withCommonOptions(program.command('import'))
    .description('Take in documents or units that others have made; no gate, no reading.')
    .argument(
      '<path>',
      'a BEIR folder, a CSV name,year,locator,topic,quote, the published units as JSON, or facts: an OpenIE file of HippoRAG, or lines {_id, entities, triples} for documents that are there',
    )
    .requiredOption('--format <name>', IMPORT_FORMATS.join(', '), oneOf('--format', IMPORT_FORMATS))
    .option(
      '--parts <parts>',
      `beir: what is indexed of a document: ${IMPORT_PARTS.join(', ')}`,
      oneOf('--parts', IMPORT_PARTS),
    )
    .action((path: string, options: ImportOptions) =>
      inContext({ ...options }, (context) => importInto({ ...options, path }, context)),
    )
}

export function addExportCommand(program: Command): void {
  withCommonOptions(program.command('export'))
    .description('Write the units or papers of a corpus to a file.')
    .requiredOption('--format <name>', EXPORT_FORMATS.join(', '), oneOf('--format', EXPORT_FORMATS))
    .requiredOption('--out <file>', 'file to write')
    .option('--constants', 'csv: the constant columns of the published files')
    .option('--passages', 'passages as well as units')
    .action((options: ExportOptions) => inContext({ ...options }, (context) => exportFrom(options, context)))
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
      : `${counted(facts.facts, 'fact')} of ${counted(facts.docs, 'passage')}: ${counted(facts.joined, 'unit')} joined, ${facts.added} added`
  output.line(`${what} in corpus "${corpus}" in ${seconds.toFixed(1)} s.`)
  for (const [reason, count] of Object.entries(result.losses))
    output.line(`   ${count} ${reason.startsWith('mended_') ? 'mended' : 'left out'}: ${reason}`)
  output.object(result)
}

export async function exportFrom(
  options: Pick<ExportOptions, 'format' | 'out' | 'constants' | 'passages'>,
  { gloss, output, signal }: Context,
): Promise<void> {
  const result = await exportCorpus(gloss, options, signal)
  output.line(
    `${counted(result.written, result.format === 'bibtex' ? 'paper' : 'unit')} written to ${result.out}.`,
  )
  output.object(result)
}
