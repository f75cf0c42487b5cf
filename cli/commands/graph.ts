/** `gloss graph …`: the names, facts and synonyms of a corpus. */
import type { Command } from 'commander'
import { graphStats, nameSheet, SHEET_LIMITS } from '../../app/index.ts'
import { type CommonOptions, type Context, inContext, withCommonOptions } from '../context.ts'
import { wholeNumber } from '../options.ts'
import { addGraphChanges } from './graph-changes.ts'
import { printSheet, printStats } from './graph-report.ts'
import { addGraphTransfer } from './graph-transfer.ts'

interface ShowOptions extends CommonOptions {
  readonly limit?: number
}

const MOST_SHOWN = 1_000

export function addGraphCommand(program: Command): void {
  const graph = program
    .command('graph')
    .description('Look at the entity graph, mend it, build it, exchange it.')
  withCommonOptions(graph.command('show'))
    .description('What is known of a name: how it is written, where it stands, what is met with it.')
    .argument('<name...>', 'the name, or a form of it')
    .option(
      '--limit <n>',
      `places, neighbours and facts at the most (default ${SHEET_LIMITS.places}, ${SHEET_LIMITS.neighbours}, ${SHEET_LIMITS.facts})`,
      wholeNumber('--limit', 1, MOST_SHOWN),
    )
    .action((name: string[], options: ShowOptions) =>
      inContext({ ...options }, (context) => show(name.join(' '), options, context)),
    )
  withCommonOptions(graph.command('stats'))
    .description('Counts: units, names, mentions by kind, facts, synonyms, hubs, degrees, memory.')
    .action((options: CommonOptions) => inContext({ ...options }, stats))
  addGraphChanges(graph)
  addGraphTransfer(graph)
}

async function show(name: string, { limit }: ShowOptions, { gloss, output }: Context): Promise<void> {
  const limits = limit === undefined ? SHEET_LIMITS : { places: limit, neighbours: limit, facts: limit }
  const sheet = await nameSheet(await gloss.session(), name, limits)
  printSheet(sheet, output)
  output.object(sheet)
}

async function stats({ gloss, output, signal }: Context): Promise<void> {
  const result = await graphStats(await gloss.session(), signal)
  printStats(result, output)
  output.object(result)
}
