/** Marks that stand for injected text while an agent's own text is read. */
import { describe, expect, it } from 'vitest'
import {
  evidenceMark,
  isBlankBesideMarks,
  withEvidence,
  withoutEvidence,
  withoutMarkCharacters,
} from '../../../../solver/reading/hand-on.ts'

const [first, second] = [evidenceMark(0), evidenceMark(1)]

describe('marks of evidence', () => {
  it('stand for the text of their place, of one digit or several', () => {
    const texts = Array.from({ length: 121 }, (_, place) => `<${place}>`)
    for (const place of [0, 1, 9, 10, 19, 90, 109, 120])
      expect(withEvidence(`a${evidenceMark(place)}b`, texts)).toBe(`a<${place}>b`)
    expect(withEvidence(`${second}${first} so ${second}`, ['x', 'y'])).toBe('yx so y')
  })

  it('stand for nothing where there is no text of their place', () => {
    expect(withEvidence(`a${evidenceMark(2)}b`, ['x', 'y'])).toBe('ab')
  })

  it('in a text that they stand for are not read as marks', () => {
    expect(withEvidence(first, [`x${second}`, 'y'])).toBe(`x${second}`)
  })

  it.each([
    { name: 'a space between two words', text: `word${first}word`, is: 'word word' },
    { name: 'one space for several', text: `word${first}${second}word`, is: 'word word' },
    { name: 'no space where there is one before', text: `word ${first}word`, is: 'word word' },
    { name: 'no space where there is one behind', text: `word${first} word`, is: 'word word' },
    { name: 'nothing at the begin', text: `${first}word`, is: 'word' },
    { name: 'nothing at the end', text: `word${first}`, is: 'word' },
    { name: 'a text without marks as it is', text: 'word  word', is: 'word  word' },
    { name: 'a space at each place', text: `a${first}b${second}c`, is: 'a b c' },
  ])('leave behind $name', ({ text, is }) => {
    expect(withoutEvidence(text)).toBe(is)
  })

  it.each([
    { text: '', is: true },
    { text: ` ${first}\n${second}`, is: true },
    { text: `${first}.`, is: false },
    { text: 'word', is: false },
  ])('count for nothing: $text is blank $is', ({ text, is }) => {
    expect(isBlankBesideMarks(text)).toBe(is)
  })

  it('cannot be written by a model', () => {
    expect(withoutMarkCharacters(`It is ${first}so.`)).toBe('It is \ufffd\ufffdso.')
    expect(withoutMarkCharacters('It is so.')).toBe('It is so.')
  })
})
