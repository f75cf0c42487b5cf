/** Which statements templates ask about and which they pass over, and how many questions they make. */
import { describe, expect, it } from 'vitest'
import type { GraphUnit } from '../../../corpus/index.ts'
import { mention, source, unit } from '../../fixtures/template-units.ts'

/** Of all units, the questions in the order of their texts, each with its units. */
async function made(units: readonly GraphUnit[], count = 50, text = ''): Promise<string[]> {
  const { questions } = await source(units, text).make(count, new AbortController().signal)
  return questions
    .map((question) => `${question.text} [${question.units.join(' ')}, ${question.hops}]`)
    .sort()
}

describe('one statement', () => {
  it.each([
    { name: 'a fact', units: [unit('1', [], ['a, makes, b'])], asked: ['A makes what? [1, 1]'] },
    { name: 'two names', units: [unit('1', ['a', 'b'])], asked: ['How is a related to b? [1, 1]'] },
    {
      name: 'the fact before the names',
      units: [unit('1', ['c', 'd'], ['a, makes, b'])],
      asked: ['A makes what? [1, 1]'],
    },
    {
      name: 'the first fact that is whole',
      units: [unit('1', [], ['a, makes, ', ', makes, b', 'a, , b', 'c, makes, d', 'e, makes, f'])],
      asked: ['C makes what? [1, 1]'],
    },
    {
      name: 'the first fact with one answer',
      units: [unit('1', [], ['a, makes, b', 'a, makes, c', 'a, needs, d'])],
      asked: ['A needs what? [1, 1]'],
    },
    {
      name: 'what two facts ask where one has two answers',
      units: [unit('1', [], ['a, makes, b', 'a, makes, c']), unit('2', [], ['b, needs, d', 'b, needs, e'])],
      asked: ['A makes something that needs what? [1 2, 2]'],
    },
    { name: 'no name alone', units: [unit('1', ['a'])], asked: [] },
    { name: 'nothing', units: [unit('1', [])], asked: [] },
    { name: 'no fact with two answers', units: [unit('1', [], ['a, makes, b', 'a, makes, c'])], asked: [] },
  ])('$name', async ({ units, asked }) => {
    expect(await made(units)).toEqual(asked)
  })

  it('has its names as the text spells them', async () => {
    const units = [unit('1', [mention('alpha', 'chemical', [0, 5]), mention('beta', 'chemical', [6, 12])])]
    expect(await made(units, 50, 'ALPHA  BETA')).toEqual(['How is ALPHA related to BETA? [1, 1]'])
    expect(await made(units)).toEqual(['How is alpha related to beta? [1, 1]'])
    const half = [
      unit('1', [
        { ...mention('alpha'), start: 0 },
        { ...mention('beta'), end: 4 },
      ]),
    ]
    expect(await made(half, 50, 'ALPHA  BETA')).toEqual(['How is alpha related to beta? [1, 1]'])
  })
})

describe('two statements', () => {
  /** Of a corpus in which every statement is asked about, only the questions over two. */
  async function overTwo(units: readonly GraphUnit[]): Promise<string[]> {
    const seeds = Array.from({ length: 12 }, (_, seed) => seed)
    const all = await Promise.all(
      seeds.map(
        async (seed) => (await source(units, '', seed).make(50, new AbortController().signal)).questions,
      ),
    )
    const texts = all.flat().filter(({ hops }) => hops === 2)
    return [...new Set(texts.map(({ text, units: of }) => `${text} [${of.join(' ')}]`))].sort()
  }

  it.each([
    {
      name: 'come back to where they began',
      units: [unit('1', [], ['a, makes, b']), unit('2', [], ['b, needs, a'])],
    },
    {
      name: 'are of one unit',
      units: [unit('1', [], ['a, makes, b', 'b, needs, c']), unit('2', ['x', 'y'])],
    },
    { name: 'are not whole', units: [unit('1', [], ['a, makes, b']), unit('2', ['x', 'y'], ['b, needs, '])] },
    {
      name: 'begin with what is not whole',
      units: [unit('1', ['x', 'y'], [', makes, b']), unit('2', [], ['b, needs, c'])],
    },
    {
      name: 'share what nine units begin with',
      units: [
        unit('0', [], ['a, makes, b']),
        ...Array.from({ length: 9 }, (_, at) => unit(String(at + 1), ['x', 'y'], [`b, needs, c${at}`])),
      ],
    },
    {
      name: 'are of one paper',
      units: [unit('1', ['a', 'bridge'], [], 'p'), unit('2', ['bridge', 'z'], [], 'p')],
    },
    {
      name: 'have nothing else',
      units: [unit('1', ['a', 'bridge']), unit('2', ['bridge']), unit('3', ['x', 'y'])],
    },
    { name: 'share both names', units: [unit('1', ['a', 'bridge']), unit('2', ['bridge', 'a'])] },
    { name: 'share none', units: [unit('1', ['a', 'b']), unit('2', ['y', 'z'])] },
  ])('are none that $name', async ({ units }) => {
    expect(await overTwo(units)).toEqual([])
  })

  it('have two names that never stand together, in units of two papers that share a third', async () => {
    const units = [unit('1', ['a', 'bridge']), unit('2', ['bridge', 'z'])]
    expect(await overTwo(units)).toEqual(['What links a with z? [1 2]', 'What links z with a? [2 1]'])
  })

  it('take the second where one was just asked about, and the other kind where there is none', async () => {
    const one = Array.from({ length: 6 }, (_, at) => unit(`${at}`, [`a${at}`, `b${at}`]))
    expect(await made(one)).toHaveLength(6)
    const ring = Array.from({ length: 6 }, (_, at) => unit(`${at}`, [], [`s${at}, makes, s${(at + 1) % 6}`]))
    const { questions } = await source(ring).make(6, new AbortController().signal)
    expect(questions.map(({ hops }) => hops)).toEqual([1, 2, 1, 2, 1, 2])
  })
})

describe('so many as are wanted', () => {
  const units = Array.from({ length: 5 }, (_, at) => unit(`${at}`, [`a${at}`, `b${at}`]))
  const make = async (count: number, of = units, seed?: number) =>
    await source(of, '', seed).make(count, new AbortController().signal)

  it('each text once, with the unit that has it first', async () => {
    const same = [unit('1', ['a', 'b']), unit('2', ['a', 'b'])]
    expect(await make(5, same)).toMatchObject({
      questions: { length: 1 },
      losses: { nothing_to_ask_about: 4 },
    })
  })

  it('and not when stopped', async () => {
    await expect(source(units).make(3, AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped')
    expect(source(units).made).toBe('template')
  })
})
