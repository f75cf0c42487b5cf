/** A weak model's answer may hold the example of the prompt. */
import { describe, expect, test } from 'vitest'
import { ownEntities, ownTriples } from '../../../../graph/openie/example-echo.ts'
import { EXAMPLE_ANSWERS } from '../../../../graph/openie/prompts.ts'
import { readEntities, readTriples } from '../../../../graph/openie/read-answer.ts'

const TEXT = 'Lupeol inhibits AKT1.'
const [ECHO = ''] = readEntities(EXAMPLE_ANSWERS.entities).items ?? []
const [ECHOED] = readTriples(EXAMPLE_ANSWERS.triples).items ?? []

describe('names of the example', () => {
  test('are taken out, and counted', () => {
    expect(ownEntities({ items: ['lupeol', ECHO, ECHO.toUpperCase()], losses: {} }, TEXT)).toEqual({
      items: ['lupeol'],
      losses: { from_example: 2 },
    })
  })

  test('stay where the text has them', () => {
    const answer = { items: ['lupeol', ECHO], losses: {} }
    expect(ownEntities(answer, `${TEXT} ${ECHO.toLowerCase()}`)).toEqual(answer)
  })

  test('alone are no answer', () => {
    expect(ownEntities({ items: [ECHO], losses: { cut: 1 } }, TEXT)).toEqual({
      items: null,
      losses: { cut: 1, from_example: 1, unreadable: 1 },
    })
  })

  test('take a triple with them that has one at an end', () => {
    const own = ['lupeol', 'inhibits', 'AKT1'] as const
    const halves = [ECHOED ?? [], ['lupeol', 'is in', ECHO], own]
    expect(ownTriples({ items: halves, losses: {} }, TEXT)).toEqual({
      items: [own],
      losses: { from_example: 2 },
    })
  })
})
