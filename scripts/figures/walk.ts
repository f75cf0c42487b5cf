/**
 * Does each ingredient of the walk help where it was not chosen? Chooses them on two of three judged sets and reports the third, with
 * both embedders, titles given and withheld; then what the choice on all three loses without each. Writes docs/figures/walk.json.
 * `npm run measure walk -- --cache FOLDER` keeps the vectors of MiniLM, which takes minutes to make them.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openMiniLmEmbedder } from '../../models/adapters/minilm-embedder.ts'
import { openStaticEmbedder } from '../../models/adapters/static-embedder.ts'
import type { Embedder } from '../../models/index.ts'
import { cachedEmbedder } from '../lib/cached-embedder.ts'
import { hasShared, sharedPath } from '../lib/shared.ts'
import { chooseSettings } from './walk/choose-settings.ts'
import { INGREDIENTS } from './walk/ingredients.ts'
import { type JudgedSet, openJudgedSet, TITLES } from './walk/judged-set.ts'
import { recallsOf } from './walk/rank-variant.ts'
import { FORMER_SETTINGS, RECIPE_SETTINGS, type WalkSettings } from './walk/settings.ts'

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

const known = new Map<string, number>()

/** Recall@5, each combination measured once. */
function recallOf({ embedder, set }: Case, settings: WalkSettings): number {
  const key = JSON.stringify([embedder, set.name, set.titles, { ...settings, kinds: [...settings.kinds] }])
  const measured = known.get(key) ?? mean(recallsOf(set, settings))
  known.set(key, measured)
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
  const whole = chooseSettings(scoreOn(SETS))
  const rows = cases.map((one) => ({
    embedder: one.embedder,
    titles: one.set.titles,
    set: one.set.name,
    recipe: rounded(recallOf(one, RECIPE_SETTINGS)),
    former: rounded(recallOf(one, FORMER_SETTINGS)),
    heldOut: rounded(recallOf(one, folds.find(({ heldOut }) => heldOut === one.set.name)!.settings)),
    chosen: rounded(recallOf(one, whole.settings)),
  }))
  console.table(rows)
  const changes = INGREDIENTS.flatMap(({ name, values }) =>
    values
      .filter(([label]) => label !== whole.values[name])
      .map(([label, change]) => ({
        ingredient: name,
        chosen: whole.values[name],
        instead: label,
        ...Object.fromEntries(
          SETS.map((set) => {
            const score = scoreOn([set])
            return [set, rounded(score({ ...whole.settings, ...change }) - score(whole.settings))]
          }),
        ),
      })),
  )
  console.table(changes)
  return {
    chosenWithout: Object.fromEntries(folds.map(({ heldOut, values }) => [heldOut, values])),
    chosen: whole.values,
    recallAt5: rows,
    changes,
  }
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
