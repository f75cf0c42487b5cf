/** The lines of a run: scores that every reader orders as we do, and what the format cannot hold. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseRun, rankedByScore, runLines } from '../../../comparison/index.ts'

function written(scores: readonly number[]): number[] {
  const hits = scores.map((score, at) => ({ document: `d${at}`, score }))
  return [...runLines({ name: 'run', questions: new Map([['q', hits]]) })].map((line) =>
    Number(line.split(' ')[4]),
  )
}

async function* lines(...texts: readonly string[]) {
  for (const [at, text] of texts.entries()) yield { number: at + 1, text }
}

// Of 32-bit numbers: the least above 0, and the step at 1 and at 2, which is smaller below a power of two.
const LEAST = 2 ** -149
const STEP = 2 ** -23

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
      fc.asyncProperty(
        fc.array(fc.float({ noNaN: true, noDefaultInfinity: true, min: -100, max: 100 }), {
          minLength: 1,
          maxLength: 20,
        }),
        async (scores) => {
          const hits = rankedByScore(scores.map((score, at) => ({ document: `d${at}`, score })))
          const run = { name: 'run', questions: new Map([['q', hits]]) }
          const read = await parseRun(lines(...runLines(run)), 'file')
          expect(read.questions.get('q')!.map(({ document }) => document)).toEqual(
            hits.map(({ document }) => document),
          )
        },
      ),
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
    { line: 'q Q0 a 1 x run', why: '"x", is no number' },
    { line: 'q Q0 a 1 Infinity run', why: '"Infinity", is no number' },
    { line: 'q Q0 b 1 1 run', why: 'has the document "b" already' },
  ])('not with "$line"', async ({ line, why }) => {
    await expect(parseRun(lines('q Q0 b 1 1 run', line), 'file')).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      message: expect.stringMatching(new RegExp(`^Line 2 of file .*${why}`)),
      facts: { path: 'file', line: 2 },
    })
  })
})
