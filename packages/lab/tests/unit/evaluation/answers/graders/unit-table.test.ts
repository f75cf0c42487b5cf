/** The table of units against values of other sources, prefix by prefix. */
import { describe, expect, it } from 'vitest'
import { POUND_FORCE, UNITS } from '../../../../../evaluation/answers/graders/unit-table.ts'

/** Rows of `spelling factor dimension`, as `km 1e3 m1`. */
function rows(table: string): { spelling: string; factor: number; dimension: string }[] {
  return table
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [spelling, factor, ...dimension] = line.trim().split(/\s+/)
      return { spelling: spelling!, factor: Number(factor), dimension: dimension.join(' ') }
    })
}

function dimensionText(dimension: Readonly<Record<string, number>>): string {
  return Object.keys(dimension)
    .sort()
    .map((base) => `${base}${dimension[base]}`)
    .join(' ')
}

// BIPM, SI Brochure (2019), tables 2 to 8; NIST SP 811, appendix B; CODATA 2018; IAU 2012 B2 and 2015 B3.
const REFERENCE = rows(`
  m 1 m1
  g 1e-3 kg1
  kg 1 kg1
  s 1 s1
  sec 1 s1
  A 1 A1
  K 1 K1
  mol 1 mol1
  cd 1 cd1
  Hz 1 s-1
  Bq 1 s-1
  N 1 kg1 m1 s-2
  Pa 1 kg1 m-1 s-2
  J 1 kg1 m2 s-2
  W 1 kg1 m2 s-3
  C 1 A1 s1
  V 1 A-1 kg1 m2 s-3
  F 1 A2 kg-1 m-2 s4
  Ω 1 A-2 kg1 m2 s-3
  ohm 1 A-2 kg1 m2 s-3
  S 1 A2 kg-1 m-2 s3
  T 1 A-1 kg1 s-2
  Wb 1 A-1 kg1 m2 s-2
  H 1 A-2 kg1 m2 s-2
  Gy 1 m2 s-2
  Sv 1 m2 s-2
  L 1e-3 m3
  l 1e-3 m3
  M 1e3 m-3 mol1
  eV 1.602176634e-19 kg1 m2 s-2
  cal 4.184 kg1 m2 s-2
  bar 1e5 kg1 m-1 s-2
  pc 3.0856775814913673e16 m1
  Da 1.66053906660e-27 kg1
  G 1e-4 A-1 kg1 s-2
  Wh 3600 kg1 m2 s-2
  rad 1
  sr 1
  ° 0.017453292519943295
  deg 0.017453292519943295
  arcmin 2.908882086657216e-4
  arcsec 4.84813681109536e-6
  rev 6.283185307179586
  rpm 0.10471975511965977 s-1
  % 0.01
  ‰ 0.001
  ppm 1e-6
  ppb 1e-9
  min 60 s1
  h 3600 s1
  hr 3600 s1
  d 86400 s1
  week 604800 s1
  yr 31557600 s1
  a 31557600 s1
  erg 1e-7 kg1 m2 s-2
  dyn 1e-5 kg1 m1 s-2
  Mx 1e-8 A-1 kg1 m2 s-2
  D 3.33564e-30 A1 m1 s1
  a_0 5.29177210903e-11 m1
  AU 149597870700 m1
  au 149597870700 m1
  ly 9.4607304725808e15 m1
  Å 1e-10 m1
  R_sun 6.957e8 m1
  R_E 6.371e6 m1
  R_J 7.1492e7 m1
  M_sun 1.98847e30 kg1
  L_sun 3.828e26 kg1 m2 s-3
  amu 1.66053906660e-27 kg1
  u 1.66053906660e-27 kg1
  t 1000 kg1
  atm 101325 kg1 m-1 s-2
  Torr 133.32236842105263 kg1 m-1 s-2
  mmHg 133.32236842105263 kg1 m-1 s-2
  psi 6894.757293168 kg1 m-1 s-2
  sfu 1e-22 kg1 s-2
  P 0.1 kg1 m-1 s-1
  cP 0.001 kg1 m-1 s-1
  cc 1e-6 m3
  hp 745.6998715822702 kg1 m2 s-3
  Btu 1055.05585262 kg1 m2 s-2
  ft 0.3048 m1
  in 0.0254 m1
  yd 0.9144 m1
  mi 1609.344 m1
  kmh 0.2777777777777778 m1 s-1
  mph 0.44704 m1 s-1
  gal 3.785411784e-3 m3
  oz 0.028349523125 kg1
  lb 0.45359237 kg1
  lbf 4.4482216152605 kg1 m1 s-2
  slug 14.59390293720636 kg1
  e 1.602176634e-19 A1 s1
  Eh 4.3597447222071e-18 kg1 m2 s-2
  $ 1 currency1
  dB 1 dB1
  mag 1 mag1
  dex 1 dex1
  R_S 1 R_S1
  ion 1
  nuclei 1
  °C 1 K1
  °F 0.5555555555555556 K1
`)

describe('a unit is worth what the sources say', () => {
  it.each(REFERENCE)('$spelling', ({ spelling, factor, dimension }) => {
    const unit = UNITS.get(spelling)!
    expect(unit.factor / factor).toBeCloseTo(1, 12)
    expect(dimensionText(unit.dimension)).toBe(dimension)
  })

  it('a pound-force is its unit of force', () => {
    expect(POUND_FORCE).toEqual(UNITS.get('lbf'))
  })
})

describe('a prefix is worth its power of ten, as sign and as word', () => {
  it.each(
    rows(`
    Y 1e24 yotta
    Z 1e21 zetta
    E 1e18 exa
    P 1e15 peta
    T 1e12 tera
    G 1e9 giga
    M 1e6 mega
    k 1e3 kilo
    h 1e2 hecto
    da 1e1 deca
    d 1e-1 deci
    c 1e-2 centi
    m 1e-3 milli
    μ 1e-6 micro
    u 1e-6 micro
    n 1e-9 nano
    p 1e-12 pico
    f 1e-15 femto
    a 1e-18 atto
    z 1e-21 zepto
    y 1e-24 yocto`),
  )('$spelling', ({ spelling, factor, dimension: name }) => {
    for (const prefixed of [`${spelling}J`, `${name}joule`, `${name}joules`]) {
      expect(UNITS.get(prefixed)!.factor / factor).toBeCloseTo(1, 12)
      expect(dimensionText(UNITS.get(prefixed)!.dimension)).toBe('kg1 m2 s-2')
    }
    expect(UNITS.get(`${spelling}Wh`)!.factor / (3600 * factor)).toBeCloseTo(1, 12)
  })
})

describe('what could be read in two ways', () => {
  it.each([
    { spelling: 'min', factor: 60, name: 'a minute, no milli-inch' },
    { spelling: 'cd', factor: 1, name: 'a candela, no centiday' },
    { spelling: 'Pa', factor: 1, name: 'a pascal, no petayear' },
    { spelling: 'ft', factor: 0.3048, name: 'a foot, no femtotonne' },
    { spelling: 'T', factor: 1, name: 'a tesla' },
    { spelling: 'mol', factor: 1, name: 'a mole' },
    { spelling: 'yd', factor: 0.9144, name: 'a yard' },
    { spelling: 'pc', factor: 3.085677581491367e16, name: 'a parsec' },
  ])('$spelling is $name', ({ spelling, factor }) => {
    expect(UNITS.get(spelling)!.factor).toBe(factor)
  })

  it.each(['', 'kft', 'kmin', 'mcd2', 'kilofoot', 'furlong', 'kilo', 'k', 's2'])(
    '"%s" is no unit',
    (spelling) => {
      expect(UNITS.has(spelling)).toBe(false)
    },
  )
})

it('temperature scales have their own zero, and only they', () => {
  const scales = [...UNITS].filter(([, { offset }]) => offset !== undefined)
  expect(scales.map(([spelling, { offset }]) => `${spelling} ${offset}`)).toEqual([
    '°C 273.15',
    'degC 273.15',
    'celsius 273.15',
    'Celsius 273.15',
    '°F 459.67',
    'degF 459.67',
    'fahrenheit 459.67',
    'Fahrenheit 459.67',
  ])
})
