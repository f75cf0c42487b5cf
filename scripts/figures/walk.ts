/**
 * Does each ingredient of the walk help where it was not chosen? Chooses them on two of three judged sets and reports the third, with
 * both embedders, titles given and withheld; then what the product's settings lose with each other value. Writes docs/figures/walk.json.
 * `npm run measure walk -- --cache FOLDER` keeps the vectors of MiniLM, which takes minutes to make them.
 */
import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { NAMES_RECIPE } from '../../graph/names/mentions.ts'
import { openMiniLmEmbedder } from '../../models/adapters/minilm-embedder.ts'
import { openStaticEmbedder } from '../../models/adapters/static-embedder.ts'
import type { Embedder } from '../../models/index.ts'
import { cachedEmbedder } from '../lib/cached-embedder.ts'
import { hasShared, sharedPath } from '../lib/shared.ts'
import { chooseSettings } from './walk/choose-settings.ts'
import { INGREDIENTS } from './walk/ingredients.ts'
import { type JudgedSet, openJudgedSet, TITLES } from './walk/judged-set.ts'
import { recallsOf } from './walk/rank-variant.ts'
import { FORMER_SETTINGS, PRODUCT_SETTINGS, RECIPE_SETTINGS, type WalkSettings } from './walk/settings.ts'

const FIGURES = join(import.meta.dirname, '..', '..', 'docs', 'figures', 'walk.json')
const SETS = ['2wiki-half', 'musique-train', 'hotpotqa-train']

interface Case {
  readonly embedder: string
  readonly set: JudgedSet
}

const { values: options } = parseArgs({ options: { cache: { type: 'string' } } })

async function openCases(): Promise<Case[]> {
  const cases: Case[] = []
  for (const embedder of [
    await openStaticEmbedder(),
    await openMiniLmEmbedder({ folder: sharedPath('models') }),
  ]) {
    const cached: Embedder = options.cache === undefined ? embedder : cachedEmbedder(embedder, options.cache)
    for (const titles of TITLES)
      for (const name of SETS)
        cases.push({ embedder: embedder.id, set: await openJudgedSet(name, titles, cached) })
    await cached.close()
  }
  return cases
}

/** Recalls by embedder, set and settings: kept beside the vectors, so that a run that was stopped goes on where it was. */
const recallsFile = options.cache === undefined ? null : join(options.cache, `recalls-${NAMES_RECIPE}.jsonl`)
const known = new Map<string, number>(
  recallsFile === null || !existsSync(recallsFile)
    ? []
    : readFileSync(recallsFile, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as [string, number]),
)

/** Recall@5, each combination measured once. */
function recallOf({ embedder, set }: Case, settings: WalkSettings): number {
  const key = JSON.stringify([embedder, set.name, set.titles, plain(settings)])
  const held = known.get(key)
  if (held !== undefined) return held
  const measured = mean(recallsOf(set, settings))
  known.set(key, measured)
  if (recallsFile !== null) appendFileSync(recallsFile, `${JSON.stringify([key, measured])}\n`)
  return measured
}

function mean(values: ArrayLike<number>): number {
  return Array.from(values).reduce((sum, value) => sum + value, 0) / values.length
}

function measure(cases: readonly Case[]) {
  const scoreOn = (names: readonly string[]) => (settings: WalkSettings) =>
    mean(cases.filter(({ set }) => names.includes(set.name)).map((one) => recallOf(one, settings)))
  const folds = SETS.map((heldOut) => {
    const { settings, values } = chooseSettings(scoreOn(SETS.filter((name) => name !== heldOut)))
    console.log(`without ${heldOut}`, values)
    return { heldOut, settings, values }
  })
  const rows = cases.map((one) => ({
    embedder: one.embedder,
    titles: one.set.titles,
    set: one.set.name,
    recipe: rounded(recallOf(one, RECIPE_SETTINGS)),
    former: rounded(recallOf(one, FORMER_SETTINGS)),
    heldOut: rounded(recallOf(one, folds.find(({ heldOut }) => heldOut === one.set.name)!.settings)),
    product: rounded(recallOf(one, PRODUCT_SETTINGS)),
  }))
  console.table(rows)
  const changes = INGREDIENTS.flatMap(({ name, values }) =>
    values
      .filter(([, change]) => !isIn(change, PRODUCT_SETTINGS))
      .map(([label, change]) => ({
        ingredient: name,
        instead: label,
        ...Object.fromEntries(
          SETS.map((set) => {
            const score = scoreOn([set])
            return [set, rounded(score({ ...PRODUCT_SETTINGS, ...change }) - score(PRODUCT_SETTINGS))]
          }),
        ),
      })),
  )
  console.table(changes)
  return {
    chosenWithout: Object.fromEntries(folds.map(({ heldOut, values }) => [heldOut, values])),
    recallAt5: byCase(rows),
    changes,
  }
}

/** By set, titles and embedder, for whoever quotes one. */
function byCase(rows: readonly { set: string; titles: string; embedder: string }[]) {
  const groups: Record<string, Record<string, Record<string, object>>> = {}
  for (const { set, titles, embedder, ...figures } of rows) {
    groups[set] ??= {}
    groups[set][titles] ??= {}
    groups[set][titles][embedder] = figures
  }
  return groups
}

function isIn(change: Partial<WalkSettings>, settings: WalkSettings): boolean {
  return JSON.stringify(plain({ ...settings, ...change })) === JSON.stringify(plain(settings))
}

function plain(settings: WalkSettings) {
  return { ...settings, kinds: [...settings.kinds].sort() }
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000
}

if (!hasShared) console.log('skipped: ../shared is not here')
else {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const figures = { commit, ...measure(await openCases()) }
  writeFileSync(FIGURES, `${JSON.stringify(figures, null, 2)}\n`)
}
