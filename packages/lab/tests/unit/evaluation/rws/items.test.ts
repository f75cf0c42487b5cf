/** The file of items: what is read, what is refused and where, and what a model under test is shown. */
import { describe, expect, it } from 'vitest'
import { itemPrompt, readStarItems } from '../../../../evaluation/index.ts'

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

describe('S24 what a model is shown', () => {
  const [item] = readStarItems(line(), 'rws.jsonl')

  it('is never step, final, type or meta', () => {
    const shown = itemPrompt(item!)
    for (const hidden of ['secret', 'numeric', 'Lee', '2010']) expect(shown).not.toContain(hidden)
  })
})
