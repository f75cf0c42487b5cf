/** Approximate neighbours where their library is installed; without it every vector is compared, which gives the same hits more slowly. */
import { featurePlace } from '../../core/index.ts'
import type { CorpusReader } from '../../corpus/index.ts'
import { openUsearch } from '../../index/adapters/usearch-neighbours.ts'
import type { OpenNeighbours } from '../../index/index.ts'
import type { Features } from './features.ts'

// Up to here an index compares every vector anyway (index/index-state.ts).
const EXACT_ROWS = 20_000

/** Null where it is not installed. */
export function installedNeighbours(): OpenNeighbours | null {
  return featurePlace('neighbours') === null ? null : openUsearch()
}

/** For a corpus that is large enough to gain from it, the library is fetched where the settings allow that unasked. */
export async function neighboursFor(
  reader: Pick<CorpusReader, 'counts'>,
  features: Features,
): Promise<OpenNeighbours | null> {
  const { units, passages } = await reader.counts()
  if (units + passages > EXACT_ROWS) await features.want('neighbours')
  return installedNeighbours()
}
