/** What a gate record keeps of the nearest keywords, what a topic looks like to the embedder, and records without a decision by scores. */
import { describe, expect, it } from 'vitest'
import type { AtlasPhrase } from '../../../../ingest/gate/atlas.ts'
import { contrastCutoff } from '../../../../ingest/gate/cutoffs.ts'
import { embedTopic } from '../../../../ingest/gate/topic-vectors.ts'
import { openGate, type Topic } from '../../../../ingest/index.ts'
import { fakeEmbedder } from '../../../fakes/fake-embedder.ts'

const signal = new AbortController().signal
const TOPIC: Topic = {
  name: 'test',
  positive: ['p1'],
  negative: [],
  categories: {},
  languages: null,
  contrastsNegatives: true,
}
const PAPER = { title: 'A paper', abstract: '' }
/** Two families of two fields each, called like their phrases. */
const ATLAS: readonly AtlasPhrase[] = ['a1', 'a2', 'b1', 'b2'].map((phrase) => ({
  family: phrase.charAt(0),
  field: phrase,
  phrase,
}))
const AXES = ['a1', 'a2', 'b1', 'b2']

/** A phrase of the atlas lies on an axis of its own; the others have a cosine to the paper, in a sentence if `sentences` says so, else bare. */
function embedder(bare: Readonly<Record<string, number>>, sentences: Readonly<Record<string, number>> = {}) {
  return fakeEmbedder(8, (text) => {
    const keyword = /^This paper studies (.+)\.$/.exec(text)?.[1]
    const axis = AXES.indexOf(keyword ?? '')
    if (axis !== -1) return AXES.map((_, at) => (at === axis ? 1 : 0))
    const cosine = text === 'A paper' ? 1 : ((keyword === undefined ? bare[text] : sentences[keyword]) ?? 0)
    return [0, 0, 0, 0, cosine, Math.sqrt(1 - cosine ** 2)]
  })
}

describe('the nearest keywords of a record', () => {
  const policy = 'published'
  const near = (topic: Topic, of: ReturnType<typeof embedder>) =>
    openGate({ topic, policy, embedder: of, atlas: ATLAS })
      .then((gate) => gate.decide(PAPER, signal))
      .then(({ nearest }) => nearest.map(({ keyword, set, cosine }) => [keyword, set, cosine]))

  it('are three of each set, the nearest first and equal ones by name', async () => {
    const topic = { ...TOPIC, positive: ['p4', 'p3', 'p2', 'p1'], negative: ['n1', 'n2', 'n3', 'n4'] }
    const cosines = { p1: 0.9, p2: 0.5, p3: 0.5, p4: 0.3, n1: 0.2, n2: 0.6, n3: 0.1, n4: 0.5 }
    expect(await near(topic, embedder(cosines))).toEqual([
      ['p1', 'positive', 0.9],
      ['n2', 'negative', 0.6],
      ['n4', 'negative', 0.5],
      ['p2', 'positive', 0.5],
      ['p3', 'positive', 0.5],
      ['n1', 'negative', 0.2],
    ])
  })

  it('have the nearest phrase of a category among them, which alone has its category', async () => {
    const topic: Topic = {
      ...TOPIC,
      positive: ['p1', 'p2'],
      categories: { D: { C1: ['p1'], C2: ['q', 'r'] } },
    }
    const of = embedder({ p1: 0.9, p2: 0.3 }, { p1: 0.1, q: 0.6, r: 0.2 })
    const gate = await openGate({ topic, policy, embedder: of, atlas: ATLAS })
    expect((await gate.decide(PAPER, signal)).nearest).toEqual([
      { keyword: 'p1', set: 'positive', category: '', cosine: 0.9 },
      { keyword: 'q', set: 'positive', category: 'C2', cosine: 0.6 },
      { keyword: 'p2', set: 'positive', category: '', cosine: 0.3 },
    ])
  })

  it('have a keyword once that is the phrase of the category itself', async () => {
    const topic: Topic = { ...TOPIC, positive: ['p1', 'p2'], categories: { D: { C1: ['p1'] } } }
    const of = embedder({ p1: 0.9, p2: 0.3 }, { p1: 0.8 })
    expect(await near(topic, of)).toEqual([
      ['p1', 'positive', 0.8],
      ['p2', 'positive', 0.3],
    ])
  })

  it('have other fields where the topic is set against them', async () => {
    const topic = { ...TOPIC, negative: ['n1'] }
    const of = embedder({}, { p1: 0.8, n1: 0.4 })
    const gate = await openGate({ topic, policy: 'contrast', embedder: of, atlas: ATLAS })
    const { nearest } = await gate.decide(PAPER, signal)
    expect(nearest.map(({ keyword, set }) => [keyword, set])).toEqual([
      ['p1', 'positive'],
      ['n1', 'negative'],
      ['a1', 'other'],
      ['a2', 'other'],
      ['b1', 'other'],
    ])
  })
})

describe('a record', () => {
  it('of a paper without text has no scores', async () => {
    const gate = await openGate({ topic: TOPIC, embedder: embedder({}), atlas: ATLAS })
    expect(await gate.decide({ title: '', abstract: '' }, signal)).toEqual({
      policy: 'contrast',
      topic: 'test',
      embedder: 'fake-8',
      overruled: null,
      positive: 0,
      negative: 0,
      score: 0,
      cutoff: 0,
      keep: false,
      reason: 'no_text',
      nearest: [],
    })
  })

  it('under the policy of the topic has the score over its cut-off', async () => {
    const cutoffs = { positive: 0.25, negative: 0.75 }
    const topic: Topic = { ...TOPIC, negative: ['n1'], policy: 'custom', cutoffs }
    const of = embedder({ p1: 0.8, n1: 0.6 })
    const gate = await openGate({ topic, embedder: of, atlas: ATLAS })
    const record = await gate.decide(PAPER, signal)
    // .8 - .25 is more than .75 - .6.
    expect(record).toMatchObject({ policy: 'custom', positive: 0.8, negative: 0.6, cutoff: 0, keep: true })
    expect(record.score).toBeCloseTo(0.15, 9)
  })

  it('is decided against nothing where the topic covers every field', async () => {
    const topic = { ...TOPIC, positive: AXES }
    const gate = await openGate({ topic, embedder: embedder({}), atlas: ATLAS })
    expect(await gate.decide(PAPER, signal)).toMatchObject({ keep: false, reason: 'off_topic', score: 0 })
    expect((await gate.decide({ title: 'This paper studies a1', abstract: '.' }, signal)).negative).toBe(0)
  })
})

describe('a topic as it is embedded', () => {
  const axes: Readonly<Record<string, readonly number[]>> = {
    a1: [1],
    a2: [0, 1],
    b1: [0, 0, 1],
    // Half like b1, of its family.
    b2: [0, 0, 0.5, Math.sqrt(0.75)],
    k: [0.8, 0, 0, 0, 0.6],
    n: [0, 0, 0, 0, 0, 1],
    c: [0, 0, 0, 0, 0, 0, 1],
  }
  const of = fakeEmbedder(8, (text) => {
    const keyword = /^This paper studies (.+)\.$/.exec(text)?.[1]
    return keyword === undefined ? [0, 0, 0, 0, 0, 0, 0, text === 'n' ? -1 : 1] : axes[keyword]!
  })
  const topic: Topic = {
    ...TOPIC,
    positive: ['k', 'k'],
    negative: ['n', 'n'],
    categories: { D: { C: ['c', 'k'] } },
  }
  const called = (anchors: readonly { readonly keyword: string; readonly set: string }[]) =>
    anchors.map(({ keyword, set }) => `${keyword} ${set}`)

  it('has its keywords, the phrases of its categories and the fields that it covers on its side', async () => {
    const vectors = await embedTopic(topic, of, signal, ATLAS)
    expect(called(vectors.positives)).toEqual(['k positive', 'c positive', 'a1 positive'])
    expect(called(vectors.others)).toEqual(['n negative', 'a2 other', 'b1 other', 'b2 other'])
    expect(called(vectors.categories)).toEqual(['c positive', 'k positive'])
    expect(vectors.categories.map(({ category }) => category)).toEqual(['C', 'C'])
    expect(called(vectors.keywords)).toEqual(['k positive', 'n negative'])
    expect([vectors.meanPositive.at(-1), vectors.meanNegative.at(-1)]).toEqual([1, -1])
  })

  it('has its negatives on neither side where it does not set itself against them', async () => {
    const { others } = await embedTopic({ ...topic, contrastsNegatives: false }, of, signal, ATLAS)
    expect(called(others)).toEqual(['a2 other', 'b1 other', 'b2 other'])
  })

  it('has the median of what other fields score for its background', async () => {
    const { background } = await embedTopic({ ...topic, contrastsNegatives: false }, of, signal, ATLAS)
    // None is like the topic; b1 and b2 are half like each other and not like a2: 0, -.25, -.25.
    expect(background).toBeCloseTo(-0.25, 9)
  })
})

describe('the cut-off of an embedder', () => {
  it('is calibrated for the bundled ones, and .2 for others', () => {
    expect(contrastCutoff('other')).toEqual({ cutoff: 0.2, calibrated: false })
    const { cutoff, calibrated } = contrastCutoff('static-1-256')
    expect(calibrated).toBe(true)
    expect(cutoff).toBeGreaterThan(0.1)
    expect(cutoff).toBeLessThan(0.3)
  })
})
