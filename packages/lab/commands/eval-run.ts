/** `gloss eval run`: measures TREC run files, ours or others', and their fusion. Opens no corpus. */
import type { Command } from 'commander'
import { createOutput, oneOf, shownPath, table } from '../../../cli/index.ts'
import { MEASURE_NAMES, parseMeasures } from '../../../comparison/index.ts'
import { RUN_FUSIONS, type RunFusion } from '../evaluation/index.ts'
import { evaluateRuns } from '../use-cases/evaluate/run-files.ts'

interface RunOptions {
  readonly qrels: string
  readonly measures: string
  readonly fuse?: RunFusion
  readonly weights?: number[]
  readonly out?: string
  readonly json?: boolean
}

const DEFAULT_MEASURES = 'nDCG@10 AP RR R@5 R@100'

export function addEvalRun(evaluation: Command): void {
  evaluation
    .command('run')
    .description('Measure TREC run files of any system as trec_eval does, and optionally fuse them.')
    .argument('<file...>', 'run files: question Q0 document rank score name')
    .requiredOption('--qrels <file>', 'judgements: query-id, corpus-id, score; or TREC’s four columns')
    .option(
      '--measures <names>',
      `measures, in the grammar of ir_measures: ${MEASURE_NAMES.join(', ')}`,
      DEFAULT_MEASURES,
    )
    .option('--fuse <how>', `fuse the runs: ${RUN_FUSIONS.join(', ')}`, oneOf('--fuse', RUN_FUSIONS))
    .option('--weights <numbers>', 'weight of each run in the fusion, such as 0.7,0.3', numbers)
    .option('--out <file>', 'write the fused run')
    .option('--json', 'print one JSON object as the last line of stdout')
    .action(async (files: string[], { measures: names, json, ...options }: RunOptions) => {
      const output = createOutput(json === true, process.stdout, process.stderr)
      const measures = parseMeasures(names)
      const result = await evaluateRuns({ ...options, files, measures })
      const rows = result.runs.map(({ name, file, questions, measures: means }) => [
        file === null ? name : shownPath(file),
        String(questions),
        ...measures.map((measure) => means[measure.name]!.toFixed(4)),
      ])
      for (const line of table([['run', 'questions', ...measures.map(({ name }) => name)], ...rows]))
        output.line(line)
      for (const { name, unanswered, unjudged } of result.runs) {
        if (unanswered > 0) output.line(`   ${name}: ${unanswered} judged questions without a hit count 0`)
        if (unjudged > 0) output.line(`   ${name}: ${unjudged} questions without a judgement were left out`)
      }
      if (result.out !== null) output.line(`Written: ${shownPath(result.out)}`)
      output.object(result)
    })
}

function numbers(text: string): number[] {
  return text.split(',').map(Number)
}
