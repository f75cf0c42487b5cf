/** `gloss values`: quantities with their units, of texts in a file. */
import type { Command } from 'commander'
import { type Amount, valuesOfTexts } from '../../app/values/index.ts'
import { createOutput, table } from '../output.ts'

interface ValuesOptions {
  readonly text: string
  readonly json?: boolean
}

export function addValuesCommand(program: Command): void {
  program
    .command('values')
    .description('Read quantities with their units, and what was measured of what.')
    .requiredOption('--text <file>', 'JSON Lines of {id, text}, one text a line')
    .option('--json', 'print one JSON object as the last line of stdout')
    .action(printTexts)
}

async function printTexts({ text: file, json = false }: ValuesOptions): Promise<void> {
  const output = createOutput(json, process.stdout, process.stderr)
  const texts = await valuesOfTexts(file)
  const rows = texts.flatMap(({ id, values }) =>
    values.map(({ text, si, property, of }) => [
      id,
      text,
      si === null ? '' : `${amountText(si)} ${si.unit}`,
      property ?? '',
      of ?? '',
    ]),
  )
  for (const line of table([['text', 'value', 'SI', 'property', 'of'], ...rows])) output.line(line)
  output.object({ texts })
}

/** "488.15 to 489.15", "0.0125 ± 0.0003". */
function amountText({ value, range, error }: Amount): string {
  if (range !== null) return `${range.from ?? ''} to ${range.to ?? ''}`.trim()
  return [value ?? '', ...(error === null ? [] : ['±', error])].join(' ')
}
