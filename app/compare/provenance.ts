/** Collects what someone needs to reproduce the figures of a report, or to see why theirs differ. */
import { createHash } from 'node:crypto'
import { cpus } from 'node:os'
import { DEFAULT_SEED, type RetrievalReport } from '../../comparison/index.ts'
import { allUnits, type CorpusReader } from '../../corpus/index.ts'
import type { Config } from '../config/config.ts'
import { DEFAULT_FUSION, type FusionName } from '../wiring/retrieval-backends.ts'

/** Returns the provenance of a report. Reads the id of every unit once. */
export async function provenanceOf(
  store: CorpusReader,
  config: Config,
  { fusion = DEFAULT_FUSION, depth }: { fusion?: FusionName | undefined; depth?: number | undefined },
): Promise<NonNullable<RetrievalReport['provenance']>> {
  const { bm25K1, bm25B, fusionWeight, rerank, late } = config
  return {
    date: new Date().toISOString(),
    units: await digestOfUnits(store),
    settings: {
      fusion,
      fusionWeight: fusionWeight ?? null,
      bm25K1,
      bm25B,
      depth: depth ?? null,
      rerank: rerank ?? null,
      late: late ?? null,
    },
    seed: DEFAULT_SEED,
    machine: `${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}`,
  }
}

/** Returns a digest that is the same for the same units, whatever was added and removed before. */
async function digestOfUnits(store: CorpusReader): Promise<string> {
  const hash = createHash('sha256')
  for await (const { id } of allUnits(store)) hash.update(id)
  return hash.digest('hex').slice(0, 16)
}
