/** The decisions of `gradeAnswer`, one row each: `answer | gold | grade`, where `⏎` is the end of a line and a grade with `?` is left to a judge. */
import { describe, expect, it } from 'vitest'
import {
  type GradeRequest,
  type GradeSettings,
  gradeAnswer,
} from '../../../../evaluation/answers/graders/index.ts'

/** Returns the reason of a grade; `equal` and `named` are right, all others wrong or, with a question mark, undecided. */
async function graded(request: Partial<GradeRequest>, settings?: GradeSettings): Promise<string> {
  const usual = { question: '', gold: '', answer: '', type: 'numeric' }
  const { isCorrect, reason } = await gradeAnswer({ ...usual, ...request }, settings)
  expect(isCorrect === true).toBe(reason === 'equal' || reason === 'named')
  return isCorrect === null ? `${reason}?` : reason
}

/** Rows of cells between bars, several on a line between double semicolons. */
function rows(table: string): { one: string; two: string; three: string }[] {
  return table
    .split(/\n|;;/)
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [one = '', two = '', three = ''] = line
        .split(' | ')
        .map((cell) => cell.trim().replaceAll('⏎', '\n'))
      return { one, two, three }
    })
}

describe('how a number is written', () => {
  it.each(
    rows(String.raw`
    .5e2 | 50 ;; 1.5e+2 | 150 ;; 1E-3 | 0.001 ;; 42. | 42 ;; 007 | 7 ;; 1'234'567 | 1234567 ;; 1,234,567.5 | 1234567.5
    3 1/3 | 3.3333 ;; 3 1 / 2 | 3.5 ;; 5 ± 1 | 5 ;; 12/4*3 | 9 ;; 12/(4*3) | 1 ;; 1+2*3 | 7 ;; (1+2)*3 | 9 ;; 2*-3 | -6
    (1/2)(3) | 1.5 ;; 2π | 6.28319 ;; 2*pi | 6.28319 ;; 3 sqrt(4) | 6 ;; 2^3^2 | 512 ;; -2^2 | -4 ;; 4^(1/2) | 2 ;; 2**3 | 8
    sqrt 16 | 4 ;; sin(30°) | 0.5 ;; arctan(1) | 0.7854 ;; exp(1) | 2.71828 ;; ln(e) | 1 ;; log(1000) | 3 ;; pi/2 | 1.5708
    0.456 (41/90) | 0.456 ;; 1.234(5) | 1.234 ;; +5 | 5 ;; - 5 | -5 ;; 5.0*10-3 | 0.005 ;; 5x10^3 | 5000 ;; 10⁻¹² | 1e-12
    \pi/4 | 0.785398 ;; \frac\pi2 | 1.5708 ;; \frac 1 2 | 0.5 ;; \dfrac{1}{4} | 0.25 ;; \nicefrac{1}{4} | 0.25 ;; \sqrt2 | 1.41421
    \frac{\frac{1}{2}}{3} | 0.16667 ;; \sqrt [3] {27} | 3 ;; 2\cos 60^\circ | 1 ;; 6\div2 | 3 ;; 3\cdot 4\ast5 | 60 ;; \left(5\right) | 5
    −5 | -5 ;; 6⁄3 | 2 ;; 3⅛ | 3.125 ;; ５ | 5 ;; \$5 | 5 ;; \(5\) | 5 ;; \[5\] | 5 ;; 10^{ 5 } | 1e5 ;; ~.5 | 0.5 ;; \approx 5 | 5
    5 hundred | 500 ;; 5 thousand | 5000 ;; 2 trillion | 2e12 ;; approximately 5 | 5 ;; is equal to 5 | 5 ;; f(x) = 5 | 5 ;; 3 + 4 = 7 | 7
    twenty one | 21 ;; a hundred and one | 101 ;; two hundred thousand | 200000 ;; two dozen | 24 ;; three billion two | 3000000002`),
  )('$one is $two', async ({ one, two }) => {
    expect(await graded({ answer: one, gold: two }, { relativeTolerance: 1e-4 })).toBe('equal')
  })

  it.each(
    rows(`
    5e2.5 | 5 ;; 1234,567 | 1234567 ;; 1,5 | 1.5 ;; 5! | 120 ;; 1/0 | 5 ;; x5 | 5 ;; +-5 | 5 ;; twenty thirty | 50
    two three | 5 ;; someone | 1 ;; 9e999 | 5 ;; sqrt(-1) | 1 ;; 5 to | 5 ;; 5 km² per 7 | 5`),
  )('$one is no $two', async ({ one, two }) => {
    expect(await graded({ answer: one, gold: two })).not.toBe('equal')
  })
})

// BIPM, SI Brochure (2019), tables 2 to 8; NIST SP 811, appendix B; CODATA 2018; IAU 2012 B2 and 2015 B3.
describe('a unit is worth what the sources say', () => {
  it.each(
    rows(String.raw`
    1 N | 1 kg m s^-2 ;; 1 Pa | 1 N/m^2 ;; 1 W | 1 J/s ;; 1 C | 1 A s ;; 1 V | 1 J/C ;; 1 F | 1 C/V ;; 1 Ω | 1 V/A ;; 1 ohm | 1 V/A ;; 1 S | 1 A/V
    1 Wb | 1 V s ;; 1 T | 1 Wb/m^2 ;; 1 H | 1 Wb/A ;; 1 Gy | 1 J/kg ;; 1 Sv | 1 J/kg ;; 1 Bq | 1 Hz ;; 1 L | 0.001 m3 ;; 1 M | 1000 mol m^-3
    1 eV | 1.602176634e-19 J ;; 1 cal | 4.184 J ;; 1 bar | 1e5 Pa ;; 1 pc | 3.0856775814913673e16 m ;; 1 Da | 1.66053906660e-27 kg ;; 1 G | 1e-4 T
    1 Wh | 3600 J ;; 1 deg | 0.017453292519943295 rad ;; 1 arcmin | 2.908882086657216e-4 rad ;; 1 arcsec | 4.84813681109536e-6 rad
    1 rpm | 0.10471975511965977 rad/s ;; 1 ‰ | 0.1% ;; 1 ppm | 1e-4% ;; 1 ppb | 0.001 ppm ;; 1 week | 7 d ;; 1 yr | 31557600 s ;; 1 erg | 1e-7 J
    1 dyn | 1e-5 N ;; 1 Mx | 1e-8 Wb ;; 1 D | 3.33564e-30 C m ;; 1 AU | 149597870700 m ;; 1 ly | 9.4607304725808e15 m
    1 R_sun | 6.957e8 m ;; 1 R_E | 6.371e6 m ;; 1 R_J | 7.1492e7 m ;; 1 M_sun | 1.98847e30 kg ;; 1 L_sun | 3.828e26 W ;; 1 u | 1 Da ;; 1 t | 1000 kg
    1 mmHg | 133.32236842 Pa ;; 1 psi | 6894.757293168 Pa ;; 1 sfu | 1e-22 W m^-2 Hz^-1 ;; 1 cP | 0.001 Pa s ;; 1 cc | 1e-6 m3 ;; 1 hp | 745.69987158 W
    1 Btu | 1055.05585262 J ;; 1 ft | 0.3048 m ;; 1 in^2 | 6.4516e-4 m^2 ;; 1 yd | 0.9144 m ;; 1 mi | 1609.344 m ;; 1 mph | 0.44704 m/s ;; 1 gal | 3.785411784 L
    1 oz | 28.349523125 g ;; 1 lb | 0.45359237 kg ;; 1 lbf | 4.4482216152605 N ;; 1 slug | 14.59390293720636 kg ;; 1 e | 1.602176634e-19 C ;; 1 Eh | 4.3597447222071e-18 J
    1 YJ | 1e24 J ;; 1 ZJ | 1e21 J ;; 1 EJ | 1e18 J ;; 1 PJ | 1e15 J ;; 1 terajoule | 1e12 J ;; 1 GJ | 1e9 J ;; 1 hectojoule | 100 J ;; 1 dJ | 0.1 J
    1 cJ | 0.01 J ;; 1 µJ | 1e-6 J ;; 1 nanojoules | 1e-9 J ;; 1 pJ | 1e-12 J ;; 1 fJ | 1e-15 J ;; 1 aJ | 1e-18 J ;; 1 zJ | 1e-21 J ;; 1 yJ | 1e-24 J
    1 min | 60 s ;; 20 °C | 293.15 K ;; 68 °F | 20 °C ;; 20 degrees Celsius | 293.15 K ;; 5 J/°C | 5 J/K ;; 1 °F^-1 | 1.8 K^-1
    1 m/s/s | 1 m/s^2 ;; 1 m s(-1) | 1 m/s ;; 1 nT/Hz^(1/2) | 1e-9 T Hz^-0.5 ;; 1 W/(m^2 sr) | 1 W m^-2 sr^-1 ;; 1 (m/s)^2 | 1 m^2 s^-2 ;; 1 JK^(-1) | 1 J/K
    1 joules per mole per kelvin | 1 J/(mol K) ;; 1 square metres | 1e4 cm^2 ;; 1 cubic centimetres | 1 cm3 ;; 1 metres per second squared | 1 m/s^2
    1 °K | 1 K ;; 1 Kelvin | 1 K ;; 1 KJ | 1 kJ ;; 1 m.s | 1 m s ;; 1 m*s | 1 m s ;; 1 kg-m | 1 kg m ;; 1 seconds cubed | 1 s^3 ;; 1 J/mol K | 1 J mol^-1 K^-1
    5\,\AA | 0.5 nm ;; 30\degree | 30 deg ;; 20\celsius | 293.15 K ;; \qty{5}{m} | 5 m ;; 5 \upmu g | 5 ug ;; 5\,\mathrm{m\,s^{-1}} | 5 m/s`),
  )('$one is $two', async ({ one, two }) => {
    expect(await graded({ answer: one, gold: two }, { relativeTolerance: 1e-8 })).toBe('equal')
  })

  it.each(
    rows(`
    5 ms_more | 5 m s ;; 5 kfoot | 5000 ft ;; 5 furlongs | 1005.84 m ;; 1 min | 2.54e-5 m ;; 1 ft | 1e-12 kg ;; 1 Pa | 3e22 s ;; 5 in the plane | 0.127 m`),
  )('$one is no $two', async ({ one, two }) => {
    expect(await graded({ answer: one, gold: two })).not.toBe('equal')
  })
})

describe('a number against its gold', () => {
  it.each(
    rows(`
    105 | 100 | equal ;; 95 | 100 | equal ;; 105.001 | 100 | value ;; 94.999 | 100 | value ;; -95 | -100 | equal ;; -94.9 | -100 | value ;; 0 | 0 | equal
    0.0000000011 | 0 | value ;; 100 | -100 | value ;; 5 J | 5 m | unit_dimension ;; 5 | 5 m | unit_missing ;; 5 apples | 5 m | unit_unknown?
    0.45 | 45% | equal ;; 45 | 45% | equal ;; 20 °C | 20 K | value ;; 9 lb | 33 N | value ;; 12 cats | 12 dogs | wording_differs? ;; 12 dog | 12 dogs | equal
    9.5 | 10-20 | equal ;; 21 | 10-20 | equal ;; 9.4 | 10-20 | value ;; 21.1 | 10-20 | value ;; 10.5-19 | 10-20 | equal ;; 10-21.1 | 10-20 | range?
    20-30 | 10-20 | range? ;; 20.1-30 | 10-20 | value ;; 5-9.9 | 10-20 | value ;; 4-6 | 5 | range? ;; 1-2 km | 1000-2000 m | equal
    -20 to -10 | -20 to -10 | equal ;; 10 nT - 20 nT | 10-20 nT | equal ;; between 10 and 20 km | 10-20 km | equal ;; 1 to 2 million | 1e6-2e6 | equal
    1; 3 | 1, 2 | value ;; 2; 1 | 1, 2 | value ;; 1; 2; 3 | 1, 2 | count ;; 1 | 1, 2 | count ;; y = 1; x = 2 | x = 1; y = 2 | value
    2; 1 | x = 1; y = 2 | value ;; a = 1; b = 2 | x = 1; y = 2 | equal ;; 1 km; 2 J | 1 km; 2 km | unit_dimension ;; 1 km; 2 | 1 km; 2 km | unit_missing
    [2; 1] | 2, 1 | equal ;; {2, 1} | 2, 1 | equal ;; 2, and 3 | 2; 3 | equal ;; the roots are 2 and 3 | 2, 3 | equal ;; x_1 = 3; x_2 = 4 | 3, 4 | equal
    z = 1 | x = 1 | equal ;; 5 zz; 1 | 1, 2 | unit_unknown? ;; 5 bricks, 6 stones | 5 | parse? ;; 5 km, 6 km | 5 km | count
    many | $many$ | equal ;; many | few | parse? ;; -5.4 °F | -3 K | equal ;; -3 K | -3 °C | temperature_reading? ;; -4 °C | -3 K | value
    In 1887 it was 5 m | 5 m | equal ;; It reaches about 5 m | 5 m | equal ;; 5 km = 5000 m | 5 km | equal ;; height: 5 m | 5 m | equal`),
  )('$one for $two: $three', async ({ one, two, three }) => {
    expect(await graded({ answer: one, gold: two })).toBe(three)
  })

  it.each('change difference depression elevation lowered raised rise drop increases decrease'.split(' '))(
    'may be a change of temperature where the question speaks of a %s',
    async (word) => {
      const question = `What is the ${word} of the temperature?`
      expect(await graded({ question, answer: '12 °C', gold: '12 K' })).toBe('temperature_reading?')
      expect(await graded({ question, answer: '14 °C', gold: '12 K' })).toBe('value')
    },
  )

  it.each([
    { answer: '5 N', unit: '10^{-15} N', grade: 'value' },
    { answer: '5e15', unit: '10^{-15} N', grade: 'value' },
    { answer: '5000 m', unit: 'km.', grade: 'equal' },
    { answer: '5 m', unit: '$', grade: 'unit_dimension' },
    { answer: '5 USD', unit: '$', grade: 'equal' },
    { answer: '5 J', unit: 'km', grade: 'unit_dimension' },
    { answer: '5', unit: '  ', grade: 'equal' },
    { answer: '5000 furlongs', unit: '10^{3} furlongs', grade: 'equal' },
    { answer: '50 furlongs', unit: '10^{3} furlongs', grade: 'value' },
    { answer: 'x furlongs', unit: 'furlongs', grade: 'parse?' },
  ])('$answer for 5 in $unit: $grade', async ({ grade, ...one }) => {
    expect(await graded({ gold: '5', ...one })).toBe(grade)
  })
})

describe('the unit that a question asks for', () => {
  it.each(
    rows(String.raw`
    How far is it in km? | 12000 m | equal ;; How far in km is it to the Moon? | 12000 m | equal ;; In km, how far is it? | 12000 m | equal
    How far is it (in km)? | 12 m | unit_unknown? ;; What is the speed in m s^{-1} of the wind? | 43.2 km/h | equal ;; What is the speed in m/s? | 43.2 km/h | equal
    Give the energy in units of eV. | 0.012 keV | equal ;; Give the energy (units: eV). | 0.012 keV | equal ;; The energy expressed in eV? | 0.012 keV | equal
    How many days does it take? | 288 h | equal ;; How many kilometres per hour is that? | 3.333333333 m/s | equal ;; What is it in $\mathrm{km}$? | 12000 m | equal
    What is its weight in lb? | 53.37865943 N | equal ;; What is its weight in lb? | 5.44310844 kg | equal ;; How warm, in kelvin? | -261.15 °C | equal
    How far in km? | 13 m | value ;; How far in km? | 12 J | unit_unknown? ;; How far in km, and how far in miles? | 12 m | equal
    How many m dwarfs are there? | 12 km | equal ;; How far is 5 km? | 12 m | equal ;; When did it begin? | 12 s | equal ;; How many are there? | 12 | equal
    How tall? | 12 m | equal ;; How tall? | 120 m | unit_unknown? ;; How tall? | 1.2 m | unit_unknown? ;; How tall? | 125 m | value ;; How tall? | 1200% | equal
    How tall? | 0.012 km | unit_unknown? ;; How tall? | 12 rad | equal ;; How long? | 0.2 min | unit_unknown?`),
  )('$one $two: $three', async ({ one, two, three }) => {
    expect(await graded({ question: one, answer: two, gold: '12', type: 'auto' })).toBe(three)
  })
})

describe('the number of a sentence', () => {
  const question = 'How tall is the old tower of the city?'
  it.each(
    rows(`
    The old tower is two hundred and seven metres tall. | equal ;; three old towers 207 | equal ;; very tall | parse? ;; The old tower is over 207 m tall. | parse?
    The old tower is not 150 m tall. | parse? ;; The old tower of 207 steps is 150 m tall. | elsewhere? ;; The old tower of 199 steps is 150 m tall. | value
    Of all the towers here **207 m** is it, of 3 and 5. | equal ;; Of all the towers here **150 m** is it, of 3 and 5. | value
    Of all the towers **207 m** and **150 m**, of 3 and 5. | parse? ;; Of all the towers here **over 207 m** is it, of 3 and 5. | parse?
    It has 3 floors. So it is 207 m. I like 7. | equal ;; So it is 1 m. Thus it is 207 m. Then 9. | equal ;; 207 m. It has 3 floors, 2 doors. | equal
    It has 3 floors. The old tower is 207 m tall. | equal ;; The tower is 207 m. It has 3 floors. | parse? ;; It has 3 floors, so it is 207 m | equal
    It has 3 floors of 69 m and 5 of 12 m | parse? ;; It was **207 m**. Final Answer: The old tower is 150 m tall. | elsewhere?`),
  )('$one: $two', async ({ one, two }) => {
    expect(await graded({ question, answer: one, gold: '207', type: 'auto' })).toBe(two)
  })
})

describe('words', () => {
  it.each(
    rows(`
    the red car | Red Car | equal ;; red | red car | wording_differs? ;; books | book | equal ;; the viru | virus | wording_differs? ;; H₂O | H_2O | equal ;; alpha-helix | α-helix | equal
    don’t "quote" me | dont quote me | equal ;; No, as it grows | yes | opposite ;; true | False | opposite ;; false | no | wording_differs?
    no it grows | yes it grows | wording_differs? ;; Co | CO | case_differs? ;; co | CO | equal ;; CO | co | case_differs? ;; It is Paris | Paris | equal
    The capital for and by France are Paris | Paris | equal ;; The capital of Spain is Paris. | Paris | wording_differs? ;; The capital of France is not Paris. | Paris | wording_differs?
    Paris, a city | Paris | named ;; It was Paris or Rome. | Paris | wording_differs? ;; It was Paris and Rome. | Paris | wording_differs? ;; It was Paris Texas. | Paris | wording_differs?
    It was New Paris. | Paris | wording_differs? ;; It was probably Paris. | Paris | wording_differs? ;; It isn't Paris | Paris | wording_differs? ;; Unlike others it was Paris | Paris | wording_differs?
    I looked it up. Therefore it was Paris. | Paris | named ;; I looked it up. It was Paris. | Paris | wording_differs? ;; The capital is called Paris | Paris | named
    Paris, wife of Pierre | Paris | wording_differs?`),
  )('$one for $two: $three', async ({ one, two, three }) => {
    expect(
      await graded({ question: 'What is the capital of France?', answer: one, gold: two, type: 'text' }),
    ).toBe(three)
  })

  it.each(
    rows(`
    The horsemen are Death, War, Pestilence and Famine. | named ;; War, Famine, Pestilence and Death are the horsemen. | named ;; The horsemen are War and Famine and Death and Pestilence. | named
    The horsemen are War, Famine and Death. | wording_differs? ;; The horsemen are War, War, Famine and Death. | wording_differs?
    The horsemen are War, Famine, Greed, Pestilence and Death. | wording_differs? ;; The horsemen are War, Famine, Pestilence, Death and Greed. | wording_differs?`),
  )('a list of names: $one $two', async ({ one, two }) => {
    const gold = 'War, Famine, Pestilence and Death'
    expect(await graded({ question: 'Who are the horsemen?', answer: one, gold, type: 'text' })).toBe(two)
  })
})

describe('what stands around an answer goes', () => {
  it.each(
    rows(String.raw`
    So:⏎it is Paris⏎⏎ | it is Paris ;; Final Answer:⏎<answer>⏎Paris⏎</answer> | Paris ;; Final Answer: \boxed{x⏎+y} | x⏎+y ;; Final Answer:⏎\[⏎x⏎\]⏎which is it | x
    <answer type="x">Paris</answer> | Paris ;; \boxed{London} <answer>Paris</answer> | Paris ;; so \fbox{Paris} it is | Paris ;; \boxed{\}\{} x | \}\{
    The answer is London. No: the answer is⏎The answer is Paris | Paris ;; The answers are 1 and 2. | 1 and 2 ;; So the answer must be Paris | Paris ;; So the correct option is (B) | (B)
    **Correct answer:** Paris⏎that is it | Paris ;; ⏎x⏎Paris | Paris ;; so⏎$$x⏎+ y$$ | x + y ;; <think>the answer is London</think>Paris | Paris ;; a</think>b</THINK>Paris | Paris
    10**5 | 10**5 ;; x... | x... ;; “x” | x ;; *x* | x ;; __x__ | x ;; $x$ and $y$ | $x$ and $y$ ;; Answer: numeric: 5 | 5 ;; **"$x$".** | x`),
  )('$one: $two', async ({ one, two }) => {
    const { extracted } = await gradeAnswer({ question: '', gold: 'z', answer: one, type: 'text' })
    expect(extracted).toBe(two)
  })
})

describe('options', () => {
  const question = 'Which?\nA. red wine\nB. blue\nC. green leaf\nD. grey'
  it.each(
    rows(String.raw`
    (b) | B | equal ;; b, d | BD | equal ;; Options B & D | BD | equal ;; B B | B | equal ;; \fbox{C} | C | equal ;; both B and D | BD | equal ;; DA C | ACD | equal
    DNA | AD | letters_unreadable? ;; ADD | AD | letters_unreadable? ;; b red | B | letters_unreadable? ;; the Blue | B | equal ;; wine | A | letters_unreadable?
    It must be the green leaf of a tree | C | equal ;; It must be the green leaf or the red wine | C | letters_unreadable? ;; It is bluer | B | letters_unreadable?
    It is blue rather than grey | B | letters_unreadable? ;; Option B: blue | B | equal ;; B. a colour | B | equal ;; B. blue and D. grey | BD | equal
    B. grey | B | letter_and_text_disagree? ;; B. so it is grey | B | letter_and_text_disagree? ;; E. something | B | letters_unreadable? ;; C, since it grows | C | equal ;; C - it grows | C | equal
    E because it grows | B | letters_unreadable? ;; C grows | C | letters_unreadable? ;; My pick: **D** | D | equal ;; First, option A would be nice; the final answer is B and D. | BD | equal
    Of these, the answer is C; option B is wrong. | C | equal ;; So the answer is B and E | B | letters_unreadable? ;; So it is C | C | letters_unreadable? ;; B | blue | equal ;; BD | B | letters
    B | purple rain | letters_unreadable? ;; option B⏎<answer>that is all I say</answer> | B | letters_unreadable? ;; The answer is B.⏎I like wine with it. | B | equal`),
  )('$one for $two: $three', async ({ one, two, three }) => {
    expect(await graded({ question, answer: one, gold: two, type: 'multipleChoice' })).toBe(three)
  })

  it.each(
    rows(`
    Which?⏎A) red⏎B) blue ;; Which?⏎(A) red⏎(B) blue ;; Which?⏎A: red⏎B: blue ;; Which?⏎- **A.** red⏎- **B.** blue ;; Which? (A) red (B) blue (C) green
    Is it (A) red, (B) blue, or (C) green? ;; A. x⏎B. y⏎And now⏎A. red⏎B. blue ;; A. of (A) red (B) blue`),
  )('are found in: $one', async ({ one }) => {
    expect(await graded({ question: one, answer: 'blue', gold: 'B', type: 'auto' })).toBe('equal')
    expect(await graded({ question: one, answer: 'red', gold: 'B', type: 'auto' })).toBe('letters')
  })

  it.each(rows('Did A. Smith meet B. Jones? ;; B. red⏎C. blue ;; A. red ;; Which colour?'))(
    'are not found in: $one',
    async ({ one }) => {
      expect(await graded({ question: one, answer: 'blue', gold: 'B', type: 'auto' })).toBe(
        'wording_differs?',
      )
    },
  )

  it.each(
    rows(`
    1500 m | A | equal ;; 1.5 | A | equal ;; 1501 m | A | letters_unreadable? ;; 1.5 J | A | letters_unreadable? ;; 3e2 | C | equal ;; 300 J | C | letters_unreadable?`),
  )('with numbers: $one for $two: $three', async ({ one, two, three }) => {
    const options = ['1.5 km', '20 J', '300', 'none of these']
    expect(await graded({ question: 'Q', options, answer: one, gold: two, type: 'multipleChoice' })).toBe(
      three,
    )
  })
})

describe('what is right by default depends on what the gold was rounded by', () => {
  it.each(
    rows(`
    208 | 207 | value ;; 207.5 | 207 | near? ;; 209.1 | 207 | value ;; 1,208 | 1,207 | value ;; 8 | seven | value ;; 202 | 200 | near? ;; 203 | 200 | value
    207.5 m | 207 m | equal ;; 207.6 m | 207 m | near? ;; 7.07 m | 7 m | equal ;; 7.08 m | 7 m | near? ;; 7.36 m | 7 m | value ;; 0.35 | 0.3 | equal ;; 0.36 | 0.3 | value
    0.333 | 0.330 | equal ;; 0.334 | 0.330 | near? ;; 302999 | 3.0*10^5 | equal ;; 304000 | 3.0*10^5 | near? ;; 5.01 | 5-6 | equal ;; 3, 2 | 2, 3 | order?`),
  )('$one for $two: $three', async ({ one, two, three }) => {
    expect(await graded({ answer: one, gold: two, question: 'How much?', type: 'auto' })).toBe(three)
  })

  it('and on the settings', async () => {
    const one = { gold: '207', answer: '210', type: 'auto' }
    expect(await graded(one)).toBe('value')
    expect(await graded(one, { relativeTolerance: 0.05 })).toBe('equal')
    expect(await graded({ ...one, answer: '207 m' }, { reading: 'literal' })).toBe('unit_dimension')
    expect(await graded({ gold: '10-20', answer: '10-25' }, { reading: 'literal' })).toBe('value')
    expect(await graded({ gold: '3', answer: 'three' }, { reading: 'literal' })).toBe('parse?')
    expect(await graded({ gold: '5 m', answer: '5' }, { missingUnit: 'accept' })).toBe('equal')
    const said = { gold: 'Marie Curie', answer: 'Marie Curie, as said by all', type: 'text' }
    expect([await graded(said), await graded(said, { reading: 'literal' })]).toEqual([
      'named',
      'wording_differs?',
    ])
  })
})

it('an answer of more than 20,000 characters is left to a judge', async () => {
  const boxed = (length: number) => `\\boxed{${'x'.repeat(length)}}`
  expect(await graded({ gold: 'y', answer: boxed(20_001), type: 'auto' })).toBe('too_long?')
  expect(await graded({ gold: 'y', answer: boxed(20_000), type: 'auto' })).toBe('wording_differs?')
  const filler = 'It is so very tall. '.repeat(1_100)
  const answer = `Thus it is 300 m.\n${filler}The old tower is 207 m.\nas I said before to all of you`
  expect(await graded({ question: 'How tall is the old tower?', gold: '207', answer, type: 'auto' })).toBe(
    'equal',
  )
})
