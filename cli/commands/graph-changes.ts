/** `gloss graph build` and `gloss graph mend`: what changes the graph of a corpus. */
import type { Command } from 'commander'
import { buildGraph, correctNames, currentCorrections, type GraphBuildResult } from '../../app/index.ts'
import { GlossError } from '../../core/index.ts'
import { agreed } from '../consent.ts'
import { type CommonOptions, type Context, inContext, withCommonOptions } from '../context.ts'
import { oneOf } from '../options.ts'
import { counted, type Output } from '../output.ts'

interface BuildOptions extends CommonOptions {
  readonly again?: boolean
  readonly openie?: boolean
  readonly kind?: 'unit' | 'passage'
  readonly yes?: boolean
}

interface MendOptions extends CommonOptions {
  readonly show?: boolean
}

// Shorter gaps between two notes would fill the screen. Chosen, not measured.
const NOTE_GAP_MS = 1_000

export function addGraphChanges(graph: Command): void {
  withCommonOptions(graph.command('build'))
    .description('Look for names in units that were not looked through, and with a model for facts.')
    .option('--again', 'look through all units again')
    .option('--openie', 'ask the model for the facts of units without any (costs tokens)')
    .option(
      '--kind <kind>',
      'facts of units only, or of passages only',
      oneOf('--kind', ['unit', 'passage'] as const),
    )
    .option('-y, --yes', 'agree to the projected cost of model calls')
    .action((options: BuildOptions) => inContext({ ...options }, (context) => build(options, context)))
  withCommonOptions(graph.command('mend'))
    .description('Ignore names and join aliases, as a file says; it takes the place of the one before.')
    .argument('[file]', 'YAML or JSON: ignore: [names], alias: {form: name}')
    .option('--show', 'print the mends in force')
    .action((file: string | undefined, options: MendOptions) =>
      inContext({ ...options }, (context) => (options.show === true ? show(context) : mend(file, context))),
    )
}

async function build(
  { again, openie, kind, yes }: BuildOptions,
  { gloss, output, signal }: Context,
): Promise<void> {
  const note = paced(output)
  const result = await buildGraph(
    gloss,
    {
      again,
      openie,
      kind,
      onNamed: ({ units }) => note(`gloss: ${counted(units, 'unit')} looked through`),
      onExtracted: ({ seen, facts }) => note(`gloss: ${counted(facts, 'fact')} of ${counted(seen, 'unit')}`),
      consent: async (projection) => yes === true || agreed(projection, output),
    },
    signal,
  )
  printBuilt(result, output)
  output.object(result)
}

function printBuilt({ corpus, units, mentions, openie, seconds }: GraphBuildResult, output: Output): void {
  output.line(
    `${counted(units, 'unit')} looked through, ${counted(mentions, 'mention')} of names found in corpus "${corpus}" in ${seconds.toFixed(1)} s.`,
  )
  if (openie === null) return
  const failed = Object.entries(openie.failed).map(([code, count]) => `, ${count} ${code}`)
  output.line(
    `${counted(openie.facts, 'fact')} of ${counted(openie.extracted, 'unit')}${failed.join('')}; ${counted(openie.calls, 'call')}, ${openie.promptTokens} prompt and ${openie.completionTokens} completion tokens.`,
  )
  for (const [reason, count] of Object.entries(openie.losses)) output.line(`   ${count} left out: ${reason}`)
}

/** Notes for people, one a second at the most. */
function paced(output: Output): (text: string) => void {
  let last = Number.NEGATIVE_INFINITY
  return (text) => {
    const now = performance.now()
    if (output.isJson || now - last < NOTE_GAP_MS) return
    last = now
    output.note(text)
  }
}

async function mend(file: string | undefined, { gloss, output }: Context): Promise<void> {
  if (file === undefined)
    throw new GlossError(
      'INPUT_INVALID',
      'Name the file with the mends, or see those in force with --show.',
      {
        field: 'file',
      },
    )
  const result = await correctNames(gloss, { file })
  const { ignore, alias } = result.mends
  output.line(
    `${counted(ignore.length, 'name')} ignored, ${counted(Object.keys(alias).length, 'form')} joined; the graph of "${result.corpus}" has ${counted(result.names, 'name')}.`,
  )
  for (const form of result.unknown) output.line(`   not met in this corpus: ${form}`)
  output.object(result)
}

async function show({ gloss, output }: Context): Promise<void> {
  const { mends, yaml } = await currentCorrections(gloss)
  output.line(yaml.trimEnd())
  output.object(mends)
}
