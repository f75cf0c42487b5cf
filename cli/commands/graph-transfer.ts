/** `gloss graph export` and `gloss graph import`: the graph to and from the formats of others. */
import type { Command } from 'commander'
import { FACT_FORMATS, type FactFormat, GRAPH_FORMATS, type GraphFormat } from '../../app/index.ts'
import { type CommonOptions, inContext, withCommonOptions } from '../context.ts'
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
    .description('Write the graph as GraphML, or what was extracted as an OpenIE file of HippoRAG.')
    .requiredOption('--format <name>', GRAPH_FORMATS.join(', '), oneOf('--format', GRAPH_FORMATS))
    .option('--out <file>', 'file to write (default the name of the corpus, here)')
    .action(({ out, ...options }: GraphExportOptions) =>
      inContext({ ...options }, (context) => {
        const here = `${context.gloss.config.corpus}.${ENDINGS[options.format]}`
        return exportFrom({ format: options.format, out: out ?? here }, context)
      }),
    )
  withCommonOptions(graph.command('import'))
    .description('Take in facts that others extracted; passages that are not there come as units.')
    .argument(
      '<file>',
      'an OpenIE file of HippoRAG, or lines {_id, entities, triples} for documents that are there',
    )
    .requiredOption('--format <name>', FACT_FORMATS.join(', '), oneOf('--format', FACT_FORMATS))
    .action((path: string, options: FactImportOptions) =>
      inContext({ ...options }, (context) => importInto({ format: options.format, path }, context)),
    )
}
