/** Which sentences of a paper become its units, from sentences whose worth and terms are known. */
import { describe, expect, it } from 'vitest'
import type { PaperSentence } from '../../../../ingest/summarise/paper-sentences.ts'
import { worthOf } from '../../../../ingest/summarise/sentence-worth.ts'
import { chooseStatements, type Room } from '../../../../ingest/summarise/statements.ts'

// What their wording is worth: .15, 0 and -.35, as the first test says.
const SAYS = 'Lupeol inhibits lipase.'
const PLAIN = 'Lupeol looks yellow.'
const AIM = 'Our objective was lupeol.'

/** Every sentence has a term of its own, so that all are equally central, and none repeats another. */
function sentencesOf(...some: readonly Partial<PaperSentence>[]): PaperSentence[] {
  return some.map((one, i) => ({
    start: i * 100,
    end: i * 100 + 50,
    text: SAYS,
    terms: [`term${i}`],
    language: 'eng',
    block: 0,
    part: null,
    position: 0,
    isAbstract: false,
    isLabelled: false,
    isProse: true,
    ...one,
  }))
}

function chosen(sentences: readonly PaperSentence[], room: Partial<Room> = {}): string[] {
  const quotas = new Map(sentences.map(({ block }) => [block, 9]))
  const statements = chooseStatements(sentences, { quotas, total: 9, isShort: false, ...room })
  return statements.map(({ from, to }) => `${from}-${to}`)
}

const textOf = (characters: number) => `${SAYS.slice(0, -1)} ${'x'.repeat(characters - SAYS.length - 1)}.`

describe('the statements of a paper', () => {
  it('are told apart by what their wording is worth', () => {
    expect([SAYS, PLAIN, AIM].map((text) => worthOf(text))).toEqual([0.15, 0, -0.35])
  })

  const runs = [
    { name: 'nothing of no sentence', sentences: [], expected: [] },
    { name: 'one sentence alone', sentences: sentencesOf({}), expected: ['0-0'] },
    { name: 'three in a run at most', sentences: sentencesOf({}, {}, {}), expected: ['0-2'] },
    { name: 'the fourth by itself', sentences: sentencesOf({}, {}, {}, {}), expected: ['0-2', '3-3'] },
    {
      name: 'the earlier of runs that are as good',
      sentences: sentencesOf({}, {}, {}, {}, {}, {}, {}),
      expected: ['0-2', '3-5', '6-6'],
    },
    {
      name: 'no run over the end of a block',
      sentences: sentencesOf({}, {}, { block: 1 }),
      expected: ['0-1', '2-2'],
    },
    {
      name: 'no run over a label',
      sentences: sentencesOf({ isLabelled: true }, {}, { isLabelled: true }),
      expected: ['0-1', '2-2'],
    },
    {
      name: 'no label behind its first sentence',
      sentences: sentencesOf({}, { isLabelled: true }),
      expected: ['0-0', '1-1'],
    },
    {
      name: 'nothing of no worth before a block that says something',
      sentences: sentencesOf({ text: PLAIN }, { block: 1 }),
      expected: ['1-1'],
    },
    {
      name: 'the best in the order of the text',
      sentences: sentencesOf({ part: 'methods' }, { block: 1 }, { block: 2, part: 'results' }),
      expected: ['0-0', '1-1', '2-2'],
    },
    {
      name: 'nothing that is no prose, and no run over it',
      sentences: sentencesOf({}, { isProse: false }, {}),
      expected: ['0-0', '2-2'],
    },
    { name: 'nothing where nothing is prose', sentences: sentencesOf({ isProse: false }), expected: [] },
    {
      name: '450 characters with the spaces between',
      sentences: sentencesOf({ text: textOf(224) }, { text: textOf(224) }),
      expected: ['0-1'],
    },
    {
      name: 'no more than 450 characters',
      sentences: sentencesOf({ text: textOf(224) }, { text: textOf(225) }),
      expected: ['0-0', '1-1'],
    },
    {
      name: 'a longer sentence alone',
      sentences: sentencesOf({ text: textOf(800) }, {}),
      expected: ['0-0', '1-1'],
    },
    {
      name: 'no beginning that points back, which goes with the one before',
      sentences: sentencesOf({}, { text: 'However, it inhibits lipase.' }, { block: 1 }),
      expected: ['0-1', '2-2'],
    },
    {
      name: 'nothing that only points back',
      sentences: sentencesOf({ text: 'However, it inhibits lipase.' }, { block: 1 }),
      expected: ['1-1'],
    },
    {
      name: 'a sentence of no worth only beside one that says something',
      sentences: sentencesOf({ text: PLAIN }, {}, { text: PLAIN, block: 1 }),
      expected: ['0-1'],
    },
    {
      name: 'no aim beside what was found',
      sentences: sentencesOf({}, { text: AIM }, {}),
      expected: ['0-0', '2-2'],
    },
    {
      name: 'aims where there is nothing else',
      sentences: sentencesOf({ text: AIM }, { text: AIM, block: 1 }),
      expected: ['0-0', '1-1'],
    },
  ]
  it.each(runs)('hold $name', ({ sentences, expected }) => {
    expect(chosen(sentences)).toEqual(expected)
  })

  it('take sentences of little worth from an abstract that has no text behind it', () => {
    const sentences = sentencesOf({}, { text: AIM }, { text: PLAIN, block: 1 })
    expect(chosen(sentences)).toEqual(['0-0'])
    expect(chosen(sentences, { isShort: true })).toEqual(['0-1', '2-2'])
  })

  it('are no more than asked for in all, and of each block', () => {
    const sentences = sentencesOf(...Array.from({ length: 14 }, (_, i) => ({ block: i < 7 ? 4 : 5 })))
    const quotas = new Map([
      [4, 1],
      [5, 2],
    ])
    expect(chosen(sentences, { quotas })).toEqual(['0-2', '7-9', '10-12'])
    expect(chosen(sentences, { quotas, total: 2 })).toEqual(['0-2', '7-9'])
    expect(chosen(sentences, { quotas, total: 0 })).toEqual([])
    expect(chosen(sentences, { quotas: new Map([[5, 1]]) })).toEqual(['7-9'])
    expect(chosen(sentences, { quotas: new Map() })).toEqual([])
  })

  /** Each in a block of its own; the numbers of those chosen where there is room for 1, 2, 3 .... */
  function inOrder(...some: readonly Partial<PaperSentence>[]): number[] {
    const sentences = sentencesOf(...some.map((one, block) => ({ block, ...one })))
    const upTo = (total: number) => chosen(sentences, { total }).map((run) => Number.parseInt(run, 10))
    return some.flatMap((_, i) => upTo(i + 1).filter((one) => !upTo(i).includes(one)))
  }

  const orders = [
    {
      name: 'results and conclusions before what names no part, that before background and methods',
      order: inOrder(
        { part: 'methods' },
        { part: 'background' },
        {},
        { part: 'conclusions' },
        { part: 'results' },
      ),
      expected: [3, 4, 2, 0, 1],
    },
    {
      name: 'results as soon as conclusions, and methods as soon as background',
      order: inOrder(
        { part: 'background' },
        { part: 'methods' },
        { part: 'results' },
        { part: 'conclusions' },
      ),
      expected: [2, 3, 0, 1],
    },
    {
      name: 'results before one term more among many',
      order: inOrder(
        { terms: Array.from({ length: 11 }, (_, i) => `b${i}`) },
        { terms: Array.from({ length: 10 }, (_, i) => `a${i}`), part: 'results' },
      ),
      expected: [1, 0],
    },
    {
      name: 'three terms that stand once before one of four sentences',
      order: inOrder(...Array.from({ length: 4 }, () => ({ terms: ['often'] })), { terms: ['p', 'q', 'r'] }),
      expected: [4, 0, 1, 2, 3],
    },
    {
      name: 'the last half of an abstract, where results stand, before the first',
      order: inOrder(
        { isAbstract: true, position: 0.449 },
        { isAbstract: true, position: 0.45 },
        { isAbstract: true, position: 0.9, part: 'methods' },
        { position: 0.9 },
        { isAbstract: true, position: 0.8 },
      ),
      expected: [1, 4, 0, 3, 2],
    },
    {
      name: 'what says more before what says less',
      order: inOrder({}, { text: 'Lupeol inhibits lipase (p = .01).' }, { part: 'methods' }),
      expected: [1, 0, 2],
    },
    {
      name: 'the most central first, and then what it does not hold',
      order: inOrder({ terms: ['b'] }, { terms: ['a', 'b'] }, { terms: ['a'] }, { terms: ['c'] }),
      expected: [1, 3, 0, 2],
    },
    {
      name: 'a term of four sentences for twice one that stands once',
      order: inOrder(
        { terms: ['once', 'alone'] },
        { terms: ['often'] },
        { terms: ['often', 'x'] },
        { terms: ['often', 'y'] },
        { terms: ['often', 'z'] },
      ),
      expected: [2, 0, 3, 4, 1],
    },
  ]
  it.each(orders)('take $name', ({ order, expected }) => {
    expect(order).toEqual(expected)
  })
})
