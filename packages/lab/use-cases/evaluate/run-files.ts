/** Reads TREC run files to measure and fuse them. */
import { runText } from '../../../../app/compare/index.ts'
import { type Judgements, type Measure, parseQrels, type Run } from '../../../../comparison/index.ts'
import { GlossError, linesOf, openFile, writeNamedFile } from '../../../../core/index.ts'
import {
  evaluateRun,
  fuseRuns,
  parseRun,
  type RunEvaluation,
  type RunFusion,
} from '../../evaluation/index.ts'

export interface RunRequest {
  /** Run files. */
  readonly files: readonly string[]
  readonly qrels: string
  readonly measures: readonly Measure[]
  /** Method that fuses the runs into another one. */
  readonly fuse?: RunFusion | undefined
  /** Weight of each run in the fusion, in the order of the files. */
  readonly weights?: readonly number[] | undefined
  /** Path of the fused run. */
  readonly out?: string | undefined
}

export interface RunResult {
  readonly qrels: string
  /** Results in the order of the files; the fused run last. */
  readonly runs: readonly (RunEvaluation & { readonly file: string | null })[]
  readonly out: string | null
}

/** Measures runs as trec_eval does. Throws `INPUT_INVALID` with the file and the line of the first fault. */
export async function evaluateRuns(request: RunRequest): Promise<RunResult> {
  const { files, qrels, measures, fuse, weights, out } = request
  checkFusion(request)
  const judged = await readJudgements(qrels)
  const runs: Run[] = []
  for (const file of files)
    runs.push(await parseRun(linesOf(await openFile(file, 'A run is read from a file')), file))
  const measured: (RunEvaluation & { file: string | null })[] = runs.map((run, at) => ({
    file: files[at]!,
    ...evaluateRun(run, judged, measures),
  }))
  if (fuse === undefined) return { qrels, runs: measured, out: null }
  const fused = fuseRuns(runs, fuse, weights)
  if (out !== undefined) await writeNamedFile(out, runText(fused))
  measured.push({ file: null, ...evaluateRun(fused, judged, measures) })
  return { qrels, runs: measured, out: out ?? null }
}

function checkFusion({ files, fuse, weights, out }: RunRequest): void {
  if (fuse === undefined && (out !== undefined || weights !== undefined))
    throw new GlossError('INPUT_INVALID', '--out and --weights belong to a fusion: add --fuse.', {
      field: 'fuse',
    })
  if (fuse !== undefined && files.length < 2)
    throw new GlossError('INPUT_INVALID', 'A fusion needs two run files or more.', { field: 'fuse' })
  if (weights !== undefined && weights.length !== files.length)
    throw new GlossError(
      'INPUT_INVALID',
      `There are ${weights.length} weights for ${files.length} runs: give one for each file, in their order.`,
      { field: 'weights' },
    )
}

/** Reads all judgements, including questions without a relevant document: trec_eval counts such a question 0. */
async function readJudgements(path: string): Promise<Map<string, Judgements>> {
  const judged = new Map<string, Map<string, number>>()
  const onBadLine = (line: number) => {
    throw new GlossError(
      'INPUT_INVALID',
      `Line ${line} of ${path} is not a judgement: \`query-id<TAB>corpus-id<TAB>score\`, or \`query 0 document score\` as TREC has it.`,
      { path, line },
    )
  }
  const lines = linesOf(await openFile(path, 'Judgements are read from a file'))
  for await (const { query, document, score } of parseQrels(lines, onBadLine))
    judged.set(query, (judged.get(query) ?? new Map<string, number>()).set(document, score))
  if (judged.size > 0) return judged
  throw new GlossError('INPUT_INVALID', `${path} holds no judgement.`, { path })
}
