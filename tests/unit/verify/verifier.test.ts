/** Tests quotations against two short papers: which are accepted, and how every change is reported. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MARGIN_MARK } from '../../../corpus/index.ts'
import { createVerifier, fingerprintsOf, squeeze } from '../../../verify/index.ts'
import { casesIn } from '../../fixtures/case-lines.ts'
import { turnsWhile } from '../../fixtures/turns.ts'

const PAPERS: Record<string, string> = {
  lupeol: [
    'Bark of Crataeva was extracted. Lupeol lowered the arterial pressure of the rats by 12.5 mmHg at a dose of 10 µM, but did not change',
    'their weight. The ﬁndings were signiﬁ-\ncant (p = 0.03, n = 24) in the β-catenin group [12]. Activity fell from 10–20 to −5 units.',
  ].join(' '),
  scripts:
    'The rate was 0.80.²⁸ In this study it fell as t⁻⁰.²² from 25–27 to 3 ± 1 units, as Pérez of Garcı́a specified for grade �2 alone. We ﬁnd that the coverage of lists varies.',
  title:
    'Revised response criteria for malignant lymphoma. Later, in the list: Revised Response Criteria for Malignant Lymphoma.',
  blocks:
    'A reaction that begins in the first column of this page and\n\nThe heading of another part\n\ngoes on in the second column, as it should.\n\nFigure 2. The caption of a picture between the two columns.\fAnnals of Samples, volume 12\nPage 4 of 9\fAnnals of Samples, volume 12\nPage 5 of 9',
  labels:
    'The growth of the plants was compared in the spring.\n\nWatered\nnot\n\n12 mg\n\nShaded\n\nAfter the summer no difference was left between the two groups.',
  head: 'The oxidation of the second sample began at a temperature of about 450 K and ended\n\nJournal of Samples 12 (2016) 41\n\nonly when all of the oxygen in the closed vessel had been used up by the reaction. Water was added.',
}
// A title whose words are repeated in the text and in the running head of each page.
const TITLE = 'Growth of the samples in a long spring'
PAPERS['heads'] = [
  `${TITLE}. ${'It is known that growth of the samples depends on light. '.repeat(8)}The rest was\n\nused up by the reaction in May.${MARGIN_MARK}`,
  ...Array.from({ length: 14 }, (_, page) => `${TITLE} ${151 + page}`),
].join('\f')

const verifier = createVerifier(
  Object.entries(PAPERS).map(([id, text]) => ({ id, fingerprints: fingerprintsOf(squeeze(text).chars) })),
  (id) => Promise.resolve(PAPERS[id]!),
)
const verify = (quote: string, paper?: string) => verifier.verify({ quote, paper })

it.for(
  casesIn<'name' | 'quote' | 'verdict'>(`
  name | quote | verdict
  letter by letter | Lupeol lowered the arterial pressure of the rats by 12.5 mmHg | exact
  with other spaces | Lupeol lowered  the arterial⏎pressure of the rats | exact
  without ligatures and hyphens | The findings were significant (p=0.03, n=24) | normalised
  with a Greek letter spelled | in the beta-catenin group | normalised
  as a reader gives it that loses ligatures | The  ndings were signi cant (p = 0.03, n = 24) in the | normalised
  that lost a ligature in its second word | We nd that the coverage of lists varies. | normalised
  with micro typed as u | at a dose of 10 uM, but did not change their weight | normalised
  without its citation | The findings were significant (p = 0.03, n = 24) in the β-catenin group. Activity fell | normalised
  over the end of a page | at a temperature of about 450 K and ended only when all of the oxygen in the closed vessel | normalised
  with an ellipsis | Lupeol lowered the arterial pressure … did not change their weight | normalised
  with a raised mark on the line | The rate was 0.80.28 In this study it fell as t−0.22 from | normalised
  with a dash misread | In this study it fell as t−0.22 from 25e27 to 3 6 1 units | normalised
  with a plus over a minus | it fell as t⁻⁰.²² from 25–27 to 3 +⏎− 1 units | normalised
  with the number of a line in a word | The rate was 0.80.²⁸ In this study it fell as t⁻⁰.²² from 25–27 to 3 ± 1 un-	766⏎its, as Pérez | normalised
  with a ligature misread | units, as Pérez of García speciíed for grade | normalised
  with a sign that the reader does not know | specified for grade ≥2 alone. | normalised
  with a caption between two columns | A reaction that begins in the first column of this page and Figure 2. The caption of a picture between the two columns. goes on in the second column, as it should. | normalised
  with the head of a page in it | A reaction that begins in the first column of this page and⏎Annals of Samples, volume 12⏎goes on in the second column | normalised
  with the labels of a figure in it, in another order | The growth of the plants was compared in the spring.⏎Shaded⏎Watered⏎After the summer no difference was left | normalised
  behind the head of its page, in the words of the title | Growth of the samples in a long spring 155⏎used up by the reaction in May. | normalised
  with a ligature that was not read | units, as Pérez of García specied for grade | normalised
  that is the head of a page | Annals of Samples, volume 12 | exact
  of three words | Water was added | exact
  of one word | Crataeva | exact
`),
)('accepts a quote $name', async ({ quote, verdict }) => {
  expect(await verify(quote)).toMatchObject({ verdict, change: null, changes: [] })
})

it.for(
  casesIn<'change' | 'quote' | 'paper' | 'made'>(`
  change | quote | paper | made
  number | Lupeol lowered the arterial pressure of the rats by 12.6 mmHg at a dose of 10 µM | 12.5 | 12.6
  number | The findings were significant (p = 0.08, n = 24) in the β-catenin group | 0.03, | 0.08,
  number | Activity fell from 10–20 to 5 units | −5 | 5
  unit | of the rats by 12.5 mmHg at a dose of 10 mM, but did not change their weight | µM, | mM,
  negation | at a dose of 10 µM, but did change their weight | not
  negation | The findings were insignificant (p = 0.03, n = 24) in the β-catenin group | signiﬁ- cant | insignificant
  number | specified for grade 12 alone. | - | -
  number | In this study it fell as t⁻⁰.²² from 25–27 to 3 ± 6 units, as Pérez | 1 | 6
  name | Betulin lowered the arterial pressure of the rats by 12.5 mmHg | Lupeol | Betulin
  left out | Lupeol lowered the pressure of the rats by 12.5 mmHg at a dose | arterial
  order | The sample of the second oxidation began at a temperature of about 450 K | - | -
`),
)('calls a change of $change by its name: $quote', async ({ change, quote, paper, made }) => {
  const found = await verify(quote)
  expect(found).toMatchObject({ verdict: 'altered', change })
  if (paper !== '-') expect(found.changes).toContainEqual({ kind: change, paper, quote: made })
})

it('does not join what begins and ends within blocks', async () => {
  const parts = 'in the first column of this page … and'.split(' … ')
  const joined = `${parts[0]} as it should. Figure 2. The caption of a picture`
  expect((await verify(joined)).verdict).toBe('altered')
  expect(
    (await verify('that begins in the first column of The caption of a picture between the two')).verdict,
  ).not.toBe('normalised')
})

it.for(['not', '12 mg'])('does not take the line "%s" of a figure for a part of a sentence', async (line) => {
  const quote = `The growth of the plants was compared in the spring.\n${line}\nAfter the summer no difference was left`
  expect((await verify(quote)).verdict).toBe('altered')
})

it('names every place of what is said twice', async () => {
  const { span, also } = await verify('Annals of Samples, volume 12')
  const text = PAPERS['blocks']!
  const spans = [span!, ...also.map((place) => place.span)]
  expect(spans.map(([start]) => text.slice(start, start + 6))).toEqual(['Annals', 'Annals'])
})

it('takes of two places the one in the same letters', async () => {
  const first = 'Revised response criteria for malignant lymphoma'
  const listed = 'revised\u00ad Response Criteria for Malignant Lymphoma.'
  expect((await verify(first)).span![0]).toBe(0)
  expect((await verify(listed.replace('r', 'R'))).span![0]).toBeGreaterThan(50)
})

it('says what the paper has at the place of a changed quote', async () => {
  const { paper, span, text } = await verify('Lupeol lowered the arterial pressure of the cats by 12.5 mmHg')
  expect({ paper, text }).toEqual({
    paper: 'lupeol',
    text: 'Lupeol lowered the arterial pressure of the rats by 12.5 mmHg',
  })
  expect(PAPERS['lupeol']!.slice(...span!)).toBe(text)
})

it('looks in the paper that is named alone', async () => {
  expect(await verify('Lupeol lowered the arterial pressure of the rats', 'head')).toMatchObject({
    verdict: 'absent',
  })
})

it('finds nothing of a text of others', async () => {
  expect(await verify('An entirely different sentence about the history of glass in Venice.')).toEqual({
    verdict: 'absent',
    change: null,
    changes: [],
    paper: null,
    span: null,
    spans: [],
    text: null,
    also: [],
  })
})

it('accepts every stretch of a paper, and none with another digit', async () => {
  const text = PAPERS['lupeol']!
  await fc.assert(
    fc.asyncProperty(fc.nat(text.length - 80), fc.integer({ min: 40, max: 80 }), async (start, length) => {
      const from = text.indexOf(' ', start) + 1
      const quote = text.slice(from, text.indexOf(' ', Math.min(from + length, text.length - 12)))
      if (quote.trim().length < 30) return
      const { verdict, span } = await verify(quote)
      expect(verdict).toBe('exact')
      expect(text.slice(...span!).trim()).toBe(quote.trim())
      const other = quote.replace(/\d/, (digit) => String((Number(digit) + 1) % 10))
      if (other !== quote) expect((await verify(other)).verdict).toMatch(/altered|absent/)
    }),
    { numRuns: 60 },
  )
})

it('answers for a quote of 100,000 characters', async () => {
  const long = `${PAPERS['lupeol']} `.repeat(400).slice(0, 100_000)
  expect((await verify(long)).paper).toBe('lupeol')
})

it('leaves others their turn while it compares a long quote', async () => {
  const sentence = 'Lupeol lowered the arterial pressure of the rat by 12.6 mmHg at a dose of 11 µM. '
  expect(await turnsWhile(() => verify(sentence.repeat(2_000)))).toBeGreaterThan(0)
})
