/** What every command is given: the app, the output, and a signal that Ctrl-C aborts. */
import type { Command } from 'commander'
import { type Gloss, loadConfig, openGloss } from '../app/index.ts'
import { createOutput, type Output } from './output.ts'

export interface Context {
  readonly gloss: Gloss
  readonly output: Output
  readonly signal: AbortSignal
}

/** Options that every command takes. */
export interface CommonOptions {
  readonly workspace?: string
  readonly corpus?: string
  readonly embedder?: string
  readonly json?: boolean
}

export function withCommonOptions(command: Command): Command {
  return command
    .option('--workspace <dir>', 'folder that holds the corpora (GLOSS_WORKSPACE)')
    .option('--corpus <name>', 'corpus to work on (GLOSS_CORPUS)')
    .option('--embedder <name>', 'static, minilm or openai (GLOSS_EMBEDDER)')
    .option('--json', 'print one JSON object as the last line of stdout')
}

/** Opens the app, runs the action, and closes the app whatever happens. Ctrl-C aborts `signal`; a second one ends at once. */
export async function inContext(
  options: CommonOptions & Readonly<Record<string, unknown>>,
  action: (context: Context) => Promise<void>,
  extra: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const { workspace, corpus, embedder } = options
  const config = loadConfig({ workspace, corpus, embedder, ...extra })
  const output = createOutput(options.json === true, process.stdout, process.stderr)
  const gloss = await openGloss(config, { onNotice: (message) => output.note(`gloss: ${message}`) })
  const stop = new AbortController()
  const onInterrupt = () => {
    if (stop.signal.aborted) process.exit(130)
    output.note('\ngloss: stopping after the paper in hand; press Ctrl-C again to stop at once.')
    stop.abort()
  }
  process.on('SIGINT', onInterrupt)
  process.on('SIGTERM', onInterrupt)
  try {
    await action({ gloss, output, signal: stop.signal })
  } finally {
    process.off('SIGINT', onInterrupt)
    process.off('SIGTERM', onInterrupt)
    await gloss.close()
  }
}
