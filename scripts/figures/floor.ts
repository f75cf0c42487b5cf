/**
 * What does the floor of the loop keep out, and what does it cost? Asks judged corpora their own questions and what is off their topic,
 * fits the model of retrieval/topicality.ts, and reports each corpus by a model that saw neither its documents nor its questions, asked
 * through the loop. Writes docs/figures/floor.json; with --write the model that all of them give. `--embedder words`: without vectors;
 * `--mistakes FILE`: what was judged wrongly, for reading. MiniLM embeds for half an hour; `--workspace DIR` keeps what is read in.
 * Run: npm run measure floor [-- --embedder minilm] [--workspace DIR] [--mistakes FILE] [--write]
 */
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Closeness } from '../../retrieval/index.ts'
import { hasShared } from '../lib/shared.ts'
import { writeFigurePart } from '../lib/write-figures.ts'
import { collectRows, WORDS } from './answerable/collect-rows.ts'
import { askCorpora, CORPORA } from './floor/ask-corpora.ts'
import { chooseModel } from './floor/choose-model.ts'
import { type CorpusFigures, mistakes, reportOn } from './floor/floor-report.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const MODELS = join(ROOT, 'retrieval', 'topicality-models.json')
const ABOUT =
  'k 3; recall@3 of each backend by itself and through the loop with floor "topic"; injected: share of looks off the topic that put anything in (auto). Each corpus by the model of the others'

const { values: options } = parseArgs({
  options: {
    embedder: { type: 'string', default: 'static' },
    workspace: { type: 'string' },
    mistakes: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})

function collect(workspace: string) {
  const { signal } = new AbortController()
  return collectRows(options.embedder, (gloss) => askCorpora(gloss, workspace, signal), workspace)
}

async function addTo(file: string, values: object): Promise<void> {
  const known = existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as object) : {}
  await writeFile(file, `${JSON.stringify({ ...known, ...values }, null, 2)}\n`)
}

function shownRow({ corpus, recall, looks, injected }: CorpusFigures) {
  const kept = Object.entries(recall).map(([backend, { own, inLoop, kept: share }]) => [
    backend,
    `${own} > ${inLoop} (${share})`,
  ])
  return { corpus, ...Object.fromEntries(kept), looks, injected }
}

if (!hasShared) console.log('skipped: ../shared is not here')
else {
  const workspace = options.workspace ?? (await mkdtemp(join(tmpdir(), 'gloss-floor-')))
  const { id, rows } = await collect(workspace)
  const figures: readonly (keyof Closeness)[] =
    id === WORDS
      ? ['best', 'five', 'length', 'density']
      : ['cosine', 'first', 'background', 'best', 'five', 'length', 'density']
  const model = chooseModel(rows, figures)
  const leftOut: CorpusFigures[] = []
  for (const left of CORPORA) {
    const others = rows.filter(({ corpus, set }) => corpus !== left && set !== left)
    leftOut.push(await reportOn(left, rows, chooseModel(others, figures)))
  }
  const fitted: CorpusFigures[] = []
  for (const corpus of CORPORA) fitted.push(await reportOn(corpus, rows, model))
  console.log(id, model)
  console.table(leftOut.map(shownRow))
  console.table(fitted.map(shownRow))
  writeFigurePart('floor', [id], { model, leftOut, fitted }, { about: ABOUT })
  if (options.write) await addTo(MODELS, { [id]: model })
  if (options.mistakes !== undefined)
    await writeFile(options.mistakes, `${JSON.stringify(mistakes(rows, model), null, 2)}\n`)
}
