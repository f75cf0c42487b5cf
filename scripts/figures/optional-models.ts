/**
 * What do optional models add to `hybrid`, for how many milliseconds and bytes? Late interaction with the token vectors of MiniLM, a sentence model that was
 * never trained for it, in place of a ColBERT model: its share is chosen on one half of the questions of all sets and reported on the
 * other. What a cross-encoder of MiniLM's size costs: the same network over 20 pairs. What no file is at hand for is written down as unmeasured.
 * Writes docs/figures/optional-models.json. Run: npm run measure optional-models [-- --questions 80 --sets scifact,covidqa --kept FOLDER]
 */
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { mean } from '../../evaluation/index.ts'
import { openFolderTokenEmbedder } from '../../models/adapters/folder-token-embedder.ts'
import type { TokenEmbedder } from '../../models/index.ts'
import { hasShared, sharedPath } from '../lib/shared.ts'
import { writeFigures } from '../lib/write-figures.ts'
import {
  type ComparedQuestion,
  type ComparedSet,
  compareSet,
  metricsAt,
  timed,
} from './optional-models/late-set.ts'
import { readBeir } from './units/beir.ts'

const SETS = ['scifact', 'covidqa', 'musique-train', 'hotpotqa-train']
const MODEL = ['models', 'Xenova', 'all-MiniLM-L6-v2']
const SHARES = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]
const DEPTHS = [20, 50]
const PAIRS = 20
const UNMEASURED = {
  'cross-encoder': 'quality unmeasured: no file at hand',
  'late interaction by a model trained for it': 'unmeasured: no file at hand',
  'sparse expansion': 'unmeasured: no file at hand',
}

const { values: options } = parseArgs({
  options: {
    questions: { type: 'string', default: '80' },
    kept: { type: 'string' },
    sets: { type: 'string', default: SETS.join(',') },
  },
})

type Sets = Readonly<Record<string, readonly ComparedQuestion[]>>
const halfOf = (questions: readonly ComparedQuestion[], half: number) =>
  questions.filter((_, at) => at % 2 === half)
const rounded = (value: number, decimals = 4) => Number(value.toFixed(decimals))

function figuresOf(questions: readonly ComparedQuestion[], share: number, depth: number) {
  const measured = questions.map((one) => metricsAt(one, share, depth))
  return {
    'ndcg@10': rounded(mean(measured.map((one) => one['ndcg@10']))),
    'recall@5': rounded(mean(measured.map((one) => one['recall@5']))),
  }
}

/** The greatest mean nDCG@10 over the sets. */
function bestShare(sets: Sets, half: number, depth: number): number {
  const meanAt = (share: number) =>
    mean(Object.values(sets).map((questions) => figuresOf(halfOf(questions, half), share, depth)['ndcg@10']))
  return SHARES.reduce((best, share) => (meanAt(share) > meanAt(best) ? share : best), SHARES[0]!)
}

/** With `--kept`, what an earlier run compared is read from that folder: a set takes minutes. */
async function keptOrCompared(set: string, embedder: TokenEmbedder): Promise<ComparedSet> {
  const path = options.kept === undefined ? null : join(options.kept, `${set}.json`)
  if (path !== null && existsSync(path)) return reviveSet(JSON.parse(await readFile(path, 'utf8')))
  const top = Math.max(...DEPTHS)
  const compared = await compareSet({ set, mostQuestions: Number(options.questions), top, embedder })
  if (path !== null) await writeFile(path, JSON.stringify(compared, plainly))
  return compared
}

function plainly(_: string, value: unknown): unknown {
  return value instanceof Map || value instanceof Float32Array ? [...value] : value
}

function reviveSet(kept: ComparedSet): ComparedSet {
  const questions = kept.questions.map((one) => ({ ...one, judgements: new Map(one.judgements) }))
  return { ...kept, questions }
}

/** MiniLM over question and abstract as one text: the work of a cross-encoder of 6 layers of 384. */
async function pairCost(embedder: TokenEmbedder): Promise<number> {
  const { documents, questions } = readBeir(sharedPath('data', 'scifact'))
  const pairs = documents.slice(0, PAIRS).map(({ title, text }) => `${questions[0]!.text} ${title}. ${text}`)
  const [, cpuMs] = await timed(() => embedder.embedTokens(pairs, 'document'))
  return cpuMs
}

if (!hasShared) console.log('skipped: ../shared is not here')
else {
  const embedder = await openFolderTokenEmbedder(sharedPath(...MODEL))
  const sets: Record<string, readonly ComparedQuestion[]> = {}
  const costs: Record<string, unknown> = {}
  for (const set of options.sets.split(',')) {
    const { questions, ...cost } = await keptOrCompared(set, embedder)
    sets[set] = questions
    costs[set] = {
      texts: cost.texts,
      rowsPerText: rounded(cost.rowsPerText, 0),
      bytesPerText: rounded(cost.bytesPerText, 0),
      msPerTextEmbedded: rounded(cost.cpu.msPerTextEmbedded, 1),
      msPerQuestionHybrid: rounded(cost.cpu.msPerQuestionHybrid, 1),
      msPerQuestionLate: rounded(cost.cpu.msPerQuestionLate, 1),
    }
    console.log(set, JSON.stringify(costs[set]))
  }
  const late = Object.fromEntries(
    DEPTHS.map((depth) => {
      const shares = [bestShare(sets, 0, depth), bestShare(sets, 1, depth)] as const
      const rows = Object.entries(sets).map(([set, questions]) => {
        const halves = [halfOf(questions, 1), halfOf(questions, 0)]
        const byHalves = halves.map((half, at) => figuresOf(half, shares[at]!, depth))
        const whole = (metric: 'ndcg@10' | 'recall@5') => rounded(mean(byHalves.map((one) => one[metric])))
        return [
          set,
          {
            questions: questions.length,
            hybrid: figuresOf(questions, 0, depth),
            late: { 'ndcg@10': whole('ndcg@10'), 'recall@5': whole('recall@5') },
            byShare: Object.fromEntries(
              SHARES.map((share) => [share, figuresOf(questions, share, depth)['ndcg@10']]),
            ),
          },
        ]
      })
      return [`top ${depth}`, { shares, sets: Object.fromEntries(rows) }]
    }),
  )
  const result = {
    embedder: 'static',
    model: embedder.id,
    late,
    costs,
    crossEncoderCost: {
      pairs: PAIRS,
      cpuMs: rounded(await pairCost(embedder), 0),
      network: '6 layers of 384, int8 weights',
    },
    hitsOfCosts: Math.max(...DEPTHS),
    unmeasured: UNMEASURED,
  }
  await embedder.close()
  writeFigures('optional-models', result)
  console.dir(result, { depth: 6 })
}
