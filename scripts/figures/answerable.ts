/**
 * Can a question be answered from a corpus? Asks the questions of five judged sets and of a reader over the documents of each, fits the
 * model of retrieval/answerability.ts, and reports its errors on each set with a model that saw neither the questions nor the documents
 * of that set. Writes docs/figures/answerable.json and, with --write, the model that all sets give. `--embedder words`: without vectors.
 * Run: npm run measure answerable [-- --embedder minilm] [--workspace DIR] [--write]
 */
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { hasShared } from '../lib/shared.ts'
import { writeFigurePart } from '../lib/write-figures.ts'
import { type AskedOf, askEverySet, SETS } from './answerable/ask-sets.ts'
import { collectRows, WORDS } from './answerable/collect-rows.ts'
import { errorsOf, type Figure, fitModel } from './answerable/fit-model.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const MODELS = join(ROOT, 'retrieval', 'answerability-models.json')
/** The share of answered questions that the shift of the model gives up, on the sets that it is fitted on. */
const MISSED = 0.03

const { values: options } = parseArgs({
  options: {
    embedder: { type: 'string', default: 'static' },
    workspace: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})

function collect(workspace: string) {
  const { signal } = new AbortController()
  return collectRows(options.embedder, (gloss) => askEverySet(gloss, workspace, signal), workspace)
}

/** Each set by the model of the others. */
function leaveOneOut(rows: readonly AskedOf[], figures: readonly Figure[]) {
  return SETS.map((left) => {
    const others = rows.filter(({ corpus, set }) => corpus !== left && set !== left)
    return errorsOf(rows, fitModel(others, figures, MISSED), left)
  })
}

async function addTo(file: string, name: string, value: unknown): Promise<void> {
  const known = existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as object) : {}
  await writeFile(file, `${JSON.stringify({ ...known, [name]: value }, null, 2)}\n`)
}

if (!hasShared) console.log('skipped: ../shared is not here')
else {
  const workspace = options.workspace ?? (await mkdtemp(join(tmpdir(), 'gloss-answerable-')))
  const { id, rows } = await collect(workspace)
  const figures: readonly Figure[] =
    id === WORDS ? ['best', 'five', 'length'] : ['cosine', 'best', 'five', 'length']
  const model = fitModel(rows, figures, MISSED)
  const leftOut = leaveOneOut(rows, figures)
  console.log(id, model)
  console.table(leftOut)
  const fitted = SETS.map((set) => errorsOf(rows, model, set))
  writeFigurePart('answerable', [id], { model, leftOut, fitted })
  if (options.write) await addTo(MODELS, id, model)
}
