/** Run files: what is read, what is refused with its line, and that every reader has the hits in our order. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseRun, type Run, type RunHit, rankedByScore, runLines } from '../../../comparison/index.ts'
import { linesOf } from '../../../core/index.ts'
import { fuseRuns } from '../../../packages/lab/evaluation/index.ts'

const read = (text: string) =>
  parseRun(
    linesOf(
      (async function* () {
        yield Buffer.from(text)
      })(),
    ),
    'some.run',
  )
const runOf = (name: string, questions: Readonly<Record<string, readonly [string, number][]>>): Run => ({
  name,
  questions: new Map(
    Object.entries(questions).map(([id, hits]) => [
      id,
      hits.map(([document, score]): RunHit => ({ document, score })),
    ]),
  ),
})
const documents = (run: Run, question: string) => run.questions.get(question)?.map(({ document }) => document)

describe('a run file', () => {
  test.each([
    {
      name: 'too few columns',
      text: 'q1 Q0 a 1 0.5 mine\nq1 Q0 b 0.5 mine\n',
      why: /Line 2 of some\.run .*5 columns/,
    },
    {
      name: 'a score that is no number',
      text: 'q1 Q0 a 1 high mine\n',
      why: /Line 1 .*"high", is no number/,
    },
    { name: 'a score without end', text: 'q1 Q0 a 1 Infinity mine\n', why: /Line 1 .*no number/ },
    { name: 'a document twice', text: 'q1 Q0 a 1 2 m\nq1 Q0 a 2 1 m\n', why: /Line 2 .*"a" already/ },
    { name: 'nothing', text: '\n', why: /holds no hit/ },
  ])('with $name is refused with the place', async ({ text, why }) => {
    await expect(read(text)).rejects.toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }))
    await expect(read(text)).rejects.toThrow(why)
  })

  test('that we write has our order for whoever sorts by 32-bit scores', () => {
    const score = fc.oneof(
      fc.double({ noNaN: true, min: -1e6, max: 1e6 }),
      fc.constantFrom(0, 0.5, 0.5000000001),
    )
    fc.assert(
      fc.asyncProperty(fc.array(score, { minLength: 1, maxLength: 40 }), async (scores) => {
        const falling = [...scores].sort((a, b) => b - a)
        const hits = falling.map((value, place): [string, number] => [`d${place}`, value])
        const lines = [...runLines(runOf('ours', { q: hits }))]
        const again = await read(lines.join('\n'))
        expect(documents(again, 'q')).toEqual(hits.map(([document]) => document))
      }),
    )
  })

  test('cannot hold an id with a space, and says so', () => {
    expect(() => [...runLines(runOf('ours', { q: [['a paper', 1]] }))]).toThrow('"a paper"')
  })
})

describe('a fusion of runs', () => {
  const words = runOf('words', {
    q1: [
      ['a', 9],
      ['b', 5],
      ['c', 1],
    ],
    q2: [['x', 1]],
  })
  const vectors = runOf('vectors', {
    q1: [
      ['b', 0.9],
      ['d', 0.8],
    ],
  })

  test('by reciprocal ranks adds 1 / (60 + rank)', () => {
    const fused = fuseRuns([words, vectors], 'rrf')
    expect(documents(fused, 'q1')).toEqual(['b', 'a', 'd', 'c'])
    expect(fused.questions.get('q1')![0]!.score).toBeCloseTo(1 / 62 + 1 / 61, 12)
    expect(documents(fused, 'q2')).toEqual(['x'])
    expect(fused.name).toBe('rrf(words+vectors)')
  })

  test('by scores stretches each question of each run to 0 to 1, and weighs the runs', () => {
    const scores = (weights?: readonly number[]) =>
      Object.fromEntries(
        fuseRuns([words, vectors], 'sum', weights)
          .questions.get('q1')!
          .map(({ document, score }) => [document, score]),
      )
    expect(scores()).toEqual({ a: 1, b: 1.5, c: 0, d: 0 })
    expect(scores([1, 0.2])).toEqual({ a: 1, b: 0.7, c: 0, d: 0 })
  })
})

test('32 bits decide which scores are equal', () => {
  const ranked = rankedByScore([
    { document: 'a', score: 0.5 },
    { document: 'b', score: 0.5 + 1e-12 },
  ])
  expect(ranked.map(({ document }) => document)).toEqual(['b', 'a'])
  expect(
    rankedByScore([...ranked].map(({ document }) => ({ document, score: 1 }))).map((one) => one.document),
  ).toEqual(['b', 'a'])
})
