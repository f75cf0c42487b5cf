/** Laws for all answers: no text makes a grader fail, a written number is the number read, letters have no order. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ANSWER_TYPES } from '../../../../../../solver/index.ts'
import { gradeAnswer } from '../../../../evaluation/answers/graders/index.ts'

const QUESTION = 'Which?\nA. red\nB. blue\nC. green\nD. grey'
const pieces = fc.constantFrom(
  ...[
    '\\frac{',
    '}',
    '{',
    '$',
    '\\boxed{',
    '<answer>',
    '</answer>',
    '^',
    '_',
    '1',
    '2.5',
    'e',
    '-',
    '×10',
    '⁻³',
    'kJ',
    '/mol',
    ' ',
    '(',
    ')',
  ],
  ...[
    '\n',
    'The answer is ',
    'A',
    'B',
    ', ',
    'and',
    '=',
    '≈',
    '%',
    '°C',
    '\\sqrt',
    '\\text{',
    'Final Answer: ',
    '**',
    '\\',
    'x',
    ';',
    '±',
  ],
)
const messy = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.array(pieces, { maxLength: 25 }).map((some) => some.join('')),
)
const types = fc.constantFrom(...ANSWER_TYPES)
// Magnitudes of real answers; no subnormal numbers.
const value = fc
  .tuple(fc.integer({ min: 1_000, max: 9_999 }), fc.integer({ min: -30, max: 30 }), fc.boolean())
  .map(([digits, exponent, isNegative]) => Number(`${isNegative ? '-' : ''}${digits}e${exponent}`))

async function isRight(answer: string, gold: string, unit?: string): Promise<boolean | null> {
  return (await gradeAnswer({ question: '', gold, answer, unit, type: 'numeric' })).isCorrect
}

describe('whatever is answered', () => {
  it('a grade comes, and the same one again', async () => {
    await fc.assert(
      fc.asyncProperty(
        messy,
        messy,
        types,
        fc.option(messy, { nil: undefined }),
        async (answer, gold, type, unit) => {
          const request = { question: QUESTION, gold, answer, type, unit }
          expect(await gradeAnswer(request)).toEqual(await gradeAnswer(request))
        },
      ),
      { numRuns: 600 },
    )
  })

  it.each([
    { name: 'open braces', answer: '{'.repeat(200_000) },
    { name: 'open brackets', answer: '('.repeat(200_000) },
    { name: 'fractions', answer: '\\frac{'.repeat(40_000) },
    { name: 'digits', answer: '7'.repeat(200_000) },
    { name: 'line breaks', answer: '\n'.repeat(200_000) },
    { name: 'blanks and a letter', answer: `${' '.repeat(19_000)}A` },
    { name: 'option letters', answer: 'A. x\n'.repeat(4_000) },
    { name: 'final answers', answer: 'Final Answer:\n'.repeat(5_000) },
    { name: 'tags', answer: '<answer>'.repeat(20_000) },
    { name: 'powers', answer: '2^'.repeat(9_000) },
    { name: 'raised groups', answer: '2^{'.repeat(6_000) },
    { name: 'functions', answer: 'sin '.repeat(4_500) },
    { name: 'signs', answer: '-'.repeat(19_000) },
    { name: 'subscripts', answer: 'x_'.repeat(900) },
    { name: 'small letters and a sign', answer: `5 ${'a'.repeat(18_000)}_` },
    { name: 'words', answer: `5 ${'word '.repeat(3_500)}_` },
    { name: 'leading words', answer: `${'an a of '.repeat(2_000)}x` },
    { name: 'open formulas', answer: '\\['.repeat(100_000) },
    { name: 'dollars', answer: '$'.repeat(200_000) },
    { name: 'boxes', answer: '\\boxed{'.repeat(25_000) },
    { name: 'equals signs', answer: 'x='.repeat(900) },
    { name: 'arguments', answer: `f(${'a'.repeat(1_800)}! = 1` },
    { name: 'units', answer: `5 ${'kJ/'.repeat(6_000)}` },
  ])('200 kB of $name end', async ({ answer }) => {
    for (const type of ANSWER_TYPES)
      expect((await gradeAnswer({ question: QUESTION, gold: '5 kJ', answer, type })).isCorrect).not.toBe(true)
  })
})

describe('a number', () => {
  it('is itself in every notation', async () => {
    await fc.assert(
      fc.asyncProperty(value, async (number) => {
        const [mantissa, exponent] = number.toExponential().split('e') as [string, string]
        const gold = `${number} J`
        for (const written of [
          `${mantissa}e${exponent}`,
          `${mantissa} \\times 10^{${Number(exponent)}}`,
          `${mantissa}*10**${Number(exponent)}`,
        ])
          expect(await isRight(`${written} J`, gold)).toBe(true)
      }),
    )
  })

  it('with another sign is another number, also without its unit', async () => {
    await fc.assert(
      fc.asyncProperty(value, async (number) => {
        expect(await isRight(`${-number} J`, `${number} J`)).toBe(false)
        expect(await isRight(`${-number}`, `${number}`, '$\\mathrm{J}$')).toBe(false)
      }),
    )
  })

  it('is right within 5 % and wrong beyond', async () => {
    await fc.assert(
      fc.asyncProperty(value, fc.double({ min: -0.2, max: 0.2, noNaN: true }), async (number, share) => {
        fc.pre(Math.abs(Math.abs(share) - 0.05) > 1e-6)
        expect(await isRight(`${number * (1 + share)}`, `${number}`)).toBe(Math.abs(share) < 0.05)
      }),
    )
  })

  it('converted and converted back is the same', async () => {
    const units = fc.constantFrom(['kJ', 'J', 1e3], ['atm', 'Pa', 101_325], ['eV', 'J', 1.602176634e-19], [
      'Å',
      'pm',
      100,
    ] as const)
    await fc.assert(
      fc.asyncProperty(value, units, async (number, [large, small, factor]) => {
        expect(await isRight(`${number * Number(factor)} ${small}`, `${number} ${large}`)).toBe(true)
        expect(await isRight(`${number} ${large}`, `${number * Number(factor)} ${small}`)).toBe(true)
      }),
    )
  })
})

it('letters have no order, and are joined by anything', async () => {
  const letters = fc.shuffledSubarray(['A', 'B', 'C', 'D'], { minLength: 1 })
  const joins = fc.constantFrom('', ', ', ' and ', ' & ', '/', ' ', '; ')
  await fc.assert(
    fc.asyncProperty(letters, letters, joins, async (said, wanted, join) => {
      const isSame = [...said].sort().join('') === [...wanted].sort().join('')
      const grade = await gradeAnswer({
        question: QUESTION,
        gold: wanted.join(''),
        answer: said.join(join),
        type: 'multipleChoice',
      })
      expect(grade.isCorrect).toBe(isSame)
    }),
  )
})
