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

  test('stay where the text has them in other letters', () => {
    const answer = { items: [ECHO.toLowerCase()], losses: {} }
    expect(ownEntities(answer, `${TEXT} ${ECHO.toUpperCase()}`)).toEqual(answer)
  })

  test('are known with spaces around them', () => {
    expect(ownEntities({ items: [` ${ECHO} `, 'lupeol'], losses: {} }, TEXT).items).toEqual(['lupeol'])
  })

  test('change nothing in an answer that could not be read', () => {
    const answer = { items: null, losses: { unreadable: 1 } }
    expect(ownEntities(answer, TEXT)).toEqual(answer)
  })

  test('alone are no answer', () => {
    expect(ownEntities({ items: [ECHO], losses: { cut: 1 } }, TEXT)).toEqual({
      items: null,
      losses: { cut: 1, from_example: 1, unreadable: 1 },
    })
  })

  test('take a triple with them that has one at an end', () => {
    const own = ['lupeol', 'inhibits', 'AKT1'] as const
    const halves = [ECHOED ?? [], ['lupeol', 'is in', ECHO], [ECHO, 'is in', 'lupeol'], own]
    expect(ownTriples({ items: halves, losses: {} }, TEXT)).toEqual({
      items: [own],
      losses: { from_example: 3 },
    })
  })

  test('leave a triple with them that has one in its middle, and one without parts', () => {
    const answer = { items: [['lupeol', ECHO, 'AKT1'], []], losses: {} }
    expect(ownTriples(answer, TEXT)).toEqual(answer)
  })
})
