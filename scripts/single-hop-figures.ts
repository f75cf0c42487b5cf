/**
 * Does the gate of `auto` cost questions that one passage answers? MuSiQue's own sub-questions, each with the answers of the ones before
 * it put in, over the passages of the set: they name titles, so the gate opens, and one passage answers each. Not used for any choice.
 * Writes docs/figures/single-hop.json. Run: npm run figures:single-hop [-- --embedder minilm]
 */
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { EmbedderName } from '../app/embedders.ts'
import { evaluateBackends, importPath, loadConfig, openGloss } from '../app/index.ts'
import { hasShared, sharedPath } from '../tests/fixtures/shared.ts'

const FIGURES = join(import.meta.dirname, '..', 'docs', 'figures', 'single-hop.json')
const BACKENDS = ['words', 'vanilla', 'hybrid', 'walk', 'auto'] as const
const never = new AbortController().signal
const { values: options } = parseArgs({ options: { embedder: { type: 'string', default: 'static' } } })

interface MusiqueRow {
  readonly _id: string
  readonly metadata: {
    readonly candidate_ids: readonly string[]
    readonly decomposition: readonly {
      readonly question: string
      readonly answer: string
      readonly paragraph_support_idx: number
    }[]
  }
}

interface SingleHop {
  readonly id: string
  readonly text: string
  readonly document: string
}

function singleHops({ _id, metadata }: MusiqueRow): SingleHop[] {
  return metadata.decomposition.map(({ question, paragraph_support_idx }, i) => {
    const filled = question.replace(/#(\d)/g, (mark, number) => {
      return metadata.decomposition[Number(number) - 1]?.answer ?? mark
    })
    const [subject, relation] = filled.split('>>').map((part) => part.trim())
    const text = relation === undefined ? filled : `What is the ${relation} of ${subject}?`
    return { id: `${_id}-${i}`, text, document: metadata.candidate_ids[paragraph_support_idx] ?? '' }
  })
}

async function measure(folder: string): Promise<Record<string, unknown>> {
  const lines = (await readFile(sharedPath('data', 'musique-train', 'queries.jsonl'), 'utf8')).split('\n')
  const asked = lines
    .filter((line) => line !== '')
    .flatMap((line) => singleHops(JSON.parse(line) as MusiqueRow))
  const queries = join(folder, 'queries.jsonl')
  const qrels = join(folder, 'qrels.tsv')
  await writeFile(queries, asked.map(({ id, text }) => `${JSON.stringify({ _id: id, text })}\n`).join(''))
  const judged = asked.map(({ id, document }) => `${id}\t${document}\t1\n`)
  await writeFile(qrels, `query-id\tcorpus-id\tscore\n${judged.join('')}`)
  const embedder = options.embedder as EmbedderName
  const config = loadConfig({ workspace: folder, embedder }, { GLOSS_MODELS: sharedPath('models') })
  const gloss = await openGloss(config)
  try {
    await importPath(gloss, { format: 'beir', path: sharedPath('data', 'musique-train') }, never)
    const { backends } = await evaluateBackends(gloss, { queries, qrels, backends: BACKENDS }, never)
    const metrics = ['queries', 'ndcg@10', 'recall@5'] as const
    return Object.fromEntries(
      Object.entries(backends).map(([name, figures]) => [
        name,
        Object.fromEntries(metrics.map((metric) => [metric, Number(figures[metric].toFixed(4))])),
      ]),
    )
  } finally {
    await gloss.close()
  }
}

if (!hasShared) console.log('skipped: ../shared is not here')
else {
  const folder = await mkdtemp(join(tmpdir(), 'gloss-single-hop-'))
  try {
    const measured = await measure(folder)
    const known = existsSync(FIGURES) ? (JSON.parse(await readFile(FIGURES, 'utf8')) as object) : {}
    await writeFile(FIGURES, `${JSON.stringify({ ...known, [options.embedder]: measured }, null, 2)}\n`)
    console.dir(measured)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
