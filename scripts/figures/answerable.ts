/**
 * Which score of the best hit says that a corpus is about a question? Asks the questions of each judged set over its own documents and over
 * those of the others, and reports what a floor misses and lets through. Writes docs/figures/answerable.json.
 * Run: npm run measure answerable [-- --embedder minilm]
 */
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { answerableFloorOf } from '../../answer/index.ts'
import { importPath, loadConfig, openGloss } from '../../app/index.ts'
import { hasShared, sharedPath } from '../lib/shared.ts'

const SETS = ['covidqa', 'hotpotqa-train', 'musique-train']
const QUESTIONS_PER_SET = 150
const FIGURES = join(import.meta.dirname, '..', '..', 'docs', 'figures', 'answerable.json')
const never = new AbortController().signal

async function questionsOf(set: string): Promise<string[]> {
  const lines = (await readFile(sharedPath('data', set, 'queries.jsonl'), 'utf8')).trim().split('\n')
  return lines.slice(0, QUESTIONS_PER_SET).map((line) => (JSON.parse(line) as { text: string }).text)
}

const share = (scores: readonly number[], isCounted: (score: number) => boolean) =>
  Number((scores.filter(isCounted).length / scores.length).toFixed(3))

async function measure(embedder: string) {
  const workspace = await mkdtemp(join(tmpdir(), 'gloss-answerable-'))
  const gloss = await openGloss(loadConfig({ workspace, embedder, models: sharedPath('models') }))
  try {
    const floor = answerableFloorOf((await gloss.embedder(embedder as 'static')).id)
    const rows = []
    for (const set of SETS) {
      await importPath(gloss, { path: sharedPath('data', set), format: 'beir', corpus: set }, never)
      const session = await gloss.session(set)
      for (const asked of SETS) {
        const scores: number[] = []
        for (const query of await questionsOf(asked))
          scores.push((await session.retrieve({ query, k: 1, backend: 'hybrid' })).hits[0]?.score ?? 0)
        scores.sort((a, b) => a - b)
        const quantile = (at: number) =>
          Number((scores[Math.floor(at * (scores.length - 1))] ?? 0).toFixed(3))
        rows.push({
          corpus: set,
          questions: asked,
          count: scores.length,
          p5: quantile(0.05),
          p95: quantile(0.95),
          ...(floor === null ? {} : { answerable: share(scores, (score) => score >= floor) }),
        })
      }
    }
    return { floor, rows }
  } finally {
    await gloss.close()
    await rm(workspace, { recursive: true, force: true })
  }
}

const { values } = parseArgs({ options: { embedder: { type: 'string', default: 'static' } } })
if (!hasShared) console.log('skipped: ../shared is not here')
else {
  const known = existsSync(FIGURES) ? (JSON.parse(await readFile(FIGURES, 'utf8')) as object) : {}
  const measured = await measure(values.embedder)
  console.table(measured.rows)
  await writeFile(FIGURES, `${JSON.stringify({ ...known, [values.embedder]: measured }, null, 2)}\n`)
}
