/** `gloss verify`: checks whether quotations are in the papers, and what they changed. */
import type { Command } from 'commander'
import {
  type CheckedQuote,
  type ConfirmedProof,
  confirmProof,
  type QuoteInput,
  quotesOfList,
  quotesOfText,
  verifyQuotes,
  withCitedPapers,
} from '../../app/verify/index.ts'
import type { LineProblem } from '../../app/wiring/index.ts'
import { invalidInput } from '../../core/index.ts'
import { type CommonOptions, type Context, withCommonOptions, withContext } from '../context.ts'
import { counted, printProblems, shortened } from '../output.ts'
import { MARKS_HELP, marksOfQuotes, saveProof } from '../save-proof.ts'
import { inOneLine } from '../terminal-text.ts'

interface VerifyOptions extends CommonOptions {
  readonly file?: string
  readonly text?: string
  readonly paper?: string
  readonly marks?: string
  readonly bundle?: string
}

const MAX_CHARACTERS_SHOWN = 200

export function addVerifyCommand(program: Command): void {
  withCommonOptions(program.command('verify'))
    .description('Check quotations against the papers, letter by letter, and show how they differ.')
    .argument('[quote...]', 'one or more quotations, each quoted for the shell')
    .option('--file <file>', 'JSON Lines of {id, quote}, with paper if the quoted paper is known')
    .option(
      '--text <file>',
      'a text with quotations in quotation marks; each is checked against the paper that it cites, if any',
    )
    .option('--paper <paper>', 'the quoted paper: id, unique prefix of it, or file')
    .option('--marks <dir>', MARKS_HELP)
    .option('--bundle <file>', 'confirm the proof.json written by --marks against the papers of this corpus')
    .action(withContext(verify))
}

async function verify(words: readonly string[], options: VerifyOptions, context: Context): Promise<void> {
  const { gloss, output, signal } = context
  const { paper, bundle, marks } = options
  if (bundle !== undefined) return showConfirmed(await confirmProof(gloss, bundle, signal), context)
  const asked = await quotesOf(words, options, context)
  const given = asked.quotes.map((quote) => (paper === undefined ? quote : { paper, ...quote }))
  const quotes = await verifyQuotes(gloss, { quotes: given }, signal)
  for (const [place, quote] of quotes.entries())
    for (const line of linesOf(given[place]!, quote)) output.line(line)
  const checked = { given, checked: quotes }
  const marked =
    marks === undefined ? {} : { marks: await saveProof(marks, marksOfQuotes(checked), checked, context) }
  const { problems } = asked
  output.object({ quotes, ...(problems === undefined ? {} : { problems }), ...marked })
  printProblems(problems ?? [], output)
}

/** Prints a proof's result. A proof that is not confirmed ends the command with exit code 1. */
function showConfirmed(confirmed: ConfirmedProof, { output }: Context): void {
  const { isConfirmed, quotes, missingPapers, differences } = confirmed
  for (const { id, title } of missingPapers) output.line(inOneLine(`missing  ${title} (${id})`))
  for (const { id, field, proof, here } of differences)
    output.line(
      inOneLine(
        `${id}  ${field}: the proof has ${shortened(JSON.stringify(proof), MAX_CHARACTERS_SHOWN)}, here it is ${shortened(JSON.stringify(here), MAX_CHARACTERS_SHOWN)}`,
      ),
    )
  output.line(isConfirmed ? `Confirmed: ${counted(quotes, 'quotation')}.` : 'Not confirmed.')
  output.object(confirmed)
  if (!isConfirmed) process.exitCode = 1
}

async function quotesOf(
  words: readonly string[],
  { file, text }: VerifyOptions,
  { gloss }: Context,
): Promise<{ readonly quotes: readonly QuoteInput[]; readonly problems?: readonly LineProblem[] }> {
  if (file !== undefined) return await quotesOfList(gloss, file)
  if (text !== undefined) return { quotes: await withCitedPapers(gloss, undefined, await quotesOfText(text)) }
  const given = quotesTyped(words)
  if (given.length > 0) return { quotes: given.map((quote, at) => ({ id: String(at + 1), quote })) }
  throw invalidInput('quote', 'quote: give a quotation, --file or --text.')
}

/** Returns one quotation from words without quotation marks, or several quotations if one of the arguments has more than one word. */
function quotesTyped(words: readonly string[]): string[] {
  const isQuotation = words.some((word) => /\s/.test(word.trim()))
  return (isQuotation ? words : [words.join(' ')]).filter((quote) => quote.trim() !== '')
}

function linesOf({ quote }: QuoteInput, { id, verdict, changes, title, page, text }: CheckedQuote): string[] {
  const place = [title, page === null ? null : `p. ${page}`].filter((part) => part !== null).join(', ')
  const shown = (words: string) => inOneLine(shortened(words, MAX_CHARACTERS_SHOWN))
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
