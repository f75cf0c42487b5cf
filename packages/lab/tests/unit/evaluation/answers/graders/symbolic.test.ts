/** What of two formulas is put before the algebra system, and what its verdict means. */
import { describe, expect, it } from 'vitest'
import type { AlgebraRequest, AlgebraVerdict } from '../../../../../evaluation/answers/graders/ports.ts'
import { gradeSymbolic, prepare } from '../../../../../evaluation/answers/graders/symbolic.ts'

/** `left = right` or the value, blanks taken out; undefined where it is not comparable. */
function prepared(formula: string): string | undefined {
  const said = prepare(formula, 'x')?.prediction
  if (said === undefined) return undefined
  return (said.kind === 'value' ? said.latex : `${said.left} = ${said.right}`).replaceAll(' ', '')
}

function scripted(verdict: AlgebraVerdict) {
  const asked: AlgebraRequest[] = []
  const algebra = {
    compare: (request: AlgebraRequest) => {
      asked.push(request)
      return Promise.resolve(verdict)
    },
    close: () => Promise.resolve(),
  }
  return { asked, algebra }
}

describe('the formula that is compared', () => {
  it.each([
    { formula: 'a', becomes: 'q_{1}' },
    { formula: 'a.', becomes: 'q_{1}' },
    { formula: 'a = b', becomes: 'q_{1}=q_{2}' },
    { formula: 'a &= b', becomes: 'q_{1}=q_{2}' },
    { formula: 'a = b = c', becomes: 'q_{1}=q_{3}' },
    { formula: 'y(x) = a', becomes: 'q_{1}=q_{2}' },
    { formula: 'y_1(x, t) = a', becomes: 'q_{1}=q_{2}' },
    { formula: 'y(x)', becomes: 'q_{1}(q_{2})' },
    { formula: 'a = y(x)', becomes: 'q_{1}=q_{2}(q_{3})' },
    { formula: 'a + b, where b is the width', becomes: 'q_{1}+q_{2}' },
    { formula: 'a \\text{ for } b', becomes: 'q_{1}' },
    { formula: 'a \\\\ b', becomes: 'q_{1}q_{2}' },
    { formula: 'a =', becomes: undefined },
    { formula: '', becomes: undefined },
    { formula: 'dy/dx', becomes: undefined },
    { formula: 'd^2y/dx', becomes: undefined },
    { formula: '\\let\\a=b', becomes: undefined },
    { formula: '\\nabla f', becomes: undefined },
  ])('$formula', ({ formula, becomes }) => {
    expect(prepared(formula)).toBe(becomes)
  })

  it('has the names of the other for the same symbols', () => {
    expect(prepare('a+b', 'b+c')).toEqual({
      prediction: { kind: 'value', latex: 'q_{1} +q_{2}' },
      gold: { kind: 'value', latex: 'q_{2} +q_{3}' },
      symbols: ['q_{1}', 'q_{2}', 'q_{3}'],
      seed: 20_251_120,
    })
  })

  it('has derivatives of one notation only', () => {
    expect(prepare('\\frac{dx}{dt}', 'x')).toBeDefined()
    expect(prepare('\\dot{x}', "x'")).toBeDefined()
    expect(prepare('\\frac{dx}{dt}', '\\dot{x}')).toBeUndefined()
    expect(prepare("x'", '\\frac{dx}{dt}')).toBeUndefined()
    expect(prepare('\\ddot{x}', '\\frac{dx}{dt}')).toBeUndefined()
    expect(prepare('\\bar{x}', '\\frac{dx}{dt}')).toBeDefined()
    expect(prepare('\\nabla x', 'x')).toBeUndefined()
    expect(prepare('x', '\\nabla x')).toBeUndefined()
  })
})

describe('the grade', () => {
  it.each([
    { verdict: 'equal', grade: { isCorrect: true, reason: 'equal' } },
    { verdict: 'different', grade: { isCorrect: false, reason: 'different' } },
    { verdict: 'parse', grade: { isCorrect: null, reason: 'parse' } },
    { verdict: 'samples', grade: { isCorrect: null, reason: 'samples' } },
    { verdict: 'time_limit', grade: { isCorrect: null, reason: 'time_limit' } },
  ] as const)('is what the algebra system says: $verdict', async ({ verdict, grade }) => {
    const { asked, algebra } = scripted(verdict)
    expect(await gradeSymbolic('a + b', 'b + c', { algebra })).toEqual(grade)
    expect(asked).toEqual([prepare('a + b', 'b + c')])
  })

  it.each([
    { said: 'a+b', gold: '$a + b$' },
    { said: '\\left(a\\right)', gold: '(a)' },
    { said: '\\dfrac{a}{b}', gold: '\\frac{a}{b}' },
    { said: 'x^{2}', gold: 'x^2' },
    { said: 'x_{i}\\,y', gold: 'x_i y' },
    { said: '\\nabla f', gold: '\\nabla  f' },
  ])('is right for the same spelling, and nobody is asked: $said', async ({ said, gold }) => {
    const { asked, algebra } = scripted('different')
    expect(await gradeSymbolic(said, gold, { algebra })).toEqual({ isCorrect: true, reason: 'equal' })
    expect(asked).toEqual([])
  })

  it('is left open for what is too long, not comparable, or without an algebra system', async () => {
    const { asked, algebra } = scripted('equal')
    const long = (length: number) => 'x'.repeat(length)
    const tooLong = { isCorrect: null, reason: 'too_long' }
    expect(await gradeSymbolic(long(2_001), 'y', { algebra })).toEqual(tooLong)
    expect(await gradeSymbolic('y', long(2_001), { algebra })).toEqual(tooLong)
    expect(await gradeSymbolic('\\nabla x', 'y', { algebra })).toEqual({
      isCorrect: null,
      reason: 'notation',
    })
    expect(asked).toEqual([])
    expect((await gradeSymbolic(long(2_000), 'y', { algebra })).isCorrect).toBe(true)
    expect(await gradeSymbolic('x', 'y', {})).toEqual({ isCorrect: null, reason: 'no_algebra' })
  })
})
