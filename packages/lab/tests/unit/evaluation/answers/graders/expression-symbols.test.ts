/** Formulas with every symbol under a plain name: which signs make one symbol, which are functions, and what no comparison can judge. */
import { describe, expect, it } from 'vitest'
import { type Naming, namedSymbols } from '../../../../../evaluation/answers/graders/expression-symbols.ts'

/** The formula as it is named, blanks made one, and the symbols in the order of their names. */
function named(formula: string): { latex: string | undefined; symbols: string } {
  const naming: Naming = new Map()
  const latex = namedSymbols(formula, naming)
  return { latex: latex?.replace(/\s+/g, ' '), symbols: [...naming.keys()].join(' ') }
}

/** Rows of `formula => named formula => symbols`; Q1 stands for `q_{1}`. */
function rows(table: string): { formula: string; latex: string; symbols: string }[] {
  return table
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [formula, latex, symbols = ''] = line.split('=>').map((cell) => cell.trim())
      return { formula: formula!, latex: latex!.replace(/Q(\d)/g, 'q_{$1}'), symbols }
    })
}

describe('each symbol has one name, however often it stands', () => {
  it.each(
    rows(String.raw`
    x => Q1 => x
    x+y-x => Q1 +Q2 -Q1 => x y
    ab => Q1 Q2 => a b
    a_1 + a_2 => Q1 + Q2 => a_1 a_2
    a_{1} + a_1 => Q1 + Q1 => a_1
    a _ 1 => Q1 => a_1
    \alpha_{12} => Q1 => alpha_12
    x_12 => Q1 => x_12
    v_sw t => Q1 Q2 => v_sw t
    \pi v_sw => \pi Q1 Q2 => v_s w
    B_0 (x) => Q1 (Q2 ) => B_0 x
    k_BT => Q1 Q2 => k_B T
    v_{\mathrm{sw}} => Q1 => v_sw
    v_{\text{s w}} => Q1 => v_sw
    R_\odot => Q1 => R_sun
    f' => Q1 => f'
    f'' + f' + f => Q1 + Q2 + Q3 => f'' f' f
    f'_1 => Q1 => f'_1
    \dot{x} => Q1 => dot:x
    \ddot x + x => Q1 + Q2 => ddot:x x
    \bar{x}_1 => Q1 => bar:x_1
    \vec{\alpha} => Q1 => vec:\alpha
    \hat x\tilde x\overline{x} => Q1 Q2 Q3 => hat:x tilde:x overline:x
    \mathrm{sw} => Q1 => sw
    \text{rate}_1 => Q1 => rate_1
    \mathbf{v} + v => Q1 + Q1 => v
    \mathcal{L} => Q1 => L
    \operatorname{}x => Q1 => x
    \hbar\ell => Q1 Q2 => hbar ell
    \varepsilon+\epsilon => Q1 +Q1 => epsilon
    \varphi+\phi => Q1 +Q2 => varphi phi
    \pi_1 => Q1 => pi_1
    `),
  )('$formula', ({ formula, latex, symbols }) => {
    expect(named(formula)).toEqual({ latex, symbols })
  })

  it('Greek letters are those of the commands', () => {
    const letters = 'αβγδεζηθικλμνξρστυφχψωΓΔΘΛΞΣΦΨΩ'
    const names =
      'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi rho sigma tau upsilon phi chi psi omega Gamma Delta Theta Lambda Xi Sigma Phi Psi Omega'
    expect(named([...letters].join('+')).symbols).toBe(names)
    for (const name of names.split(' ')) {
      expect(named(`\\${name}`).symbols).toBe(name)
      expect(named(name).symbols).toBe(name)
    }
  })

  it('names go on from one formula to the next', () => {
    const naming: Naming = new Map()
    expect(namedSymbols('a+b', naming)).toBe('q_{1} +q_{2}')
    expect(namedSymbols('b+c', naming)).toBe('q_{2} +q_{3}')
    expect([...naming]).toEqual([
      ['a', 'q_{1}'],
      ['b', 'q_{2}'],
      ['c', 'q_{3}'],
    ])
  })
})

describe('numbers, operators, functions and constants stay', () => {
  it.each(
    rows(String.raw`
    1 => 1
    2.5x^2 => 2.5Q1 ^2 => x
    (x+1)/2! => (Q1 +1)/2! => x
    |x| => |Q1 | => x
    [x] => (Q1 ) => x
    \{x\} => (Q1 ) => x
    a*b => Q1 \cdot Q2 => a b
    a×b·c⋅d∙e => Q1 \cdot Q2 \cdot Q3 \cdot Q4 \cdot e => a b c d
    a\times b\cdot c => Q1 \cdot Q2 \cdot Q3 => a b c
    a\div b => Q1 \div Q2 => a b
    a–b~c => Q1 -Q2 Q3 => a b c
    $x$ => Q1 => x
    x,y => Q1 ,Q2 => x y
    a\,b\;c\:d\!f\ g => Q1 Q2 Q3 Q4 Q5 Q6 => a b c d f g
    \left(x\right) => (Q1 ) => x
    \displaystyle x\quad y => Q1 Q2 => x y
    \bigl(x\Bigr) => (Q1 ) => x
    \sqrt{x} => \sqrt {Q1 } => x
    sqrt(x) => \sqrt {Q1 } => x
    sqrt(x)+sqrt(y) => \sqrt {Q1 }+\sqrt {Q2 } => x y
    sqrt((x+1)y) => \sqrt {(Q1 +1)Q2 } => x y
    √(x) => \sqrt {Q1 } => x
    √x1+2 => \sqrt {Q1 1}+2 => x
    x^(1/2) => Q1 ^{1/2} => x
    x^(1/2)+y^(2) => Q1 ^{1/2}+Q2 ^{2} => x y
    x^((a+b)c) => Q1 ^{(Q2 +Q3 )Q4 } => x a b c
    x^(1 => Q1 ^(1 => x
    x**2 => Q1 ^2 => x
    x² => Q1 ^{2} => x
    \binom{n}{k} => \binom {Q1 }{Q2 } => n k
    \frac{a}{b} => \frac{Q1 }{Q2 } => a b
    \dfrac{a}{b}\tfrac{a}{b} => \frac{Q1 }{Q2 }\frac{Q1 }{Q2 } => a b
    \frac12 => \frac12
    \pi r^2 => \pi Q1 ^2 => r
    π r => \pi Q1 => r
    pi*r => \pi \cdot Q1 => r
    e^x => e ^Q1 => x
    e_1 => Q1 => e_1
    e' => Q1 => e'
    i+j => i +Q1 => j
    \sin x => \sin Q1 => x
    sin(x) => \sin (Q1 ) => x
    sin{x} => \sin {Q1 } => x
    cos (x) => \cos (Q1 ) => x
    asin(x) => \arcsin (Q1 ) => x
    arcsin(x) => \arcsin (Q1 ) => x
    atanh(x) => \arctanh (Q1 ) => x
    exp(x)ln(y)log(z) => \exp (Q1 )\ln (Q2 )\log (Q3 ) => x y z
    \mathrm{sin}(x) => \sin (Q1 ) => x
    \arctan x => \arctan Q1 => x
    `),
  )('$formula', ({ formula, latex, symbols }) => {
    expect(named(formula)).toEqual({ latex, symbols })
  })
})

describe('a derivative is one symbol', () => {
  it.each(
    rows(String.raw`
    \frac{df}{dx} => Q1 => derivative:df/dx
    \frac{dx}{dt} + x => Q1 + Q2 => derivative:dx/dt x
    \frac{\partial f}{\partial r} => Q1 => derivative:\partialf/\partialr
    \frac{\mathrm{d}f}{\mathrm{d}x} => Q1 => derivative:df/dx
    \frac{d^2 f}{dx^2} => Q1 => derivative:d^2f/dx^2
    \frac{df}{dx_1} => Q1 => derivative:df/dx_1
    \frac{d}{2} => \frac{Q1 }{2} => d
    \frac{d}{b} => \frac{Q1 }{Q2 } => d b
    \frac{a}{dx} => \frac{Q1 }{Q2 Q3 } => a d x
    \frac{df}{2x} => \frac{Q1 Q2 }{2Q3 } => d f x
    `),
  )('$formula', ({ formula, latex, symbols }) => {
    expect(named(formula)).toEqual({ latex, symbols })
  })
})

describe('what no comparison of values can judge is refused', () => {
  it.each([
    String.raw`\nabla f`,
    String.raw`a \propto b`,
    String.raw`\frac{d}{dx} f`,
    String.raw`\frac{\partial}{\partial x} f`,
    String.raw`\frac{d^2}{dx^2} f`,
    String.raw`\text{a-b}`,
    String.raw`\#`,
    String.raw`\int x`,
    'x<y',
    'x=y',
    'a & b',
    'x ± 1',
    '€',
    '\\',
  ])('%s', (formula) => {
    expect(named(formula).latex).toBeUndefined()
  })
})

it('nothing is an empty formula without symbols', () => {
  expect(named('')).toEqual({ latex: '', symbols: '' })
  expect(named('  ')).toEqual({ latex: '', symbols: '' })
})
