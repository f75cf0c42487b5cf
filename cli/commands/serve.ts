/** `gloss serve`: serves the web page and the HTTP API until Ctrl-C. */
import type { Command } from 'commander'
import { buildServer, stopServer } from '../../api/index.ts'
import { unknownSettings } from '../../app/config/index.ts'
import { verifyInBackground, watchIndexes } from '../../app/corpora/index.ts'
import { asksForKey, followKeys } from '../../app/keys/index.ts'
import { canAskModel, prepareModel } from '../../app/think/index.ts'
import type { Gloss } from '../../app/wiring/index.ts'
import { GlossError } from '../../core/index.ts'
import {
  type CommonOptions,
  type Context,
  inContext,
  withCommonOptions,
  withRankingOptions,
} from '../context.ts'
import { wholeNumber } from '../options.ts'
import type { Output } from '../output.ts'

interface ServeOptions extends CommonOptions {
  readonly host?: string
  readonly port?: number
}

const MAX_PORT = 65_535

export function addServeCommand(program: Command): void {
  withRankingOptions(withCommonOptions(program.command('serve')))
    .description('Serve the web page and the HTTP API.')
    .option(
      '--host <address>',
      'address to listen on (GLOSS_HOST); addresses other than loopback require a key',
    )
    .option(
      '--port <n>',
      'port to listen on (GLOSS_PORT); 0 picks a free port',
      wholeNumber('--port', 0, MAX_PORT),
    )
    .action(({ host, port, ...options }: ServeOptions) =>
      inContext({ ...options }, serve, { host, port }, { isService: true }),
    )
}

// Time that requests in flight have to finish when the server stops.
const GRACE_MS = 10_000
// Problems of a damaged corpus that are shown; `gloss corpus verify` lists all.
const MAX_PROBLEMS_SHOWN = 5

async function serve({ gloss, output, signal }: Context): Promise<void> {
  const noted = new Set<string>()
  const keys = await followKeys(gloss.workspace.shared, gloss.config.workspace, signal, (error) => {
    const note = `gloss: the keys cannot be read from the server: ${error instanceof Error ? error.message : String(error)}`
    if (!noted.has(note)) output.note(note)
    noted.add(note)
  })
  const unknown = unknownSettings(gloss.config, !asksForKey(gloss.config))
  for (const { sentence } of unknown) output.note(`gloss: ${sentence}`)
  // A folder with the wrong ranking model is refused before the first request.
  await gloss.ranking.open()
  const verification = gloss.config.verify
    ? verifyInBackground(gloss, (corpus, problems) => reportDamage(output, corpus, problems), signal)
    : null
  const server = buildServer(gloss, verification === null ? {} : { integrity: verification.integrity })
  const { host, port } = gloss.config
  const url = await server.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
    throw listenFailure(error, host, port)
  })
  output.line(`Gloss answers at ${url}`)
  output.line(`   web page  ${url}/`)
  output.line(`   retrieve  ${url}/retrieve?q=your+question`)
  output.line(`   API docs  ${url}/docs`)
  if (canAskModel(gloss.config)) output.line(`   base_url  ${url}/v1   for any OpenAI-compatible client`)
  output.line('Press Ctrl-C to stop.')
  output.object({ url })
  const watching = watchIndexes(gloss, signal)
  const preparing = prepare(gloss, output, signal)
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
  await stopServer(server, GRACE_MS)
  await Promise.all([preparing, watching, keys.ended, verification?.ended])
}

function reportDamage(output: Output, corpus: string, problems: readonly string[]): void {
  output.note(`gloss: the corpus ${corpus} is damaged; run \`gloss corpus repair --corpus ${corpus}\`.`)
  for (const problem of problems.slice(0, MAX_PROBLEMS_SHOWN)) output.note(`   ${problem}`)
  if (problems.length > MAX_PROBLEMS_SHOWN) output.note(`   and ${problems.length - MAX_PROBLEMS_SHOWN} more`)
}

/** Probes the model server before a request needs the result. */
async function prepare(gloss: Gloss, output: Output, signal: AbortSignal): Promise<void> {
  if (!canAskModel(gloss.config)) return
  try {
    await prepareModel(gloss, {}, signal)
  } catch (error) {
    if (!signal.aborted) output.note(`gloss: could not probe the model server: ${String(error)}`)
  }
}

function listenFailure(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const why: Readonly<Record<string, string>> = {
    EADDRINUSE: 'the port is in use; choose another with --port',
    EACCES: 'the system reserves this port; choose another with --port',
    EADDRNOTAVAIL: 'this machine has no such address; choose another with --host',
  }
  const reason = why[error.code ?? '']
  if (reason === undefined) return error
  return new GlossError(
    'CONFIG_INVALID',
    `Gloss cannot listen on ${host}:${port}: ${reason}.`,
    { host, port },
    error,
  )
}
