/** `gloss gate`: what the topic filter decided, why, and what a person decides instead. */
import { writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import {
  type GateOverview,
  type GateRow,
  gateOf,
  gateOverview,
  overrule,
  POLICY_NAMES,
  reevaluateGate,
} from '../../app/index.ts'
import { writeFailure } from '../../core/index.ts'
import { type CommonOptions, type Context, inContext, withCommonOptions } from '../context.ts'
import { oneOf } from '../options.ts'
import { counted, shortened, table } from '../output.ts'

interface GateOptions extends CommonOptions {
  readonly yes?: boolean
  readonly keep?: string[]
  readonly drop?: string[]
  readonly undo?: string[]
  readonly explain?: string
  readonly rerun?: boolean
  readonly topic?: string
  readonly policy?: (typeof POLICY_NAMES)[number]
  readonly svg?: string
  readonly stats?: boolean
}

const TITLE_CHARACTERS = 60
const ID_CHARACTERS = 12

export function addGateCommand(program: Command): void {
  withCommonOptions(program.command('gate'))
    .description(
      'List what the gate decided, explain it, overrule it, or judge again without reading a paper.',
    )
    .option('--explain <id>', 'why one paper was kept or dropped')
    .option('--keep <id...>', 'keep these papers whatever the gate says')
    .option('--drop <id...>', 'drop these papers whatever the gate says')
    .option('--undo <id...>', 'leave these papers to the gate again')
    .option('--rerun', 'judge every paper again; nothing is read or parsed')
    .option('--topic <name|file>', 'judge again by this topic')
    .option(
      '--policy <name>',
      `judge again by this policy: ${POLICY_NAMES.join(', ')}`,
      oneOf('--policy', POLICY_NAMES),
    )
    .option('-y, --yes', 'agree to model calls for papers that come in')
    .option('--stats', 'kept papers by category (Table A1)')
    .option('--svg <file>', 'write the histogram of scores')
    .action((options: GateOptions) => inContext({ ...options }, (context) => gate(options, context)))
}

async function gate(options: GateOptions, context: Context): Promise<void> {
  const { gloss, output, signal } = context
  const decisions = [
    ['keep', options.keep],
    ['drop', options.drop],
    [null, options.undo],
  ] as const
  const decided: GateRow[] = []
  for (const [decision, papers] of decisions)
    if (papers !== undefined)
      decided.push(...(await overrule(gloss, undefined, papers, decision, signal, options.yes === true)))
  for (const row of decided) output.line(`${row.state}: ${row.paper} ${row.title}`)
  if (decided.length > 0) return output.object({ papers: decided })

  if (options.explain !== undefined) {
    const row = await gateOf(gloss, undefined, options.explain)
    output.line(row.title)
    for (const line of row.explanation) output.line(`   ${line}`)
    return output.object(row)
  }
  if (options.rerun === true || options.topic !== undefined || options.policy !== undefined) {
    const result = await reevaluateGate(
      gloss,
      undefined,
      { ...options, agreed: options.yes === true },
      signal,
    )
    output.line(
      `Judged ${counted(result.seen, 'paper')} again: ${result.kept} kept, ${result.dropped} dropped; ${result.changed} changed sides.`,
    )
    return output.object(result)
  }
  await show(await gateOverview(gloss), options, context)
}

async function show(overview: GateOverview, options: GateOptions, { output }: Context): Promise<void> {
  const { svg } = options
  if (svg !== undefined)
    await writeFile(svg, overview.svg).catch((error: unknown) => {
      throw writeFailure(svg, error)
    })
  if (options.stats === true) printStatistics(overview, output)
  else {
    const rows = overview.rows.map((row) => [
      row.paper.slice(0, ID_CHARACTERS),
      row.score.toFixed(3),
      row.overruled === null ? row.state : `${row.state} (by hand)`,
      `near ${row.nearest[0]?.keyword ?? '—'}`,
      shortened(row.title, TITLE_CHARACTERS),
    ])
    for (const line of table(rows)) output.line(line)
    output.line()
    for (const line of overview.histogram) output.line(line)
    output.line()
    output.line(
      `Topic "${overview.topic}". Why: gloss gate --explain ID. Overrule: --keep ID, --drop ID. By category: --stats.`,
    )
  }
  if (options.svg !== undefined) output.line(`Histogram written to ${options.svg}.`)
  output.object(overview)
}

function printStatistics({ tableA1 }: GateOverview, output: Context['output']): void {
  for (const domain of tableA1.domains) {
    output.line(`${domain.domain} n = ${domain.count}`)
    const rows = tableA1.categories
      .filter((category) => category.domain === domain.domain)
      .map(({ category, count, percent }) => [`   ${category}`, String(count), `${percent.toFixed(2)} %`])
    for (const line of table(rows)) output.line(line)
  }
  output.line(`${counted(tableA1.total, 'kept paper')}.`)
}
