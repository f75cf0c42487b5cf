/** Tests edge cases of question files: which rows are read, and the messages for the first faults. */
import { describe, expect, it } from 'vitest'
import { readCsvSheet } from '../../../../solver/adapters/csv-sheet.ts'
import { checkGold, openQuestion, readQuestions } from '../../../../solver/index.ts'

const read = (text: string) => readQuestions(text, 'q.json', readCsvSheet)

describe('a question', () => {
  it('has what its row says, and defaults', () => {
    const [bare] = read('{"id": 1, "query": "Q?"}')
    expect(bare).toEqual({
      id: '1',
      query: 'Q?',
      gold: null,
      category: '',
      answerType: 'auto',
      rationale: '',
      task: null,
    })
    const row = {
      id: 'a',
      question: 'Q?',
      answer: 5,
      category: 'c',
      answer_type: 'numeric',
      rationale: 'r',
      task: 't',
      options: ['x'],
      unit: 'm',
    }
    const [whole] = read(JSON.stringify([row]))
    expect(whole).toEqual({
      id: 'a',
      query: 'Q?\n\nA) x',
      gold: '5',
      category: 'c',
      answerType: 'numeric',
      rationale: 'r',
      task: 't',
      options: ['x'],
      unit: 'm',
    })
    expect(openQuestion(whole!)).toEqual({
      id: 'a',
      query: 'Q?\n\nA) x',
      category: 'c',
      answerType: 'numeric',
    })
  })

  it.each([
    { row: { gt: 'a', answer: 'b' }, gold: 'a' },
    { row: { gt: ' ', answer: 'b' }, gold: 'b' },
    { row: { gt: null, answer: ' ' }, gold: null },
    { row: { gt: 0 }, gold: '0' },
  ])('has the gold $gold of $row', ({ row, gold }) => {
    expect(read(JSON.stringify([{ id: 'a', query: 'Q?', ...row }]))[0]!.gold).toBe(gold)
  })

  it('without a gold is one among others, not alone', () => {
    const questions = read('[{"id": "a", "query": "Q?"}, {"id": "b", "query": "Q?", "gt": "x"}]')
    expect(() => checkGold(questions, 'q.json')).not.toThrow()
    expect(() => checkGold(questions.slice(0, 1), 'q.json')).toThrow(
      expect.objectContaining({ code: 'INPUT_INVALID', message: expect.stringContaining('("a")') }),
    )
  })
})
