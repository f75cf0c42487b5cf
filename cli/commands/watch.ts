/** `gloss watch`: keeps a corpus up to date with folders, and reports what changed for saved questions. */
import type { Command } from 'commander'
import { addToFeed, type WatchEvent, type WatchRequest, watchPapers } from '../../app/watch/index.ts'
import { type CommonOptions, type Context, withCommonOptions, withContext } from '../context.ts'
import { wholeNumber } from '../options.ts'
import { counted, type Output, shortened, shownPath } from '../output.ts'
import { inOneLine } from '../terminal-text.ts'

interface WatchOptions extends CommonOptions, Pick<WatchRequest, 'topic' | 'prune' | 'questions'> {
  readonly feed?: string
  readonly every?: number
  readonly once?: boolean
}

const EVERY_SECONDS = 5
const MAX_SECONDS = 86_400
const TEXT_CHARACTERS = 160

export function addWatchCommand(program: Command): void {
  withCommonOptions(program.command('watch'))
    .description(
      'Ingest new and changed papers in folders until Ctrl-C, and report those that are gone; --json prints one object per line.',
    )
    .argument('<path...>', 'files or folders')
    .option('--topic <name|file>', 'topic of the gate, for a new corpus')
    .option('--prune', 'remove papers whose files no longer exist')
    .option('--questions <file>', 'questions, one per line: report changes among the first hits of each')
    .option('--feed <file>', 'keep a JSON Feed of the changes')
    .option(
      '--every <seconds>',
      `seconds between checks (default: ${EVERY_SECONDS})`,
      wholeNumber('--every', 1, MAX_SECONDS),
    )
    .option('--once', 'check once and exit')
    .action(withContext(watch))
}

async function watch(
  paths: string[],
  { topic, prune, questions, feed, every = EVERY_SECONDS, once = false }: WatchOptions,
  { gloss, output, signal }: Context,
): Promise<void> {
  const request = { paths, topic, prune, questions, everySeconds: every, isOnce: once }
  for await (const event of watchPapers(gloss, request, signal)) {
    for (const line of linesOf(event)) output.line(inOneLine(line))
    output.object(event)
    if (feed !== undefined) await addToFeed(feed, event, new Date())
  }
  if (once) note(output)
}

function note(output: Output): void {
  output.note('Looked once. Without --once the folders are watched until Ctrl-C.')
}

function linesOf(event: WatchEvent): string[] {
  if (event.type === 'corpus-busy') return [`${event.message} Trying again.`]
  if (event.type === 'papers-taken') {
    const { corpus, papers, gone, pruned } = event
    return [
      ...papers.map(({ state, title, path, detail }) =>
        [state, title || shownPath(path), state === 'kept' ? '' : detail].filter(Boolean).join('  '),
      ),
      ...gone.map((path) => `gone  ${shownPath(path)}`),
      `${counted(papers.length, 'paper')} read into corpus "${corpus}"${pruned === 0 ? '' : `, ${counted(pruned, 'path')} removed`}.`,
    ]
  }
  const { question, added, gone } = event
  const lineOf = (sign: string) => (one: (typeof added)[number]) =>
    `  ${sign} ${shortened(one.text, TEXT_CHARACTERS)} (${one.title}${one.page === null ? '' : `, p. ${one.page}`})`
  return [question, ...added.map(lineOf('+')), ...gone.map(lineOf('-'))]
}
