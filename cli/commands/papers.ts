/** `gloss papers` and `gloss units`: what the corpus holds. */
import type { Command } from 'commander'
import { type CommonOptions, type Context, inContext, withCommonOptions } from '../context.ts'
import { oneOf, wholeNumber } from '../options.ts'
import { shortened, table } from '../output.ts'

interface ListOptions extends CommonOptions {
  readonly state?: string
  readonly limit?: number
  readonly after?: string
  readonly paper?: string
  readonly kind?: 'unit' | 'passage'
}

const LEAST_LISTED = 1
const MOST_LISTED = 100_000
const DEFAULT_LISTED = 1_000
const TITLE_CHARACTERS = 70
const ID_CHARACTERS = 12

export function addPapersCommand(program: Command): void {
  withCommonOptions(program.command('papers'))
    .description('List the papers of a corpus, each with its state.')
    .option('--state <state>', 'kept, dropped, failed, or a whole state such as dropped:off_topic')
    .option(
      '--limit <n>',
      `papers at the most (default ${DEFAULT_LISTED})`,
      wholeNumber('--limit', LEAST_LISTED, MOST_LISTED),
    )
    .option('--after <id>', 'papers after this id')
    .action((options: ListOptions) => inContext({ ...options }, (context) => papers(options, context)))
}

export function addUnitsCommand(program: Command): void {
  withCommonOptions(program.command('units'))
    .description('List the units of a corpus or of one paper.')
    .option('--paper <id>', 'only units of this paper')
    .option('--kind <kind>', 'unit or passage', oneOf('--kind', ['unit', 'passage'] as const))
    .option(
      '--limit <n>',
      `units at the most (default ${DEFAULT_LISTED})`,
      wholeNumber('--limit', LEAST_LISTED, MOST_LISTED),
    )
    .option('--after <id>', 'units after this id')
    .action((options: ListOptions) => inContext({ ...options }, (context) => units(options, context)))
}

async function papers(options: ListOptions, { gloss, output }: Context): Promise<void> {
  const { store } = await gloss.session()
  const { state, limit = DEFAULT_LISTED, after } = options
  const found = await store.papers({
    limit,
    ...(state === undefined ? {} : { state }),
    ...(after === undefined ? {} : { after }),
  })
  const listed = []
  for (const paper of found) {
    const gate = await store.gate(paper.id)
    const { id, paths, title, abstract, authors, year, doi, detail, document } = paper
    listed.push({
      id,
      path: paths[0] ?? '',
      paths,
      document,
      state: paper.state,
      detail,
      title,
      abstract,
      authors,
      year,
      doi,
      pages: paper.pageCount,
      units: (await store.listUnits({ paper: id, kind: 'unit' })).length,
      gate:
        gate === null
          ? null
          : {
              policy: gate.policy,
              positive: gate.positive,
              negative: gate.negative,
              score: gate.score,
              keep: gate.keep,
            },
    })
  }
  const rows = listed.map((paper) => [
    paper.id.slice(0, ID_CHARACTERS),
    paper.state,
    String(paper.year ?? '—'),
    `${paper.pages} p.`,
    `${paper.units} units`,
    shortened(paper.title === '' ? paper.path : paper.title, TITLE_CHARACTERS),
  ])
  for (const line of table(rows)) output.line(line)
  if (rows.length === 0) output.line('No paper. Add some: gloss ingest ./papers')
  output.object({ papers: listed })
}

async function units(options: ListOptions, { gloss, output }: Context): Promise<void> {
  const { store } = await gloss.session()
  const { paper, kind, limit = DEFAULT_LISTED, after } = options
  const found = await store.listUnits({
    limit,
    ...(paper === undefined ? {} : { paper }),
    ...(kind === undefined ? {} : { kind }),
    ...(after === undefined ? {} : { after }),
  })
  for (const unit of found) {
    output.line(unit.text)
    output.line(
      `   ${[unit.kind, unit.name, unit.locator, unit.topic, unit.id].filter((part) => part !== '').join(' · ')}`,
    )
  }
  if (found.length === 0) output.line('No unit. `gloss papers` shows what became of the papers.')
  output.object({ units: found })
}
