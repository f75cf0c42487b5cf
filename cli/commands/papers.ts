/** `gloss papers` and `gloss units`: list the contents of a corpus. */

import { type Command, InvalidArgumentError } from 'commander'
import { defined, givenFileName } from '../../core/index.ts'
import { type CommonOptions, type Context, withCommonOptions, withContext } from '../context.ts'
import { oneOf, wholeNumber } from '../options.ts'
import { counted, type Output, shortened, shownPath, table } from '../output.ts'
import { inOneLine } from '../terminal-text.ts'
import { addEditCommand } from './edit-paper.ts'
import { marked, paperLines } from './paper-lines.ts'

interface ListOptions extends CommonOptions {
  readonly state?: string
  readonly limit?: number
  readonly after?: string
  readonly paper?: string
  readonly kind?: 'unit' | 'passage'
}

const MIN_LISTED = 1
const MAX_LISTED = 100_000
const DEFAULT_LISTED = 1_000
const TITLE_CHARACTERS = 70
const ID_CHARACTERS = 12

export function addPapersCommand(program: Command): void {
  const papersCommand = program.command('papers')
  withCommonOptions(papersCommand)
    .description('List the papers in a corpus with their states, or show one.')
    .argument('[id]', 'show this paper; a unique prefix of its id is enough')
    .option('--state <state>', 'kept, dropped, failed, or a full state such as dropped:off_topic', paperState)
    .option(
      '--limit <n>',
      `maximum number of papers (default: ${DEFAULT_LISTED}; all with --json)`,
      wholeNumber('--limit', MIN_LISTED, MAX_LISTED),
    )
    .option('--after <id>', 'only papers after this id')
    .action(
      withContext((id: string | undefined, options: ListOptions, context: Context) =>
        id === undefined ? papers(options, context) : onePaper(id, context),
      ),
    )
  addEditCommand(papersCommand)
}

export function addUnitsCommand(program: Command): void {
  withCommonOptions(program.command('units'))
    .description('List the units of a corpus or of one paper.')
    .option('--paper <id>', 'only units from this paper')
    .option(
      '--kind <kind>',
      'list only this kind: unit or passage',
      oneOf('--kind', ['unit', 'passage'] as const),
    )
    .option(
      '--limit <n>',
      `maximum number of units (default: ${DEFAULT_LISTED}; all with --json)`,
      wholeNumber('--limit', MIN_LISTED, MAX_LISTED),
    )
    .option('--after <id>', 'only units after this id')
    .action(withContext(units))
}

/** Returns the limit: people get the first 1,000 rows by default, programs get all. */
function limitOf({ limit }: ListOptions, output: Output): { limit?: number } {
  if (limit !== undefined) return { limit }
  return output.isJson ? {} : { limit: DEFAULT_LISTED }
}

function paperState(value: string): string {
  if (/^(kept|dropped|failed|(dropped|failed):[a-z0-9_]+)$/.test(value)) return value
  throw new InvalidArgumentError(
    `--state takes kept, dropped, failed, or a full state such as dropped:off_topic, not "${value}".`,
  )
}

async function papers(options: ListOptions, { gloss, output }: Context): Promise<void> {
  const { state, after } = options
  const limit = limitOf(options, output)
  const session = await gloss.session()
  const listed = await session.papers({ ...limit, ...defined({ state, after }) })
  const rows = listed.map((paper) => [
    paper.id.slice(0, ID_CHARACTERS),
    paper.state,
    paper.year === null ? '—' : marked(String(paper.year), paper.confidence.year),
    `${paper.pages} p.`,
    counted(paper.units, 'unit'),
    paper.title === ''
      ? shortened(givenFileName(paper.path), TITLE_CHARACTERS)
      : marked(shortened(paper.title, TITLE_CHARACTERS), paper.confidence.title),
  ])
  for (const [i, line] of table(rows).entries()) {
    output.line(line)
    const paper = listed[i]
    if (paper?.state.startsWith('failed:') === true)
      output.line(inOneLine(`   ${shownPath(paper.path)}: ${paper.detail}`))
  }
  if (rows.length === 0)
    output.line(
      state === undefined
        ? 'No papers yet. Add some: gloss ingest ./papers'
        : `No papers are ${state}. List all: gloss papers`,
    )
  if (rows.length === limit.limit) output.line(`There may be more: --after ${listed.at(-1)?.id ?? ''}`)
  output.object({ papers: listed })
}

async function onePaper(id: string, { gloss, output }: Context): Promise<void> {
  const session = await gloss.session()
  const paper = await session.paper(id)
  for (const line of paperLines(paper)) output.line(line)
  output.object({ paper })
}

async function units(options: ListOptions, { gloss, output }: Context): Promise<void> {
  const { paper, kind, after } = options
  const limit = limitOf(options, output)
  const session = await gloss.session()
  const [paperId] = paper === undefined ? [] : await session.paperIds([paper])
  const found = await session.units({ ...limit, ...defined({ paper: paperId, kind, after }) })
  for (const unit of found) {
    const about = [unit.statement ?? unit.kind, unit.name, unit.locator, unit.topic, unit.id].filter(
      (part) => part !== '',
    )
    output.line(unit.text.replace(/\s+/g, ' '))
    output.line(inOneLine(`   ${about.join(' · ')}`))
  }
  if (found.length === 0) output.line('No units. `gloss papers` shows the state of each paper.')
  if (found.length === limit.limit) output.line(`There may be more: --after ${found.at(-1)?.id ?? ''}`)
  output.object({ units: found })
}
