/** Formulas through the real algebra system in its child process: equal, different or left to a judge; it always ends. */
import { afterAll, describe, expect, it } from 'vitest'
import { openChildAlgebra } from '../../../../evaluation/adapters/child-algebra.ts'
import { gradeAnswer } from '../../../../evaluation/answers/graders/index.ts'

const algebra = openChildAlgebra()
afterAll(() => algebra.close())

function symbolic(answer: string, gold: string) {
  return gradeAnswer({ question: '', gold, answer, type: 'symbolic' }, { algebra })
}

function pairs(text: string) {
  return text
    .split(/\s*(?:;;|\n)\s*/)
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [first, second] = pair.split(' | ') as [string, string]
      return { name: pair, first, second }
    })
}

describe('the same, in both orders', () => {
  it.each(
    pairs(String.raw`
(a+b)^2 | a^2+2ab+b^2 ;; \sqrt{\frac{2GM}{r}} | \sqrt{2GM}r^{-1/2} ;; B_0 (r_0/r)^2 | \frac{B_0 r_0^2}{r^2}
E=mc^2 | m=E/c^2 ;; E=mc^2 | mc^2 ;; v_A=\frac{B}{\sqrt{\mu_0\rho}} | v_A = B(\mu_0 \rho)^{-1/2}
V_{sw}t | V_{\mathrm{sw}} t ;; 2a=2b | a=b ;; \ln(a/b) | \ln a-\ln b ;; \frac{1-\cos 2x}{2} | \sin^2 x
(1/2)*m*v^2 | \frac{1}{2}mv^2 ;; exp(-E/(k_B*T)) | e^{-E/(k_B T)} ;; \dot{M}v | v \dot M ;; sqrt(2)*x | x\sqrt 2 ;; x^(1/2) | \sqrt{x}
\hbar\omega | \omega \hbar ;; x² + 1 | 1+x^{2} ;; y(x) = C e^{x} | y = Ce^x ;; v = \sqrt{2gh}, where g is gravity | \sqrt{2 g h} ;; \frac{df}{dx} + f | f+\frac{df}{dx} ;; \frac{d}{\lambda} | d/\lambda ;; \int_0^1 f dx | \int_{0}^{1} f dx ;; α + β | \beta+\alpha
a_{1} + a_1 | 2a_1 ;; \alpha_{12} | α_12 ;; R_\odot | R_sun ;; \mathbf{v} + v | 2v ;; \varepsilon+\epsilon | 2\epsilon ;; \ddot x + x | x+\ddot{x} ;; f' + f | f+f'
asin(x) | \arcsin x ;; x^((a+b)c) | x^{(a+b)c} ;; √(x) | \sqrt x ;; a×b·c | abc ;; \frac12 x | x/2 ;; |x| | |-x| ;; \mathrm{sin}(x) | \sin x ;; \left(x\right)^2 | x² ;; [x+1]^2 | (x+1)^2
v_sw t | t v_{sw} ;; a \text{ for } b | a ;; y_1(x, t) = a | y_1 = a ;; \frac{d^2 f}{dx^2} | \frac{\mathrm{d}^2 f}{\mathrm{d}x^2}`),
  )('$name', async ({ first, second }) => {
    expect(await symbolic(first, second)).toMatchObject({ isCorrect: true, method: 'symbolic' })
    expect(await symbolic(second, first)).toMatchObject({ isCorrect: true })
  })
})

describe('different, in both orders', () => {
  it.each(
    pairs(String.raw`
\frac{\partial f}{\partial r} | \frac{\partial f}{\partial v} ;; \dot{M} v | \dot{M} v^2 ;; x | -x ;; n_e | n_p ;; E = mc | E=mc^2
a=b | a=-b ;; k T | k_B T ;; \log(x) | \ln(x) ;; (a+b)^2 | a^2+b^2 ;; \frac{1}{2}mv^2 | mv^2 ;; x' | x ;; \hat x | \tilde x ;; \varphi | \phi ;; f'' | f' ;; v_s w | v_{sw} ;; \frac{a}{dx} | \frac{a}{x}`),
  )('$name', async ({ first, second }) => {
    expect(await symbolic(first, second)).toMatchObject({ isCorrect: false, reason: 'different' })
    expect(await symbolic(second, first)).toMatchObject({ isCorrect: false })
  })
})

describe('a judge has to say', () => {
  it.each([
    { name: 'an operator', answer: '\\nabla\\cdot V', gold: '\\nabla^2 V', reason: 'notation' },
    {
      name: 'an integral of other limits',
      answer: '\\int_0^1 f dx',
      gold: '\\int_0^2 f dx',
      reason: 'notation',
    },
    {
      name: 'a derivative before what it derives',
      answer: '\\frac{d}{dx} f',
      gold: 'f/x',
      reason: 'notation',
    },
    { name: 'a derivative in plain text', answer: 'dy/dx', gold: 'y/x', reason: 'notation' },
    { name: 'two ways to derive', answer: '\\frac{dx}{dt}', gold: '\\dot{x}', reason: 'notation' },
    { name: 'two signs', answer: '\\pm x', gold: 'x', reason: 'notation' },
    { name: 'a proportion', answer: 'r^{-2}', gold: '\\propto r^{-2}', reason: 'notation' },
    { name: 'a definition of LaTeX', answer: '\\def\\x{x}\\x', gold: 'x^2', reason: 'notation' },
    { name: 'a formula of 3,000 characters', answer: 'x+'.repeat(1_500), gold: 'x^2', reason: 'too_long' },
    { name: 'what is no formula', answer: 'x+*)', gold: 'x^2', reason: 'parse' },
  ])('$name', async ({ answer, gold, reason }) => {
    expect(await symbolic(answer, gold)).toMatchObject({ isCorrect: null, reason })
  })

  it('where there is no algebra system, unless both are spelled alike', async () => {
    const request = { question: '', gold: '\\frac{a}{b}', type: 'symbolic' }
    expect(await gradeAnswer({ ...request, answer: 'a/b' })).toMatchObject({
      isCorrect: null,
      reason: 'no_algebra',
    })
    expect(await gradeAnswer({ ...request, answer: '$\\dfrac{a}{b}$' })).toMatchObject({ isCorrect: true })
  })
})

it('a formula without symbols is a number', async () => {
  expect(await symbolic('0.4189', '\\frac{2\\pi}{15}')).toMatchObject({ isCorrect: true, method: 'numeric' })
  expect(await symbolic('e^{i\\pi}', '-1')).toMatchObject({ isCorrect: true })
})

it('a formula that does not end is ended, and the next is graded', async () => {
  const ended = await symbolic('(x+1)^{99999999}', 'x^{99999999}+1')
  expect(ended.isCorrect).not.toBe(true)
  expect(await symbolic('x+x', '2x')).toMatchObject({ isCorrect: true })
})

it('the same pair has the same grade every time', async () => {
  const grades = await Promise.all(Array.from({ length: 5 }, () => symbolic('\\sin(2x)', '2\\sin x\\cos x')))
  expect(new Set(grades.map((grade) => JSON.stringify(grade))).size).toBe(1)
})
