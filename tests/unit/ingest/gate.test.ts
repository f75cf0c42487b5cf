/** Which papers the gate keeps, by policy and topic. */
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
    ['keeps above .2 and below .1', 0.201, 0.099, ''],
    ['drops at exactly .2', 0.2, 0, 'off_topic'],
    ['drops at exactly .1', 0.5, 0.1, 'near_negative'],
    ['keeps just above .2', 0.200001, 0, ''],
    ['keeps just below .1', 0.5, 0.099999, ''],
    ['names the topic first where both fail', 0, 0.4, 'off_topic'],
  ])('%s', async (_, positive, negative, reason) => {
    const embedder = paperAt(positive, negative)
    // Cut-offs that were given for another policy count for nothing.
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

  it('asks for at least one limit', async () => {
    const opening = openGate({ topic: TOPIC, policy: 'custom', embedder: paperAt(0, 0), cutoffs: {} })
    await expect(opening).rejects.toMatchObject({ code: 'INPUT_INVALID' })
  })
})

describe('the contrast policy', () => {
  const football: Topic = { ...TOPIC, positive: ['football', 'goals'], negative: ['betting'] }
  const opened = openGate({ topic: football, embedder: bagOfWordsEmbedder() })

  it.each([
    ['keeps what is nearest to the topic', 'This paper studies football and goals', ''],
    ['drops what is nearest to another field', 'quarks and mesons', 'off_topic'],
    ['drops what is nearest to a negative', 'betting betting', 'near_negative'],
  ])('%s', async (_, title, reason) => {
    const gate = await opened
    const said = { policy: 'contrast', keep: reason === '', reason, cutoff: 0.2 }
    expect(await gate.decide({ title, abstract: '' }, signal)).toMatchObject(said)
  })

  it('has no scores for a paper without text', async () => {
    const gate = await openGate({ topic: football, embedder: bagOfWordsEmbedder(), atlas: FEW_FIELDS })
    const scores = { positive: 0, negative: 0, score: 0, cutoff: 0, nearest: [] }
    const record = await gate.decide({ title: ' ', abstract: '\n' }, signal)
    expect(record).toMatchObject({ keep: false, reason: 'no_text', ...scores })
  })

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

describe('the nearest keywords of a record', () => {
  /** A keyword has this cosine to the paper, bare or, for a category's phrase, in a sentence. */
  const near = async (topic: Partial<Topic>, cosines: Readonly<Record<string, number>>) => {
    const embedder = fakeEmbedder(3, (text) => {
      const cosine = text === 'A paper' ? 1 : (cosines[text] ?? 0)
      return [cosine, Math.sqrt(1 - cosine ** 2)]
    })
    const gate = await openGate({
      topic: { ...TOPIC, ...topic },
      policy: 'published',
      embedder,
      atlas: FEW_FIELDS,
    })
    const { nearest } = await gate.decide(PAPER, signal)
    return nearest.map(({ keyword, set, category, cosine }) => `${keyword} ${set} ${category} ${cosine}`)
  }

  it('are three of each set, the nearest first and equal ones by name', async () => {
    const topic = { positive: ['p4', 'p3', 'p2', 'p1'], negative: ['n1', 'n2', 'n3', 'n4'] }
    const cosines = { p1: 0.9, p2: 0.5, p3: 0.5, p4: 0.3, n1: 0.2, n2: 0.6, n3: 0.1, n4: 0.5 }
    expect((await near(topic, cosines)).join(', ')).toBe(
      'p1 positive  0.9, n2 negative  0.6, n4 negative  0.5, p2 positive  0.5, p3 positive  0.5, n1 negative  0.2',
    )
  })

  it('have the nearest phrase of a category among them, which alone has its category', async () => {
    const topic = { positive: ['p1', 'p2'], negative: [], categories: { D: { C1: ['p1'], C2: ['q', 'r'] } } }
    const said = (phrase: string) => `This paper studies ${phrase}.`
    const cosines = { p1: 0.9, p2: 0.3, [said('p1')]: 0.1, [said('q')]: 0.6, [said('r')]: 0.2 }
    expect(await near(topic, cosines)).toEqual(['p1 positive  0.9', 'q positive C2 0.6', 'p2 positive  0.3'])
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

  it('is on its side: a field of its own is not one of the others', async () => {
    const { nearest } = await decide(['films and film directors'], 'films and film directors')
    expect(nearest[0]).toMatchObject({ keyword: 'films and film directors', set: 'positive' })
    expect(nearest.filter(({ set, keyword }) => set === 'other' && keyword.startsWith('films'))).toEqual([])
  })
})

it('without a topic everything is kept, under any policy', async () => {
  const gate = await openGate({ topic: builtInTopic('none')!, policy: 'published', embedder: paperAt(0, 0) })
  const record = await gate.decide({ title: '', abstract: '' }, signal)
  expect(record).toMatchObject({ policy: 'none', topic: 'none', keep: true, reason: '' })
})
