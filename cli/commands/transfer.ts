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
import { type CommonOptions, inContext, withCommonOptions } from '../context.ts'
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
    .argument('<path>', 'a BEIR folder, a CSV name,year,locator,topic,quote, or the published units as JSON')
    .requiredOption('--format <name>', IMPORT_FORMATS.join(', '), oneOf('--format', IMPORT_FORMATS))
    .option(
      '--parts <parts>',
      `beir: what is indexed of a document: ${IMPORT_PARTS.join(', ')}`,
      oneOf('--parts', IMPORT_PARTS),
    )
    .action((path: string, options: ImportOptions) =>
      inContext({ ...options }, async ({ gloss, output, signal }) => {
        const result = await importPath(gloss, { ...options, path }, signal)
        output.line(
          `${counted(result.documents, 'document')}, ${counted(result.units, 'unit')} in corpus "${result.corpus}" in ${result.seconds.toFixed(1)} s.`,
        )
        for (const [reason, count] of Object.entries(result.losses))
          output.line(`   ${count} left out: ${reason}`)
        output.object(result)
      }),
    )
}

export function addExportCommand(program: Command): void {
  withCommonOptions(program.command('export'))
    .description('Write the units or papers of a corpus to a file.')
    .requiredOption('--format <name>', EXPORT_FORMATS.join(', '), oneOf('--format', EXPORT_FORMATS))
    .requiredOption('--out <file>', 'file to write')
    .option('--constants', 'csv: the constant columns of the published files')
    .option('--passages', 'passages as well as units')
    .action((options: ExportOptions) =>
      inContext({ ...options }, async ({ gloss, output, signal }) => {
        const result = await exportCorpus(gloss, options, signal)
        output.line(
          `${counted(result.written, result.format === 'bibtex' ? 'paper' : 'unit')} written to ${result.out}.`,
        )
        output.object(result)
      }),
    )
}
