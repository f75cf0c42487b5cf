/** The grader of Reasoning With a Star: formulas, texts and policies, checks S37 to S48 of its specification. */
import { afterAll, describe, expect, it } from 'vitest'
import { openStarGrader, starItem } from '../../../../../../tests/fixtures/star-grader.ts'
import { openChildAlgebra } from '../../../../evaluation/adapters/child-algebra.ts'
import type { StarItem, StarPolicy, StarVerifier } from '../../../../evaluation/index.ts'

const grader = openStarGrader()
afterAll(() => grader.close())

it('S40 equations by substitution and by ratio', async () => {
  expect(await grader.verdict('symbolic', 'v^2 = 2 g h', 'v = \\sqrt{2 g h}')).toBe('correct')
  expect(await grader.verdict('symbolic', 'v^2 = g h', 'v = \\sqrt{2 g h}')).toBe('incorrect different')
  expect(await grader.verdict('symbolic', '3x+3y=3', 'x+y=1')).toBe('correct')
})

it('S41 what takes too long is undecided', async () => {
  const slow = openChildAlgebra(1)
  try {
    const { verdict: said, reason } = await grader.grade(
      starItem('symbolic', '(a+b)^9'),
      'Final Answer: (a+b)^8(b+a)',
      { algebra: slow },
    )
    expect([said, reason]).toEqual(['undecided', 'time_limit'])
  } finally {
    await slow.close()
  }
})

describe('S42 text is exact, a choice, yes or no, else undecided', () => {
  it.each([
    ['The Alfvén wave.', 'alfvén wave', 'correct'],
    ['(B)', 'B', 'correct'],
    ['C', 'B', 'incorrect letters'],
    ['Yes', 'yes', 'correct'],
    ['No', 'yes', 'incorrect opposite'],
    ['False', 'True', 'incorrect opposite'],
    ['It decreases', 'It increases', 'undecided wording_differs'],
    ['The wind accelerates', 'The wind speeds up', 'undecided wording_differs'],
  ])('%s | %s: %s', async (answer, gold, is) => {
    expect(await grader.verdict('text', answer, gold)).toBe(is)
  })
})

/** Creates a verifier that always gives the same verdict and records its requests. */
function saying(said: 'correct' | 'incorrect' | 'undecided') {
  const asked: string[] = []
  const verifier: StarVerifier = {
    name: 'saying',
    async verify({ output }) {
      asked.push(output)
      return { verdict: said, confidence: 0.9, by: 'saying', pred: null, gold: null }
    },
  }
  return { verifier, asked }
}

it('S45 the policies differ only in the named reasons', async () => {
  const cases: readonly (readonly [StarItem, string])[] = [
    [starItem('numeric', '5 nT'), ''],
    [starItem('numeric', '5 nT'), '5'],
    [starItem('numeric', '5 nT'), '5 km'],
    [starItem('numeric', '1, 2'), '1'],
    [starItem('text', '{"a": 1}', 'JSON'), '{"b": 1}'],
    [starItem('numeric', '5 nT'), '6 nT'],
    [starItem('symbolic', 'x'), '-x'],
    [starItem('text', 'yes'), 'no'],
    [starItem('text', 'up'), 'upwards'],
    [starItem('numeric', '5 nT'), '5 zz'],
  ]
  const rows: string[] = []
  for (const [item, answer] of cases) {
    const stages = await Promise.all(
      (['strict', 'published'] satisfies StarPolicy[]).map(async (policy) => {
        const { stage } = await grader.grade(item, answer, { policy, verifier: saying('correct').verifier })
        return stage
      }),
    )
    const { reason } = await grader.grade(item, answer)
    rows.push(`${reason}: ${stages.join(', ')}`)
  }
  expect(rows).toEqual([
    'no_answer: program, verifier',
    'unit_missing: program, verifier',
    'unit_dimension: program, verifier',
    'count: program, verifier',
    'keys: program, verifier',
    'value: verifier, verifier',
    'different: verifier, verifier',
    'opposite: verifier, verifier',
    'wording_differs: verifier, verifier',
    'unit_unknown: verifier, verifier',
  ])
})

it('S46 the verifier is asked about mismatches and the audited matches, which stay right', async () => {
  const { verifier, asked } = saying('incorrect')
  const match = starItem('numeric', '5 nT')
  expect((await grader.grade(match, '5 nT', { verifier })).judge).toBeUndefined()
  expect(asked).toEqual([])
  expect(await grader.grade(match, '5 nT', { verifier, isAudited: () => true })).toMatchObject({
    verdict: 'correct',
    stage: 'program',
    judge: { verdict: 'incorrect' },
  })
  expect(await grader.grade(match, '6 nT', { verifier })).toMatchObject({
    verdict: 'incorrect',
    stage: 'verifier',
  })
  expect(asked).toEqual(['5 nT', '6 nT'])
})

describe('S48 hostile input neither hangs nor runs', () => {
  it.each([
    { name: '200 kB of LaTeX', output: '\\frac{1}{2}+'.repeat(17_000) },
    { name: 'deep nesting', output: `${'{'.repeat(60_000)}x${'}'.repeat(60_000)}` },
    { name: 'deep brackets', output: `Final Answer: ${'('.repeat(9_000)}1${')'.repeat(9_000)}` },
    { name: 'a definition', output: 'Final Answer: \\def\\x{\\x\\x}\\x' },
    { name: 'braces of JSON', output: '{ '.repeat(50_000) + '}'.repeat(50_000) },
    { name: 'a getter', output: 'Final Answer: {"__proto__": {"a": 1}, "constructor": 1}' },
  ])('$name', async ({ output }) => {
    for (const item of [
      starItem('symbolic', '\\frac{x}{2}'),
      starItem('numeric', '5 nT'),
      starItem('text', '{"a": 1}', 'JSON'),
    ])
      expect((await grader.grade(item, output)).verdict).not.toBe('correct')
    expect(Object.hasOwn(Object.prototype, 'a')).toBe(false)
  })
})
