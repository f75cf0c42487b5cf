/** Names that show themselves by their letters: where they lie, what they are called, and what only looks like them. */
import { describe, expect, it } from 'vitest'
import { capitalisedSpans, quotedSpans, titleName } from '../../../../graph/names/capitalised.ts'
import { chemicals, isSmallMolecule } from '../../../../graph/names/chemicals.ts'
import { genes } from '../../../../graph/names/genes.ts'
import { quantities } from '../../../../graph/names/quantities.ts'
import { shortForms } from '../../../../graph/names/short-forms.ts'
import { shortSpeciesNames, species } from '../../../../graph/names/species.ts'
import { asTerm } from '../../../../graph/names/terms.ts'

interface Span {
  readonly start: number
  readonly end: number
  readonly name: string
}

/** "name<surface" of each. */
const spoken = (text: string, spans: readonly Span[]) =>
  spans.map(({ start, end, name }) => `${name}<${text.slice(start, end)}`)
const NONE: ReadonlyMap<string, string> = new Map()

describe('runs of capitals', () => {
  it.each([
    { text: 'In Kyoto', is: ['kyoto<Kyoto'] },
    { text: 'The University of Kyoto is', is: ['university of kyoto<University of Kyoto'] },
    { text: 'When Charles de Gaulle met', is: ['charles de gaulle<Charles de Gaulle'] },
    { text: "at St. John's, and", is: ["st john<St. John's"] },
    { text: 'World War 2 ended', is: ['world war 2<World War 2'] },
    { text: "O'Brien’ said", is: ["o brien<O'Brien"] },
    { text: 'the The of', is: [] },
    { text: 'at Kyoto.- and Nara,', is: ['kyoto<Kyoto', 'nara<Nara'] },
    { text: 'He The', is: [] },
    { text: 'A and B', is: [] },
    { text: 'Ab', is: ['ab<Ab'] },
    { text: 'Anna and Then', is: ['anna<Anna'] },
    { text: 'Bay For x', is: ['bay<Bay'] },
    { text: 'Bank of The x', is: ['bank<Bank'] },
    { text: 'Émile Zola', is: ['emile zola<Émile Zola'] },
    { text: 'no capitals', is: [] },
    { text: '', is: [] },
  ])('of "$text" are $is', ({ text, is }) => {
    expect(spoken(text, capitalisedSpans(text))).toEqual(is)
  })
})

describe('what stands in quotes', () => {
  it.each([
    { text: 'a "green tea" b “Black Tea” c', is: ['green tea<green tea', 'black tea<Black Tea'] },
    { text: '"a" "ab"', is: ['ab<ab'] },
    { text: `"${'x'.repeat(60)}"`, is: [`${'x'.repeat(60)}<${'x'.repeat(60)}`] },
    { text: `"${'x'.repeat(61)}"`, is: [] },
    { text: '"the" "12" "…!"', is: [] },
  ])('in $text is $is', ({ text, is }) => {
    expect(spoken(text, quotedSpans(text))).toEqual(is)
  })
})

it.each([
  { title: 'Alien (film) ', name: 'alien' },
  { title: '(film)', name: '' },
  { title: 'Alien )', name: 'alien' },
  { title: 'A (b) c)', name: 'a b c' },
  { title: 'Alien (a) ()', name: 'alien a' },
])('the title "$title" without its bracket is "$name"', ({ title, name }) => {
  expect(titleName(title)).toBe(name)
})

describe('genes and enzymes', () => {
  it.each([
    { text: 'TP53 and IL-6', is: ['tp53<TP53', 'il6<IL-6'] },
    { text: 'NF-kB, NF-κB', is: ['nfkappab<NF-kB', 'nfkappab<NF-κB'] },
    { text: 'the kinases and a Lipase', is: ['kinase<kinases', 'lipase<Lipase'] },
    { text: 'an increase of disease', is: [] },
    { text: 'in phases', is: [] },
    { text: 'CO2 and Fig1', is: [] },
    { text: 'xylase', is: ['xylase<xylase'] },
    { text: 'abase', is: [] },
  ])('of "$text" are $is', ({ text, is }) => {
    const found = genes(text)
    expect(spoken(text, found)).toEqual(is)
    for (const { kind } of found) expect(kind).toBe('gene')
  })
})

describe('chemicals', () => {
  it.each([
    { text: 'of C30H50O and LiAlH4', is: ['c30h50o<C30H50O', 'lialh4<LiAlH4'] },
    { text: 'NaCl in H₂O', is: ['nacl<NaCl', 'h2o<H₂O'] },
    { text: 'In K9 and He', is: [] },
    { text: 'Fe2 and Fe2O3', is: ['fe2o3<Fe2O3'] },
    { text: 'H3K9', is: [] },
    { text: 'N4 and P2S5', is: ['p2s5<P2S5'] },
    { text: 'NP2', is: [] },
    { text: 'CaF2', is: ['caf2<CaF2'] },
    { text: '2-deoxyglucose', is: ['2 deoxyglucose<2-deoxyglucose', 'deoxyglucose<deoxyglucose'] },
    { text: 'a 3-line text', is: [] },
    {
      text: 'amoxicillin with sodium chloride',
      is: ['amoxicillin<amoxicillin', 'sodium chloride<sodium chloride'],
    },
    { text: 'nucleic acid, Nucleic acids', is: [] },
    { text: 'NaCaK', is: [] },
    { text: 'Na2', is: [] },
    { text: 'We examine it', is: [] },
  ])('of "$text" are $is', ({ text, is }) => {
    const found = chemicals(text)
    expect([...new Set(spoken(text, found))]).toEqual(is)
    for (const { kind } of found) expect(kind).toBe('chemical')
  })

  it('with the look of a symbol are known', () => {
    expect(['CO2', 'O2', 'TP53', 'co2'].map(isSmallMolecule)).toEqual([true, true, false, false])
  })
})

describe('quantities', () => {
  it.each([
    { text: 'at 12.50 uM', is: ['12 5 micromolar<12.50 uM'] },
    { text: '1,200.50 mg/kg', is: ['1200 5 milligram per kilogram<1,200.50 mg/kg'] },
    { text: '100 mg', is: ['100 milligram<100 mg'] },
    { text: '1.0 mM', is: ['1 millimolar<1.0 mM'] },
    { text: '5-10 mm', is: ['5 10 millimetre<5-10 mm'] },
    { text: '2.00 to 3.10 h', is: ['2 3 1 hour<2.00 to 3.10 h'] },
    { text: '3 liters, 2 litres', is: ['3 litre<3 liters', '2 litre<2 litres'] },
    { text: '2-fold', is: ['2 fold<2-fold'] },
    // The longer unit, though a shorter one could end there.
    { text: '120 mm Hg', is: ['120 millimetre of mercury<120 mm Hg'] },
    { text: '5 kJ mol-1', is: ['5 kilojoule per mole<5 kJ mol-1'] },
    { text: '5 mg kg-1', is: ['5 milligram per kilogram<5 mg kg-1'] },
    { text: '20 patients', is: [] },
    { text: '5 mM and again 5 mM', is: ['5 millimolar<5 mM', '5 millimolar<5 mM'] },
  ])('of "$text" are $is', ({ text, is }) => {
    const found = quantities(text)
    expect(spoken(text, found)).toEqual(is)
    for (const { kind } of found) expect(kind).toBe('quantity')
  })
})

describe('species', () => {
  it.each([
    { text: 'in Escherichia coli K12', is: ['escherichia coli<Escherichia coli'] },
    { text: 'E. coli and E.coli', is: ['escherichia coli<E. coli', 'escherichia coli<E.coli'] },
    { text: 'Homo sapiens, Mus musculus', is: ['homo sapiens<Homo sapiens', 'mus musculus<Mus musculus'] },
    { text: 'Phoenix dactylifera', is: ['phoenix dactylifera<Phoenix dactylifera'] },
    { text: 'Q. fictus', is: ['q fictus<Q. fictus'] },
    { text: 'Bacillus subtilis', is: ['bacillus subtilis<Bacillus subtilis'] },
    { text: 'Mycobacterium tuberculosis', is: ['mycobacterium tuberculosis<Mycobacterium tuberculosis'] },
    { text: 'Serious illness', is: [] },
    { text: 'Homo erratic', is: [] },
    { text: 'Insulin status', is: [] },
    { text: 'Status maris', is: [] },
    { text: 'A. data', is: [] },
    { text: 'Leukemia maris', is: [] },
    { text: 'Table maris', is: [] },
  ])('of "$text" are $is', ({ text, is }) => {
    const found = species(text, NONE)
    expect(spoken(text, found)).toEqual(is)
    for (const { kind } of found) expect(kind).toBe('species')
  })

  it('are called by the long names that their paper gives, before the well-known ones', () => {
    const names = new Map([['e coli', 'entamoeba coli']])
    expect(spoken('E. coli', species('E. coli', names))).toEqual(['entamoeba coli<E. coli'])
  })

  it('give the short names that a text may use, the first one of each', () => {
    const text = 'Escherichia coli and Enterobacter coli, Bos taurus, E. coli, Q. fictus'
    expect(Object.fromEntries(shortSpeciesNames(text))).toEqual({
      'e coli': 'escherichia coli',
      'es coli': 'escherichia coli',
      'en coli': 'enterobacter coli',
      'b taurus': 'bos taurus',
      'bo taurus': 'bos taurus',
    })
  })
})

it('a short species name keeps both words of a name with a hyphen', () => {
  expect([...shortSpeciesNames('Coix lacryma-jobi')]).toEqual([
    ['c lacryma jobi', 'coix lacryma jobi'],
    ['co lacryma jobi', 'coix lacryma jobi'],
  ])
})

describe('short forms', () => {
  const paper = {
    shortForms: new Set(['ACE', 'TNF-a', 'ALL']),
    longForms: new Map([
      ['ace', 'angiotensin converting enzyme'],
      ['tnf a', 'tumour necrosis factor'],
      ['e coli', 'escherichia coli'],
    ]),
  }

  it.each([
    { text: 'An ACE.', is: ['angiotensin converting enzyme<ACE'] },
    {
      text: 'Two ACEs and TNF-a',
      is: ['angiotensin converting enzyme<ACEs', 'tumour necrosis factor<TNF-a'],
    },
    { text: 'ace, Ace, ACEss, PLACE', is: [] },
    { text: 'ALL without a long form', is: [] },
    { text: '', is: [] },
  ])('of "$text" are $is', ({ text, is }) => {
    const found = shortForms(text, paper)
    expect(spoken(text, found)).toEqual(is)
    for (const { kind } of found) expect(kind).toBe('abbreviation')
  })

  it('are taken as they are written, before their singular', () => {
    const both = {
      shortForms: new Set(['CI', 'CIS']),
      longForms: new Map([
        ['cis', 'carcinoma in situ'],
        ['ci', 'confidence interval'],
      ]),
    }
    const lower = { ...both, shortForms: new Set(['CI', 'CIs']) }
    expect(spoken('CIs', shortForms('CIs', lower))).toEqual(['carcinoma in situ<CIs'])
    expect(spoken('CIs', shortForms('CIs', both))).toEqual(['confidence interval<CIs'])
  })

  it('are none where the paper explains none', () => {
    expect(shortForms('ACE', { ...paper, shortForms: new Set() })).toEqual([])
  })
})

describe('terms', () => {
  const of = (sentence: string, word: string) => {
    const start = sentence.indexOf(word)
    return asTerm(sentence, { start, end: start + word.length, name: word, kind: 'phrase' })
  }

  it.each([
    { sentence: 'a process called autophagy', is: 'term' },
    { sentence: 'is known as the “autophagy', is: 'term' },
    { sentence: 'autophagy is', is: 'phrase' },
    { sentence: 'a process of autophagy', is: 'phrase' },
    { sentence: 'called cells, autophagy', is: 'phrase' },
    { sentence: 'recalled autophagy', is: 'phrase' },
    // "referred to as the " and spaces: 24 characters are looked at.
    { sentence: 'x called                  autophagy', is: 'term' },
    { sentence: 'x called                   autophagy', is: 'phrase' },
  ])('in "$sentence" it is a $is', ({ sentence, is }) => {
    expect(of(sentence, 'autophagy')).toMatchObject({ name: 'autophagy', kind: is })
  })
})
