/** `gloss fetch minilm`: the one download Gloss knows, with consent. */
import cliProgress from 'cli-progress'
import type { Command } from 'commander'
import { fetchMiniLm, MINILM_MEGABYTES, modelsFolder } from '../../app/index.ts'
import { GlossError } from '../../core/index.ts'
import { agreed } from '../consent.ts'
import { type CommonOptions, type Context, inContext, withCommonOptions } from '../context.ts'
import { oneOf } from '../options.ts'

interface FetchOptions extends CommonOptions {
  readonly yes?: boolean
}

export function addFetchCommand(program: Command): void {
  withCommonOptions(program.command('fetch'))
    .description('Download the embedding model that --embedder minilm uses.')
    .argument('<model>', 'minilm', oneOf('fetch', ['minilm'] as const))
    .option('-y, --yes', 'download without asking')
    .action((_: string, options: FetchOptions) =>
      inContext({ ...options }, (context) => fetch(options, context)),
    )
}

async function fetch(options: FetchOptions, { gloss, output }: Context): Promise<void> {
  const folder = modelsFolder(gloss.config)
  const what = `all-MiniLM-L6-v2 (Apache-2.0, about ${MINILM_MEGABYTES} MB) will be downloaded to ${folder}.`
  if (options.yes !== true && !(await agreed(what, output))) throw new GlossError('CONSENT_NEEDED', what)
  const bar = new cliProgress.SingleBar({
    stream: process.stderr,
    format: '{bar} {value}/{total} MB {file}',
    noTTYOutput: false,
  })
  const megabytes = (bytes: number) => Math.round(bytes / 1e6)
  if (!output.isJson) bar.start(MINILM_MEGABYTES, 0, { file: '' })
  const result = await fetchMiniLm(gloss.config, ({ file, loadedBytes, totalBytes }) => {
    bar.setTotal(Math.max(1, megabytes(totalBytes)))
    bar.update(megabytes(loadedBytes), { file })
  }).finally(() => bar.stop())
  output.line(
    `Downloaded ${result.embedder} to ${result.folder}. To use it: gloss ingest ./papers --embedder minilm`,
  )
  output.object(result)
}
