import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCsvSheet } from '../../../../solver/adapters/csv-sheet.ts'
import { readQuestions as readFrom } from '../../../../solver/index.ts'
import { hasShared, orSkipped, sharedPath } from '../../../fixtures/shared.ts'

const readQuestions = (text: string, file: string) => readFrom(text, file, readCsvSheet)
const row = { id: 'a', query: 'Which?', gt: 'B', category: 'Biology', answer_type: 'multipleChoice' }
const question = {
  id: 'a',
  query: 'Which?',
  gold: 'B',
  category: 'Biology',
  answerType: 'multipleChoice',
  rationale: '',
  task: null,
}

describe('a question file', () => {
  it.each([
    { name: 'an array', text: JSON.stringify([row]) },
    { name: 'lines', text: `${JSON.stringify(row)}\n\n` },
    {
      name: 'lines that end as on Windows, with a byte order mark',
      text: `\uFEFF${JSON.stringify(row)}\r\n`,
    },
    {
      name: 'the names of the original files',
      text: JSON.stringify([
        { id: 'a', question: 'Which?', answer: 'B', category: 'Biology', answer_type: 'multipleChoice' },
      ]),
    },
  ])('is read as $name', ({ text }) => {
    expect(readQuestions(text, 'q.json')).toEqual([question])
  })

  it('as a sheet gives back any cell', () => {
    const cell = fc.string().filter((text) => text.trim() !== '')
    fc.assert(
      fc.property(fc.uniqueArray(cell, { minLength: 1, maxLength: 5 }), (queries) => {
        const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
        const sheet = ['id,query', ...queries.map((query, at) => `${at},${quoted(query)}`)].join('\n')
        expect(readQuestions(sheet, 'q.csv').map(({ query }) => query)).toEqual(queries)
      }),
    )
  })

  it.each([
    {
      name: 'an unknown answer_type',
      text: JSON.stringify([{ ...row, answer_type: 'essay' }]),
      says: /question 1: .*"essay"/,
      field: 'answer_type',
    },
    {
      name: 'no question',
      text: JSON.stringify([{ ...row, query: ' ' }]),
      says: /question 1: query: is missing/,
      field: 'query',
    },
    { name: 'no id', text: '{"query": "x"}', says: /line 1: id: /, field: 'id' },
    {
      name: 'an id that comes twice',
      text: JSON.stringify([row, row]),
      says: /"a" occurs twice/,
      field: 'id',
    },
    {
      name: 'a line that is no JSON',
      text: `\n\n${JSON.stringify(row)}\n{`,
      says: /line 4 is not valid JSON/,
      field: 'file',
    },
    {
      name: 'several lines, all of them named',
      text: `{\n${JSON.stringify(row)}\n\n{"id": "b"}\n[`,
      says: /line 1 is not valid JSON.* Wrong too: line 4, line 5\.$/,
      field: 'file',
    },
    {
      name: 'a sheet with a cell too many',
      text: 'id,query\na,Which?,x',
      says: /line 2 has 3 cells under 2 names/,
      field: 'file',
    },
    {
      name: 'a sheet with a fault behind cells of several lines',
      text: 'id,query\r\n\r\na,"Which?\r\nB or C?"\r\nb,Which?,x\r\n',
      says: /line 5 has 3 cells under 2 names/,
      field: 'file',
    },
    {
      name: 'a sheet with an open quotation mark',
      text: 'id,query\na,"Which?',
      says: /never closed/,
      field: 'file',
    },
    { name: 'a broken array', text: '[{', says: /the array is not valid JSON/, field: 'file' },
    { name: 'nothing', text: '', says: /no questions/, field: 'file' },
    { name: 'an empty array', text: '[]', says: /no questions/, field: 'file' },
  ])('is refused with file, place and field for $name', ({ text, says, field }) => {
    expect(() => readQuestions(text, 'q.json')).toThrow(
      expect.objectContaining({
        code: 'INPUT_INVALID',
        message: expect.stringMatching(says),
        facts: { file: 'q.json', field },
      }),
    )
  })

  it.skipIf(!hasShared)(orSkipped('of the published sets is read whole'), () => {
    for (const file of ['supergpqa-hard.json', 'trqa_lit_converted.json']) {
      const text = readFileSync(sharedPath('data', 'questions', file), 'utf8')
      const questions = readQuestions(text, file)
      expect(questions).toHaveLength((JSON.parse(text) as unknown[]).length)
      expect(
        questions.every(({ gold, answerType }) => gold !== null && answerType === 'multipleChoice'),
      ).toBe(true)
    }
  })
})
