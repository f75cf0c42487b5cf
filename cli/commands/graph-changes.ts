/** `gloss graph build` and `gloss graph correct`: change the graph of a corpus. */
import type { Command } from 'commander'
import { buildGraph, correctNames, currentCorrections, type GraphBuildResult } from '../../app/graph/index.ts'
import { invalidInput } from '../../core/index.ts'
import { agreed } from '../consent.ts'
import { type CommonOptions, type Context, withCommonOptions, withContext } from '../context.ts'
import { oneOf } from '../options.ts'
import { counted, type Output } from '../output.ts'

interface BuildOptions extends CommonOptions {
  readonly again?: boolean
  readonly openie?: boolean
  readonly kind?: 'unit' | 'passage'
  readonly yes?: boolean
}

interface CorrectOptions extends CommonOptions {
  readonly show?: boolean
}

// A shorter interval between notes would fill the screen. Chosen, not measured.
const NOTE_GAP_MS = 1_000

export function addGraphChanges(graph: Command): void {
  withCommonOptions(graph.command('build'))
    .description('Extract names from new units, and facts with --openie.')
    .option('--again', 'extract names from all units again')
    .option('--openie', 'extract facts with the model from units that have none (uses tokens)')
    .option(
      '--kind <kind>',
      'extract facts only from this kind of text: unit or passage',
      oneOf('--kind', ['unit', 'passage'] as const),
    )
    .option('-y, --yes', 'accept the projected cost of model calls')
    .action(withContext(build))
  withCommonOptions(graph.command('correct').alias('mend'))
    .description('Ignore names and merge aliases as listed in a file. Replaces the previous file.')
    .argument('[file]', 'YAML or JSON file: ignore: [names], alias: {form: name}')
    .option('--show', 'print the corrections in force')
    .action(
      withContext((file: string | undefined, options: CorrectOptions, context: Context) =>
        options.show === true ? show(context) : correct(file, context),
      ),
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
      onNamed: ({ units }) => note(`gloss: ${counted(units, 'unit')} processed`),
      onExtracted: ({ seen, facts }) =>
        note(`gloss: ${counted(facts, 'fact')} from ${counted(seen, 'unit')}`),
      consent: async (projection) => yes === true || agreed(projection, output),
    },
    signal,
  )
  printBuilt(result, output)
  output.object(result)
}

function printBuilt({ corpus, units, mentions, openie, seconds }: GraphBuildResult, output: Output): void {
  output.line(
    `${counted(units, 'unit')} processed, ${counted(mentions, 'mention')} of names found in corpus "${corpus}" in ${seconds.toFixed(1)} s.`,
  )
  if (openie === null) return
  const failed = Object.entries(openie.failed).map(([code, count]) => `, ${count} ${code}`)
  output.line(
    `${counted(openie.facts, 'fact')} from ${counted(openie.extracted, 'unit')}${failed.join('')}; ${counted(openie.calls, 'call')}, ${openie.promptTokens} prompt and ${openie.completionTokens} completion tokens.`,
  )
  for (const [reason, count] of Object.entries(openie.losses)) output.line(`   ${count} left out: ${reason}`)
}

/** Returns a function that prints notes for people, at most one per second. */
function paced(output: Output): (text: string) => void {
  let last = Number.NEGATIVE_INFINITY
  return (text) => {
    const now = performance.now()
    if (output.isJson || now - last < NOTE_GAP_MS) return
    last = now
    output.note(text)
  }
}

async function correct(file: string | undefined, { gloss, output }: Context): Promise<void> {
  if (file === undefined)
    throw invalidInput('file', 'Name a corrections file, or print the corrections in force with --show.')
  const result = await correctNames(gloss, { file })
  const { ignore, alias } = result.mends
  output.line(
    `${counted(ignore.length, 'name')} ignored, ${counted(Object.keys(alias).length, 'spelling')} merged; the graph of "${result.corpus}" has ${counted(result.names, 'name')}.`,
  )
  for (const form of result.unknown) output.line(`   not found in this corpus: ${form}`)
  output.object(result)
}

async function show({ gloss, output }: Context): Promise<void> {
  const { mends, yaml } = await currentCorrections(gloss)
  output.line(yaml.trimEnd())
  output.object(mends)
}
