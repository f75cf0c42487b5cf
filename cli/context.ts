/** Defines what every command receives: the app, the output, and a signal that Ctrl-C aborts. */
import { type Command, Option } from 'commander'
import {
  EMBEDDER_NAMES,
  embedderAt,
  type Gloss,
  isPluginPlace,
  loadConfig,
  openGloss,
} from '../app/wiring/index.ts'
import { agreed } from './consent.ts'
import { ADVANCED } from './option-aliases.ts'
import { oneOfOrPlugin } from './options.ts'
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

/** Adds the options of commands that rank hits. */
export function withRankingOptions(command: Command): Command {
  for (const [flags, help] of RANKING_OPTIONS) command.addOption(new Option(flags, help).helpGroup(ADVANCED))
  return command
}

const RANKING_OPTIONS = [
  [
    '--rerank <place>',
    'folder of a cross-encoder, or URL of a rerank server, that reorders the first hits (GLOSS_RERANK)',
  ],
  ['--bm25-k1 <number>', 'k1 of BM25 (GLOSS_BM25_K1)'],
  ['--bm25-b <number>', 'b of BM25 (GLOSS_BM25_B)'],
  ['--fusion-weight <number>', 'weight of the fusion in hybrid and auto (GLOSS_FUSION_WEIGHT)'],
] as const

/** The end of the help of every command that takes these options: the same text everywhere, wrapped at 80 columns. */
export const COMMON_HELP = `
Common options:
  --workspace <dir>  folder that holds the corpora (GLOSS_WORKSPACE; default:
                     .gloss)
  --corpus <name>    corpus to use (GLOSS_CORPUS; default: the only one, or
                     main if there are several)
  --embedder <name>  static, minilm or openai, or a plug-in: ./module.js
                     (GLOSS_EMBEDDER; default: the corpus’s own)
  --json             print one JSON object as the last line of stdout
  -h, --help         show this help`

export function withCommonOptions(command: Command): Command {
  for (const flags of ['--workspace <dir>', '--corpus <name>', '--json'])
    command.addOption(new Option(flags).hideHelp())
  return command
    .addOption(
      new Option('--embedder <name>')
        .argParser(oneOfOrPlugin('--embedder', EMBEDDER_NAMES, embedderAt))
        .hideHelp(),
    )
    .addHelpOption(new Option('-h, --help').hideHelp())
    .addHelpText('after', COMMON_HELP)
}

/** Returns the action of a command: `work` receives its arguments, its options and the context. */
export function withContext<Given extends readonly unknown[]>(
  work: (...given: [...Given, Context]) => Promise<void>,
): (...given: [...Given, Command]) => Promise<void> {
  return (...given) => {
    const own = given.slice(0, -1) as unknown as Given
    return inContext({ ...(own.at(-1) as CommonOptions) }, (context) => work(...own, context))
  }
}

/** Opens the app, runs the action, and closes the app whatever happens. A service asks nobody before it fetches an optional part. Ctrl-C aborts `signal`; a second one exits immediately. */
export async function inContext(
  options: CommonOptions & Readonly<Record<string, unknown>>,
  action: (context: Context) => Promise<void>,
  extra: Readonly<Record<string, unknown>> = {},
  { isService = false }: { readonly isService?: boolean } = {},
): Promise<void> {
  const { workspace, corpus, embedder, rerank, bm25K1, bm25B, fusionWeight } = options
  const ranking = { rerank, bm25K1, bm25B, fusionWeight }
  const config = loadConfig({ workspace, corpus, embedder, ...ranking, ...extra })
  const output = createOutput(options.json === true, process.stdout, process.stderr)
  const plugIns = await givenPlugIns(options['monitor'])
  const gloss = await openGloss(config, {
    plugIns,
    onNotice: (message) => output.note(`gloss: ${message}`),
    ...(isService ? {} : { agree: async (what: string) => options['yes'] === true || agreed(what, output) }),
  })
  const stop = new AbortController()
  const onInterrupt = () => {
    if (stop.signal.aborted) process.exit(130)
    output.note('\ngloss: finishing current work; press Ctrl-C again to stop immediately.')
    stop.abort()
  }
  process.on('SIGINT', onInterrupt)
  process.on('SIGTERM', onInterrupt)
  process.on('SIGUSR1', openNoDebugger)
  try {
    await action({ gloss, output, signal: stop.signal })
  } catch (error) {
    if (!stop.signal.aborted || error !== stop.signal.reason) throw error
    output.note('gloss: interrupted.')
    output.object({ interrupted: true })
    process.exitCode = 1
  } finally {
    process.off('SIGINT', onInterrupt)
    process.off('SIGTERM', onInterrupt)
    process.off('SIGUSR1', openNoDebugger)
    await gloss.close()
  }
}

/** Replaces Node's handler of SIGUSR1, which opens a debugger through which any process of this user could run code here. */
function openNoDebugger(): void {
  // `node --inspect` opens the debugger on purpose.
}

/** Loads the named plug-in, and the rest of the app only if there is one. Throws `PLUGIN_INVALID`. */
async function givenPlugIns(monitor: unknown) {
  if (typeof monitor !== 'string' || !isPluginPlace(monitor))
    return { readers: [], gate: null, monitor: null }
  const { loadPlugin } = await import('../app/plugins/index.ts')
  return { readers: [], gate: null, monitor: await loadPlugin('monitor', monitor) }
}
