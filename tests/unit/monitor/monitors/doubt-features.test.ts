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
    { text: '0.03 or 1,200?', forms: '^ # or # ? $' },
  ])('"$text" is $forms', ({ text, forms }) => {
    expect(formsOf(text)).toBe(forms)
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
