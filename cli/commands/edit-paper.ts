/** `gloss papers edit`: corrects the front matter of a paper by hand. */
import type { Command } from 'commander'
import { editPaper } from '../../app/papers/index.ts'
import { FrontMatterChangeShape, frontMatterChange } from '../../app/wiring/index.ts'
import { type CommonOptions, type Context, inContext, withCommonOptions } from '../context.ts'
import { paperLines } from './paper-lines.ts'

type EditOptions = CommonOptions & Readonly<Record<string, unknown>>

const FIELDS = Object.keys(FrontMatterChangeShape.shape)

export function addEditCommand(papers: Command): void {
  withCommonOptions(papers.command('edit'))
    .description('Correct a paper by hand; re-reading it keeps the corrections. "" clears a field.')
    .argument('<paper>', 'id, unique prefix of it, or file')
    .option('--title <text>', 'its title')
    .option('--authors <names>', 'all authors, separated by semicolons: "Ada Lovelace; Berg, Jan van den"')
    .option('--year <year>', 'year of publication')
    .option('--doi <doi>', 'its DOI')
    .option('--journal <name>', 'the journal or proceedings')
    .option('--volume <volume>', 'volume of the journal')
    .option('--issue <issue>', 'issue of the volume')
    .option('--pages <pages>', 'first and last page, or the article number')
    .option('--reset [fields]', 'undo earlier corrections: all, or only these, such as title,year')
    .action((paper: string, _: EditOptions, command: Command) => {
      // Common options that `papers` also has are parsed by `papers` first.
      const options = command.optsWithGlobals<EditOptions>()
      return inContext({ ...options }, (context) => edit(paper, options, context))
    })
}

async function edit(paper: string, options: EditOptions, { gloss, output, signal }: Context): Promise<void> {
  const given = Object.entries(options).filter(([name]) => FIELDS.includes(name))
  const change = frontMatterChange(
    Object.fromEntries(given.map(([name, value]) => [name, optionValue(name, value)])),
  )
  const edited = await editPaper(gloss, { paper, change }, signal)
  for (const line of paperLines(edited)) output.line(line)
  output.object({ paper: edited })
}

/** Converts the text of an option. An empty text removes the value, if a paper may lack it. */
function optionValue(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  const parts = (separator: string) =>
    value
      .split(separator)
      .map((part) => part.trim())
      .filter((part) => part !== '')
  if (name === 'authors') return parts(';')
  if (name === 'reset') return parts(',')
  if (name === 'title') return value
  if (value.trim() === '') return null
  return name === 'year' ? Number(value) : value
}
