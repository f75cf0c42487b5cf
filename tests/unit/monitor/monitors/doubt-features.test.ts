import { describe, expect, it } from 'vitest'
import { wordFeatures } from '../../../../monitor/monitors/doubt-features.ts'
import { symbolsOf } from '../../../../monitor/monitors/doubt-symbols.ts'

function formsOf(text: string, isOpen = false): string {
  return symbolsOf(text, isOpen)
    .map(({ form }) => form)
    .join(' ')
}

function namesIn(text: string, rest: { readonly before?: string; readonly after?: string } = {}): string[] {
  return wordFeatures({ text, before: '', after: '', isOpen: false, ...rest }).map(({ name }) => name)
}

describe('words as the doubt model reads them', () => {
  it('stand for their family, whichever they are', () => {
    const memory = formsOf('My memory of the third dosage is hazy.')
    expect(memory).toBe('^ FIRST RECALL of the _ FACT is UNSURE $')
    expect(formsOf('My recollection of the laser wavelength is dim.')).toBe(memory)
  })

  it.each([
    { text: "I'm not sure", forms: '^ FIRST am not CERTAIN $' },
    { text: 'I’m not sure', forms: '^ FIRST am not CERTAIN $' },
    { text: "can't recall", forms: '^ can not RECALL $' },
    { text: 'cannot recall', forms: '^ can not RECALL $' },
    { text: "it won't", forms: '^ it will not $' },
    { text: "Watterson's estimator", forms: '^ _ $' },
    { text: 'mice and flies and rats', forms: '^ _ and _ and _ $' },
    { text: 'dunno', forms: '^ FIRST not KNOW $' },
    { text: "she'll think they've that's he'd", forms: '^ OTHER will THINK OTHER have that is OTHER WISH $' },
    { text: "I shan't, I don't", forms: '^ FIRST _ not FIRST do not $' },
    { text: 'x = 3 … y', forms: '^ _ = # … _ $' },
    { text: 'lupeol-rich p53 birch', forms: '^ _ $' },
    { text: '', forms: '^ $' },
    { text: '0.03 or 1,200?', forms: '^ # or # ? $' },
  ])('"$text" is $forms', ({ text, forms }) => {
    expect(formsOf(text)).toBe(forms)
  })

  it('span what they stand for, those of one word together', () => {
    const text = 'So lupeol, betulin can’t fall'
    const spans = symbolsOf(text).map(({ form, start, end }) => [form, text.slice(start, end)])
    expect(spans.filter(([form]) => form === '_' || form === 'can' || form === 'not')).toEqual([
      ['_', 'lupeol, betulin'],
      ['can', 'can’t'],
      ['not', 'can’t'],
      ['_', 'fall'],
    ])
    expect(symbolsOf(text).at(0)).toEqual({ form: '^', start: 0, end: 0 })
    expect(symbolsOf(text).at(-1)).toEqual({ form: '$', start: text.length, end: text.length })
    expect(formsOf('I recall ', true)).toBe('^ FIRST RECALL')
  })

  it('have no end in an open sentence, whose last word may be torn', () => {
    expect(formsOf('I am not cert', true)).toBe('^ FIRST am not')
  })

  it('keep their place in the sentence', () => {
    const text = 'Well, I cannot recall it.'
    const found = wordFeatures({ text, before: '', after: '', isOpen: false }).find(
      ({ name }) => name === 'can not RECALL',
    )
    expect(text.slice(found?.start, found?.end)).toBe('cannot recall')
  })
})

describe('features of a sentence', () => {
  it('are all runs of up to four with a word of doubt, and all pairs from two to seven apart', () => {
    expect(namesIn('I recall it falls.')).toEqual([
      '^ FIRST RECALL',
      '^ FIRST RECALL it',
      'FIRST RECALL',
      'FIRST RECALL it',
      'FIRST RECALL it _',
      'RECALL',
      'RECALL it',
      'RECALL it _',
      'RECALL it _ $',
    ])
    const between = (count: number) =>
      namesIn(`Recall ${Array.from({ length: count }, () => 'to').join(' ')} maybe.`)
    expect(between(0)).toContain('RECALL MAYBE')
    expect(between(0)).not.toContain('RECALL…MAYBE')
    expect(between(1)).toContain('RECALL…MAYBE')
    expect(between(6)).toContain('RECALL…MAYBE')
    expect(between(7)).not.toContain('RECALL…MAYBE')
  })

  it('are no pairs of words that are both of grammar, and no word that is too common alone', () => {
    const names = namesIn('If it is not so, but or.')
    expect(names.filter((name) => name.includes('…') && !name.includes('or'))).toEqual([])
    expect(names).toContain('not so')
    expect(names).not.toContain('not')
    expect(names).not.toContain('or')
  })

  it('are pairs where one of the two speaks of doubt, whichever it is', () => {
    const pairs = (text: string) => namesIn(text).filter((name) => name.includes('…'))
    expect(pairs('Not it recall it.')).toEqual(['not…RECALL'])
    expect(pairs('Recall it not it.')).toEqual(['RECALL…not'])
    expect(pairs('Recall it falls it.')).toEqual([])
  })

  it('span from the first word of a run or pair to its last', () => {
    const text = 'Well, not that I recall it.'
    const spans = wordFeatures({ text, before: '', after: '', isOpen: false }).map(
      ({ name, start, end }) => [name, text.slice(start, end)] as const,
    )
    expect(Object.fromEntries(spans)).toMatchObject({
      'not…RECALL': 'not that I recall',
      'FIRST RECALL': 'I recall',
      RECALL: 'recall',
    })
  })

  it('tell no answer where nothing but marks stands behind a question', () => {
    expect(namesIn('Is it?', { after: '— !' }).filter((name) => name.startsWith('? > #'))).toEqual([])
  })

  it('tell of a short sentence only where one of its words is telling, and each word before it once', () => {
    const short = (text: string, before: string) =>
      namesIn(text, { before }).filter((name) => name.endsWith('short'))
    expect(short('Not sure.', 'Maybe this, maybe that.')).toEqual(['MAYBE < short'])
    expect(short('It falls.', 'Maybe this.')).toEqual([])
    expect(short('Not sure.', '')).toEqual([])
  })

  it('tell the first word and the first two behind a question, and an equation', () => {
    const behind = (text: string, after: string) =>
      namesIn(text, { after }).filter((name) => name.startsWith('? >'))
    expect(behind('Is it?', 'No, it is.')).toEqual(['? > no', '? > no it'])
    expect(behind('Is it?', 'Lupeol = 3.')).toEqual(['? > _', '? > _ =', '? > ='])
    expect(behind('Is it?', '')).toEqual([])
    expect(behind('So it is.', 'No, it is.')).toEqual([])
  })

  it('tell of five words at most what they come after', () => {
    const behindDoubt = (text: string) =>
      namesIn(text, { before: 'Maybe I recall it.' }).filter((name) => name.endsWith('short'))
    expect(behindDoubt('Not sure of it now.')).toEqual(['MAYBE < short', 'RECALL < short'])
    expect(behindDoubt('Not sure of it by now.')).toEqual([])
    expect(behindDoubt('So it is by now.')).toEqual([])
  })

  it('tell that the writer does not speak, and whether that goes on for long', () => {
    const words = (count: number) => namesIn(`${Array.from({ length: count }, () => 'to').join(' ')}.`)
    expect(words(14)).toEqual(['no writer'])
    expect(words(15)).toEqual(['no writer', 'no writer, long'])
    expect(namesIn('We fall by it.')).toEqual([])
    expect(namesIn('By it I fall.')).toEqual([])
  })

  it('span the whole sentence where they are of the whole', () => {
    const text = 'By it to it.'
    const [whole] = wordFeatures({ text, before: '', after: '', isOpen: false })
    expect(whole).toEqual({ name: 'no writer', start: 0, end: text.length })
  })

  it('are runs and pairs with a word of doubt, and none without', () => {
    expect(namesIn('I recall the exact date.')).toEqual(
      expect.arrayContaining(['RECALL', 'FIRST RECALL', 'RECALL…SIGNIFICANT']),
    )
    expect(namesIn('Both of the terms vanish at infinity.')).toEqual(['no writer'])
  })

  it('tell how the sentence behind a question begins', () => {
    expect(namesIn('Is it prime?', { after: 'No, 91 = 7 times 13.' })).toEqual(
      expect.arrayContaining(['? > no', '? > =']),
    )
    expect(namesIn('It is prime.', { after: 'No, 91 = 7 times 13.' })).not.toContain('? > no')
  })

  it('tell what a very short sentence comes after', () => {
    expect(namesIn('Not sure.', { before: 'Maybe try a substitution?' })).toContain('LOGIC < short')
    const long = 'I am not sure that this is what the question is about.'
    expect(namesIn(long, { before: 'Maybe try a substitution?' })).not.toContain('LOGIC < short')
  })
})
