/** Which unit does a question ask for? */
import { describe, expect, it } from 'vitest'
import { askedUnit, askedUnitText } from '../../../../../evaluation/answers/graders/asked-unit.ts'

describe('a unit is asked for', () => {
  it.each([
    { question: 'How far is it in km?', text: 'km' },
    { question: 'How far is it (in km)?', text: 'km' },
    { question: 'How far is it in km', text: 'km' },
    { question: 'How far in km is it to the Moon?', text: 'km' },
    { question: 'What is the speed in m/s?', text: 'm/s' },
    { question: 'What is the speed in m s^{-1} of the wind?', text: 'm s^(-1)' },
    { question: 'Give the energy in units of eV.', text: 'eV' },
    { question: 'Give the energy (units: eV).', text: 'eV' },
    { question: 'Energy, unit = eV?', text: 'eV' },
    { question: 'The energy expressed in eV?', text: 'eV' },
    { question: 'How many days does it take?', text: 'days' },
    { question: 'How many kilometres per hour is that?', text: 'kilometres per hour' },
    { question: 'In km, how far is it?', text: 'km' },
    { question: 'In km: how far?', text: 'km' },
    { question: 'in kilometres rounded to ten', text: 'kilometres' },
    { question: 'How far in km, and how far in km?', text: 'km' },
    { question: 'What is the share in %?', text: '%' },
    { question: 'What is it in $\\mathrm{km}$?', text: 'km' },
    { question: 'What is the current in A?', text: 'A' },
  ])('$question', ({ question, text }) => {
    expect(askedUnitText(question)).toBe(text)
    expect(askedUnit(question)).toHaveLength(4)
  })

  it('with each reading of what is ambiguous', () => {
    const [mass, force] = askedUnit('What is its weight in lb?')!
    expect(mass!.dimension).toEqual({ kg: 1 })
    expect(force!.dimension).toEqual({ kg: 1, m: 1, s: -2 })
  })
})

describe('none is asked for', () => {
  it.each([
    { question: '', name: 'no question' },
    { question: 'How many are there?', name: 'nothing behind it' },
    { question: 'How many people live in Paris?', name: 'other nouns' },
    { question: 'How many m dwarfs are there?', name: 'a noun behind the unit' },
    { question: 'What lives in A and B?', name: 'a letter that is a name' },
    { question: 'How far in km, and how far in miles?', name: 'several' },
    { question: 'How far is 5 km?', name: 'a unit that nobody asks for' },
    { question: 'When did it begin?', name: 'a word that ends in "in"' },
  ])('$name', ({ question }) => {
    expect(askedUnit(question)).toBeUndefined()
    expect(askedUnitText(question)).toBeUndefined()
  })
})
