/** The quantities of an answer: how many, of what value, in which unit, under which name; and when none can be told. */
import { describe, expect, it } from 'vitest'
import { type QuantitiesRead, readQuantities } from '../../../../../evaluation/answers/graders/quantities.ts'

/** As `label=value..high unit words`, what is missing left out; a unit by its factor and dimension. Unreadable ones by the reason. */
function shown(read: QuantitiesRead): string {
  if (read.kind === 'unreadable') return read.reason
  return read.quantities
    .map(({ label, value, high, unit, words }) => {
      const dimension = Object.entries(unit?.[0]?.dimension ?? {}).map(([base, power]) => `${base}${power}`)
      const unitText = unit === undefined ? '' : ` [${[unit[0]!.factor, ...dimension].join(' ')}]`
      return `${label === undefined ? '' : `${label}=`}${value}${high === undefined ? '' : `..${high}`}${unitText}${words === '' ? '' : ` "${words}"`}`
    })
    .join('; ')
}

/** Rows of `text => quantities`. */
function rows(table: string): { text: string; quantities: string }[] {
  return table
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [text, quantities] = line.split('=>') as [string, string]
      return { text: text.trim(), quantities: quantities.trim() }
    })
}

describe('one quantity', () => {
  it.each(
    rows(`
    5 => 5
    -5.5 => -5.5
    5 km => 5 [1000 m1]
    5 [km] => 5 [1000 m1]
    5 km. => 5 [1000 m1]
    (5 km) => 5 [1000 m1]
    $5 => 5
    5 million => 5000000
    5 Million km => 5000000 [1000 m1]
    5 hundred => 500
    5 thousand => 5000
    5 billion => 5000000000
    2 trillion => 2000000000000
    5.0 ± 0.3 km => 5 [1000 m1]
    5 million ± 1 => 5000000
    about 5 => 5
    approximately 5 km => 5 [1000 m1]
    approx. 5 => 5
    roughly 5 => 5
    is equal to 5 => 5
    the answer is 5 => 5
    ≈ ~ 5 => 5
    : 5 => 5
    a 5 => 5
    an 5 => 5
    T = 5 K => t=5 [1 K1]
    T ≈ 5 K => t=5 [1 K1]
    T: 5 K => t=5 [1 K1]
    T = about 5 K => t=5 [1 K1]
    f(x) = 5 => f(x)=5
    E = 3 eV = 5 J => e=5 [1 kg1 m2 s-2]
    3 + 4 = 7 => 7
    5 apples => 5 "apples"
    5 green apples => 5 "green apples"
    5 km (3.1 mi) => 5 [1000 m1]
    5 km (3.1 mi => 5 [1000 m1]
    5 (about) => 5
    5 km away => 5 [1000 m1] "away"
    5! => parse
    5! km => parse
    5 km! => 5 [1000 m1]
    x = 3 apples, pears => x=3 "apples, pears"
    5 km or 6 km => parse
    5 to => parse
    5 km = 5000 m => 5000 [1 m1]
    5 zz => unit_unknown
    5 Zz => unit_unknown
    5 km zz => parse
    5 km² per 7 => parse
    about => parse
    `),
  )('$text', ({ text, quantities }) => {
    expect(shown(readQuantities(text))).toBe(quantities)
  })
})

describe('a range', () => {
  it.each(
    rows(`
    10-20 => 10..20
    10 - 20 km => 10..20 [1000 m1]
    10 to 20 => 10..20
    10..20 => 10..20
    10...20 => 10..20
    10 nT - 20 nT => 10..20 [1e-9 kg1 s-2 A-1]
    10 nT to 20 nT => 10..20 [1e-9 kg1 s-2 A-1]
    between 10 and 20 => 10..20
    Between 10 and 20 km => 10..20 [1000 m1]
    from 10 to 20 => 10..20
    -5 to 5 => -5..5
    1,000-2,000 => 1000..2000
    1e3-2e3 => 1000..2000
    .5-.7 => 0.5..0.7
    1 to 2 million => 1000000..2000000
    20-10 => 10
    10-10 => 0
    `),
  )('$text', ({ text, quantities }) => {
    expect(shown(readQuantities(text))).toBe(quantities)
  })
})

describe('several', () => {
  it.each(
    rows(`
    2, 3 => 2; 3
    2; 3 => 2; 3
    2,3 => 2; 3
    2 and 3 => 2; 3
    2, and 3 => 2; 3
    (2, 1, 0) => 2; 1; 0
    ( , 2, 3) => 2; 3
    [2; 1] => 2; 1
    {2, 1} => 2; 1
    1,2345 => 1; 2345
    1,234 => 1234
    3, 4 and 5 nm => 3 [1e-9 m1]; 4 [1e-9 m1]; 5 [1e-9 m1]
    3 m, 4 and 5 nm => 3 [1 m1]; 4; 5 [1e-9 m1]
    3, 4 m and 5 nm => 3; 4 [1 m1]; 5 [1e-9 m1]
    3 m and 5 km => 3 [1 m1]; 5 [1000 m1]
    3 m, 4 => 3 [1 m1]; 4
    x = 3, y = -4 => x=3; y=-4
    x = 3,y = -4 => x=3; y=-4
    x = 3 and y = 4 m => x=3 [1 m1]; y=4 [1 m1]
    x_1 = 3; x_2 = 4 => x_1=3; x_2=4
    2, 3, => 2; 3
    2, x => parse
    2, x zz; 5 zz => parse
    2; 5 zz; x => unit_unknown
    2, ; 3 => 2; 3
    in all, 2 => 2
    2, 5 zz => unit_unknown
    the roots are 2 and 3 => 2; 3
    2, it was 3 => parse
    `),
  )('$text', ({ text, quantities }) => {
    expect(shown(readQuantities(text))).toBe(quantities)
  })
})

describe('a sentence has its number behind its last verb, or the only one', () => {
  it.each(
    rows(`
    The height is 5 m => 5 [1 m1]
    The height of tower 2 is 5 m => 5 [1 m1]
    In 1887 it was 5 m => 5 [1 m1]
    It was 3 m and is 5 m => 5 [1 m1]
    It reaches about 5 m => 5 [1 m1]
    It becomes to be approximately 5 m => 5 [1 m1]
    They found 5 => 5
    They found 5 in 2 => parse
    They found 5±1 => parse
    They found x5 => parse
    nothing is here => parse
    height: 5 m => height=5 [1 m1]
    `),
  )('$text', ({ text, quantities }) => {
    expect(shown(readQuantities(text))).toBe(quantities)
  })

  it('but a gold is no sentence', () => {
    expect(shown(readQuantities('The height is 5 m', 'gold'))).toBe('parse')
    expect(shown(readQuantities('about 5 m', 'gold'))).toBe('5 [1 m1]')
    expect(shown(readQuantities('( about 5; 6)', 'gold'))).toBe('5; 6')
    expect(shown(readQuantities('the 5 m', 'gold'))).toBe('parse')
    expect(shown(readQuantities('between 10 and 20', 'gold'))).toBe('10..20')
  })
})
