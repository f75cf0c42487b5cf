/**
 * Measures the backends on judged sets. Imports each set of ../shared/data with the command line, as a user would.
 * Run: npm run measure retrieval [-- --embedder minilm] [-- --sets scifact,covidqa]   (MiniLM: minutes per set)
 */
import { execFile } from 'node:child_process'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { hasShared, sharedPath } from '../../../tests/fixtures/shared.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const SETS = ['scifact', 'covidqa', 'musique-train', 'hotpotqa-train', '2wiki-half']
const BACKENDS = ['words', 'vanilla', 'hybrid', 'walk', 'auto']
const METRICS = ['queries', 'ndcg@10', 'recall@2', 'recall@5', 'recall@10', 'mrr@10', 'p50Ms', 'p99Ms']

type Answer = Readonly<Record<string, unknown>>

const { values: options } = parseArgs({
  options: {
    embedder: { type: 'string', default: 'static' },
    sets: { type: 'string', default: SETS.join(',') },
  },
})

async function gloss(workspace: string, ...args: string[]): Promise<Answer> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      join(ROOT, 'cli', 'main.ts'),
      ...args,
      '--workspace',
      workspace,
      '--embedder',
      options.embedder,
      '--json',
    ],
    { env: { ...process.env, GLOSS_MODELS: sharedPath('models') }, maxBuffer: 1e8 },
  )
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as Answer
}

async function measure(set: string): Promise<void> {
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'gloss-figures-'))
  const workspace = temporary.path
  const folder = sharedPath('data', set)
  const { seconds } = await gloss(workspace, 'import', '--format', 'beir', folder)
  const files = ['--queries', join(folder, 'queries.jsonl'), '--qrels', join(folder, 'qrels.tsv')]
  const { backends, embedder } = await gloss(
    ...([workspace, 'eval', 'retrieval', ...files] as const),
    ...(['--backends', BACKENDS.join(',')] as const),
  )
  console.log(`${set}, ${embedder}; imported in ${seconds} s`)
  console.table(rounded(backends as Answer), METRICS)
}

/** Four decimals are enough: one question of 809 is .001. */
function rounded(backends: Answer): Answer {
  const short = (_: string, value: unknown) => (typeof value === 'number' ? Number(value.toFixed(4)) : value)
  return JSON.parse(JSON.stringify(backends, short)) as Answer
}

if (!hasShared) console.log('skipped: ../shared is not here')
else for (const set of options.sets.split(',')) await measure(set)
