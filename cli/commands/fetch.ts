/** `gloss fetch`: lists the optional parts, or fetches one ahead of its first use, with consent. */
import cliProgress from 'cli-progress'
import type { Command } from 'commander'
import {
  FEATURE_NAMES,
  featureStates,
  fetchMiniLm,
  fetchNow,
  fetchSentence,
  MINILM_MEGABYTES,
  modelsFolder,
} from '../../app/setup/index.ts'
import { type FeatureName, featurePlace, GlossError } from '../../core/index.ts'
import { agreed } from '../consent.ts'
import { type CommonOptions, type Context, withCommonOptions, withContext } from '../context.ts'
import { oneOf } from '../options.ts'
import { type Output, table } from '../output.ts'

interface FetchOptions extends CommonOptions {
  readonly yes?: boolean
}

const NAMES = ['minilm', ...FEATURE_NAMES] as const

export function addFetchCommand(program: Command): void {
  withCommonOptions(program.command('fetch'))
    .description(
      'Fetch an optional part before its first use: `minilm`, the embedding model with its runtime, or another part by name. Without a name, list them.',
    )
    .argument('[part]', `one of: ${NAMES.join(', ')}`, oneOf('fetch', NAMES))
    .option('-y, --yes', 'fetch without asking')
    .action(
      withContext(
        async (name: (typeof NAMES)[number] | undefined, options: FetchOptions, context: Context) => {
          if (name === undefined) list(context)
          else if (name === 'minilm') await fetchModel(options, context)
          else await fetchPart(name, options, context)
        },
      ),
    )
}

function list({ output }: Context): void {
  const states = featureStates()
  for (const line of table(
    states.map(({ name, title, use, place, downloadMb, diskMb }) => [
      name,
      place === null ? '—' : 'ok',
      `${title}: ${use.replaceAll('`', '')}`,
      place ?? `${downloadMb} MB to download, ${diskMb} MB on disk`,
    ]),
  ))
    output.line(line)
  output.object({ features: states })
}

async function fetchPart(name: FeatureName, { yes }: FetchOptions, { output }: Context): Promise<void> {
  if (featurePlace(name) === null) {
    await consent(fetchSentence(name), yes, output)
    await fetchNow(name, (message) => output.note(`gloss: ${message}`))
  }
  const folder = featurePlace(name)?.folder ?? ''
  output.line(`${name} is in ${folder}.`)
  output.object({ feature: name, folder })
}

/** Fetches the runtime from the package registry, then the weights from their hub. */
async function fetchModel(options: FetchOptions, { gloss, output }: Context): Promise<void> {
  const folder = modelsFolder(gloss.config)
  const runtime = featurePlace('models') === null ? ` ${fetchSentence('models')}` : ''
  const what = `all-MiniLM-L6-v2 (Apache-2.0, about ${MINILM_MEGABYTES} MB) will be downloaded to ${folder}.${runtime}`
  await consent(what, options.yes, output)
  await fetchNow('models', (message) => output.note(`gloss: ${message}`))
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

async function consent(what: string, yes: boolean | undefined, output: Output): Promise<void> {
  if (yes !== true && !(await agreed(what, output))) throw new GlossError('CONSENT_NEEDED', what)
}
