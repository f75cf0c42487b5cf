/** Tests which quantities a text states and their values in SI units. One row for each way in which papers write them. */
import { describe, expect, it } from 'vitest'
import { cellValuesIn, valuesIn } from '../../../values/index.ts'
import { casesIn } from '../../fixtures/case-lines.ts'

/** Expected fields of the first value in a row's text. */
type Expected = Partial<ReturnType<typeof valuesIn>[number]> & {
  readonly siValue?: number | null
  readonly siUnit?: string
}

const READ: readonly (readonly [text: string, expected: Expected])[] = [
  [
    'Lupeol had an IC50 of 12.5 ± 0.3 µM in MCF-7 cells.',
    { value: 12.5, error: 0.3, unit: 'µM', siValue: 0.0125, property: 'IC50' },
  ],
  [
    'The melting point of lupeol was 215–216 °C.',
    { range: { from: 215, to: 216 }, unit: '°C', property: 'melting point', of: 'lupeol' },
  ],
  ['Mice received 10 mg/kg per day.', { value: 10, unit: 'mg/kg per day' }],
  ['The rate was 5 mg kg−1 d−1.', { value: 5, unit: 'mg kg−1 d−1' }],
  ['It was diluted to 3.2 × 10−5 M.', { value: 3.2e-5, siValue: 0.032 }],
  ['A solution of (1.2 ± 0.1) × 10^-3 mol L-1 was used.', { value: 0.0012, error: 0.0001, siValue: 1.2 }],
  ['The number of cells was 10^5.', { value: 1e5 }],
  ['It held 10^100 kg.', { value: 1e100, unit: 'kg' }],
  ['Energies from 20 keV to 3 MeV were seen.', { range: { from: 0.02, to: 3 }, unit: 'MeV' }],
  ['The activity was 25 μg/(mL·h) at most.', { value: 25, unit: 'μg/(mL·h)' }],
  ['It holds 100 mg/100 g of iron.', { value: 100, unit: 'mg/100 g', siValue: 0.001 }],
  ['Samples were kept at -80 °C.', { value: -80, siValue: 193.15 }],
  ['The level was 0·05 mmol/L.', { value: 0.05, siValue: 0.05 }],
  ['It was spun at 12,000 × g for 10 min.', { value: 12000, unit: '× g', siValue: 117679.8 }],
  ['The pressure was between 5 and 10 kPa.', { range: { from: 5, to: 10 }, unit: 'kPa' }],
  ['Concentrations were below 2 ppm.', { range: { from: null, to: 2 }, unit: 'ppm' }],
  ['Doses of 10, 20 and 40 mg were given.', { list: [10, 20, 40], unit: 'mg', siValue: null }],
  ['About 10 000 people live there, at 3 °C min−1.', { value: 10_000, unit: null }],
  ['It was heated at 3 °C min−1.', { value: 3, unit: '°C min−1', siValue: 0.05 }],
  ['It was centrifuged for long at 4000g.', { value: 4000, unit: 'g', siValue: 39226.6 }],
  ['This is a rise of 3 °C.', { value: 3, siValue: 3 }],
  ['The trial lasted 2 minutes 24 seconds.', { value: 2, unit: 'minutes', siValue: 120 }],
  ['Values were −0.93 throughout.', { value: -0.93 }],
  ['The mix (1:2, v/v) was stirred.', { list: [1, 2] }],
  ['It was fed 2.5 g% cholesterol.', { value: 2.5, unit: 'g%', si: null }],
  ['A wound of 0.5 × 2.5 cm² was made.', { list: [0.5, 2.5], si: null }],
  ['The flow lasted over 30 days.', { value: 30, range: null }],
  // An unreadable sign leaves the unit unknown.
  ['The dose was 5 \ufffdg/mL.', { value: 5, unit: '\ufffdg/mL', doubtful: true, si: null }],
  // The unit contains what is weighed or counted.
  ['It received 120 kg N ha−1 a year.', { unit: 'kg N ha−1', siValue: 0.012, siUnit: 'kg m^-2' }],
  ['The soil held 200 mg K kg−1.', { unit: 'mg K kg−1', siValue: 0.0002, siUnit: '1' }],
  [
    'Light of 150 µmol photons m−2 s−1 was given.',
    { value: 150, unit: 'µmol photons m−2 s−1', siUnit: 'mol m^-2 s^-1' },
  ],
  ['It measured 3 mg NO3-N/L in spring.', { value: 3, unit: 'mg NO3-N/L', siValue: 0.003 }],
  ['It took up 5 g H2O in all.', { value: 5, unit: 'g', siValue: 0.005 }],
  ['The specific activity was 0.6 GBq mmol⁻¹.', { value: 0.6, unit: 'GBq mmol⁻¹' }],
  // SI units as people write them.
  ['The dose was 12.5 µM in all.', { unit: 'µM', siUnit: 'mol m^-3' }],
  ['It gave 5 kPa at rest.', { unit: 'kPa', siUnit: 'kg m^-1 s^-2' }],
  ['It gave 5 mV at rest.', { unit: 'mV', siUnit: 'kg m^2 s^-3 A^-1' }],
  ['Plates were kept at 37 oC.', { value: 37, unit: 'oC', siValue: 310.15 }],
  // Two adjacent quantities are not a list with one unit.
  ['The odds ratio was 1.83, 95% CI 1.01–3.33.', { value: 1.83, unit: null }],
  ['It took less for task #2 and ∼51% for the third.', { value: 51, list: null }],
  ['It was better in recall@20 and 39.9% in recall@50.', { value: 39.9, list: null }],
  ['It was held in buffer (pH 6.8, 200 mM NaCl).', { value: 6.8, unit: null }],
  // A dash is an empty cell of a row, or a subtraction.
  ['Limonene 1032 – 3.83 0.25 %', { value: 3.83, unit: null }],
  ['Cineol – – 1.56 – 4.51 mg', { value: 1.56, range: null }],
  ['Cells are 0.66 ± 0.08 × 2.1 ± 0.54 µm.', { value: 0.66, unit: 'µm', siValue: 6.6e-7 }],
  // A unit ends with its paragraph.
  ['The risk was p < 0.0001\n\nDegree of anaemia', { range: { from: null, to: 0.0001 }, unit: null }],
  ['Among a total of 118, 000 sentences.', { value: 118_000 }],
  // Millions of something, which no solution holds.
  ['It has 110 M parameters.', { value: 110, unit: 'M', si: null }],
  ['It now holds 183K articles.', { value: 183_000, unit: null }],
  ['It held about 1.1M of 2.5M articles.', { value: 1.1e6, unit: null }],
  ['The dose was 5 mg per flask.', { value: 5, unit: 'mg per flask', si: null }],
]

const NO_VALUES = [
  'It was printed in Nature 2020;34:2354–63.',
  'An inhibitor of CYP 3A4 was given.',
  'As shown in Fig. 3 and Table 2.',
  'This was found before [12].',
  // Names of strains, compounds, versions, enzymes, places in lists and decades.
  'Nitratiruptor tergarcus MI55-1T (AB175499) and DSM 1251T',
  'compound 33RE was made with R (4.1.3) and EC 3.4.24.71',
  'between 1870 and the early 1930s',
  'The value of j is (27) J = l',
  'CD4 cells and p53 were stained for IL-6.',
  'It was shown by others (Smith et al., 2014).',
  // Powers that overflow a number, or not of ten, are not read as their exponent.
  'It weighed 10^99999 kg.',
  'It weighed 5 × 10^-999 kg.',
  'It weighed (1.2 ± 0.1) × 10^9999 kg.',
  'It weighed 1.5E+4000 kg.',
  'It weighed 2^10 kg.',
]

describe('the first value of a text', () => {
  it.each(READ)('%s', (text, { siValue, siUnit, ...expected }) => {
    const [value] = valuesIn(text)
    expect(value).toMatchObject(expected)
    if (siValue !== undefined) expect(value?.si?.value ?? null).toBe(siValue)
    if (siUnit !== undefined) expect(value?.si?.unit).toBe(siUnit)
    expect(text.slice(...(value?.span ?? [0, 0]))).toBe(value?.text)
  })
})

// The SI brochure, table 4: units with names of their own, with no factor but one.
it.each(['Hz', 'Pa', 'J', 'W', 'V', 'Ω', 'Wb', 'T', 'Bq', 'Gy', 'Sv', 'kat', 'mN', 'mC', 'mS', 'mF', 'mH'])(
  'is a product of base units: %s',
  (unit) => {
    expect(valuesIn(`It was 3 ${unit} then.`)[0]?.si?.value).toBe(/^m./.test(unit) ? 0.003 : 3)
  },
)

it.each(NO_VALUES)('%s has none', (text) => {
  expect(valuesIn(text)).toEqual([])
})

describe('the value of a cell', () => {
  it.each(
    casesIn<'name' | 'reading' | 'expected'>(`
    name | reading | expected
    has the unit of its column | Plant: Spinach; Fe (mg/100 g): 2.71; Zn: 0.53. | 2.71 mg/100 g Fe of Spinach 0.0000271
    may be a share | Oil: Carvone; % Area: 3.16; Yield, %: 9 ± 1. | 3.16 % Area of Carvone 0.0316, 9 ± 1 % Yield of Carvone 0.09
    belongs to its row | Drug: A; Dose [mg]: 5. Drug: B; Dose [mg]: 7. | 5 mg Dose of A 0.000005, 7 mg Dose of B 0.000007
    is not read under a power of ten or two units | Strain: K-12; Cells (×10³ /mL): 5; Size (mg, ml): 4; Load (log CFU/g): 3.
    is not read if the cell has no number | Strain: K-12; Dose (mg): trace; Dose (mg): –.
  `),
  )('$name', ({ reading, expected }) => {
    const found = cellValuesIn(reading).map(
      ({ value: { text, unit, property, of, si } }) =>
        `${text} ${unit} ${property} of ${of} ${Number(si?.value?.toPrecision(6))}`,
    )
    expect(found.join(', ')).toBe(expected)
  })
})
