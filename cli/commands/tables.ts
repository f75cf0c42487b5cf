/** `gloss tables`: the tables of a PDF as rows and cells. */
import type { Command } from 'commander'
import { figuresOfFile, type PageFigure, tableCsv, tableHtml } from '../../app/papers/index.ts'
import { loadConfig } from '../../app/wiring/index.ts'
import { oneOf } from '../options.ts'
import { createOutput, table as textTable } from '../output.ts'
import { inOneLine } from '../terminal-text.ts'

const FORMATS = ['text', 'csv', 'html'] as const

interface TablesOptions {
  readonly format?: (typeof FORMATS)[number]
  readonly json?: boolean
}

export function addTablesCommand(program: Command): void {
  program
    .command('tables')
    .description('Read the tables of a PDF: rows and cells with their places, captions and notes.')
    .argument('<file>', 'a PDF')
    .option('--format <name>', 'text, csv or html (default: text)', oneOf('--format', FORMATS))
    .option('--json', 'print one JSON object as the last line of stdout')
    .action(printTables)
}

async function printTables(file: string, { format = 'text', json = false }: TablesOptions): Promise<void> {
  const output = createOutput(json, process.stdout, process.stderr)
  const figures = await figuresOfFile(loadConfig(), file, new AbortController().signal)
  const tables = figures.filter(({ kind }) => kind === 'table').map(({ kind: _, ...table }) => table)
  if (!json && format === 'text')
    for (const table of tables) for (const line of linesOf(table)) output.line(line)
  if (!json && format !== 'text')
    output.line(
      tables.map((table) => (format === 'csv' ? tableCsv(table) : tableHtml(table)).trimEnd()).join('\n\n'),
    )
  if (tables.length === 0)
    output.note(
      'No tables were found in the text of its pages; pages that are pictures, as of a scan, have no text.',
    )
  output.object({ tables })
}

function linesOf({ page, caption, rows, notes }: Omit<PageFigure, 'kind'>): string[] {
  const head = inOneLine(`p. ${page}${caption === '' ? '' : `: ${caption}`}`)
  const body = rows.length === 0 ? ['(a picture; its rows could not be read)'] : textTable(rows)
  return [head, ...body, ...(notes === '' ? [] : [inOneLine(notes)]), '']
}
