/** `gloss graph …`: the names, facts and synonyms of a corpus. */
import type { Command } from 'commander'
import { DETAIL_LIMITS, graphStats, nameDetails, searchNames } from '../../app/graph/index.ts'
import { type CommonOptions, type Context, withCommonOptions, withContext } from '../context.ts'
import { joined, wholeNumber } from '../options.ts'
import { counted, table } from '../output.ts'
import { addGraphChanges } from './graph-changes.ts'
import { printSheet, printStats } from './graph-report.ts'
import { addGraphTransfer } from './graph-transfer.ts'

interface ShowOptions extends CommonOptions {
  readonly limit?: number
}

const MAX_SHOWN = 1_000
const NAMES_LISTED = 30
const MAX_LISTED = 100_000

export function addGraphCommand(program: Command): void {
  const graph = program
    .command('graph')
    .description('Inspect, build, correct, export and import the entity graph.')
  withCommonOptions(graph.command('show'))
    .description('Show a name: its spellings, occurrences, neighbours and facts.')
    .argument('<name...>', 'the name or one of its spellings', joined)
    .option(
      '--limit <n>',
      `maximum number of occurrences, neighbours and facts (default: ${DETAIL_LIMITS.places}, ${DETAIL_LIMITS.neighbours}, ${DETAIL_LIMITS.facts})`,
      wholeNumber('--limit', 1, MAX_SHOWN),
    )
    .action(withContext(show))
  withCommonOptions(graph.command('names'))
    .description('List names that contain the given text: prefix matches first, then by frequency.')
    .argument('[part...]', 'text to search for (default: list all names)')
    .option(
      '--limit <n>',
      `maximum number of names (default: ${NAMES_LISTED})`,
      wholeNumber('--limit', 1, MAX_LISTED),
    )
    .action(withContext(names))
  withCommonOptions(graph.command('stats'))
    .description('Show counts of units, names, mentions, facts, synonyms and degrees, and the memory used.')
    .action(withContext(stats))
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
  part: readonly string[],
  { limit = NAMES_LISTED }: ShowOptions,
  { gloss, output }: Context,
): Promise<void> {
  const session = await gloss.session()
  const found = await searchNames(session, part.join(' '), limit)
  for (const line of table(found.map(({ name, kind, units }) => [name, kind, counted(units, 'unit')])))
    output.line(line)
  if (found.length === 0) output.line(`No name contains "${part}".`)
  output.object({ corpus: session.name, names: found })
}

async function stats(_: CommonOptions, { gloss, output, signal }: Context): Promise<void> {
  const result = await graphStats(await gloss.session(), signal)
  printStats(result, output)
  output.object(result)
}
