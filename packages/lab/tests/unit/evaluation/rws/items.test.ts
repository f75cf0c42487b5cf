/** The file of items: what is read, what is refused and where, and what a model under test is shown. */
import { describe, expect, it } from 'vitest'
import { itemPrompt, readStarItems } from '../../../../evaluation/rws/items.ts'

const ROW = {
  id: '2010_Lee_4_a',
  q_id: 4,
  sub_id: 'a',
  preamble: ['A wind blows.', 'It is fast.'],
  question: 'How fast is it?',
  hint: 'in km/s',
  step: ['secret step'],
  final: '400 secret',
  type: 'numeric',
  meta: { year: 2010, author: 'Lee', source: 'secret.pdf' },
}
const line = (changes: object = {}) => JSON.stringify({ ...ROW, ...changes })
const faultOf = (text: string) => {
  try {
    readStarItems(text, 'rws.jsonl')
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

describe('S23 the loader', () => {
  it('reads items, blank lines and a byte order mark aside', () => {
    const text = `\ufeff${line()}\n\n  \n${line({ id: 'b', q_id: '4', type: 'textual', hint: null, preamble: null, step: null, extra: 1 })}\n`
    const [first, second] = readStarItems(text, 'rws.jsonl')
    expect(first).toMatchObject({ id: '2010_Lee_4_a', type: 'numeric', meta: { q_id: 4, author: 'Lee' } })
    expect(second).toMatchObject({
      type: 'text',
      hint: null,
      preamble: [],
      step: [],
      meta: { q_id: 4, extra: 1 },
    })
  })

  it.each([
    { name: 'an unknown type (E9)', row: line({ id: 'b', type: 'figure' }), says: /line 3: type:/ },
    { name: 'a repeated id', row: line(), says: /line 3: the id "2010_Lee_4_a" stands in line 1 already/ },
    { name: 'a missing field', row: line({ id: 'b', question: undefined }), says: /line 3: question:/ },
    { name: 'an empty final', row: line({ id: 'b', final: ' ' }), says: /line 3: final: is empty/ },
    { name: 'no JSON', row: '{"id": ', says: /line 3: it is not JSON/ },
  ])('$name is an error with its line', ({ row, says }) => {
    expect(faultOf(`${line()}\n\n${row}\n`)).toMatch(says)
  })

  it('names several lines, and refuses a file without items', () => {
    expect(faultOf(Array.from({ length: 7 }, () => '{}').join('\n'))).toMatch(
      /line 1: .*; line 5: .*; and 2 more/,
    )
    expect(faultOf('\n\n')).toMatch(/it has no items/)
  })
})

describe('a row of the file', () => {
  const read = (changes: object) => readStarItems(line(changes), 'rws.jsonl')[0]

  it('has whatever else it holds among its origin', () => {
    expect(read({ extra: 1, year: 1999, meta: { year: 2010 } })?.meta).toEqual({
      q_id: 4,
      sub_id: 'a',
      extra: 1,
      year: 2010,
    })
  })

  it.each([
    { name: 'no hint', hint: undefined, is: null },
    { name: 'a hint that is null', hint: null, is: null },
    { name: 'a blank hint', hint: ' \n', is: null },
    { name: 'a hint, as it is written', hint: ' in km ', is: ' in km ' },
  ])('may have $name', ({ hint, is }) => {
    expect(read({ hint })?.hint).toBe(is)
  })

  it('has an id of one character at least, without blanks around it', () => {
    expect(read({ id: ' b ' })?.id).toBe('b')
    expect(faultOf(line({ id: '  ' }))).toMatch(/line 1: id:/)
  })

  it('needs a question, and is an object', () => {
    expect(faultOf(line({ question: ' \n' }))).toMatch(/line 1: question: is empty/)
    expect(faultOf('5')).toMatch(/line 1: the row: /)
    expect(faultOf(line({ q_id: 1.5 }))).toMatch(/line 1: q_id: /)
  })

  it('may end with a carriage return', () => {
    const ids = readStarItems(`${line()}\r\n${line({ id: 'b' })}\r\n`, 'rws.jsonl').map(({ id }) => id)
    expect(ids).toEqual(['2010_Lee_4_a', 'b'])
  })
})

describe('faults of a file', () => {
  const faults = (count: number) => faultOf(Array.from({ length: count }, () => '{').join('\n'))

  it('are named to the fifth', () => {
    expect(faults(1)).toBe('rws.jsonl is not a file of items: line 1: it is not JSON.')
    expect(faults(5)).toMatch(/: line 1: it is not JSON; .*; line 5: it is not JSON\.$/)
    expect(faults(6)).toMatch(/; line 5: it is not JSON; and 1 more\.$/)
  })

  it('name the first line of an id that stands there three times', () => {
    const said = faultOf([line(), line({ id: 'b' }), line(), line()].join('\n'))
    expect(said).toMatch(/line 3: .* stands in line 1 already; line 4: .* stands in line 1 already\.$/)
  })

  it('are those of the input', () => {
    expect(() => readStarItems('', 'rws.jsonl')).toThrow(
      expect.objectContaining({ code: 'INPUT_INVALID', facts: { field: 'data' } }),
    )
  })
})

describe('S24 what a model is shown', () => {
  const [item] = readStarItems(line(), 'rws.jsonl')

  it('is preamble, question and hint', () => {
    expect(itemPrompt(item!)).toBe('A wind blows.\n\nIt is fast.\n\nHow fast is it?\n\nHint: in km/s')
  })

  it('has no line for a hint that is not there', () => {
    const [plain] = readStarItems(line({ hint: null, preamble: null }), 'rws.jsonl')
    expect(itemPrompt(plain!)).toBe('How fast is it?')
  })

  it('is never step, final, type or meta', () => {
    const shown = itemPrompt(item!)
    for (const hidden of ['secret', 'numeric', 'Lee', '2010']) expect(shown).not.toContain(hidden)
  })
})
