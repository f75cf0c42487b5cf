/**
 * nDCG@10 of a static table on the sets beside the project: vectors alone, and hybrid with BM25.
 * Usage: node packages/lab/research/static-embedder/measure-table.ts [TABLE_FOLDER] [DATA_FOLDER]
 */
import { join } from 'node:path'
import { openStaticEmbedder } from '../../../../models/adapters/static-embedder.ts'
import { createWordScorer, type Figures, measure, readEvaluationSet } from './measure.ts'

const SETS = ['scifact', 'covidqa', 'musique-train', 'hotpotqa-train', '2wiki-half']
const ROOT = join(import.meta.dirname, '..', '..', '..', '..')

export async function measureTable(folder: string, dataFolder: string): Promise<Record<string, Figures>> {
  const embedder = await openStaticEmbedder(folder)
  const figures: Record<string, Figures> = {}
  for (const name of SETS) {
    const set = readEvaluationSet(dataFolder, name)
    figures[name] = await measure(set, (texts) => embedder.embed(texts), createWordScorer(set.documents))
    console.log(`${name}: vectors ${figures[name].vectors}, hybrid ${figures[name].hybrid}`)
  }
  return figures
}

if (import.meta.main) {
  const [folder = join(ROOT, 'models', 'static'), data = join(ROOT, '..', 'shared', 'data')] =
    process.argv.slice(2)
  await measureTable(folder, data)
}
