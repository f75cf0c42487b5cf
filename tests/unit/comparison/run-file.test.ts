/** Tests run files: scores that all readers order alike, errors with their line, and merged runs. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Run, type RunHit, runLines } from '../../../comparison/index.ts'
import { fuseRuns, parseRun, rankedByScore } from '../../../packages/lab/evaluation/index.ts'

function written(scores: readonly number[]): number[] {
  const hits = scores.map((score, at) => ({ document: `d${at}`, score }))
  return [...runLines({ name: 'run', questions: new Map([['q', hits]]) })].map((line) =>
    Number(line.split(' ')[4]),
  )
}

async function* lines(...texts: readonly string[]) {
  for (const [at, text] of texts.entries()) yield { number: at + 1, text }
}

const documents = (run: Run, question: string) => run.questions.get(question)?.map(({ document }) => document)

// 32-bit numbers: the least above 0, and the step at 1 and at 2, which is smaller below a power of two.
const LEAST = 2 ** -149
const STEP = 2 ** -23

const SCORE = fc.oneof(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), fc.constantFrom(0, 0.5, 0.5000000001))

describe('scores fall', () => {
  it.each([
    { name: 'as they do', scores: [3, 2, 1], falling: [3, 2, 1] },
    { name: 'by the least step from one', scores: [1, 1, 1], falling: [1, 1 - STEP / 2, 1 - STEP] },
    { name: 'by the least step from two', scores: [2, 2], falling: [2, 2 - STEP] },
    { name: 'by the least step from a half', scores: [0.5, 0.5], falling: [0.5, 0.5 - STEP / 4] },
    { name: 'by the least step below 0', scores: [-1, -1], falling: [-1, -1 - STEP] },
    { name: 'from 0', scores: [0, 0, 0], falling: [0, -LEAST, -2 * LEAST] },
    { name: 'to 0', scores: [LEAST, LEAST, LEAST], falling: [LEAST, 0, -LEAST] },
    { name: 'where 32 bits tell them not apart', scores: [1 + 1e-12, 1], falling: [1, 1 - STEP / 2] },
    { name: 'where the next is higher', scores: [1, 5], falling: [1, 1 - STEP / 2] },
  ])('$name', ({ scores, falling }) => {
    expect(written(scores)).toEqual(falling)
  })

  it('whatever they are, and are read back in our order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(SCORE, { minLength: 1, maxLength: 40 }), async (scores) => {
        const hits = rankedByScore(scores.map((score, at) => ({ document: `d${at}`, score })))
        const run = { name: 'run', questions: new Map([['q', hits]]) }
        const read = await parseRun(lines(...runLines(run)), 'file')
        expect(documents(read, 'q')).toEqual(hits.map(({ document }) => document))
      }),
      { numRuns: 50 },
    )
  })
})

it.each([
  { what: 'a name', run: { name: 'my run', questions: new Map() }, word: 'my run' },
  { what: 'a question', run: { name: 'run', questions: new Map([['q 1', []]]) }, word: 'q 1' },
  {
    what: 'a document',
    run: { name: 'run', questions: new Map([['q', [{ document: '', score: 1 }]]]) },
    word: '',
  },
])('$what with a space, or without a letter, is refused', ({ run, word }) => {
  expect(() => [...runLines(run)]).toThrow(
    expect.objectContaining({ code: 'INPUT_INVALID', message: expect.stringContaining(`the id "${word}"`) }),
  )
})

describe('a run is read', () => {
  it('not where it holds no hit', async () => {
    await expect(parseRun(lines('', ' '), 'file')).rejects.toThrow(/holds no hit/)
  })

  it('by score, equal ones by falling name, as 32-bit numbers', async () => {
    const { name, questions } = await parseRun(
      lines('', 'q Q0 a 9 1 first', ' q\tQ0 b 8 1.00000000001 second', 'q Q0 c 7 2 second', 'p Q0 a 1 0 x'),
      'file',
    )
    expect(name).toBe('first')
    expect([...questions].map(([id, hits]) => [id, hits.map(({ document }) => document).join('')])).toEqual([
      ['q', 'cba'],
      ['p', 'a'],
    ])
  })

  it.each([
    { line: 'q Q0 a 1 1', why: '5 columns' },
    { line: 'q Q0 a 1 1 run more', why: '7 columns' },
    { line: 'q Q0 a 1 x run', why: '"x", is not a number' },
    { line: 'q Q0 a 1 Infinity run', why: '"Infinity", is not a number' },
    { line: 'q Q0 b 1 1 run', why: 'has the document "b" already' },
  ])('not with "$line"', async ({ line, why }) => {
    await expect(parseRun(lines('q Q0 b 1 1 run', line), 'file')).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      message: expect.stringMatching(new RegExp(`^Line 2 of file .*${why}`)),
      facts: { path: 'file', line: 2 },
    })
  })
})

const runOf = (name: string, questions: Readonly<Record<string, readonly [string, number][]>>): Run => ({
  name,
  questions: new Map(
    Object.entries(questions).map(([id, hits]) => [
      id,
      hits.map(([document, score]): RunHit => ({ document, score })),
    ]),
  ),
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

  it('by reciprocal ranks adds 1 / (60 + rank)', () => {
    const fused = fuseRuns([words, vectors], 'rrf')
    expect(documents(fused, 'q1')).toEqual(['b', 'a', 'd', 'c'])
    expect(fused.questions.get('q1')![0]!.score).toBeCloseTo(1 / 62 + 1 / 61, 12)
    expect(documents(fused, 'q2')).toEqual(['x'])
    expect(fused.name).toBe('rrf(words+vectors)')
  })

  it('by scores stretches each question of each run to 0 to 1, and weighs the runs', () => {
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
