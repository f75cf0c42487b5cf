/** `gloss work`: reads papers queued on a PostgreSQL server, alongside any number of other workers. */
import type { Command } from 'commander'
import { paperJobs, queuePapers, workOnPapers } from '../../app/work/index.ts'
import { type CommonOptions, type Context, withCommonOptions, withContext } from '../context.ts'
import { counted, table } from '../output.ts'
import { inOneLine } from '../terminal-text.ts'

interface WorkOptions extends CommonOptions {
  readonly add?: string[]
  readonly topic?: string
  readonly once?: boolean
  readonly list?: boolean
  readonly cancel?: boolean
}

export function addWorkCommand(program: Command): void {
  withCommonOptions(program.command('work'))
    .description(
      'Read papers queued on a PostgreSQL server (GLOSS_STORE), on any number of machines at once.',
    )
    .option('--add <path...>', 'queue papers instead: files or folders')
    .option('--topic <name>', 'with --add: topic of the gate, for a new corpus')
    .option('--once', 'exit when no paper is waiting')
    .option('--list', 'count the papers that are waiting, done, failed or cancelled')
    .option('--cancel', 'cancel the papers waiting for the corpus')
    .action(withContext(work))
}

async function work(
  { add, topic, once = false, list, cancel }: WorkOptions,
  context: Context,
): Promise<void> {
  const { gloss, output, signal } = context
  if (add !== undefined) {
    const queued = await queuePapers(gloss, { paths: add, topic }, signal)
    output.line(`${counted(queued.added, 'paper')} of ${queued.found} queued for "${queued.corpus}".`)
    output.object(queued)
  } else if (cancel === true) {
    const corpus = await gloss.defaultCorpus('write')
    const cancelled = await paperJobs(gloss).cancel(corpus)
    output.line(`${counted(cancelled, 'paper')} of "${corpus}" cancelled.`)
    output.object({ corpus, cancelled })
  } else if (list === true) {
    const counts = await paperJobs(gloss).counts()
    for (const line of table(counts.map(({ corpus, state, jobs }) => [corpus, state, String(jobs)])))
      output.line(line)
    output.object({ counts })
  } else
    for await (const paper of workOnPapers(gloss, { isOnce: once }, signal)) {
      output.line(inOneLine(`${paper.corpus}  ${paper.path}  ${paper.detail}`))
      output.object(paper)
    }
}
