/** A topic as the embedder sees it, and which fields of the atlas it covers itself. */
import type { Embedder } from '../../models/index.ts'
import { type AtlasField, asSentence, atlas } from './atlas.ts'
import { cosine, meanVector, quantile } from './similarity.ts'
import type { Topic } from './topic.ts'

/**
 * A field is covered where a keyword of the topic is nearer to it than all but .2 % of the pairs of fields from
 * different families are to each other (cosine .547 with MiniLM). Measured: .50 to .60 move the mean AUC over
 * seven topics between .991 and .984, with the best at .55 (docs/decisions, gate).
 */
const COVERED_RANK = 0.998
/** A topic that covers this share of a family, and more than one field of it, covers the family. Chosen, not measured. */
const COVERED_FAMILY_SHARE = 0.5

export interface Anchor {
  readonly keyword: string
  readonly set: 'positive' | 'negative' | 'other'
  readonly category: string
  readonly vector: Float32Array
}

export interface TopicVectors {
  /** The topic's positive keywords and the phrases of its categories as sentences, and the atlas fields it covers. */
  readonly positives: readonly Anchor[]
  /** What `contrast` sets against them: the other atlas fields, and the negatives where the topic wants it. */
  readonly others: readonly Anchor[]
  /** Phrases that stand for the categories of Table A1. */
  readonly categories: readonly Anchor[]
  /** The bare keywords and their unit-length means, for `published` and `custom`. */
  readonly keywords: readonly Anchor[]
  readonly meanPositive: Float32Array
  readonly meanNegative: Float32Array
}

/** Embeds some 180 short texts. The order of keywords does not matter. */
export async function embedTopic(
  topic: Topic,
  embedder: Embedder,
  signal?: AbortSignal,
): Promise<TopicVectors> {
  const embedAll = async (texts: readonly string[]) =>
    texts.length === 0 ? [] : await embedder.embed(texts, signal)
  const categoryOf = new Map<string, string>()
  for (const [category, phrases] of categoriesOf(topic)) {
    for (const phrase of phrases) categoryOf.set(phrase, category)
  }
  const anchors = async (set: Anchor['set'], keywords: readonly string[], phrase: (k: string) => string) => {
    const vectors = await embedAll(keywords.map(phrase))
    return keywords.map(
      (keyword, index): Anchor => ({
        keyword,
        set,
        category: categoryOf.get(keyword) ?? '',
        vector: vectors[index]!,
      }),
    )
  }
  // Sorted, so that sums of floats do not depend on the order in a file.
  const positive = [...new Set(topic.positive)].sort()
  const negative = [...new Set(topic.negative)].sort()
  const barePositive = await anchors('positive', positive, (keyword) => keyword)
  const bareNegative = await anchors('negative', negative, (keyword) => keyword)
  const positives = await anchors('positive', positive, asSentence)
  const categories = await anchors('positive', [...categoryOf.keys()].sort(), asSentence)
  const phrases = categories.filter(({ keyword }) => !topic.positive.includes(keyword))
  const negatives = topic.contrastsNegatives ? await anchors('negative', negative, asSentence) : []
  const fields = await anchors(
    'other',
    atlas.map(({ field }) => field),
    asSentence,
  )
  // By keywords alone: "species and their habitats" would take farming and pets out of the atlas.
  const covered = coveredFields(positives, fields)
  return {
    positives: [
      ...positives,
      ...phrases,
      ...fields.filter((field) => covered.has(field.keyword)).map(asPositive),
    ],
    others: [...negatives, ...fields.filter((field) => !covered.has(field.keyword))],
    categories,
    keywords: [...barePositive, ...bareNegative],
    meanPositive: meanVector(vectorsOf(barePositive), embedder.dims),
    meanNegative: meanVector(vectorsOf(bareNegative), embedder.dims),
  }
}

/** Category and phrases, over all domains. */
export function categoriesOf(topic: Topic): [category: string, phrases: readonly string[]][] {
  return Object.values(topic.categories).flatMap((domain) => Object.entries(domain))
}

function coveredFields(positives: readonly Anchor[], fields: readonly Anchor[]): ReadonlySet<string> {
  const limit = quantile(cosinesAcrossFamilies(fields), COVERED_RANK)
  const near = new Set(
    fields
      .filter((field) => positives.some((positive) => cosine(field.vector, positive.vector) > limit))
      .map((field) => field.keyword),
  )
  const families = Map.groupBy(atlas, ({ family }) => family)
  const whole = [...families.values()].filter((members) => coversFamily(members, near))
  return new Set([...near, ...whole.flat().map(({ field }) => field)])
}

function coversFamily(members: readonly AtlasField[], near: ReadonlySet<string>): boolean {
  const count = members.filter(({ field }) => near.has(field)).length
  return count > 1 && count >= COVERED_FAMILY_SHARE * members.length
}

function cosinesAcrossFamilies(fields: readonly Anchor[]): number[] {
  const cosines: number[] = []
  for (const [index, field] of fields.entries()) {
    for (let other = 0; other < index; other++) {
      if (atlas[index]!.family !== atlas[other]!.family)
        cosines.push(cosine(field.vector, fields[other]!.vector))
    }
  }
  return cosines
}

function asPositive(field: Anchor): Anchor {
  return { ...field, set: 'positive' }
}

function vectorsOf(anchors: readonly Anchor[]): Float32Array[] {
  return anchors.map((anchor) => anchor.vector)
}
