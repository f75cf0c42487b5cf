/** `gloss values`: lists quantities with their units, from the corpus or from texts in a file. */
import type { Command } from 'commander'
import { type Amount, DEFAULT_VALUES, findValues, type Value, valuesOfTexts } from '../../app/values/index.ts'
import { invalidInput } from '../../core/index.ts'
import { type CommonOptions, type Context, inContext, withCommonOptions } from '../context.ts'
import { each, wholeNumber } from '../options.ts'
import { counted, createOutput, printProblems, table } from '../output.ts'
import { inOneLine } from '../terminal-text.ts'

interface ValuesOptions extends CommonOptions {
  readonly text?: string
  readonly k?: number
  readonly paper?: readonly string[]
}

export function addValuesCommand(program: Command): void {
  withCommonOptions(program.command('values'))
    .description('Find values with their units across the papers: "IC50 of lupeol in MCF-7 < 10 uM".')
    .argument('[text...]', 'what was measured, of what, and a limit')
    .option('-k, --k <n>', `number of values (default: ${DEFAULT_VALUES})`, wholeNumber('--k', 1, 1000))
    .option('--paper <id>', 'only this paper; may be repeated', each)
    .option('--text <file>', 'read the values of these texts instead: JSON Lines of {id, text}')
    .action(async (words: string[], options: ValuesOptions) => {
      const { text } = options
      if (text !== undefined) await printTexts(text, options.json === true)
      else if (words.length > 0)
        await inContext({ ...options }, (context) => printFound(words.join(' '), options, context))
      else throw invalidInput('text', 'text: ask for a value, or name a file with --text.')
    })
}

async function printFound(query: string, { k, paper }: ValuesOptions, context: Context): Promise<void> {
  const { gloss, output, signal } = context
  const found = await findValues(await gloss.session(), { query, k, papers: paper }, signal)
  for (const { place, ...value } of found.values) {
    const { title, locator, sentence } = place
    output.line(`${valueText(value)}${measuredText(value)}`)
    output.line(inOneLine(`   ${[title, locator].filter((part) => part !== '').join(' · ')}`))
    output.line(inOneLine(`   “${sentence}”`))
  }
  output.line(`${counted(found.values.length, 'value')} from corpus "${found.corpus}".`)
  output.object(found)
}

async function printTexts(file: string, isJson: boolean): Promise<void> {
  const output = createOutput(isJson, process.stdout, process.stderr)
  const { results: texts, problems } = await valuesOfTexts(file)
  const rows = texts.flatMap(({ id, values }) =>
    values.map((value) => [id, valueText(value), measuredText(value)]),
  )
  for (const line of table([['text', 'value', ''], ...rows])) output.line(line)
  output.object({ texts, problems })
  printProblems(problems, output)
}

/** Formats a value: "12.5 µM (0.0125 mol m^-3)", "48% (0.48)"; a plain number is not said twice. */
function valueText({ text, si, doubtful }: Value): string {
  if (doubtful) return `${text} (read with uncertainty)`
  if (si === null) return text
  const amount = amountText(si)
  if (si.unit !== '1') return `${text} (${[amount, si.unit].join(' ').trim()})`
  return amount === '' || amount === text ? text : `${text} (${amount})`
}

function measuredText({ property, of }: Value): string {
  return [property === null ? '' : `, ${property}`, of === null ? '' : ` of ${of}`].join('')
}

/** Formats an amount: "488.15 to 489.15", "0.0125 ± 0.0003". */
function amountText({ value, range, error }: Amount): string {
  if (range !== null) return `${range.from ?? ''} to ${range.to ?? ''}`.trim()
  return [value ?? '', ...(error === null ? [] : ['±', error])].join(' ')
}
