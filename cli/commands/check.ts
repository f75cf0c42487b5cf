/** `gloss check`: compares the sentences of a draft with the papers that they cite; people get the report as Markdown. */
import type { Command } from 'commander'
import { type CheckedDraft, type CheckedSentence, checkDraft, draftOfFile } from '../../app/check/index.ts'
import { type CommonOptions, type Context, withCommonOptions, withContext } from '../context.ts'
import { counted, type Output } from '../output.ts'
import { inOneLine } from '../terminal-text.ts'

interface CheckOptions extends CommonOptions {
  readonly bib?: string
}

export function addCheckCommand(program: Command): void {
  withCommonOptions(program.command('check'))
    .description('Report in Markdown what the cited papers say about each cited sentence of a draft.')
    .argument('<draft>', 'a draft in Markdown (.md, .txt), LaTeX (.tex) or Word (.docx)')
    .option('--bib <file>', 'BibTeX of its references (default: the list at the end of the draft)')
    .action(withContext(check))
}

async function check(
  draft: string,
  { bib }: CheckOptions,
  { gloss, output, signal }: Context,
): Promise<void> {
  const checked = await checkDraft(gloss, { draft: await draftOfFile(draft, bib) }, signal)
  printReport(draft, checked, output)
  output.object(checked)
}

function printReport(draft: string, checked: CheckedDraft, output: Output): void {
  const { sentences, missingEntries, missingPapers, faults } = checked
  output.line(inOneLine(`# Citations of ${draft}`))
  output.line()
  const verdicts = Map.groupBy(sentences, ({ verdict }) => verdict)
  const figures = [...verdicts].map(([verdict, { length }]) => `${length} ${verdict}`)
  output.line(
    `${counted(sentences.length, 'cited sentence')}${figures.length === 0 ? '.' : `: ${figures.join(', ')}.`}`,
  )
  for (const [at, sentence] of sentences.entries()) printSentence(at + 1, sentence, output)
  section(output, 'Citation keys without an entry', missingEntries)
  section(
    output,
    'Entries without a paper in the corpus',
    missingPapers.map(({ key, reference }) => `${key}: ${reference}`),
  )
  section(
    output,
    'Errors in the references',
    faults.map(({ line, reason }) => `line ${line}: ${reason}`),
  )
}

function printSentence(
  number: number,
  { text, verdict, changes, support }: CheckedSentence,
  output: Output,
): void {
  output.line()
  output.line(`## ${number}. ${verdict}`)
  output.line()
  output.line(inOneLine(text))
  if (changes.length > 0) output.line()
  for (const { draft, paper } of changes)
    output.line(inOneLine(`- the draft has "${draft}", the paper "${paper}"`))
  for (const { key, title, page, text: passage } of support) {
    output.line()
    output.line(inOneLine(`> ${passage}`))
    output.line('>')
    output.line(inOneLine(`> ${[key, title, page === null ? '' : `p. ${page}`].filter(Boolean).join(', ')}`))
  }
}

function section(output: Output, heading: string, lines: readonly string[]): void {
  if (lines.length === 0) return
  output.line()
  output.line(`## ${heading}`)
  output.line()
  for (const line of lines) output.line(inOneLine(`- ${line}`))
}
