/** Finds the phrases of the atlas that a topic covers itself, so that the topic is not contrasted with them. */
import type { AtlasPhrase } from './atlas.ts'
import { cosine, quantile } from './similarity.ts'

/**
 * A keyword is near a field if its cosine with one of the field's phrases is above all but .05 % of those between phrases of
 * different families (.60 with both embedders), and related if it is above all but 3 % (.31, .34).
 */
const NEAR_RANK = 0.9995
const RELATED_RANK = 0.97
/** Minimum share of near fields for a family to be covered entirely. Chosen, not measured. */
const NEAR_SHARE = 0.5
/**
 * Minimum share of related fields for a home family to be covered entirely. Of the fields of life and health, "medicine" is related
 * to .61 and .74 (static, MiniLM), the keywords of virology, which must not cover them all, to .39 and .55.
 */
const RELATED_SHARE = 0.58
/** Share of the keywords whose nearest phrase is in a family that makes it the topic's home. Measured: .25 and .4 do not differ. */
const HOME_SHARE = 0.25

type Vectors = readonly Float32Array[]

/** A phrase with its unit vector. */
export interface PlacedPhrase extends AtlasPhrase {
  readonly vector: Float32Array
}

/** Phrases of the atlas with which the topic is not contrasted. */
export interface Coverage {
  /** Phrases that the topic is about as well. */
  readonly own: ReadonlySet<string>
  /** Phrases near the topic, but not in a home family ("quantum states" for a topic with "Quantum Chemistry"): on neither side. */
  readonly neutral: ReadonlySet<string>
}

/**
 * Returns the phrases that a topic covers. A field is covered if a keyword is near one of its phrases. A family is covered entirely if
 * half of its fields are; in a home family of the topic it is enough that most are related, so that a topic of the one
 * keyword "medicine" is not contrasted with "cancer and tumours" (AUC .64 without, .99 with).
 */
export function coveredPhrases(keywords: Vectors, phrases: readonly PlacedPhrase[]): Coverage {
  const across = cosinesAcrossFamilies(phrases)
  const [nearLimit, relatedLimit] = [quantile(across, NEAR_RANK), quantile(across, RELATED_RANK)]
  const toKeywords = phrases.map(({ vector }) => keywords.map((keyword) => cosine(vector, keyword)))
  const homes = keywords.map((_, at) => familyNearest(phrases, (phrase) => toKeywords[phrase]![at]!))
  const best = new Map(phrases.map((phrase, at) => [phrase, Math.max(...toKeywords[at]!)]))
  const own = new Set<string>()
  const neutral = new Set<string>()
  for (const [family, members] of Map.groupBy(phrases, (phrase) => phrase.family)) {
    const fields = [...Map.groupBy(members, ({ field }) => field).values()]
    const above = (limit: number) =>
      fields.filter((field) => field.some((phrase) => best.get(phrase)! > limit))
    const [near, related] = [above(nearLimit), above(relatedLimit)]
    const isHome = homes.filter((home) => home === family).length >= HOME_SHARE * homes.length
    const isWhole =
      (near.length > 1 && near.length >= NEAR_SHARE * fields.length) ||
      (isHome && related.length >= RELATED_SHARE * fields.length)
    const side = isWhole || isHome ? own : neutral
    for (const { phrase } of isWhole ? members : near.flat()) side.add(phrase)
  }
  return { own, neutral }
}

function familyNearest(phrases: readonly PlacedPhrase[], cosineOf: (phrase: number) => number): string {
  const cosines = phrases.map((_, at) => cosineOf(at))
  return phrases[cosines.indexOf(Math.max(...cosines))]?.family ?? ''
}

function cosinesAcrossFamilies(phrases: readonly PlacedPhrase[]): Float64Array {
  const cosines = new Float64Array((phrases.length * (phrases.length - 1)) / 2)
  let count = 0
  for (const [at, one] of phrases.entries())
    for (let before = 0; before < at; before++) {
      const other = phrases[before]!
      if (other.family !== one.family) cosines[count++] = cosine(one.vector, other.vector)
    }
  return cosines.subarray(0, count)
}
