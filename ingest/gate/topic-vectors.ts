/** A topic as the embedder sees it, and which fields of the atlas it covers itself. */
import type { Embedder } from '../../models/index.ts'
import { asSentence, atlas } from './atlas.ts'
import { coveredFields } from './atlas-coverage.ts'
import { meanVector } from './similarity.ts'
import type { Topic } from './topic.ts'

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
  const covered = coveredFields(vectorsOf(positives), vectorsOf(fields))
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

function asPositive(field: Anchor): Anchor {
  return { ...field, set: 'positive' }
}

function vectorsOf(anchors: readonly Anchor[]): Float32Array[] {
  return anchors.map((anchor) => anchor.vector)
}
