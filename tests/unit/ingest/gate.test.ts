/** Tests which papers the gate keeps, by policy and topic. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { builtInTopic, contrastCutoff, openGate, type Topic } from '../../../ingest/index.ts'
import { openStaticEmbedder } from '../../../models/adapters/static-embedder.ts'
import type { Embedder } from '../../../models/index.ts'
import { bagOfWordsEmbedder, fakeEmbedder } from '../../fakes/fake-embedder.ts'

const TOPIC: Topic = {
  name: 'test',
  positive: ['wanted'],
  negative: ['unwanted'],
  categories: {},
  languages: null,
  contrastsNegatives: true,
}
const PAPER = { title: 'A paper', abstract: '' }
const signal = new AbortController().signal
/** For properties, which open many gates. */
const FEW_FIELDS = ['quarks and mesons', 'laws and courts', 'songs and operas'].map((phrase) => ({
  family: phrase,
  field: phrase,
  phrase,
}))

/** Returns an embedder with `wanted` on the first axis, `unwanted` on the second, and the paper at the given cosines. */
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
    ['keeps above .2 and below .1', 0.201, 0.099, ''],
    ['drops at exactly .2', 0.2, 0, 'off_topic'],
    ['drops at exactly .1', 0.5, 0.1, 'near_negative'],
    ['keeps just above .2', 0.200001, 0, ''],
    ['keeps just below .1', 0.5, 0.099999, ''],
    ['names the topic first where both fail', 0, 0.4, 'off_topic'],
  ])('%s', async (_, positive, negative, reason) => {
    const embedder = paperAt(positive, negative)
    // Cut-offs for another policy are ignored.
    const cutoffs = { positive: 0.9 }
    const gate = await openGate({ topic: TOPIC, policy: 'published', embedder, cutoffs, atlas: FEW_FIELDS })
    const record = await gate.decide(PAPER, signal)
    const said = { keep: reason === '', reason, policy: 'published', topic: 'test', overruled: null }
    expect(record).toMatchObject(said)
    expect([record.positive, record.negative]).toEqual([positive, negative].map((n) => expect.closeTo(n, 6)))
  })
})

describe('the custom policy', () => {
  it.each([
    ['keeps within its limits', { positive: 0.3, negative: 0.3 }, {}, ''],
    ['drops at its positive limit', { positive: 0.4 }, {}, 'off_topic'],
    ['drops at its negative limit', { negative: 0.2 }, {}, 'near_negative'],
    ['drops below its contrast', { contrast: 1.9 }, {}, 'off_topic'],
    ['has the limits of its topic', undefined, { positive: 0.5 }, 'off_topic'],
    ['has limits before those of its topic', { positive: 0.3 }, { positive: 0.5 }, ''],
  ])('%s', async (_, cutoffs, ofTopic, reason) => {
    const topic = { ...TOPIC, policy: 'custom', cutoffs: ofTopic } as const
    const settings = { topic, embedder: paperAt(0.4, 0.2), ...(cutoffs === undefined ? {} : { cutoffs }) }
    const record = await (await openGate(settings)).decide(PAPER, signal)
    expect(record).toMatchObject({ policy: 'custom', keep: reason === '', reason })
  })

  it('scores by the limit that is nearest to being broken', async () => {
    const cutoffs = { positive: 0.25, negative: 0.75 }
    const gate = await openGate({ topic: TOPIC, policy: 'custom', embedder: paperAt(0.7, 0.6), cutoffs })
    // .75 - .6 is less than .7 - .25.
    expect((await gate.decide(PAPER, signal)).score).toBeCloseTo(0.15, 6)
  })
})

describe('the contrast policy', () => {
  const football: Topic = { ...TOPIC, positive: ['football', 'goals'], negative: ['betting'] }

  it.each([
    ['T', 'A.', 'T. A.'],
    [' T ', ' A. ', 'T. A.'],
    ['Why? ', 'A.', 'Why? A.'],
    ['A\ntitle', 'of  two', 'A title. of two'],
    ['', 'A.', 'A.'],
  ])('reads title "%s" and abstract "%s" as "%s"', async (title, abstract, read) => {
    const texts: string[] = []
    const embedder = fakeEmbedder(4, (text) => [texts.push(text)])
    const gate = await openGate({ topic: TOPIC, embedder, atlas: FEW_FIELDS })
    await gate.decide({ title, abstract }, signal)
    expect(texts.at(-1)).toBe(read)
  })

  it('keeps no more papers at a higher cut-off', async () => {
    const word = fc.constantFrom('football', 'goals', 'quarks', 'betting', 'laws', 'songs')
    const cutoff = fc.double({ min: -1, max: 1, noNaN: true })
    await fc.assert(
      fc.asyncProperty(
        fc.array(word, { minLength: 1, maxLength: 6 }),
        cutoff,
        cutoff,
        async (words, a, b) => {
          const keeps = async (contrast: number) => {
            const embedder = bagOfWordsEmbedder(64)
            const gate = await openGate({
              topic: football,
              embedder,
              cutoffs: { contrast },
              atlas: FEW_FIELDS,
            })
            return (await gate.decide({ title: words.join(' '), abstract: '' }, signal)).keep
          }
          const [low, high] = [await keeps(Math.min(a, b)), await keeps(Math.max(a, b))]
          expect(low || !high).toBe(true)
        },
      ),
      { numRuns: 40 },
    )
  })

  it('gives the same record whatever the order of the keywords', async () => {
    const biochem = builtInTopic('biochem')!
    const judge = async (topic: Topic) => {
      const gate = await openGate({ topic, embedder: bagOfWordsEmbedder(64), atlas: FEW_FIELDS })
      return await gate.decide({ title: 'Gene editing of cells', abstract: 'Apoptosis follows.' }, signal)
    }
    const expected = await judge(biochem)
    const shuffled = (list: readonly string[]) => fc.shuffledSubarray([...list], { minLength: list.length })
    await fc.assert(
      fc.asyncProperty(shuffled(biochem.positive), shuffled(biochem.negative), async (positive, negative) => {
        expect(await judge({ ...biochem, positive, negative })).toEqual(expected)
      }),
      { numRuns: 20 },
    )
  })

  it('has a calibrated cut-off for the bundled embedder, and .2 for others', () => {
    expect(contrastCutoff('other')).toEqual({ cutoff: 0.2, calibrated: false })
    expect(contrastCutoff('static-1-256')).toMatchObject({ calibrated: true })
  })
})

describe('what a topic covers of the fields of knowledge', async () => {
  const embedder = await openStaticEmbedder()
  const decide = async (positive: readonly string[], title: string) =>
    await (await openGate({ topic: { ...TOPIC, positive, negative: [] }, embedder })).decide(
      { title, abstract: '' },
      signal,
    )

  it.each([
    ['one broad keyword covers its family', ['medicine'], 'Chemotherapy of tumours of the lung', ''],
    ['and nothing else', ['medicine'], 'Mesons in particle colliders', 'off_topic'],
    [
      'a field covers no other of its family',
      ['virology', 'viruses', 'influenza', 'vaccines'],
      'Fractures of the hip',
      'off_topic',
    ],
    [
      'a keyword elsewhere counts',
      [...builtInTopic('biochem')!.positive, 'lasers, lenses and optical instruments'],
      'Lasers and lenses in optical instruments',
      '',
    ],
  ])('%s', async (_, positive, title, reason) => {
    expect(await decide(positive, title)).toMatchObject({ keep: reason === '', reason })
  })
})
