/** OpenIE as lines of JSON: what is read of each line, and which line is at fault. */
import { describe, expect, it } from 'vitest'
import { isGlossError } from '../../../../core/index.ts'
import { parseOpenIeLines } from '../../../../graph/formats/index.ts'

const LINE = '{"_id": "d1", "entities": ["Lupeol", 7], "triples": [["Lupeol", "is", "old"], ["Lupeol"]]}'

function failureOf(text: string): string {
  try {
    parseOpenIeLines(text)
  } catch (error) {
    if (isGlossError(error, 'INPUT_INVALID')) return error.message
    throw error
  }
  return 'no failure'
}

describe('lines of OpenIE', () => {
  it('give each document its entities and triples, in order, and count what was mended', () => {
    expect(parseOpenIeLines(`${LINE}\r\n{"triples": [], "entities": [null], "_id": ""}`)).toEqual({
      lines: [
        { document: 'd1', entities: ['Lupeol', '7'], triples: [['Lupeol', 'is', 'old'], ['Lupeol']] },
        { document: '', entities: [], triples: [] },
      ],
      losses: { mended_number: 1, entity_not_text: 1 },
    })
  })

  it('may be blank, before, between and behind', () => {
    expect(parseOpenIeLines(`\n \t\n${LINE}\n\r\n${LINE}\n`).lines).toHaveLength(2)
  })

  it.each([
    { name: 'no id', line: '{"entities": [], "triples": []}' },
    { name: 'a number for an id', line: '{"_id": 2, "entities": [], "triples": []}' },
    { name: 'no entities', line: '{"_id": "2", "triples": []}' },
    { name: 'a text for entities', line: '{"_id": "2", "entities": "a", "triples": []}' },
    { name: 'no triples', line: '{"_id": "2", "entities": []}' },
    { name: 'an object for triples', line: '{"_id": "2", "entities": [], "triples": {}}' },
    { name: 'null', line: 'null' },
    { name: 'a text', line: '"_id"' },
  ])('are refused by their number: $name', ({ line }) => {
    expect(failureOf(`${LINE}\n\n${line}\n${LINE}`)).toBe(
      'Line 3 of the OpenIE lines must be {"_id": "...", "entities": [...], "triples": [[...]]}.',
    )
  })

  it('are refused where there is none', () => {
    expect(failureOf(' \n\n')).toBe('The file of OpenIE lines is empty; give one with content.')
  })
})
