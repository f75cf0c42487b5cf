/** `gloss graph export` and `gloss graph import`: the graph in other tools’ formats. */
import type { Command } from 'commander'
import { GRAPH_FORMATS, type GraphFormat } from '../../app/graph/index.ts'
import { FACT_FORMATS, type FactFormat } from '../../app/ingest/index.ts'
import { type CommonOptions, type Context, withCommonOptions, withContext } from '../context.ts'
import { oneOf } from '../options.ts'
import { exportFrom, importInto } from './transfer.ts'

interface GraphExportOptions extends CommonOptions {
  readonly format: GraphFormat
  readonly out?: string
}

interface FactImportOptions extends CommonOptions {
  readonly format: FactFormat
}

const ENDINGS: Readonly<Record<GraphFormat, string>> = { graphml: 'graphml', hipporag: 'openie.json' }

export function addGraphTransfer(graph: Command): void {
  withCommonOptions(graph.command('export'))
    .description('Export the graph as GraphML, or the extracted names and facts as a HippoRAG OpenIE file.')
    .requiredOption(
      '--format <name>',
      `output format: ${GRAPH_FORMATS.join(', ')}`,
      oneOf('--format', GRAPH_FORMATS),
    )
    .option('--out <file>', 'file to write (default: named after the corpus, in the current folder)')
    .action(
      withContext(async ({ format, out }: GraphExportOptions, context: Context) => {
        const here = `${await context.gloss.defaultCorpus('read')}.${ENDINGS[format]}`
        return exportFrom({ format, out: out ?? here }, context)
      }),
    )
  withCommonOptions(graph.command('import'))
    .description('Import facts extracted by another tool; passages not in the corpus are added as units.')
    .argument(
      '<file>',
      'HippoRAG OpenIE file, or JSON Lines {_id, entities, triples} for documents in the corpus',
    )
    .requiredOption(
      '--format <name>',
      `input format: ${FACT_FORMATS.join(', ')}`,
      oneOf('--format', FACT_FORMATS),
    )
    .action(
      withContext((path: string, { format }: FactImportOptions, context: Context) =>
        importInto({ format, path }, context),
      ),
    )
}
