/** `gloss references`: lists what papers cite and what cites them, and parses the references of a file. */
import type { Command } from 'commander'
import {
  type CorpusReferences,
  corpusReferences,
  type NamedPaper,
  type PaperReferences,
  paperReferences,
  referencesOfFile,
} from '../../app/references/index.ts'
import { GlossError } from '../../core/index.ts'
import { type CommonOptions, type Context, inContext, withCommonOptions } from '../context.ts'
import { counted, createOutput, type Output, shortened } from '../output.ts'
import { inOneLine } from '../terminal-text.ts'

interface ReferencesOptions extends CommonOptions {
  readonly all?: boolean
  readonly parse?: string
  readonly retractions?: string
}

const ID_CHARACTERS = 12
const TITLE_CHARACTERS = 70
const REFERENCE_CHARACTERS = 160
/** Most works outside the corpus that people are shown; programs get all. */
const MAX_MISSING_SHOWN = 20
const MIN_CITING_PAPERS = 2

export function addReferencesCommand(program: Command): void {
  withCommonOptions(program.command('references'))
    .description('Show what a paper cites and what cites it, or parse the references in a file.')
    .argument('[paper]', 'id, unique prefix of it, or file')
    .option('--all', 'all papers, and missing works that several of them cite')
    .option('--parse <file>', 'parse the references in a text file, one per line')
    .option(
      '--retractions <file>',
      'CSV of retracted papers (DOI, title), to mark papers and cited works (GLOSS_RETRACTIONS)',
    )
    .action((paper: string | undefined, options: ReferencesOptions) => references(paper, options))
}

function references(paper: string | undefined, options: ReferencesOptions): Promise<void> {
  const { all = false, parse, retractions, ...common } = options
  const given = [paper !== undefined, all, parse !== undefined].filter(Boolean).length
  if (given !== 1)
    throw new GlossError('INPUT_INVALID', 'references takes one of: a paper, --all, or --parse FILE.', {})
  if (parse !== undefined)
    return parsed(parse, createOutput(options.json === true, process.stdout, process.stderr))
  const action = (context: Context) => (paper === undefined ? allPapers(context) : onePaper(paper, context))
  return inContext({ ...common }, action, { retractions })
}

async function parsed(file: string, output: Output): Promise<void> {
  const found = await referencesOfFile(file)
  for (const { raw, fields } of found) {
    output.line(inOneLine(shortened(raw, REFERENCE_CHARACTERS)))
    for (const [field, text] of Object.entries(fields))
      output.line(inOneLine(`   ${field.padEnd(8)} ${text}`))
  }
  output.object({ references: found })
}

async function onePaper(paper: string, { gloss, output }: Context): Promise<void> {
  const found = await paperReferences(gloss, { paper })
  printPaper(found, output)
  output.object(found)
}

function printPaper(paper: PaperReferences, output: Output): void {
  output.line(inOneLine(nameOf(paper)))
  for (const version of paper.versions) output.line(inOneLine(`   also here as ${nameOf(version)}`))
  output.line(`Cites ${counted(paper.references.length, 'work')}:`)
  for (const [at, { number, raw, paper: cited, retraction, cited: places }] of paper.references.entries()) {
    const marks = [
      cited === null ? '' : `paper ${cited.slice(0, ID_CHARACTERS)}`,
      places.length === 0 ? '' : `cited ${counted(places.length, 'time')}`,
      retraction === null ? '' : retraction.nature.toUpperCase(),
    ].filter((mark) => mark !== '')
    output.line(inOneLine(`${String(number ?? at + 1).padStart(4)}  ${shortened(raw, REFERENCE_CHARACTERS)}`))
    if (marks.length > 0) output.line(`      ${marks.join(' · ')}`)
  }
  if (paper.references.length === 0) output.line('   No list of references was found in its text.')
  output.line(`Cited by ${counted(paper.citedBy.length, 'paper')} of the corpus:`)
  for (const citing of paper.citedBy) output.line(inOneLine(`   ${nameOf(citing)}`))
}

function nameOf({ id, title, year, retraction }: NamedPaper): string {
  const mark = retraction === null ? '' : ` · ${retraction.nature.toUpperCase()}`
  return `${id.slice(0, ID_CHARACTERS)}  ${shortened(title || 'Untitled', TITLE_CHARACTERS)}${year === null ? '' : ` (${year})`}${mark}`
}

async function allPapers({ gloss, output }: Context): Promise<void> {
  const found = await corpusReferences(gloss, {})
  printCorpus(found, output)
  output.object(found)
}

function printCorpus({ papers, missing }: CorpusReferences, output: Output): void {
  for (const paper of papers) {
    const { references: listed, cites, citedBy, versions, retracted } = paper
    output.line(inOneLine(nameOf(paper)))
    const figures = [
      counted(listed, 'reference'),
      `cites ${cites.length} of the corpus`,
      `cited by ${citedBy.length}`,
      versions.length === 0
        ? ''
        : `also here as ${versions.map((id) => id.slice(0, ID_CHARACTERS)).join(', ')}`,
      retracted.length === 0 ? '' : `cites ${counted(retracted.length, 'retracted work')}`,
    ]
    output.line(`   ${figures.filter((figure) => figure !== '').join(' · ')}`)
  }
  const often = missing
    .filter(({ papers: citing }) => citing.length >= MIN_CITING_PAPERS)
    .slice(0, MAX_MISSING_SHOWN)
  if (often.length > 0) output.line('Cited by several of your papers and not among them:')
  for (const { papers: citing, raw } of often)
    output.line(inOneLine(`${String(citing.length).padStart(4)}  ${shortened(raw, REFERENCE_CHARACTERS)}`))
  if (papers.length === 0) output.line('No papers yet. Add some: gloss ingest ./papers')
}
