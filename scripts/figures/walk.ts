/**
 * Does each ingredient of the walk help where it was not chosen? What the product loses without each of them; then their values chosen on two
 * of three judged sets, reported on the third; with both embedders, titles given and withheld. Writes docs/figures/walk.json.
 * Run: npm run measure walk -- --cache FOLDER   (about ten minutes of one core; a folder keeps MiniLM's vectors, which take twice as long,
 * and what was measured, so that a run that was stopped goes on where it was)
 */
import { parseArgs } from 'node:util'
import { mean } from '../../evaluation/metrics.ts'
import { openMiniLmEmbedder } from '../../models/adapters/minilm-embedder.ts'
import { openStaticEmbedder } from '../../models/adapters/static-embedder.ts'
import type { Embedder } from '../../models/index.ts'
import { cachedEmbedder } from '../lib/cached-embedder.ts'
import { hasShared, sharedPath } from '../lib/shared.ts'
import { writeFigures } from '../lib/write-figures.ts'
import { ABLATIONS } from './walk/ablation.ts'
import { chooseSettings } from './walk/choose-settings.ts'
import { openJudgedSet, TITLES } from './walk/judged-set.ts'
import { type Case, measuredRecalls } from './walk/measured-recalls.ts'
import { FORMER_SETTINGS, PRODUCT_SETTINGS, RECIPE_SETTINGS, type WalkSettings } from './walk/settings.ts'

const SETS = ['2wiki-half', 'musique-train', 'hotpotqa-train']
const CHOOSING = 'minilm-q8-384'
const ABOUT =
  'recall@5 of the walk over 2wiki-half (494 questions), musique-train and hotpotqa-train (100 each). ablation: by embedder and set, the product less the product without one ingredient, mean of titles given and withheld; above 0 it helps. chosenWithout: the values that the two other sets choose, with MiniLM. recallAt5: recipe, of specs/key-free-graph.md; former, before 2Wiki; heldOut, the values chosen on the two other sets; product.'

const { values: options } = parseArgs({ options: { cache: { type: 'string' } } })
const recallOf = measuredRecalls(options.cache)

async function openCases(): Promise<Case[]> {
  const minilm = await openMiniLmEmbedder({ folder: sharedPath('models') })
  const embedders: Embedder[] = [
    await openStaticEmbedder(),
    options.cache === undefined ? minilm : cachedEmbedder(minilm, options.cache),
  ]
  const cases: Case[] = []
  for (const embedder of embedders) {
    for (const titles of TITLES)
      for (const name of SETS)
        cases.push({ embedder: embedder.id, set: await openJudgedSet(name, titles, embedder) })
    await embedder.close()
  }
  return cases
}

/** Mean over those of the cases that `belongs` takes. */
function scoreOn(cases: readonly Case[], belongs: (one: Case) => boolean) {
  const own = cases.filter(belongs)
  return (settings: WalkSettings) => mean(own.map((one) => recallOf(one, settings)))
}

function ablationOf(cases: readonly Case[]) {
  const embedders = [...new Set(cases.map(({ embedder }) => embedder))]
  return ABLATIONS.map(({ without, settings }) => {
    const gains = embedders.map((embedder) => {
      const bySet = SETS.map((name) => {
        const score = scoreOn(cases, (one) => one.embedder === embedder && one.set.name === name)
        return [name, rounded(score(PRODUCT_SETTINGS) - score(settings))]
      })
      return [embedder, Object.fromEntries(bySet)]
    })
    const row = { without, ...Object.fromEntries(gains) }
    console.log(JSON.stringify(row))
    return row
  })
}

/** Chosen with one embedder, which is not retrained here: the choice stays where the bundled one changes. */
function foldsOf(cases: readonly Case[]) {
  return SETS.map((heldOut) => {
    const score = scoreOn(cases, ({ embedder, set }) => embedder === CHOOSING && set.name !== heldOut)
    const { settings, values } = chooseSettings(score)
    console.log(`without ${heldOut}`, values)
    return { heldOut, settings, values }
  })
}

function measure(cases: readonly Case[]) {
  const ablation = ablationOf(cases)
  const folds = foldsOf(cases)
  const rows = cases.map((one) => {
    const chosen = folds.find(({ heldOut }) => heldOut === one.set.name)!.settings
    return {
      ...{ embedder: one.embedder, titles: one.set.titles, set: one.set.name },
      recipe: rounded(recallOf(one, RECIPE_SETTINGS)),
      former: rounded(recallOf(one, FORMER_SETTINGS)),
      heldOut: rounded(recallOf(one, chosen)),
      product: rounded(recallOf(one, PRODUCT_SETTINGS)),
    }
  })
  console.table(rows)
  return {
    ablation,
    chosenWithout: Object.fromEntries(folds.map(({ heldOut, values }) => [heldOut, values])),
    recallAt5: byCase(rows),
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

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000
}

if (!hasShared) console.log('skipped: ../shared is not here')
else writeFigures('walk', { about: ABOUT, ...measure(await openCases()) })
