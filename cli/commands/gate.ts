/** `gloss gate`: lists, explains and overrides the decisions of the topic gate. */
import type { Command } from 'commander'
import {
  GATE_POLICIES,
  type GateOverview,
  type GateRow,
  gateOf,
  gateOverview,
  overrule,
  reevaluateGate,
} from '../../app/ingest/index.ts'
import { writeNamedFile } from '../../core/index.ts'
import { type CommonOptions, type Context, withCommonOptions, withContext } from '../context.ts'
import { oneOf } from '../options.ts'
import { counted, shortened, table } from '../output.ts'
import { inOneLine } from '../terminal-text.ts'

interface GateOptions extends CommonOptions {
  readonly yes?: boolean
  readonly keep?: string[]
  readonly drop?: string[]
  readonly undo?: string[]
  readonly explain?: string
  readonly rerun?: boolean
  readonly topic?: string
  readonly policy?: (typeof GATE_POLICIES)[number]
  readonly svg?: string
  readonly stats?: boolean
}

const TITLE_CHARACTERS = 60
const ID_CHARACTERS = 12

export function addGateCommand(program: Command): void {
  withCommonOptions(program.command('gate'))
    .description('List, explain and override gate decisions, or re-run the gate without re-reading papers.')
    .option('--explain <id>', 'explain why a paper was kept or dropped')
    .option('--keep <id...>', 'keep these papers regardless of the gate')
    .option('--drop <id...>', 'drop these papers regardless of the gate')
    .option('--undo <id...>', 'remove the override and let the gate decide these papers')
    .option('--rerun', 're-evaluate every paper without reading any file')
    .option('--topic <name|file>', 're-evaluate with this topic')
    .option(
      '--policy <name>',
      `re-evaluate with this policy: ${GATE_POLICIES.join(', ')}`,
      oneOf('--policy', GATE_POLICIES),
    )
    .option('-y, --yes', 'accept the cost of summarising papers that are now kept')
    .option('--stats', 'count the kept papers by category')
    .option('--svg <file>', 'write the histogram of scores to this file')
    .action(withContext(gate))
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
  for (const row of decided) output.line(inOneLine(`${row.state}: ${row.paper} ${row.title}`))
  if (decided.length > 0) return output.object({ papers: decided })

  if (options.explain !== undefined) {
    const row = await gateOf(gloss, undefined, options.explain)
    output.line(inOneLine(row.title))
    for (const line of row.explanation) output.line(inOneLine(`   ${line}`))
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
      `Re-evaluated ${counted(result.seen, 'paper')}: ${result.kept} kept, ${result.dropped} dropped; ${counted(result.changed, 'decision')} changed.`,
    )
    return output.object(result)
  }
  await show(await gateOverview(gloss), options, context)
}

async function show(overview: GateOverview, options: GateOptions, { output }: Context): Promise<void> {
  const { svg } = options
  if (svg !== undefined) await writeNamedFile(svg, overview.svg)
  if (options.stats === true) printStatistics(overview, output)
  else {
    const rows = overview.rows.map((row) => [
      row.paper.slice(0, ID_CHARACTERS),
      row.score.toFixed(3),
      `${row.state}${row.isClose ? ' (close call)' : ''}${row.overruled === null ? '' : ' (by hand)'}`,
      `near ${row.nearest[0]?.keyword ?? '—'}`,
      shortened(row.title, TITLE_CHARACTERS),
    ])
    for (const line of table(rows)) output.line(line)
    output.line()
    for (const line of overview.histogram) output.line(line)
    output.line()
    output.line(
      `Topic "${overview.topic}". Explain: gloss gate --explain ID. Override: --keep ID, --drop ID. By category: --stats.`,
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
