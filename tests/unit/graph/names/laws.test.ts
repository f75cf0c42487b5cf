import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createWinkTagger } from '../../../../graph/adapters/wink-tagger.ts'
import { canonical, canonicalWords } from '../../../../graph/names/canonical.ts'
import { ALL_NAMES, mentionsOf, RECIPE } from '../../../../graph/names/mentions.ts'
import { paperNames } from '../../../../graph/names/paper-names.ts'

const tagger = createWinkTagger()
const PIECES =
  'Lupeol|TP53|IL-6|NF-κB|E. coli|Homo sapiens|H2O2|12.5 µM|5 mg/kg|cells|the|of|(ACE)|angiotensin-converting enzyme|"quoted words"|Smith et al.|Fig. 2|RESULTS:|Émile|北京|Ἀθῆναι|½|ﬁ|’s|.|, | |\n|–|2-deoxyglucose|constructor|__proto__|toString'.split(
    '|',
  )
const text = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join(' ')),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
)

describe('laws of names', () => {
  it('a canonical form is its own canonical form', () => {
    fc.assert(fc.property(text, (value) => canonical(canonical(value)) === canonical(value)))
  })

  it('the words of a text join to its canonical form', () => {
    fc.assert(
      fc.property(text, (value) => {
        const forms = canonicalWords(value).map(({ form }) => form)
        expect(forms.join(' ')).toBe(canonical(value))
      }),
    )
  })

  it.each([
    { name: 'the recipe', options: RECIPE },
    { name: 'all names', options: ALL_NAMES },
  ])('offsets give back the alias, names are canonical, twice is the same: $name', ({ options }) => {
    fc.assert(
      fc.property(text, text, (value, title) => {
        const unit = { text: value, title, topic: title }
        const known = paperNames([title, value])
        const found = mentionsOf(unit, known, tagger, options)
        for (const { name, alias, start, end } of found) {
          expect(name).not.toBe('')
          expect(canonical(name)).toBe(name)
          if (start !== null && end !== null) expect(canonical(value.slice(start, end))).toBe(alias)
        }
        expect(mentionsOf(unit, known, tagger, options)).toEqual(found)
      }),
      { numRuns: 300 },
    )
  })
})

describe('a hundred thousand characters of', () => {
  const size = 100_000
  const hostile = [
    { name: 'one capital', value: 'A'.repeat(size) },
    { name: 'capitals and spaces', value: 'A '.repeat(size / 2) },
    { name: 'spaces after a capital', value: `A${' '.repeat(size)}B` },
    { name: 'connecting words', value: 'Of of the '.repeat(size / 10) },
    { name: 'open brackets', value: '('.repeat(size) },
    { name: 'open quotes', value: '"a'.repeat(size / 2) },
    { name: 'digits', value: '1'.repeat(size) },
    { name: 'digits and commas', value: '1,'.repeat(size / 2) },
    { name: 'hyphens', value: 'a-'.repeat(size / 2) },
    { name: 'locants', value: '1,2-'.repeat(size / 4) },
    { name: 'locants with letters', value: '1-a'.repeat(size / 3) },
    { name: 'element symbols', value: 'HCl2('.repeat(size / 5) },
    { name: 'small letters', value: 'a'.repeat(size) },
    { name: 'ase', value: 'ase'.repeat(size / 3) },
    { name: 'apostrophes', value: "a'".repeat(size / 2) },
    { name: 'dots', value: 'A.'.repeat(size / 2) },
    { name: 'Greek', value: 'α'.repeat(size) },
    { name: 'combining marks', value: 'e\u0301\u0302'.repeat(size / 3) },
    { name: 'words without an end', value: 'green cells '.repeat(size / 12) },
  ]

  // Quadratic rules take minutes here; the runner's own limit stops them.
  it.each(hostile)('$name is read in one pass', ({ value }) => {
    const unit = { text: value, title: value, topic: value }
    expect(Array.isArray(mentionsOf(unit, paperNames([value]), tagger))).toBe(true)
  })
})
