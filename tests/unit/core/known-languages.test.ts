/** The languages that Gloss reads by their own rules. */
import { describe, expect, it } from 'vitest'
import {
  knownLanguage,
  LATIN_LANGUAGES,
  languageName,
  stemmerOf,
  stopWordsOf,
} from '../../../core/languages/known-languages.ts'

describe('a language', () => {
  it.each([
    { code: 'deu', is: 'deu', form: 'stems' },
    { code: 'nno', is: 'nob', form: 'stems' },
    { code: 'zho', is: 'cmn', form: 'dictionary' },
    { code: 'kor', is: 'kor', form: 'syllables' },
  ])('of code $code is read as $is, by $form', ({ code, is, form }) => {
    expect(knownLanguage(code)).toMatchObject({ code: is, form })
  })

  it.each(['vie', 'de', '', null])('of code %s is not known', (code) => {
    expect(knownLanguage(code)).toBeNull()
  })

  it('in Latin letters is one of thirteen besides English', () => {
    const codes = 'deu fra spa por ita nld swe dan nob fin hun ron tur'.split(' ')
    expect(LATIN_LANGUAGES).toEqual(codes)
  })

  it('has a name for people, and its code where it has none', () => {
    expect(['deu', 'tha', 'xyz'].map(languageName)).toEqual(['German', 'Thai', 'xyz'])
  })
})

describe('the stop words of a language', () => {
  it('are those of its own, accents in one character each', () => {
    expect(['und', 'für'].map((word) => stopWordsOf('deu').has(word))).toEqual([true, true])
    expect(stopWordsOf('deu').has('the')).toBe(false)
    expect([...stopWordsOf('fra')].every((word) => word === word.normalize('NFC'))).toBe(true)
  })

  it.each([
    { language: 'eng', word: 'the' },
    { language: 'cmn', word: '的' },
    { language: 'jpn', word: 'の' },
  ])('in $language have $word', ({ language, word }) => {
    expect(stopWordsOf(language).has(word)).toBe(true)
  })

  it('and its stems are read once', () => {
    for (const code of ['deu', 'vie']) {
      expect(stopWordsOf(code)).toBe(stopWordsOf(code))
      expect(stemmerOf(code)).toBe(stemmerOf(code))
    }
  })

  it('are those that its other code has, and none where it is not known', () => {
    expect(stopWordsOf('nno')).toEqual(stopWordsOf('nob'))
    expect([stopWordsOf('tha').size, stopWordsOf('vie').size]).toEqual([0, 0])
  })
})

describe('the stem of a word', () => {
  it.each([
    { language: 'deu', word: 'zellen', stem: 'zell' },
    { language: 'nno', word: 'cellene', stem: 'cell' },
    { language: 'cmn', word: '土壤', stem: '土壤' },
    { language: 'vie', word: 'cells', stem: 'cells' },
  ])('in $language of $word is $stem', ({ language, word, stem }) => {
    expect([stemmerOf(language)(word), stemmerOf(language)(word)]).toEqual([stem, stem])
  })
})
