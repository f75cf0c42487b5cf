/** Embeds a topic, and finds the fields of the atlas that it covers itself. */
import type { Embedder } from '../../models/index.ts'
import { type AtlasPhrase, asSentence, atlasPhrases } from './atlas.ts'
import { coveredPhrases } from './atlas-coverage.ts'
import { contrastScores, rawContrast } from './contrast-score.ts'
import { cosine, meanVector, quantile } from './similarity.ts'
import type { Topic } from './topic.ts'

export interface Anchor {
  readonly keyword: string
  readonly set: 'positive' | 'negative' | 'other'
  readonly category: string
  readonly vector: Float32Array
}

export interface TopicVectors {
  /** The topic's positive keywords and the phrases of its categories as sentences, and the atlas fields that it covers. */
  readonly positives: readonly Anchor[]
  /** Opposite side of `contrast`: the other atlas fields, and the topic's negatives if it includes them. */
  readonly others: readonly Anchor[]
  /** The bare keywords and their unit-length means, for `published` and `custom`. */
  readonly keywords: readonly Anchor[]
  readonly meanPositive: Float32Array
  readonly meanNegative: Float32Array
  /** Score of an average other field in `contrast`, the zero point of the topic's scores. */
  readonly background: number
}

/** Embeds some 400 short texts. The order of keywords does not matter. */
export async function embedTopic(
  topic: Topic,
  embedder: Embedder,
  signal?: AbortSignal,
  atlas: readonly AtlasPhrase[] = atlasPhrases(),
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
    atlas.map(({ phrase }) => phrase),
    asSentence,
  )
  // Coverage depends on keywords alone: "species and their habitats" would take farming and pets out of the atlas.
  const placed = atlas.map((phrase, index) => ({ ...phrase, vector: fields[index]!.vector }))
  const { own, neutral } = coveredPhrases(vectorsOf(positives), placed)
  const sides = {
    positives: [
      ...positives,
      ...phrases,
      ...fields.filter((field) => own.has(field.keyword)).map(asPositive),
    ],
    others: [...negatives, ...fields.filter(({ keyword }) => !own.has(keyword) && !neutral.has(keyword))],
  }
  return {
    ...sides,
    keywords: [...barePositive, ...bareNegative],
    meanPositive: meanVector(vectorsOf(barePositive), embedder.dims),
    meanNegative: meanVector(vectorsOf(bareNegative), embedder.dims),
    background: backgroundOf(sides),
  }
}

/** Returns the median score of the other fields, each compared with all but itself. */
function backgroundOf({ positives, others }: Pick<TopicVectors, 'positives' | 'others'>): number {
  if (others.length === 0) return 0
  const scores = others.map((other) => {
    const cosinesWith = (anchors: readonly Anchor[]) =>
      anchors.filter((each) => each !== other).map(({ vector }) => cosine(other.vector, vector))
    const { positive, negative } = contrastScores(cosinesWith(positives), cosinesWith(others))
    return rawContrast(positive, negative)
  })
  return quantile(scores, 0.5)
}

/** Returns each category with its phrases, over all domains. */
export function categoriesOf(topic: Topic): [category: string, phrases: readonly string[]][] {
  return Object.values(topic.categories).flatMap((domain) => Object.entries(domain))
}

function asPositive(field: Anchor): Anchor {
  return { ...field, set: 'positive' }
}

function vectorsOf(anchors: readonly Anchor[]): Float32Array[] {
  return anchors.map((anchor) => anchor.vector)
}
