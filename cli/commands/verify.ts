/** `gloss verify`: whether quotations stand in the papers, and what they changed. */
import type { Command } from 'commander'
import {
  type CheckedQuote,
  type GivenQuote,
  quotesOfList,
  quotesOfText,
  verifyQuotes,
} from '../../app/verify/index.ts'
import { GlossError } from '../../core/index.ts'
import { type CommonOptions, type Context, inContext, withCommonOptions } from '../context.ts'
import { shortened } from '../output.ts'
import { inOneLine } from '../terminal-text.ts'

interface VerifyOptions extends CommonOptions {
  readonly file?: string
  readonly text?: string
  readonly paper?: string
}

const MOST_CHARACTERS_SHOWN = 200

export function addVerifyCommand(program: Command): void {
  withCommonOptions(program.command('verify'))
    .description('Check quotations against the papers, letter by letter, and say what they changed.')
    .argument('[quote...]', 'a quotation')
    .option('--file <file>', 'JSON Lines of {id, quote}, and paper where it is known which is quoted')
    .option('--text <file>', 'a text with quotations in quotation marks')
    .option('--paper <paper>', 'the paper that is quoted: id, a unique beginning of it, or file')
    .action((words: string[], options: VerifyOptions) =>
      inContext({ ...options }, (context) => verify(words.join(' '), options, context)),
    )
}

async function verify(
  words: string,
  options: VerifyOptions,
  { gloss, output, signal }: Context,
): Promise<void> {
  const { paper } = options
  const given = (await quotesOf(words, options)).map((quote) =>
    paper === undefined ? quote : { paper, ...quote },
  )
  const quotes = await verifyQuotes(gloss, { quotes: given }, signal)
  for (const [place, quote] of quotes.entries())
    for (const line of linesOf(given[place]!, quote)) output.line(line)
  output.object({ quotes })
}

async function quotesOf(words: string, { file, text }: VerifyOptions): Promise<GivenQuote[]> {
  if (file !== undefined) return await quotesOfList(file)
  if (text !== undefined) return await quotesOfText(text)
  if (words.trim() !== '') return [{ id: '1', quote: words }]
  throw new GlossError('INPUT_INVALID', 'quote: give a quotation, --file or --text.', { field: 'quote' })
}

function linesOf({ quote }: GivenQuote, { id, verdict, changes, title, page, text }: CheckedQuote): string[] {
  const place = [title, page === null ? null : `p. ${page}`].filter((part) => part !== null).join(', ')
  const shown = (words: string) => inOneLine(shortened(words, MOST_CHARACTERS_SHOWN))
  return [
    `${id}  ${verdict}${place === '' ? '' : `  ${inOneLine(place)}`}`,
    `   ${shown(quote)}`,
    ...changes.map(
      ({ kind, paper, quote: made }) =>
        `   ${kind}: the paper has "${shown(paper)}", the quote "${shown(made)}"`,
    ),
    ...(verdict === 'absent' && text !== null ? [`   nearest: ${shown(text)}`] : []),
  ]
}
