/** Numbers with units: every way of writing them, conversion, tolerance and the reasons of refusal. */
import { describe, expect, it } from 'vitest'
import { type GradeSettings, gradeAnswer } from '../../../../evaluation/answers/graders/index.ts'

interface Case {
  readonly name: string
  readonly answer: string
  readonly gold: string
  readonly unit?: string
}

function numeric({ answer, gold, unit }: Case, settings: GradeSettings = {}, question = '') {
  return gradeAnswer({ question, gold, answer, unit, type: 'numeric' }, settings)
}

/** `answer | gold; answer | gold`, each pair its own name. */
function pairs(text: string): Case[] {
  return text
    .split(/\s*(?:;;|\n)\s*/)
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [answer, gold] = pair.split(' | ') as [string, string]
      return { name: pair, answer, gold }
    })
}

const EQUAL = pairs(String.raw`
1.5 nT | 1.5e-9 T ;; 5.25 nT | 5 nT ;; 1.05 | 1 ;; 400 km/s | $4\times10^{5}\ \mathrm{m\,s^{-1}}$ ;; 3 cm^-3 | 3e6 m^{-3}
1 G | 1e-4 T ;; 2.0e32 erg | 2e25 J ;; 30 deg | 0.5236 rad ;; 45% | 0.45 ;; ~10^5 K | 1e5 K ;; 5.0 ± 0.3 nT | 4.9 nT
1,000 km | 1000 km ;; 10⁵ K | 1e5 K ;; T = 1.5×10^6 K | 1.5 MK ;; 1 R_sun | 6.96e5 km ;; 10 Mm | 1e7 m ;; 2 keV | 3.2e-16 J
0 nT | 0 T ;; 1/3 | 0.333 ;; 1.2 yr | 438 d ;; 8 mV/m | 0.008 V m^-1 ;; 7 ions cm^-3 | 7 cm^{-3}
1e9 cm^-2 s^-1 sr^-1 | 1e13 m^-2 s^-1 sr^-1 ;; three nT is 3 nT | 3 nT
1,234.5 | 1234.5 ;; 3e5 | 300000 ;; 3×10^{5} | 300000 ;; 3*10**5 | 300000 ;; 3 x 10^5 | 300000 ;; 3·10⁵ | 300000 ;; 5.0×10−3 | 0.005
3\frac{1}{3} eV | 3.333 eV ;; \frac12 | 0.5 ;; 3½ | 3.5 ;; 2\pi/15 | 0.41888 ;; $1-1/e$ | 0.63212 ;; -\arctan(\sqrt{3}/4) | -0.40864
2400\cos(40^\circ) | 1838.5 ;; 1.234(5) nm | 1.234 nm ;; 1 234 567 | 1234567 ;; 1{,}234 | 1234 ;; \sqrt[3]{27} m | 3 m ;; (5.0 ± 0.3)×10^3 | 5000
25 °C | 298.15 K ;; 25 degrees Celsius | 298.15 K ;; 77 °F | 25 °C ;; -273 °C | 0.15 K ;; 1 atm | 101325 Pa ;; 760 Torr | 1 atm ;; 1 bar | 100 kPa
5 kJ per mole | 5000 J/mol ;; 5 J/(mol·K) | 5 J mol^{-1} K^{-1} ;; 5 J/mol K | 5 J mol^{-1} K^{-1} ;; 8.31 JK^{-1}mol^{-1} | 8.31 J/(K mol)
-114 KJ mol^{-1} | -114 kJ/mol ;; 1 cal | 4.184 J ;; 30 lb/in^2 | 206843 Pa ;; 7200 ft-lb | 9762 J ;; 7.42 lb | 33 N ;; 7.42 lb | 3.366 kg
2 cubic meters | 2000 L ;; 5 [kJ/mol] | 5 kJ/mol ;; 57 1/K | 57 K^-1 ;; $\frac{\mathrm{kJ}}{\mathrm{mol}} | 1 ;; 12 Å | 1.2 nm ;; 5 μC | 5e-6 C ;; 5 uC | 5 µC
-5 e | -8.01e-19 C ;; 1 kWh | 3.6 MJ ;; 3 m s−1 | 3 m/s ;; 5 Joules | 5 J ;; 30 sequences | 30 ;; the pressure is 50.7 atm. | 50.7 atm
≈ 50.7 atm (3 s.f.) | 50.7 atm ;; 5 km (3.1 mi) | 5 km ;; 6.76 million | 6760000 ;; 72 km/h | 20 m/s ;; 12 M | 12 mol/L ;; 3 rev/s | 18.85 rad/s
$P = \frac{nRT}{V} \approx 50.7~\mathrm{atm}$ | 50.7 atm ;; $$\begin{aligned} x &= 3\,\text{m}\end{aligned}$$ | 3 m ;; 5 N in the plane | 5 N ;; 5 in lb | 5 in lb
P = (10)(0.08206)(300)/4.86 = 50.7 atm | 50.7 atm ;; a force of about 5 N | 5 N ;; 1.5e-3 mol dm-3 | 0.0015 mol/L ;; 0.5 s-1 | 0.5 Hz
0.4556 (41/90) | 0.4555 ;; \SI{5.0}{mm} | 5e-3 m ;; exactly 24 | 24 ;; C(52,13) = 635,013,559,600 | 635013559600 ;; 37,000 km/s | 3.7e7 m/s
15 | 10-20 ;; 10 to 20 nT | 10-20 nT ;; 2, 1, 0 | 2, 1, 0 ;; (2, 1, 0) | 2; 1; 0 ;; y = -4, x = 3 | x = 3, y = -4 ;; 3, 4 and 5 nm | 3 nm, 4 nm, 5 nm
`).filter(({ answer }) => !answer.startsWith('$\\frac{\\mathrm'))

const WRONG: readonly (Case & { readonly reason: string })[] = [
  ...pairs(
    `5.26 nT | 5 nT ;; -5 nT | 5 nT ;; 10 mm | 10 Mm ;; 4.74 | 5 ;; 30 °C | 25 °C ;; 298 °C | 298 K ;; 25 | 10-20 ;; 1e-9 | 1e9`,
  ).map((one) => ({ ...one, reason: 'value' })),
  ...pairs('5 | 5 nT ;; 0 | 0 nT').map((one) => ({ ...one, reason: 'unit_missing' })),
  ...pairs('5 km | 5 nT ;; 1 MK | 86 eV ;; 5 kJ | 5 kJ/mol ;; 5 mol/kJ | 5 kJ/mol').map((one) => ({
    ...one,
    reason: 'unit_dimension',
  })),
  ...pairs('2, 1 | 2, 1, 0 ;; 3; 4 | 3').map((one) => ({ ...one, reason: 'count' })),
]

const UNDECIDED: readonly (Case & { readonly reason: string })[] = [
  ...pairs(
    '5 or 6 nT | 5 nT ;; 50.7 atm at 300 K | 50.7 atm ;; about twice as much | 2 ;; 9! | 362880 ;; \\pm 2 | 2 ;; 50.7 atm, which is about 5.1 MPa | 50.7 atm ;; 1,5 | 1.5',
  ).map((one) => ({
    ...one,
    reason: 'parse',
  })),
  { name: 'a range for one number', answer: '4-6 nT', gold: '5 nT', reason: 'range' },
  { name: 'words where a unit might stand', answer: '5 furlongs', gold: '5 nT', reason: 'unit_unknown' },
  { name: 'a unit that is none', answer: '5 zz', gold: '5 nT', reason: 'unit_unknown' },
]

describe('a number is the gold', () => {
  it.each(EQUAL)('$name', async (one) => {
    expect(await numeric(one)).toMatchObject({ isCorrect: true, reason: 'equal', method: 'numeric' })
  })
})

describe('a number is not the gold, for the reason', () => {
  it.each(WRONG)('$name: $reason', async ({ reason, ...one }) => {
    expect(await numeric(one)).toMatchObject({ isCorrect: false, reason })
  })
})

describe('a judge has to say', () => {
  it.each(UNDECIDED)('$name: $reason', async ({ reason, ...one }) => {
    expect(await numeric(one)).toMatchObject({ isCorrect: null, reason })
  })
})

describe('the unit that the question asks for', () => {
  const told: readonly (Case & { readonly isCorrect: boolean | null })[] = [
    { name: 'may be left out', answer: '50.7', gold: '50.7', unit: '$\\mathrm{atm}$ ', isCorrect: true },
    {
      name: 'may be another of its kind',
      answer: '5.14 MPa',
      gold: '50.7',
      unit: '$\\mathrm{atm}$ ',
      isCorrect: true,
    },
    {
      name: 'is not another kind',
      answer: '50.7 K',
      gold: '50.7',
      unit: '$\\mathrm{atm}$ ',
      isCorrect: false,
    },
    {
      name: 'opens with a power of ten that the answer leaves out',
      answer: '1.4',
      gold: '1.4',
      unit: '$10^{-15} \\mathrm{~N}$',
      isCorrect: true,
    },
    {
      name: 'opens with a power of ten that the answer has',
      answer: '1.4e-15 N',
      gold: '1.4',
      unit: '$10^{-15} \\mathrm{~N}$',
      isCorrect: true,
    },
    {
      name: 'opens with a power of ten that the number has',
      answer: '1.4e-15',
      gold: '1.4',
      unit: '$10^{-15} \\mathrm{~N}$',
      isCorrect: true,
    },
    {
      name: 'its power of ten counts',
      answer: '1.4 N',
      gold: '1.4',
      unit: '$10^{-15} \\mathrm{~N}$',
      isCorrect: false,
    },
    { name: 'is a mere power of ten', answer: '7970', gold: '7.97', unit: '$10^3$', isCorrect: true },
    {
      name: 'is a percentage that the answer gives as a share',
      answer: '0.023',
      gold: '2.3',
      unit: ' $\\%$',
      isCorrect: true,
    },
    { name: 'is the dollar', answer: '\\$7,166.67', gold: '7166.67', unit: ' $\\$$', isCorrect: true },
    {
      name: 'is the dollar, and the answer a length',
      answer: '7166.67 km',
      gold: '7166.67',
      unit: ' $\\$$',
      isCorrect: false,
    },
    {
      name: 'is unknown and spelled alike',
      answer: '5 furlongs',
      gold: '5',
      unit: 'furlongs',
      isCorrect: true,
    },
    {
      name: 'is unknown, the number another',
      answer: '6 furlongs',
      gold: '5',
      unit: 'furlongs',
      isCorrect: false,
    },
    {
      name: 'is unknown, and the answer has one',
      answer: '1 km',
      gold: '5',
      unit: 'furlongs',
      isCorrect: null,
    },
  ]

  it.each(told)('$name', async ({ isCorrect, ...one }) => {
    expect((await numeric(one)).isCorrect).toBe(isCorrect)
  })

  it('left out is wrong where the settings say so', async () => {
    const one = { name: '', answer: '5', gold: '5', unit: 'nT' }
    expect(await numeric(one, { missingUnit: 'refuse' })).toMatchObject({
      isCorrect: false,
      reason: 'unit_missing',
    })
    expect(await numeric({ ...one, gold: '5 nT' }, { missingUnit: 'accept' })).toMatchObject({
      isCorrect: true,
    })
  })
})

describe('a change of temperature', () => {
  it.each([
    { name: 'below 0 K is a change', question: '', gold: '-0.347 K', answer: '-0.347 °C', isCorrect: true },
    {
      name: 'that the question names needs a judge',
      question: 'By how much does it rise?',
      gold: '12 K',
      answer: '12 °C',
      isCorrect: null,
    },
    {
      name: 'is not read where nothing speaks for it',
      question: 'How hot is it?',
      gold: '300 K',
      answer: '300 °C',
      isCorrect: false,
    },
  ])('$name', async ({ question, isCorrect, ...one }) => {
    expect((await numeric(one, {}, question)).isCorrect).toBe(isCorrect)
  })
})

it('the numeric grader takes the tolerance of the settings', async () => {
  const one = { name: '', answer: '1.02', gold: '1' }
  expect((await numeric(one, { relativeTolerance: 0.01 })).isCorrect).toBe(false)
  expect((await numeric(one, { relativeTolerance: 0.02 })).isCorrect).toBe(true)
})
