/** `gloss table` and `gloss conflicts`: show the statements of papers side by side, and contradictions between two papers. */
import type { Command } from 'commander'
import {
  DEFAULT_CONFLICTS,
  findConflicts,
  type PaperTable,
  paperTable,
  tableAsCsv,
} from '../../app/values/index.ts'
import { writeNamedFile } from '../../core/index.ts'
import { type CommonOptions, type Context, withCommonOptions, withContext } from '../context.ts'
import { each, oneOf, wholeNumber } from '../options.ts'
import { counted, shortened, table } from '../output.ts'
import { inOneLine } from '../terminal-text.ts'

interface TableOptions extends CommonOptions {
  readonly rows: 'papers'
  readonly columns: readonly string[]
  readonly paper?: readonly string[]
  readonly out?: string
}

const CELL_CHARACTERS = 40

export function addTableCommand(program: Command): void {
  withCommonOptions(program.command('table'))
    .description(
      'Tabulate what each paper says: one row per paper, with a quotation and its page in each cell.',
    )
    .option('--rows <what>', 'what the rows are: papers', oneOf('--rows', ['papers'] as const), 'papers')
    .requiredOption(
      '--columns <list>',
      'what each paper is searched for: "species, plant part, sample size, dose, IC50, country"',
      columnsIn,
    )
    .option('--paper <id>', 'only this paper; may be repeated', each)
    .option('--out <file>', 'write the table as CSV to this file')
    .action(withContext(printTable))
}

export function addConflictsCommand(program: Command): void {
  withCommonOptions(program.command('conflicts'))
    .description('List values of the same property of the same thing that cannot both be true.')
    .option(
      '--limit <n>',
      `maximum number of conflicts (default: ${DEFAULT_CONFLICTS})`,
      wholeNumber('--limit', 1, 10_000),
    )
    .action(withContext(printConflicts))
}

function columnsIn(list: string): string[] {
  return list
    .split(',')
    .map((column) => column.trim())
    .filter((column) => column !== '')
}

async function printTable(
  { columns, paper, out }: TableOptions,
  { gloss, output, signal }: Context,
): Promise<void> {
  const found = await paperTable(await gloss.session(), { columns, papers: paper }, signal)
  if (out !== undefined) await writeNamedFile(out, tableAsCsv(found))
  else for (const line of tableLines(found)) output.line(line)
  output.line(`${counted(found.rows.length, 'paper')} from corpus "${found.corpus}".`)
  output.object(found)
}

function tableLines({ columns, rows }: PaperTable): string[] {
  const lines = rows.map(({ title, cells }) => [
    shortened(title, CELL_CHARACTERS),
    ...cells.map((cell) =>
      cell === null
        ? ''
        : `${shortened(inOneLine(cell.text), CELL_CHARACTERS)}${cell.page === null ? '' : ` (p. ${cell.page})`}`,
    ),
  ])
  return table([['paper', ...columns], ...lines])
}

async function printConflicts(
  { limit }: { readonly limit?: number },
  { gloss, output, signal }: Context,
): Promise<void> {
  const found = await findConflicts(await gloss.session(), { limit }, signal)
  for (const { property, of, ratio, statements } of found.conflicts) {
    output.line(
      `${property} of ${of}: ${ratio !== null && Number.isFinite(ratio) ? `${ratio.toPrecision(2)} times apart` : 'apart'}`,
    )
    for (const { text, place } of statements)
      output.line(inOneLine(`   ${text} · ${place.title} · ${place.locator} · “${place.sentence}”`))
  }
  output.line(
    `${counted(found.conflicts.length, 'conflict')} among ${found.compared} values of corpus "${found.corpus}".`,
  )
  output.object(found)
}
