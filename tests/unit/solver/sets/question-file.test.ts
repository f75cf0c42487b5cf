/** Tests question files: rows in our form and in those of published sets, faults with their place, and answers as rows. */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCsvSheet } from '../../../../solver/adapters/csv-sheet.ts'
import { answerRow, checkGold, openQuestion, readQuestions } from '../../../../solver/index.ts'
import { casesIn } from '../../../fixtures/case-lines.ts'
import { hasShared, orSkipped, sharedPath } from '../../../fixtures/shared.ts'

/** Reads a file, or a file that is an array of rows. */
const read = (file: string | readonly object[], name = 'q.json') =>
  readQuestions(typeof file === 'string' ? file : JSON.stringify(file), name, readCsvSheet)

const ROW = { id: 'a', query: 'Which?', gt: 'B', category: 'Biology', answer_type: 'multipleChoice' }
const LINE = JSON.stringify(ROW)

describe('a question', () => {
  it.each([
    ['an array', `[${LINE}]`],
    ['lines', `${LINE}\n\n`],
    ['lines that end as on Windows, with a byte order mark', `\uFEFF${LINE}\r\n`],
    ['the names of the original files', `[${LINE.replace('query', 'question').replace('gt', 'answer')}]`],
  ])('is read from %s', (_, text) => {
    const defaults = { rationale: '', task: null }
    const asked = { id: 'a', query: 'Which?', category: 'Biology', answerType: 'multipleChoice' }
    expect(read(text)).toEqual([{ ...asked, ...defaults, gold: 'B' }])
  })

  it('has what its row says, and defaults', () => {
    const nothing = { gold: null, category: '', answerType: 'auto', rationale: '', task: null }
    expect(read('{"id": 1, "query": "Q?"}')).toEqual([{ id: '1', query: 'Q?', ...nothing }])
    const said = { id: 'a', category: 'c', rationale: 'r', task: 't', options: ['x'], unit: 'm' }
    const [whole] = read([{ ...said, question: 'Q?', answer: 5, answer_type: 'numeric' }])
    const asked = { id: 'a', query: 'Q?\n\nA) x', category: 'c', answerType: 'numeric' }
    expect(whole).toEqual({ ...said, ...asked, gold: '5' })
    expect(openQuestion(whole!)).toEqual(asked)
  })

  it.each([
    [{ gt: 'a', answer: 'b' }, 'a'],
    [{ gt: ' ', answer: 'b' }, 'b'],
    [{ gt: null, answer: ' ' }, null],
    [{ gt: 0 }, '0'],
  ])('of %j has the gold %s', (row, gold) => {
    expect(read([{ id: 'a', query: 'Q?', ...row }])[0]!.gold).toBe(gold)
  })

  it('without a gold may be among others, not alone', () => {
    const questions = read('[{"id": "a", "query": "Q?"}, {"id": "b", "query": "Q?", "gt": "x"}]')
    expect(() => checkGold(questions, 'q.json')).not.toThrow()
    expect(() => checkGold(questions.slice(0, 1), 'q.json')).toThrow(
      expect.objectContaining({ code: 'INPUT_INVALID', message: expect.stringContaining('("a")') }),
    )
  })

  it('of a sheet may have any text', () => {
    const cell = fc.string().filter((text) => text.trim() !== '')
    fc.assert(
      fc.property(fc.uniqueArray(cell, { minLength: 1, maxLength: 5 }), (queries) => {
        const rows = queries.map((query, at) => `${at},"${query.replaceAll('"', '""')}"`)
        const sheet = ['id,query', ...rows].join('\n')
        expect(read(sheet, 'q.csv').map(({ query }) => query)).toEqual(queries)
      }),
    )
  })
})

describe('a question file is refused with file, place and field', () => {
  it.each(
    casesIn<'name' | 'field' | 'says' | 'text'>(String.raw`
    name | field | says | text
    an unknown answer_type | answer_type | question 1: .*"essay" | [{"id": "a", "query": "x", "answer_type": "essay"}]
    no question | query | question 1: query: is missing | [{"id": "a", "query": " "}]
    no id | id | line 1: id:  | {"query": "x"}
    an id that occurs twice | id | "a" occurs twice | [ROW, ROW]
    a line that is no JSON | file | line 4 is not valid JSON | ⏎⏎ROW⏎{
    several such lines, all of them named | file | line 1 is not valid JSON.* Also wrong: line 4, line 5\.$ | {⏎ROW⏎⏎{"id": "b"}⏎[
    a cell too many in a sheet | file | line 2 has 3 cells under 2 names | id,query⏎a,Which?,x
    a fault behind cells of several lines | file | line 5 has 3 cells under 2 names | id,query⏎⏎a,"Which?⏎B or C?"⏎b,Which?,x⏎
    an open quotation mark in a sheet | file | never closed | id,query⏎a,"Which?
    a broken array | file | the array is not valid JSON | [{
    nothing | file | no questions
    an empty array | file | no questions | []
  `),
  )('for $name', ({ text, says, field }) => {
    expect(() => read(text.replaceAll('ROW', LINE))).toThrow(
      expect.objectContaining({
        code: 'INPUT_INVALID',
        message: expect.stringMatching(says),
        facts: { file: 'q.json', field },
      }),
    )
  })
})

describe('a published set', () => {
  const BASES = ['Guanine', 'Thymine', 'Cytosine']
  const question = 'Which base pairs with adenine in DNA?'
  const SHOWN = `${question}\n\nA) Guanine\nB) Thymine\nC) Cytosine`
  const CHOICE = { query: SHOWN, gold: 'B', answerType: 'multipleChoice', options: BASES }
  const HLE = { id: 'h1', category: 'Biology/Medicine', rationale: 'Two bonds.' }

  it.each([
    [
      'SuperGPQA',
      { uuid: 'a1', question, options: BASES, answer: 'Thymine', answer_letter: 'B', discipline: 'Science' },
      { id: 'a1', category: 'Science', ...CHOICE },
    ],
    [
      'MMLU-Pro',
      { question_id: 70, question, options: BASES, answer: 'B', answer_index: 1, category: 'biology' },
      { id: '70', category: 'biology', ...CHOICE },
    ],
    [
      'options by letter',
      { id: 't1', question, options: { A: 'Guanine', B: 'Thymine', C: 'Cytosine' }, answer: 'B' },
      { id: 't1', ...CHOICE },
    ],
    ['options in the question', { id: 'a', query: SHOWN, gt: 'B', options: BASES }, { query: SHOWN }],
    [
      'Humanity’s Last Exam',
      { ...HLE, question: SHOWN, answer: 'B', answer_type: 'multipleChoice' },
      { ...HLE, query: SHOWN, gold: 'B' },
    ],
    [
      'GAIA',
      { task_id: 'g1', Question: 'How many?', Level: 2, 'Final answer': '17', file_name: '' },
      { id: 'g1', query: 'How many?', gold: '17', category: 'Level 2' },
    ],
  ])('is read in its own form: %s', (_, row, expected) => {
    expect(read([row])).toMatchObject([expected])
  })

  it('is read as a sheet: GPQA has its answers in an order that says nothing, the same each time', () => {
    const sheet = [
      'Record ID,Question,Correct Answer,Incorrect Answer 1,Incorrect Answer 2,Incorrect Answer 3,High-level domain',
      ...Array.from(
        { length: 40 },
        (_, i) => `r${i},What is ${i}?,right ${i},wrong a,wrong b,wrong c,Physics`,
      ),
    ].join('\n')
    const questions = read(sheet)
    expect(questions).toEqual(read(sheet))
    for (const [i, { gold, options = [], query, category }] of questions.entries()) {
      expect(options['ABCD'.indexOf(gold ?? '')]).toBe(`right ${i}`)
      expect([query.includes(`${gold}) right ${i}`), category]).toEqual([true, 'Physics'])
    }
    expect(new Set(questions.map(({ gold }) => gold)).size).toBe(4)
  })

  it('is read as a sheet: TRQA, with several right letters and no ids', () => {
    const options = JSON.stringify({ A: 'Guanine', B: 'Thymine', C: 'Uracil' }).replaceAll('"', '""')
    const sheet = `Question,Options,Answer\nWhat pairs with adenine?,"${options}","B, C"\nName a base.,,Uracil`
    const [choice, short] = read(sheet)
    const query = 'What pairs with adenine?\n\nA) Guanine\nB) Thymine\nC) Uracil'
    expect(choice).toMatchObject({ query, gold: 'BC', answerType: 'multipleChoice' })
    expect(short).toMatchObject({ query: 'Name a base.', gold: 'Uracil', answerType: 'auto' })
    expect(new Set([choice?.id, short?.id, ...read(sheet).map(({ id }) => id)]).size).toBe(2)
  })

  it.skipIf(!hasShared)(orSkipped('is read whole'), () => {
    for (const file of ['supergpqa-hard.json', 'trqa_lit_converted.json']) {
      const text = readFileSync(sharedPath('data', 'questions', file), 'utf8')
      const questions = read(text, file)
      expect(questions).toHaveLength((JSON.parse(text) as unknown[]).length)
      for (const { gold, answerType } of questions)
        expect([gold === null, answerType]).toEqual([false, 'multipleChoice'])
    }
  })
})

it.each([
  ['The speed follows.\nFinal Answer: 48.8 km/s', '48.8 km/s'],
  ['**Final Answer:**\n\n48.8 km/s', '48.8 km/s'],
  ['Final Answer: 1\n<answer>\\boxed{42}</answer>', '42'],
  ['I do not know.', null],
])('the final answer of %j in answers.jsonl is %j', (answer, finalAnswer) => {
  const record = { id: 'r', plan: { question: { id: 'q', text: 'How fast?' } } }
  const ledgers = { total: { promptTokens: 1, completionTokens: 1, cost: null }, byRole: [], steps: 1 }
  const outcome = { answer, status: 'done', failure: null, seconds: 1, ledgers }
  expect(answerRow({ id: 'q', run: 1 }, record as never, outcome as never).finalAnswer).toBe(finalAnswer)
})
