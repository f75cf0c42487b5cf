/** Which grader is asked, by the name of the type or the look of the gold. */
import { describe, expect, it } from 'vitest'
import { answerType } from '../../../../../../../solver/index.ts'
import { isChoice, kindOfGold } from '../../../../../evaluation/answers/graders/answer-type.ts'
import { optionsOf } from '../../../../../evaluation/answers/graders/options.ts'

describe('by name', () => {
  it.each(['multipleChoice', 'exactMatch', 'numeric', 'symbolic', 'text', 'auto'])('%s', (name) => {
    expect(answerType(name)).toBe(name)
  })

  it('textual is text', () => {
    expect(answerType('textual')).toBe('text')
  })

  it.each(['', 'Text', 'figure', 'constructor'])('"%s" is refused', (name) => {
    expect(() => answerType(name)).toThrow(
      expect.objectContaining({
        code: 'INPUT_INVALID',
        message: expect.stringContaining(`"${name}"; known are multipleChoice, exactMatch`),
        facts: { field: 'answer_type', value: name },
      }),
    )
  })
})

describe('by the gold', () => {
  it.each([
    { gold: '5', kind: 'numeric' },
    { gold: 'five', kind: 'numeric' },
    { gold: '5 km', kind: 'numeric' },
    { gold: '5, 6', kind: 'numeric' },
    { gold: '5 dogs', kind: 'numeric' },
    { gold: '12 Angry Men', kind: 'text' },
    { gold: '5; 12 Angry Men', kind: 'text' },
    { gold: '5', unit: 'km', kind: 'numeric' },
    { gold: '5', unit: 'furlongs', kind: 'text' },
    { gold: '\\frac{a}{b}', kind: 'symbolic' },
    { gold: 'x^2', kind: 'symbolic' },
    { gold: 'x_1', kind: 'symbolic' },
    { gold: 'a + b', kind: 'symbolic' },
    { gold: 'E = mc', kind: 'symbolic' },
    { gold: 'Paris', kind: 'text' },
    { gold: '\\text{Paris}', kind: 'text' },
    { gold: '', kind: 'text' },
  ])('$gold: $kind', ({ gold, unit, kind }) => {
    expect(kindOfGold(gold, unit)).toBe(kind)
  })
})

it('a choice has two options, and a gold that names some', () => {
  const two = optionsOf('', ['red', 'blue'])
  expect(isChoice('A', two)).toBe(true)
  expect(isChoice('blue', two)).toBe(true)
  expect(isChoice('purple', two)).toBe(false)
  expect(isChoice('A', optionsOf('', ['red']))).toBe(false)
  expect(isChoice('A', [])).toBe(false)
})
