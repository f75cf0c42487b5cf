/** How close does a corpus come to a question? Figures of the best units, that can be compared between questions and corpora. */
import { words } from '../core/index.ts'
import type { CorpusIndex, Filter } from '../index/index.ts'
import { coverageFusion } from './fusion.ts'

export interface Closeness {
  /** Best fused score: BM25 over what the terms could score at most, plus .6 x cosine. */
  readonly fused: number
  readonly words: number
  readonly cosine: number
  readonly first: number
  readonly firsts: number
  readonly known: number
  readonly rare: number
  readonly margin: number
  readonly standout: number
  readonly terms: number
}

export interface Closely {
  readonly text: string
  /** Null where vectors do not count. */
  readonly vector: Float32Array | null
  readonly filter?: Filter | undefined
}

const DEPTH = 100
const UNITS_READ = 5

const ASKING = new Set(
  words(
    'what which who whom whose when where why how does do did many much have has had can could should would were been than from its between about there any some give name',
  ),
)

export async function closenessOf(index: CorpusIndex, { text, vector, filter }: Closely): Promise<Closeness> {
  const all = words(text)
  const candidates = await index.candidates({ terms: all, vector, depth: DEPTH, filter: filter ?? null })
  const { units, wordsPossible } = candidates
  const scores = coverageFusion()(candidates)
  const order = [...scores.keys()].sort((a, b) => scores[b]! - scores[a]!)
  const terms = [...new Set(all)].filter((term) => !ASKING.has(term))
  const rarity = new Map<string, number>()
  for (const [at, value] of (await index.rarity(terms)).entries()) rarity.set(terms[at]!, value)
  const total = [...rarity.values()].reduce((a, b) => a + b, 0)
  const weight = (some: Iterable<string>) =>
    [...some].reduce((sum, term) => sum + (rarity.get(term) ?? 0), 0) / Math.max(1e-9, total)
  const matched: Set<string>[] = []
  for (const place of order.slice(0, UNITS_READ))
    matched.push(new Set((await index.explainWords(terms, units[place]!)).map(({ term }) => term)))
  const maxRarity = (await index.rarity(['\u0000']))[0]!
  const rarest = terms.toSorted((a, b) => rarity.get(b)! - rarity.get(a)!).slice(0, 3)
  const cos = order.map((at) => candidates.cosines[at]!)
  const mean = cos.reduce((a, b) => a + b, 0) / Math.max(1, cos.length)
  const sd = Math.sqrt(cos.reduce((a, b) => a + (b - mean) ** 2, 0) / Math.max(1, cos.length))
  return {
    fused: scores[order[0]!] ?? 0,
    words: Math.max(0, ...candidates.words) / Math.max(1e-9, wordsPossible),
    cosine: Math.max(0, ...candidates.cosines),
    first: weight(matched[0] ?? []),
    firsts: weight(new Set(matched.flatMap((one) => [...one]))),
    known: weight(terms.filter((term) => rarity.get(term)! < maxRarity - 1e-6)),
    rare:
      rarest.length === 0
        ? 0
        : rarest.filter((term) => matched.some((one) => one.has(term))).length / rarest.length,
    margin: (scores[order[0]!] ?? 0) - (scores[order[9]!] ?? 0),
    standout: sd > 0 ? (Math.max(...cos) - mean) / sd : 0,
    terms: terms.length,
  }
}
