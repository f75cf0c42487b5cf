/** A unit where the gold is a bare number: the number decides, and what might be right in another unit is left open. */
import { describe, expect, it } from 'vitest'
import { askedUnit } from '../../../../../evaluation/answers/graders/asked-unit.ts'
import { readQuantities } from '../../../../../evaluation/answers/graders/quantities.ts'
import { gradeStrayUnit, isOtherThing } from '../../../../../evaluation/answers/graders/stray-units.ts'

function quantity(text: string) {
  const read = readQuantities(text)
  if (read.kind === 'unreadable') throw new Error(`${text}: ${read.reason}`)
  return read.quantities[0]!
}

function graded(said: string, gold: number, question = ''): string {
  const { isCorrect, reason } = gradeStrayUnit(
    quantity(said),
    quantity(String(gold)),
    askedUnit(question),
    (value) => Math.abs(value - gold) <= 0.01 * Math.abs(gold) + 1e-12,
  )
  if (isCorrect === null) return `${reason}?`
  expect(isCorrect).toBe(reason === 'equal')
  return reason
}

describe('where no unit is asked for', () => {
  it.each([
    { said: '207 m', gold: 207, grade: 'equal', name: 'the number is right' },
    { said: '205 m', gold: 198, grade: 'value', name: 'the number is wrong' },
    { said: '0.207 km', gold: 207, grade: 'unit_unknown?', name: 'a thousand off' },
    { said: '2070 m', gold: 207, grade: 'unit_unknown?', name: 'ten times as much' },
    { said: '20.7 m', gold: 207, grade: 'unit_unknown?', name: 'a tenth' },
    { said: '2150 m', gold: 207, grade: 'value', name: 'four percent from ten times as much' },
    { said: '2110 m', gold: 207, grade: 'unit_unknown?', name: 'two percent from ten times as much' },
    { said: '-2070 m', gold: 207, grade: 'unit_unknown?', name: 'ten times as much below 0' },
    { said: '3 min', gold: 180, grade: 'unit_unknown?', name: 'right in seconds' },
    { said: '20 °C', gold: 293.15, grade: 'unit_unknown?', name: 'right in kelvin' },
    { said: '300 K', gold: 26.85, grade: 'unit_unknown?', name: 'right in °C' },
    { said: '45%', gold: 45, grade: 'equal', name: 'a percentage as it is written' },
    { said: '45%', gold: 0.45, grade: 'equal', name: 'a percentage as a share' },
    { said: '0.45%', gold: 0.45, grade: 'unit_unknown?', name: 'a share called a percentage' },
    { said: '1%', gold: 1, grade: 'equal', name: 'one percent for one' },
    { said: '-0.45%', gold: -0.45, grade: 'unit_unknown?', name: 'a negative share called a percentage' },
    { said: '0.5 rad', gold: 0.5, grade: 'equal', name: 'a radian is no share: no slip' },
    { said: '0.5 rev', gold: 0.5, grade: 'equal', name: 'a turn is more than a radian: no slip' },
    { said: '7 rad', gold: 5, grade: 'value', name: 'an angle that is wrong' },
  ])('$said for $gold is $grade: $name', ({ said, gold, grade }) => {
    expect(graded(said, gold)).toBe(grade)
  })
})

describe('where the question asks for a unit', () => {
  it.each([
    { said: '12 km', gold: 12, question: 'How far in km?', grade: 'equal' },
    { said: '12000 m', gold: 12, question: 'How far in km?', grade: 'equal' },
    { said: '12 m', gold: 12, question: 'How far in km?', grade: 'unit_unknown?' },
    { said: '12 J', gold: 12, question: 'How far in km?', grade: 'unit_unknown?' },
    { said: '13 m', gold: 12, question: 'How far in km?', grade: 'value' },
    { said: '120 m', gold: 12, question: 'How far in km?', grade: 'value' },
    { said: '20 °C', gold: 293.15, question: 'How warm, in kelvin?', grade: 'equal' },
    { said: '293.15 K', gold: 20, question: 'How warm, in °C?', grade: 'equal' },
    { said: '7.42 lb', gold: 33, question: 'What force in N?', grade: 'equal' },
    { said: '33 N', gold: 7.42, question: 'What force in lb?', grade: 'equal' },
    { said: '45%', gold: 45, question: 'How far in km?', grade: 'equal' },
  ])('$question $said for $gold is $grade', ({ said, gold, question, grade }) => {
    expect(graded(said, gold, question)).toBe(grade)
  })
})

describe('two things that are counted are not the same', () => {
  it.each([
    { said: '12 Monkeys', gold: '12 Angry Men', isOther: true },
    { said: '12 angry men', gold: '12 Angry Men', isOther: false },
    { said: '12 men', gold: '12 Angry Men', isOther: false },
    { said: '12 dogs', gold: '12 dog', isOther: false },
    { said: '12 Dogs', gold: '12 DOG', isOther: false },
    { said: '12', gold: '12 dogs', isOther: false },
    { said: '12 dogs', gold: '12', isOther: false },
    { said: '12 old cats', gold: '12 of', isOther: false },
  ])('$said and $gold: $isOther', ({ said, gold, isOther }) => {
    expect(isOtherThing(quantity(said), { ...quantity('12'), words: gold.replace('12', '').trim() })).toBe(
      isOther,
    )
  })
})
