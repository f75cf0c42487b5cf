/** The one form in which names are compared, and the words of a text in that form. */
import { describe, expect, it } from 'vitest'
import { canonical, canonicalWords } from '../../../../graph/names/canonical.ts'

describe('the canonical form', () => {
  it.each([
    ['Lupeol', 'lupeol'],
    ['  NF-kB,  (p65)!', 'nf kb p65'],
    ["Crohn's disease", 'crohn disease'],
    ["O'Brien", 'o brien'],
    ["dogs' its'self", 'dogs its self'],
    ['Crohn’s naïve', 'crohn naive'],
    ['snake_case', 'snake_case'],
    ['Møller Łódź Đà Straße Æon Œuvre ıð', 'moller lodz da strasse aeon oeuvre id'],
    ['NF-κB', 'nf kappab'],
    ['α β ω ς ι ο υ', 'alpha beta omega sigma iota omicron upsilon'],
    ['Ἀθῆναι', 'αθηναι'],
    ['5 µM and μ', '5 um and mu'],
    ['ﬁ ½ ＡＢ', 'fi 1 2 ab'],
    ['각', '각'],
    ['शक्ति', 'शक्ति'],
    ['东京', '东京'],
    ['…', ''],
    ['\u0301', ''],
    ['', ''],
  ])('of "%s" is "%s"', (text, form) => {
    expect(canonical(text)).toBe(form.normalize('NFC'))
  })
})

describe('the words of a text', () => {
  it('have their form, their place and whether they begin with a capital or a digit', () => {
    expect(canonicalWords("The O'Brien’s  émeute, 2nd Élan")).toEqual([
      { form: 'the', start: 0, end: 3, isCapital: true },
      { form: 'o brien', start: 4, end: 13, isCapital: true },
      { form: 'emeute', start: 15, end: 21, isCapital: false },
      { form: '2nd', start: 23, end: 26, isCapital: true },
      { form: 'elan', start: 27, end: 31, isCapital: true },
    ])
  })

  it('go on behind an apostrophe, to their last digit', () => {
    const form = "5'UTR2"
    expect(canonicalWords(form).map((word) => word.form)).toEqual(['5 utr2'])
    expect(canonical(form)).toBe('5 utr2')
  })

  it('are none where no letter or digit is left', () => {
    expect(canonicalWords('\u0301 …')).toEqual([])
  })
})
