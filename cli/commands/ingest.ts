/** `gloss ingest PATH…`: papers in, a corpus out. */
import type { Command } from 'commander'
import {
  countSources,
  DEFAULT_TOPIC,
  type IngestResult,
  ingestPaths,
  POLICY_NAMES,
  SUMMARISER_NAMES,
} from '../../app/index.ts'
import { agreed } from '../consent.ts'
import { type CommonOptions, type Context, inContext, withCommonOptions } from '../context.ts'
import { oneOf, wholeNumber } from '../options.ts'
import type { Output } from '../output.ts'
import { createProgress } from '../progress.ts'

interface IngestOptions extends CommonOptions {
  readonly topic?: string
  readonly policy?: (typeof POLICY_NAMES)[number]
  readonly summariser?: (typeof SUMMARISER_NAMES)[number]
  readonly workers?: number
  readonly unitsOnly?: boolean
  readonly ocr?: boolean
  readonly retry?: boolean
  readonly prune?: boolean
  readonly dryRun?: boolean
  readonly yes?: boolean
}

export function addIngestCommand(program: Command): void {
  withCommonOptions(program.command('ingest'))
    .description(
      'Read papers into a corpus: PDF, text, Markdown, HTML, JSON lines, BibTeX; files or folders.',
    )
    .argument('<path...>', 'files or folders')
    .option(
      '--topic <name|file>',
      `keyword set of the gate: biochem, none, or a YAML or JSON file (first: ${DEFAULT_TOPIC})`,
    )
    .option('--policy <name>', `gate policy: ${POLICY_NAMES.join(', ')}`, oneOf('--policy', POLICY_NAMES))
    .option(
      '--summariser <name>',
      `how units are made: ${SUMMARISER_NAMES.join(', ')}`,
      oneOf('--summariser', SUMMARISER_NAMES),
    )
    .option('--units-only', 'index the units alone, without passages of the text')
    .option('--workers <n>', 'papers read at once', wholeNumber('--workers', 1))
    .option('--ocr', 'read scans of any length (some seconds a page)')
    .option('--retry', 'read papers again that failed before')
    .option('--prune', 'remove papers whose files are gone')
    .option('--dry-run', 'read and judge, but store nothing')
    .option('-y, --yes', 'agree to the projected cost of model calls')
    .action((paths: string[], options: IngestOptions) =>
      inContext({ ...options }, (context) => ingest(paths, options, context)),
    )
}

async function ingest(
  paths: string[],
  options: IngestOptions,
  { gloss, output, signal }: Context,
): Promise<void> {
  const progress = createProgress(output, process.stderr)
  if (process.stderr.isTTY && !output.isJson) progress.setTotal(await countSources(paths, signal))
  const request = {
    ...options,
    paths,
    retryFailed: options.retry,
    ocr: options.ocr === true ? ('always' as const) : ('auto' as const),
    consent: async (projection: string) => options.yes === true || (await agreed(projection, output)),
  }
  try {
    const result = await ingestPaths(gloss, request, (event) => progress.onEvent(event), signal)
    progress.stop()
    report(result, output)
  } finally {
    progress.stop()
  }
}

function report(result: IngestResult, output: Output): void {
  const parts = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts)
      .map(([reason, count]) => `${count} ${reason}`)
      .join(', ')
  const of = (name: string, counts: Readonly<Record<string, number>>) => {
    const sum = Object.values(counts).reduce((a, b) => a + b, 0)
    return sum === 0 ? `0 ${name}` : `${sum} ${name} (${parts(counts)})`
  }
  output.line(
    `${result.dryRun ? 'Would store' : 'Stored'} ${result.kept} of ${result.seen} papers in corpus "${result.corpus}": ` +
      `${of('dropped', result.dropped)}, ${of('failed', result.failed)}; ${result.units} units and ${result.passages} passages, ` +
      `${result.pages} pages in ${result.seconds.toFixed(1)} s.`,
  )
  if (result.unchanged > 0) output.line(`${result.unchanged} were there already, unchanged.`)
  if (result.copies > 0) output.line(`${result.copies} files are copies of others.`)
  if (result.pruned > 0) output.line(`${result.pruned} paths were gone and are forgotten.`)
  if (Object.keys(result.skipped).length > 0) output.line(`Passed over: ${parts(result.skipped)}.`)
  if (Object.keys(result.losses).length > 0) output.line(`Units lost on the way: ${parts(result.losses)}.`)
  if (result.interrupted) output.line('Stopped before the end; the same command goes on from here.')
  if (result.seen === 0)
    output.line('There is no paper at this path. PDF, .txt, .md, .html, .jsonl and .bib files are read.')
  else if (Object.keys(result.dropped).length > 0)
    output.line(`The gate's topic is "${result.topic}". See why: gloss gate. Keep everything: --topic none.`)
  if (result.kept > 0 && !result.dryRun) output.line('Ask it: gloss retrieve "your question"')
  output.object(result)
  if (result.interrupted) process.exitCode = 1
}
