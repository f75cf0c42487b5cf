/**
 * Measures the backends over published facts on MuSiQue, next to the figures of HippoRAG 2.
 * Run: npm run measure facts [-- --embedder minilm]
 */
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type BackendName, evaluateBackends, importPath, loadConfig, openGloss } from '../../../app/index.ts'
import type { EmbedderName } from '../../../app/wiring/embedders.ts'
import { closingAsync } from '../../../core/index.ts'
import { hasShared, sharedPath } from '../../../tests/fixtures/shared.ts'

const SET = 'musique-train'
const FACTS = 'openie.gpt-3.5-turbo-1106.jsonl'
const BACKENDS: readonly BackendName[] = [
  'hybrid',
  'walk',
  'hipporag:unfiltered',
  'hipporag',
  'lightrag:local',
  'lightrag:global',
  'lightrag:hybrid',
  'lightrag',
]
const METRICS = ['ndcg@10', 'recall@2', 'recall@5', 'recall@10'] as const
/** Figures of HippoRAG 2's own code with MiniLM in float32 (shared/data/MEASURED.md). */
const HIPPORAG_2 = { 'ndcg@10': 0.659, 'recall@2': 0.443, 'recall@5': 0.677, 'recall@10': 0.778 }
const DECIMALS = 4
const never = new AbortController().signal

async function measure(embedder: EmbedderName): Promise<unknown> {
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'gloss-facts-'))
  const workspace = temporary.path
  await using gloss = closingAsync(
    await openGloss(loadConfig({ workspace, embedder }, { GLOSS_MODELS: sharedPath('models') })),
  )
  const data = sharedPath('data', SET)
  await importPath(gloss, { format: 'beir', path: data }, never)
  const { facts, seconds } = await importPath(gloss, { format: 'openie', path: join(data, FACTS) }, never)
  const { store } = await gloss.session()
  const { backends, embedder: id } = await evaluateBackends(gloss, { data, backends: BACKENDS }, never)
  const counts = await store.graphCounts()
  return {
    embedder: id,
    units: facts?.joined,
    facts: counts.facts,
    synonyms: counts.synonyms,
    factSeconds: seconds,
    backends: Object.fromEntries(
      Object.entries(backends).map(([name, figures]) => [
        name,
        Object.fromEntries(METRICS.map((metric) => [metric, Number(figures[metric].toFixed(DECIMALS))])),
      ]),
    ),
  }
}

const { values: options } = parseArgs({ options: { embedder: { type: 'string', default: 'static' } } })
if (!hasShared) console.log('skipped: ../shared is not here')
else {
  const measured = await measure(options.embedder as EmbedderName)
  console.dir(measured, { depth: null })
  console.log('published', HIPPORAG_2)
}
