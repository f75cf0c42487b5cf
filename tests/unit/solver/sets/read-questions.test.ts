/** Question files at their edges: which rows are read, and what is said of the first faults. */
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

describe('a file', () => {
  it('may be lines, with empty ones and a mark in front', () => {
    const questions = read('\uFEFF\n{"id": "a", "query": "Q?"}\r\n \n{"id": "b", "query": "Q?"}\n')
    expect(questions.map(({ id }) => id)).toEqual(['a', 'b'])
  })

  it.each([
    { text: '', what: 'no questions' },
    { text: '[]', what: 'no questions' },
    { text: '[', what: 'the array is not valid JSON' },
    { text: '{"id": "a", "query": "Q?"}\n{', what: 'line 2 is not valid JSON' },
    { text: '[{"id": "a", "query": "Q?"}, {"id": "a", "query": "R?"}]', what: 'the id "a" occurs twice' },
    { text: '[{"id": "a", "query": "Q?"}, {"id": "b"}]', what: 'question 2: query: is missing or empty' },
    { text: '[{"id": "a", "query": " "}]', what: 'question 1: query: is missing or empty' },
    { text: '[5]', what: 'question 1: it: ' },
    {
      text: '[{"id": "a", "query": "Q?", "answer_type": "x"}]',
      what: 'question 1: No grader for the answer_type "x"',
    },
    { text: 'id,query\na,Q?,x', what: 'line 2 has 3 cells under 2 names' },
    { text: 'id,query\na', what: 'line 2 has 1 cells under 2 names' },
    { text: 'id,query\na,"Q?', what: 'never closed' },
  ])('is refused: $what', ({ text, what }) => {
    expect(() => read(text)).toThrow(
      expect.objectContaining({ code: 'INPUT_INVALID', message: expect.stringContaining(what) }),
    )
  })
})
