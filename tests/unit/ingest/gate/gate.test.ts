import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wholeAtlas } from '../../../../ingest/gate/atlas.ts'
import { builtInTopic, openGate, type Topic } from '../../../../ingest/index.ts'
import type { Embedder } from '../../../../models/index.ts'
import { bagOfWordsEmbedder, fakeEmbedder } from '../../../fakes/fake-embedder.ts'

const TOPIC: Topic = {
  name: 'test',
  positive: ['wanted'],
  negative: ['unwanted'],
  categories: {},
  languages: null,
  contrastsNegatives: true,
}
const forever = new AbortController().signal
/** For properties, which open many gates. */
const FEW_FIELDS = wholeAtlas().filter((_, index) => index % 8 === 0)

/** `wanted` lies along the first axis, `unwanted` along the second, the paper at the cosines given. */
function paperAt(positive: number, negative: number): Embedder {
  const rest = Math.sqrt(1 - positive ** 2 - negative ** 2)
  return fakeEmbedder(4, (text) => {
    if (text.startsWith('A paper')) return [positive, negative, rest]
    if (/\bunwanted\b/.test(text)) return [0, 1]
    return /\bwanted\b/.test(text) ? [1] : [0, 0, 0, 1]
  })
}

describe('the published policy', () => {
  it.each([
    { name: 'keeps above .2 and below .1', positive: 0.201, negative: 0.099, keep: true, reason: '' },
    { name: 'drops at exactly .2', positive: 0.2, negative: 0, keep: false, reason: 'off_topic' },
    { name: 'drops at exactly .1', positive: 0.5, negative: 0.1, keep: false, reason: 'near_negative' },
    { name: 'keeps just above .2', positive: 0.200001, negative: 0, keep: true, reason: '' },
    { name: 'keeps just below .1', positive: 0.5, negative: 0.099999, keep: true, reason: '' },
    { name: 'drops below .2', positive: 0.1, negative: 0, keep: false, reason: 'off_topic' },
    { name: 'drops above .1', positive: 0.5, negative: 0.4, keep: false, reason: 'near_negative' },
    {
      name: 'names the topic first where both fail',
      positive: 0,
      negative: 0.4,
      keep: false,
      reason: 'off_topic',
    },
  ])('$name', async ({ positive, negative, keep, reason }) => {
    const gate = await openGate({
      topic: TOPIC,
      policy: 'published',
      embedder: paperAt(positive, negative),
      atlas: FEW_FIELDS,
    })
    const record = await gate.decide({ title: 'A paper', abstract: '' }, forever)
    expect(record).toMatchObject({ keep, reason, policy: 'published', topic: 'test', overruled: null })
    expect(record.positive).toBeCloseTo(positive, 6)
    expect(record.negative).toBeCloseTo(negative, 6)
  })

  it('ignores cut-offs that were given for another policy', async () => {
    const embedder = paperAt(0.3, 0)
    const gate = await openGate({ topic: TOPIC, policy: 'published', embedder, cutoffs: { positive: 0.9 } })
    expect((await gate.decide({ title: 'A paper', abstract: '' }, forever)).keep).toBe(true)
  })
})

describe('the custom policy', () => {
  it.each([
    { name: 'keeps within its limits', cutoffs: { positive: 0.3, negative: 0.3 }, keep: true, reason: '' },
    { name: 'drops at its positive limit', cutoffs: { positive: 0.4 }, keep: false, reason: 'off_topic' },
    { name: 'drops at its negative limit', cutoffs: { negative: 0.2 }, keep: false, reason: 'near_negative' },
    { name: 'drops below its contrast', cutoffs: { contrast: 1.9 }, keep: false, reason: 'off_topic' },
  ])('$name', async ({ cutoffs, keep, reason }) => {
    const gate = await openGate({ topic: TOPIC, policy: 'custom', embedder: paperAt(0.4, 0.2), cutoffs })
    expect(await gate.decide({ title: 'A paper', abstract: '' }, forever)).toMatchObject({ keep, reason })
  })

  it('has the limits of its topic, where it is given none of its own', async () => {
    const topic = { ...TOPIC, cutoffs: { positive: 0.5 } }
    const paper = { title: 'A paper', abstract: '' }
    const settings = { topic, policy: 'custom', embedder: paperAt(0.4, 0.2) } as const
    const ofTopic = await openGate(settings)
    expect(await ofTopic.decide(paper, forever)).toMatchObject({ keep: false, reason: 'off_topic' })
    const own = await openGate({ ...settings, cutoffs: { positive: 0.3 } })
    expect(await own.decide(paper, forever)).toMatchObject({ keep: true })
  })

  it('asks for at least one limit', async () => {
    const opening = openGate({ topic: TOPIC, policy: 'custom', embedder: paperAt(0, 0), cutoffs: {} })
    await expect(opening).rejects.toMatchObject({ code: 'INPUT_INVALID' })
  })
})

describe('the contrast policy', () => {
  const football: Topic = { ...TOPIC, name: 'f', positive: ['football', 'goals'], negative: ['betting'] }

  it.each([
    {
      name: 'keeps what is nearest to the topic',
      title: 'This paper studies football and goals',
      keep: true,
      reason: '',
    },
    {
      name: 'drops what is nearest to another field',
      title: 'quarks and mesons',
      keep: false,
      reason: 'off_topic',
    },
    {
      name: 'drops what is nearest to a negative',
      title: 'betting betting',
      keep: false,
      reason: 'near_negative',
    },
    { name: 'drops a paper without any text', title: ' ', keep: false, reason: 'no_text' },
  ])('$name', async ({ title, keep, reason }) => {
    const gate = await openGate({ topic: football, embedder: bagOfWordsEmbedder() })
    expect(await gate.decide({ title, abstract: '' }, forever)).toMatchObject({
      policy: 'contrast',
      keep,
      reason,
    })
  })

  it('takes the field that a topic covers for its own', async () => {
    const topic: Topic = { ...TOPIC, positive: ['films and film directors'], negative: [] }
    const gate = await openGate({ topic, embedder: bagOfWordsEmbedder() })
    const { nearest } = await gate.decide({ title: 'films and film directors', abstract: '' }, forever)
    expect(nearest[0]).toMatchObject({ keyword: 'films and film directors', set: 'positive' })
    expect(nearest.filter(({ set }) => set === 'other')).not.toContainEqual(
      expect.objectContaining({ keyword: 'films and film directors' }),
    )
  })

  it('uses a cut-off of .2 for an embedder that was not calibrated', async () => {
    const gate = await openGate({ topic: football, embedder: bagOfWordsEmbedder() })
    expect((await gate.decide({ title: 'football', abstract: '' }, forever)).cutoff).toBe(0.2)
  })

  it('keeps no more papers at a higher cut-off', async () => {
    const texts = fc.array(fc.constantFrom('football', 'goals', 'quarks', 'betting', 'laws', 'songs'), {
      minLength: 1,
      maxLength: 6,
    })
    const cutoff = fc.double({ min: -1, max: 1, noNaN: true })
    await fc.assert(
      fc.asyncProperty(texts, cutoff, cutoff, async (words, a, b) => {
        const keeps = async (contrast: number) => {
          const gate = await openGate({
            topic: football,
            embedder: bagOfWordsEmbedder(64),
            cutoffs: { contrast },
            atlas: FEW_FIELDS,
          })
          return (await gate.decide({ title: words.join(' '), abstract: '' }, forever)).keep
        }
        const [low, high] = [await keeps(Math.min(a, b)), await keeps(Math.max(a, b))]
        expect(low || !high).toBe(true)
      }),
      { numRuns: 40 },
    )
  })

  it('gives the same record whatever the order of the keywords', async () => {
    const biochem = builtInTopic('biochem')!
    const judge = async (topic: Topic) => {
      const gate = await openGate({ topic, embedder: bagOfWordsEmbedder(64), atlas: FEW_FIELDS })
      return await gate.decide(
        { title: 'Gene editing of cell lines', abstract: 'Apoptosis follows.' },
        forever,
      )
    }
    const expected = await judge(biochem)
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([...biochem.positive], { minLength: biochem.positive.length }),
        fc.shuffledSubarray([...biochem.negative], { minLength: biochem.negative.length }),
        async (positive, negative) => {
          expect(await judge({ ...biochem, positive, negative })).toEqual(expected)
        },
      ),
      { numRuns: 20 },
    )
  })
})

it('the gate keeps everything without a topic', async () => {
  const gate = await openGate({ topic: builtInTopic('none')!, policy: 'published', embedder: paperAt(0, 0) })
  const record = await gate.decide({ title: '', abstract: '' }, forever)
  expect(record).toMatchObject({ policy: 'none', topic: 'none', keep: true, reason: '' })
})
