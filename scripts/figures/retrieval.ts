/**
 * How well do the backends do on judged sets, hybrid by each fusion? Imports each set of ../shared/data by the command line, as a
 * user would, and writes docs/figures/retrieval.json. Run: npm run measure retrieval [-- --embedder minilm]   (MiniLM: minutes a set)
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { hasShared, sharedPath } from '../lib/shared.ts'
import { writeFigurePart } from '../lib/write-figures.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const SETS = ['scifact', 'covidqa', 'musique-train', 'hotpotqa-train', '2wiki-half']
const BACKENDS = ['words', 'vanilla', 'hybrid', 'walk', 'auto']

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

async function measure(set: string): Promise<Answer> {
  const workspace = await mkdtemp(join(tmpdir(), 'gloss-figures-'))
  try {
    const folder = sharedPath('data', set)
    const imported = await gloss(workspace, 'import', '--format', 'beir', folder)
    const files = ['--queries', join(folder, 'queries.jsonl'), '--qrels', join(folder, 'qrels.tsv')]
    const ask = (...rest: string[]) => gloss(workspace, 'eval', 'retrieval', ...files, ...rest)
    const { backends, embedder } = await ask('--backends', BACKENDS.join(','))
    const others: Record<string, unknown> = {}
    for (const fusion of ['convex', 'rrf']) {
      const asked = await ask('--backends', 'hybrid', '--fusion', fusion)
      others[`hybrid ${fusion}`] = (asked['backends'] as Answer)['hybrid']
    }
    return { embedder, imported, backends: rounded({ ...(backends as Answer), ...others }) }
  } finally {
    await rm(workspace, { recursive: true, force: true })
  }
}

const METRICS = ['queries', 'ndcg@10', 'recall@2', 'recall@5', 'recall@10', 'mrr@10', 'p50Ms', 'p99Ms']

/** Four decimals say all: a question more or less in 809 is .001. Intervals and stages: gloss compare. */
function rounded(backends: Answer): Answer {
  const figures = (measured: Answer) =>
    METRICS.map((metric) => [metric, Number((measured[metric] as number).toFixed(4))])
  return Object.fromEntries(
    Object.entries(backends).map(([name, measured]) => [
      name,
      Object.fromEntries(figures(measured as Answer)),
    ]),
  )
}

if (!hasShared) console.log('skipped: ../shared is not here')
else {
  for (const set of options.sets.split(',')) {
    const measured = await measure(set)
    writeFigurePart('retrieval', [options.embedder, set], measured)
    console.log(options.embedder, set, JSON.stringify(measured))
  }
}
