/** `gloss tune`: teaches the bundled table the corpus's field, or undoes that. */
import type { Command } from 'commander'
import {
  agreed,
  type CommonOptions,
  type Context,
  counted,
  modelLines,
  oneOf,
  withCommonOptions,
  withContext,
} from '../../../cli/index.ts'
import { TEACHER_NAMES, type TeacherName } from '../use-cases/tune/teacher.ts'
import { type TuneResult, tuneCorpus, undoTuning } from '../use-cases/tune/tune-corpus.ts'

interface TuneOptions extends CommonOptions {
  readonly teacher?: TeacherName
  readonly dryRun?: boolean
  readonly undo?: boolean
  readonly yes?: boolean
}

export function addTuneCommand(program: Command): void {
  withCommonOptions(program.command('tune'))
    .description(
      'Adapt the bundled embedder to a corpus, with MiniLM or an embeddings API as teacher; keep the result only if it is better on held-out papers.',
    )
    .option(
      '--teacher <name>',
      `embedder to learn from: ${TEACHER_NAMES.join(', ')} (default: minilm)`,
      oneOf('--teacher', TEACHER_NAMES),
    )
    .option('--undo', 'return to the bundled table')
    .option('--dry-run', 'learn and measure, but keep nothing')
    .option('-y, --yes', 'accept the projected cost of an embeddings API')
    .action(
      withContext((options: TuneOptions, context: Context) =>
        options.undo === true ? undo(context) : tune(options, context),
      ),
    )
}

async function tune(
  { teacher, dryRun, yes }: TuneOptions,
  { gloss, output, signal }: Context,
): Promise<void> {
  const result = await tuneCorpus(
    gloss,
    {
      teacher,
      dryRun,
      consent: async (projection) => yes === true || agreed(projection, output),
      onProgress: (step) => output.isJson || output.note(step),
    },
    signal,
  )
  if (!result.dryRun) await (await gloss.session(result.corpus)).save()
  for (const line of tuneLines(result)) output.line(line)
  output.object(result)
}

async function undo({ gloss, output, signal }: Context): Promise<void> {
  const result = await undoTuning(
    gloss,
    {},
    (units) => output.isJson || output.note(counted(units, 'unit')),
    signal,
  )
  await (await gloss.session(result.corpus)).save()
  output.line(`Back to the bundled table: ${counted(result.units, 'unit')} with ${result.embedder}.`)
  output.object(result)
}

function tuneLines(result: TuneResult): string[] {
  const { heldOut, corpus, dryRun } = result
  const share = (value: number) => value.toFixed(3)
  return [
    `Learned ${counted(result.lessons, 'text')} of ${counted(result.papers, 'paper')} from ${result.teacher} in ${result.cpuSeconds.toFixed(0)} s of processor time.`,
    `On ${counted(heldOut.papers, 'paper')} kept apart (${counted(heldOut.queries, 'question')}):`,
    `   of the teacher's first ten, found: ${share(heldOut.before.overlap)} before, ${share(heldOut.after.overlap)} after; ${Math.round(100 * heldOut.recovered)} % of the loss recovered`,
    `   first ten of a title from its own paper: ${share(heldOut.before.titles)} before, ${share(heldOut.after.titles)} after, ${share(heldOut.teacher.titles)} by the teacher`,
    dryRun
      ? 'Nothing was kept (--dry-run).'
      : `The corpus "${corpus}" now uses ${result.embedder} (${counted(result.units, 'unit')}). To undo: gloss tune --undo --corpus ${corpus}`,
    ...modelLines(result.ledger),
  ]
}
