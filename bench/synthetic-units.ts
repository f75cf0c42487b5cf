/** Seeded units with names, as a corpus holds them, for benches of the entity graph. */
import { contentId } from '../core/index.ts'
import { seededRandom } from '../core/random.ts'
import { NO_DESCRIPTION, type PaperRecord, type UnitMentions, unitsOf } from '../corpus/index.ts'

export interface SyntheticUnits {
  /** One paper a unit. */
  readonly records: readonly PaperRecord[]
  /** By record. */
  readonly mentions: readonly (readonly UnitMentions[])[]
}

interface Size {
  readonly units: number
  readonly names: number
  readonly namesPerUnit: number
  /** 0 for units without vectors. */
  readonly dims: number
  /** Number of the first unit. */
  readonly from?: number
}

// An end is drawn with (place + 10) ^ -.6, as in bench/pagerank.bench.ts.
const DEGREE_SHIFT = 10
const DEGREE_POWER = -0.6
const SEED = 5

export function syntheticUnits({ units, names, namesPerUnit, dims, from = 0 }: Size): SyntheticUnits {
  const draw = drawer(names, SEED + from)
  const random = seededRandom(SEED + from)
  const records: PaperRecord[] = []
  const mentions: UnitMentions[][] = []
  for (let number = from; number < from + units; number++) {
    const drawn = new Set<number>()
    while (drawn.size < Math.min(namesPerUnit, names)) drawn.add(draw())
    const text = [...drawn].map((name) => `Name${name}`).join(', ')
    const record = recordOf(`unit ${number}`, text, vectorOf(dims, random))
    records.push(record)
    mentions.push([
      {
        unit: record.units[0]!.id,
        mentions: [...drawn].map((name, i) => ({
          name: `name${name}`,
          alias: `name${name}`,
          kind: 'span',
          isSubject: i === 0,
          start: null,
          end: null,
        })),
      },
    ])
  }
  return { records, mentions }
}

/** Draws numbers below `count`, small ones more often. */
export function drawer(count: number, seed: number): () => number {
  const random = seededRandom(seed)
  const sums = new Float64Array(count + 1)
  for (let i = 0; i < count; i++) sums[i + 1] = sums[i]! + (i + DEGREE_SHIFT) ** DEGREE_POWER
  return () => {
    const drawn = random() * sums[count]!
    let [low, high] = [0, count]
    while (low + 1 < high) {
      const middle = (low + high) >> 1
      if (sums[middle]! <= drawn) low = middle
      else high = middle
    }
    return low
  }
}

function vectorOf(dims: number, random: () => number): Float32Array | null {
  if (dims === 0) return null
  const values = Float32Array.from({ length: dims }, () => random() + random() + random() - 1.5)
  const length = Math.hypot(...values)
  return values.map((value) => value / length)
}

function recordOf(name: string, text: string, vector: Float32Array | null): PaperRecord {
  const id = contentId(name)
  const units = unitsOf(id, [
    {
      kind: 'unit',
      name: 'SYNTHETIC',
      year: null,
      locator: '',
      topic: 'N/A',
      text,
      page: null,
      start: null,
      end: null,
      made: 'import',
    },
  ])
  return {
    paper: {
      ...NO_DESCRIPTION,
      id,
      paths: [name],
      format: 'units',
      document: null,
      pageCount: 0,
      state: 'kept',
      detail: '',
      recipe: 'synthetic',
    },
    pages: [],
    gate: null,
    units,
    vectors: vector === null ? [] : [{ unit: units[0]!.id, values: vector }],
    embedder: vector === null ? null : 'synthetic',
  }
}
