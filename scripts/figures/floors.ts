/**
 * Below which cosine is evidence not worth an injection? For each embedder the cosines of right, foreign and neighbouring hits, and the floor.
 * `npm run measure floors -- --embedder static,minilm --write` writes docs/figures/floors.json and monitor/floors.json;
 * `--cache FOLDER` keeps the vectors.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openMiniLmEmbedder } from '../../models/adapters/minilm-embedder.ts'
import { openStaticEmbedder } from '../../models/adapters/static-embedder.ts'
import type { Embedder } from '../../models/index.ts'
import { cachedEmbedder } from '../lib/cached-embedder.ts'
import { hasShared, sharedPath } from '../lib/shared.ts'
import { cosinesOf } from './floors/labelled-pairs.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const FLOORS_FILE = join(ROOT, 'monitor', 'floors.json')
const FIGURES_FILE = join(ROOT, 'docs', 'figures', 'floors.json')
/**
 * The floor is the lowest step that lets at most this share of foreign hits through: it is there for corpora on other subjects, and what it
 * refuses of the right ones is lost. Queries made of thoughts lie lower than those labelled here (`aboveFloor` in docs/figures/triggers.json).
 */
const KEPT_FOREIGN = 0.05
const STEPS = Array.from({ length: 100 }, (_, i) => i / 100)

const OPEN: Readonly<Record<string, () => Promise<Embedder>>> = {
  static: () => openStaticEmbedder(),
  minilm: () => openMiniLmEmbedder({ folder: sharedPath('models'), dtype: 'q8' }),
  'minilm-int8': () => openMiniLmEmbedder({ folder: sharedPath('models'), dtype: 'int8' }),
}

const { values: options } = parseArgs({
  options: {
    embedder: { type: 'string', default: 'static,minilm,minilm-int8' },
    cache: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})

async function calibrate(name: string): Promise<void> {
  const open = OPEN[name]
  if (open === undefined) throw new Error(`No embedder ${name}; there are ${Object.keys(OPEN).join(', ')}.`)
  const opened = await open()
  const embedder = options.cache === undefined ? opened : cachedEmbedder(opened, options.cache)
  const { right, foreign, neighbouring } = await cosinesOf(embedder)
  const floor = STEPS.find((step) => keptAt(foreign, step) <= KEPT_FOREIGN) ?? 1
  const figures = {
    floor,
    keptRight: keptAt(right, floor),
    keptForeign: keptAt(foreign, floor),
    keptNeighbouring: keptAt(neighbouring, floor),
    hits: { right: right.length, foreign: foreign.length, neighbouring: neighbouring.length },
    quantiles: {
      right: quantiles(right),
      foreign: quantiles(foreign),
      neighbouring: quantiles(neighbouring),
    },
  }
  console.log(embedder.id)
  console.dir(figures, { depth: null })
  if (options.write) {
    update(FIGURES_FILE, embedder.id, figures)
    update(FLOORS_FILE, embedder.id, floor)
  }
  await embedder.close()
}

function keptAt(cosines: readonly number[], floor: number): number {
  return Number((cosines.filter((cosine) => cosine >= floor).length / cosines.length).toFixed(3))
}

/** The 5th, 25th, 50th, 75th and 95th percentile. */
function quantiles(cosines: readonly number[]): number[] {
  const sorted = cosines.toSorted((a, b) => a - b)
  return [0.05, 0.25, 0.5, 0.75, 0.95].map((part) =>
    Number((sorted[Math.floor(part * (sorted.length - 1))] ?? 0).toFixed(3)),
  )
}

function update(file: string, key: string, value: unknown): void {
  const known = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  const sorted = Object.entries({ ...known, [key]: value }).sort(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
}

if (hasShared) for (const name of options.embedder.split(',')) await calibrate(name)
else console.log('skipped: ../shared is not here')
