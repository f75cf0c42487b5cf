/** `gloss corpus …`: lists, checks, changes and deletes corpora. */
import type { Command } from 'commander'
import { backUpCorpus, repairCorpus, restoreCorpus } from '../../app/backup/index.ts'
import { createCorpus, deleteCorpus, listCorpora, moveCorpus, verifyCorpus } from '../../app/corpora/index.ts'
import { reEmbed } from '../../app/ingest/index.ts'
import { removePapers } from '../../app/papers/index.ts'
import { EMBEDDER_NAMES, type EmbedderName } from '../../app/wiring/index.ts'
import { errorCatalogue } from '../../core/index.ts'
import { type CommonOptions, type Context, inContext, withCommonOptions, withContext } from '../context.ts'
import { counted, table } from '../output.ts'
import { inOneLine } from '../terminal-text.ts'
import { modelLines } from './ingest-report.ts'

export function addCorpusCommand(program: Command): void {
  const corpus = program.command('corpus').description('List, check, change and delete corpora.')
  const add = (name: string, description: string) =>
    withCommonOptions(corpus.command(name)).description(description)
  add('list', 'List the corpora in the workspace.').action(withContext(list))
  add('show', 'Show the counts and settings of a corpus.').action(withContext(show))
  add('create', 'Create an empty corpus.').argument('<name>').action(withContext(create))
  add('delete', 'Delete a corpus and everything in it.').argument('<name>').action(withContext(remove))
  add('remove', 'Remove papers and everything derived from them; a later ingest skips their files.')
    .argument('<paper...>')
    .action(withContext(removePapersFrom))
  add('verify', 'Check the integrity of a corpus.').action(withContext(verify))
  add(
    'move',
    'Move a corpus to a PostgreSQL server, or from one to files; every row is checked at both ends.',
  )
    .argument('<name>')
    .requiredOption('--to <store>', 'postgres://… or the folder of a workspace')
    .option('--keep', 'also keep the corpus where it is')
    .action(withContext(move))
  add('backup', 'Back up a corpus with the files of its papers, even while it is in use.')
    .option('--out <folder>', 'folder to create (default: CORPUS-TIME.backup)')
    .action(withContext(backUp))
  add('restore', 'Restore a corpus from a backup; every file is checked first.')
    .argument('<backup>')
    .option('--replace', 'replace the corpus of that name')
    .action(withContext(restore))
  add(
    'repair',
    'Rebuild a damaged corpus from its intact rows and the files of its papers; a copy is kept.',
  ).action(withContext(repair))
  add(
    'embed',
    `Re-embed every unit with another embedder (--embedder ${EMBEDDER_NAMES.join(' | ')}) without re-reading papers.`,
  ).action(({ embedder, ...options }: CommonOptions) =>
    // The corpus is opened with the embedder that it was made with.
    inContext({ ...options }, (context) => embed(embedder as EmbedderName | undefined, context)),
  )
}

async function move(
  name: string,
  { to, keep: keeps = false }: { readonly to: string; readonly keep?: boolean },
  { gloss, output }: Context,
): Promise<void> {
  const moved = await moveCorpus(gloss, { name, to, keeps })
  const { papers, units } = moved
  const verb = keeps ? 'Copied' : 'Moved'
  output.line(
    `${verb} "${name}": ${counted(papers, 'paper')}, ${counted(units, 'unit')}, checked at both ends.`,
  )
  output.object(moved)
}

async function backUp({ out }: { readonly out?: string }, { gloss, output, signal }: Context): Promise<void> {
  const result = await backUpCorpus(gloss, { corpus: gloss.config.corpus, out }, signal)
  output.line(`Backed up "${result.corpus}" to ${result.path}`)
  output.line(
    `   ${counted(result.papers, 'paper')}, ${counted(result.files, 'file')}, ${(result.bytes / 1e6).toFixed(1)} MB`,
  )
  if (result.withoutFile > 0)
    output.line(
      `   ${counted(result.withoutFile, 'paper')} without a file: gone, changed, or records of a list`,
    )
  output.object(result)
}

async function restore(
  from: string,
  { replace = false }: { readonly replace?: boolean },
  { gloss, output, signal }: Context,
): Promise<void> {
  const result = await restoreCorpus(gloss, { from, replace, corpus: gloss.config.corpus }, signal)
  output.line(`Restored "${result.corpus}" as of ${result.made}: ${counted(result.papers, 'paper')}.`)
  if (result.filesPlaced > 0)
    output.line(
      `   ${counted(result.filesPlaced, 'file')} copied to the workspace: not found where they were`,
    )
  output.object(result)
}

async function repair(_: CommonOptions, { gloss, output, signal }: Context): Promise<void> {
  const result = await repairCorpus(gloss, { corpus: gloss.config.corpus }, signal)
  for (const line of [...result.damage, ...result.lost.map((loss) => `Lost: ${loss}`)])
    output.line(inOneLine(line))
  output.line(
    result.damage.length === 0
      ? `Nothing to repair: "${result.corpus}" with ${counted(result.papers, 'paper')} has no problems.`
      : `Repaired "${result.corpus}": ${counted(result.papers, 'paper')}, ${result.readAgain} read again, ` +
          `${counted(result.embeddedAgain, 'unit')} embedded again, ${result.lost.length} lost.`,
  )
  if (result.keptCopy !== '') output.line(`The damaged file is kept: ${result.keptCopy}`)
  output.object(result)
  if (result.lost.length > 0) process.exitCode = 1
}

async function list(_: CommonOptions, { gloss, output }: Context): Promise<void> {
  const corpora = await listCorpora(gloss)
  const rows = corpora.map((corpus) =>
    'problem' in corpus
      ? [corpus.name, corpus.problem]
      : [
          corpus.name,
          counted(corpus.papers, 'paper'),
          counted(corpus.units, 'unit'),
          counted(corpus.passages, 'passage'),
        ],
  )
  for (const line of table(rows)) output.line(line)
  if (rows.length === 0) output.line('No corpora yet. Create one: gloss ingest ./papers')
  for (const { name, problem } of corpora.filter((corpus) => 'problem' in corpus))
    output.note(`gloss: ${name} cannot be opened. ${errorCatalogue[problem].help}`)
  output.object({ corpora })
}

async function show(_: CommonOptions, { gloss, output }: Context): Promise<void> {
  const session = await gloss.session()
  const overview = await session.overview()
  const { corpus, settings, ...counts } = overview
  output.line(
    `${corpus}: ${counted(counts.papers, 'paper')}, ${counted(counts.pages, 'page')}, ` +
      `${counted(counts.units, 'unit')}, ${counted(counts.passages, 'passage')}`,
  )
  for (const [state, count] of Object.entries(counts.states)) output.line(`   ${state}: ${count}`)
  output.line(
    `   embedder ${settings.embedder}; topic ${settings.topic ?? 'none'}; gate policy ${settings.policy ?? "the topic's own"}`,
  )
  output.object(overview)
}

async function create(name: string, _: CommonOptions, { gloss, output }: Context): Promise<void> {
  await createCorpus(gloss, name)
  output.line(`Created corpus "${name}".`)
  output.object({ corpus: name })
}

async function remove(name: string, _: CommonOptions, { gloss, output }: Context): Promise<void> {
  const openBy = await deleteCorpus(gloss, name)
  output.line(`Deleted corpus "${name}".`)
  for (const { pid, command } of openBy)
    output.line(`Process ${pid} had it open and will notice with its next question: ${inOneLine(command)}`)
  output.object({ corpus: name, openBy })
}

async function removePapersFrom(
  papers: string[],
  _: CommonOptions,
  { gloss, output }: Context,
): Promise<void> {
  const { removed } = await removePapers(gloss, undefined, papers)
  output.line(`${counted(removed, 'paper')} removed. To take one back: gloss ingest --take-back FILE`)
  output.object({ removed })
}

async function verify(_: CommonOptions, { gloss, output }: Context): Promise<void> {
  const problems = await verifyCorpus(gloss, await gloss.defaultCorpus('read'))
  for (const problem of problems) output.line(inOneLine(problem))
  output.line(problems.length === 0 ? 'No problems found.' : `${counted(problems.length, 'problem')} found.`)
  output.object({ ok: problems.length === 0, problems })
  if (problems.length > 0) process.exitCode = 1
}

async function embed(embedder: EmbedderName | undefined, { gloss, output, signal }: Context): Promise<void> {
  const result = await reEmbed(
    gloss,
    { embedder },
    (units) => output.isJson || output.note(counted(units, 'unit')),
    signal,
  )
  const session = await gloss.session()
  await session.save()
  output.line(
    `Re-embedded ${counted(result.units, 'unit')} with ${result.embedder} in ${result.seconds.toFixed(1)} s.`,
  )
  for (const line of modelLines(result.ledger)) output.line(line)
  output.object(result)
}
