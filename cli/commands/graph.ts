/** `gloss graph …`: the names, facts and synonyms of a corpus. */
import type { Command } from 'commander'
import { DETAIL_LIMITS, graphStats, nameDetails, searchNames } from '../../app/index.ts'
import { type CommonOptions, type Context, inContext, withCommonOptions } from '../context.ts'
import { wholeNumber } from '../options.ts'
import { counted, table } from '../output.ts'
import { addGraphChanges } from './graph-changes.ts'
import { printSheet, printStats } from './graph-report.ts'
import { addGraphTransfer } from './graph-transfer.ts'

interface ShowOptions extends CommonOptions {
  readonly limit?: number
}

const MOST_SHOWN = 1_000
const NAMES_LISTED = 30
const MOST_LISTED = 100_000

export function addGraphCommand(program: Command): void {
  const graph = program
    .command('graph')
    .description('Look at the entity graph, mend it, build it, exchange it.')
  withCommonOptions(graph.command('show'))
    .description('What is known of a name: how it is written, where it stands, what is met with it.')
    .argument('<name...>', 'the name, or a form of it')
    .option(
      '--limit <n>',
      `places, neighbours and facts at the most (default ${DETAIL_LIMITS.places}, ${DETAIL_LIMITS.neighbours}, ${DETAIL_LIMITS.facts})`,
      wholeNumber('--limit', 1, MOST_SHOWN),
    )
    .action((name: string[], options: ShowOptions) =>
      inContext({ ...options }, (context) => show(name.join(' '), options, context)),
    )
  withCommonOptions(graph.command('names'))
    .description(
      'Names with some letters in them, those that begin with them first, the most frequent first.',
    )
    .argument('[part...]', 'a part of the name; all names where absent')
    .option(
      '--limit <n>',
      `names at the most (default ${NAMES_LISTED})`,
      wholeNumber('--limit', 1, MOST_LISTED),
    )
    .action((part: string[], options: ShowOptions) =>
      inContext({ ...options }, (context) => names(part.join(' '), options, context)),
    )
  withCommonOptions(graph.command('stats'))
    .description('Counts: units, names, mentions by kind, facts, synonyms, hubs, degrees, memory.')
    .action((options: CommonOptions) => inContext({ ...options }, stats))
  addGraphChanges(graph)
  addGraphTransfer(graph)
}

async function show(name: string, { limit }: ShowOptions, { gloss, output }: Context): Promise<void> {
  const limits = limit === undefined ? DETAIL_LIMITS : { places: limit, neighbours: limit, facts: limit }
  const sheet = await nameDetails(await gloss.session(), name, limits)
  printSheet(sheet, output)
  output.object(sheet)
}

async function names(
  part: string,
  { limit = NAMES_LISTED }: ShowOptions,
  { gloss, output }: Context,
): Promise<void> {
  const session = await gloss.session()
  const found = await searchNames(session, part, limit)
  for (const line of table(found.map(({ name, units }) => [name, counted(units, 'unit')]))) output.line(line)
  if (found.length === 0) output.line(`No name with "${part}" in it.`)
  output.object({ corpus: session.name, names: found })
}

async function stats({ gloss, output, signal }: Context): Promise<void> {
  const result = await graphStats(await gloss.session(), signal)
  printStats(result, output)
  output.object(result)
}
