/** LaTeX and Unicode as plain text, sign by sign. */
import { describe, expect, it } from 'vitest'
import {
  MAX_ANSWER_CHARACTERS,
  openNotation,
  unicodePlain,
} from '../../../../../evaluation/answers/graders/notation.ts'

/** Rows of `written => plain`. */
function rows(table: string): { written: string; plain: string }[] {
  return table
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [written, plain] = line.split('=>') as [string, string]
      return { written: written.trim(), plain: plain.trim() }
    })
}

describe('LaTeX', () => {
  it.each(
    rows(String.raw`
    $5$ => 5
    $$x$$ => x
    3\times10^{-5}\,\mathrm{m\,s^{-1}} => 3*10^(-5) m s^(-1)
    3\cdot 4\ast5 => 3* 4*5
    6\div2 => 6/2
    5\pm1 => 5±1
    \mu m => μm
    \mu   \mathrm{C} => μC
    \upmu g => μg
    \pi r => π r
    \Omega => Ω
    \ohm => Ω
    30^\circ => 30°
    30^{\circ} => 30°
    30^{ \circ } => 30°
    30\degree => 30°
    5\,\AA => 5 Å
    5\angstrom => 5Å
    x\approx 5 => x≈ 5
    x\approxeq5\simeq6\sim7 => x≈5≈6≈7
    \infty => ∞
    a\le b\leq c\ge d\geq e => a≤ b≤ c≥ d≥ e
    a\to b\rightarrow c => a→ b→ c
    a\quad b\qquad c => a b c
    20\celsius => 20°C
    5\micro m => 5μ m
    \left(5\right) => (5)
    \text{kJ}/\mathrm{mol} => kJ/mol
    \mathbf x\mathit y\mathsf z => x y z
    \textbf{a}\textit{b}\operatorname{c}\boldsymbol{d} => abcd
    \underline{a}\overline{b}\emph{c}\mbox{d} => abcd
    \displaystyle 5 => 5
    5\unit{m} => 5m
    \hat{x} 5 => 5
    5 \vec{v} => 5
    5 \widehat{x}y => 5 y
    \SI{5.0}{mm} => 5.0 mm
    \qty{5}{m} => 5 m
    \frac{1}{2} => ((1)/(2))
    \frac12 => ((1)/(2))
    \frac 1 2 => ((1)/(2))
    \frac123 => ((1)/(2))3
    \dfrac{a}{b} \tfrac{a}{b} \cfrac{a}{b} => ((a)/(b)) ((a)/(b)) ((a)/(b))
    \nicefrac{a}{b}\sfrac{a}{b} => ((a)/(b))((a)/(b))
    3\frac{1}{3} => 3 1/3
    3 \frac{1}{3} => 3 1/3
    3\frac{a}{3} => 3((a)/(3))
    3\frac{1}{a} => 3((1)/(a))
    x\frac{1}{3} => x((1)/(3))
    \frac{\frac{1}{2}}{3} => ((((1)/(2)))/(3))
    \frac{ 1 }{ 2 } => ((1)/(2))
    \frac\pi2 => ((π)/(2))
    \sqrt{2} => sqrt(2)
    \sqrt2 => sqrt(2)
    \sqrt{ 2 } => sqrt(2)
    \sqrt x => sqrt(x)
    \sqrt => sqrt
    \sqrt[3]{27} => ((27)^(1/(3)))
    \sqrt [3] {27} => ((27)^(1/(3)))
    \sqrt[3]{27}\sqrt{4} => ((27)^(1/(3)))sqrt(4)
    \cos x => cos x
    \cos(x) => cos(x)
    \cos 5 => cos 5
    2\cos5 => 2cos 5
    a\cos5 => a cos 5
    \alpha_1 => alpha_1
    \alpha\beta => alpha beta
    5\% => 5%
    \$5 => $5
    a\,b\;c\:d\!e => a b c de
    a\\b => a b
    \(5\) => 5
    \[5\] => 5
    \{5\} => {5}
    a~b => a b
    about~5 => about≈5
    ~5 => ≈5
    ~ 5 => ≈ 5
    ~-5 => ≈-5
    ~.5 => ≈.5
    10^5 => 10^(5)
    10^-5 => 10^(-5)
    10^{5} => 10^(5)
    10^{ 5 } => 10^(5)
    10^2.5 => 10^(2.5)
    10^23m => 10^(23)m
    x^n => x^(n)
    x^ n => x^(n)
    x^\alpha => x^(alpha)
    x^{\frac12} => x^(((1)/(2)))
    x^ => x^
    x^) => x^)
    (x^)y => (x^)y
    x^{} => x^
    2**3 => 2^3
    1{,}234 => 1,234
    a}b => ab
    }5 => 5
    {5 => 5
    {a}{b} => ab
    5x10^3 => 5*10^(3)
    5 X 10^3 => 5*10^(3)
    5 x 10 => 5 x 10
    x 10^3 => x 10^(3)
    5.0*10-3 => 5.0*10^(-3)
    5.0 * 10+12 => 5.0 *10^(+12)
    5*10-3.5 => 5*10-3.5
    5*10-1234 => 5*10-1234
    \begin{aligned} x &= 3 \end{aligned} => x = 3
    x &\approx 3 => x ≈ 3
    a & b => a & b
    `),
  )('$written', ({ written, plain }) => {
    expect(openNotation(written)).toBe(plain)
  })

  it('a command without a plain form leaves its name, and none is one that objects have', () => {
    expect(openNotation(String.raw`\constructor`)).toBe('constructor')
    expect(openNotation('\\')).toBe('')
    expect(openNotation('5\\')).toBe('5')
  })
})

describe('Unicode', () => {
  it.each(
    rows(`
    10⁵ K => 10^(5) K
    10⁻¹² => 10^(-12)
    x⁺²⁽³⁾ⁿ => x^(+2(3)n)
    a⁰¹²³⁴⁵⁶⁷⁸⁹ => a^(0123456789)
    −5 => -5
    ‒5–6—7 => -5-6-7
    3×4⋅5·6∙7•8✕9 => 3*4*5*6*7*8*9
    6÷3⁄2∕1 => 6/3/2/1
    20º20˚ => 20°20°
    ½ => 1/2
    3½ => 3 1/2
    x½ => x1/2
    3⅛ => 3 1/8
    ５ｋｍ => 5km
    H₂O => H2O
    µ => μ
    `),
  )('$written', ({ written, plain }) => {
    expect(openNotation(written)).toBe(plain)
  })

  it('signs without width go', () => {
    expect(openNotation('5\u200b0\u200d \u2060k\ufeffm')).toBe('50 km')
  })

  it('blanks of every kind are one', () => {
    expect(openNotation(' 5 \n\t\u00a0 km ')).toBe('5 km')
  })

  it('is made plain by itself, before LaTeX is opened', () => {
    expect(unicodePlain('x² − {,} \\begin{a}y\\end{a}')).toBe('x^{2} - ,  y ')
  })
})

it('an answer is read to its longest length', () => {
  expect(MAX_ANSWER_CHARACTERS).toBe(20_000)
  const text = `${'1'.repeat(MAX_ANSWER_CHARACTERS - 1)}23`
  expect(openNotation(text)).toBe(text.slice(0, -1))
})

describe('what stands in one another is followed to a depth of 64', () => {
  it('powers', () => {
    const towers = (depth: number) => openNotation(`${'x^{'.repeat(depth)}7${'}'.repeat(depth)}`)
    const raised = (depth: number, inner: string) => `${'x^('.repeat(depth)}${inner}${')'.repeat(depth)}`
    expect(towers(64)).toBe(raised(64, '7'))
    // The power that is one too deep is empty, and what it holds stands behind it.
    expect(towers(65)).toBe(raised(64, 'x^7'))
  })

  it('commands that take commands', () => {
    const roots = (depth: number) => openNotation(`${'\\sqrt'.repeat(depth)}{7}`)
    expect(roots(64)).toBe(`${'sqrt('.repeat(64)}7${')'.repeat(64)}`)
    expect(roots(65)).toBe(`${'sqrt('.repeat(64)}sqrt${')'.repeat(64)}7`)
  })

  it('groups side by side have no depth', () => {
    expect(openNotation('x^{7}'.repeat(70))).toBe('x^(7)'.repeat(70))
  })
})
