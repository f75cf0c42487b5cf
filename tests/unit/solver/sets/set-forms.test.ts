/** Tests published sets in their authors' own forms, and files of the patterns' answers. */
import { describe, expect, it } from 'vitest'
import { readCsvSheet } from '../../../../solver/adapters/csv-sheet.ts'
import { answerRow, readQuestions } from '../../../../solver/index.ts'

const read = (rows: unknown) =>
  readQuestions(typeof rows === 'string' ? rows : JSON.stringify(rows), 'q.json', readCsvSheet)
const BASES = ['Guanine', 'Thymine', 'Cytosine']
const ASKED = 'Which base pairs with adenine in DNA?'
const SHOWN = `${ASKED}\n\nA) Guanine\nB) Thymine\nC) Cytosine`
const CHOICE = { query: SHOWN, gold: 'B', answerType: 'multipleChoice', options: BASES }

describe('a row of', () => {
  it.each([
    [
      'SuperGPQA',
      {
        uuid: 'a1',
        question: ASKED,
        options: BASES,
        answer: 'Thymine',
        answer_letter: 'B',
        discipline: 'Science',
      },
      { id: 'a1', category: 'Science', ...CHOICE },
    ],
    [
      'MMLU-Pro',
      { question_id: 70, question: ASKED, options: BASES, answer: 'B', answer_index: 1, category: 'biology' },
      { id: '70', category: 'biology', ...CHOICE },
    ],
    [
      'a set with options by letter',
      { id: 't1', question: ASKED, options: { A: 'Guanine', B: 'Thymine', C: 'Cytosine' }, answer: 'B' },
      { id: 't1', ...CHOICE },
    ],
    [
      'Humanity’s Last Exam',
      {
        id: 'h1',
        question: SHOWN,
        answer: 'B',
        answer_type: 'multipleChoice',
        category: 'Biology/Medicine',
        rationale: 'Two bonds.',
      },
      { id: 'h1', query: SHOWN, gold: 'B', category: 'Biology/Medicine', rationale: 'Two bonds.' },
    ],
    [
      'GAIA',
      { task_id: 'g1', Question: 'How many?', Level: 2, 'Final answer': '17', file_name: '' },
      { id: 'g1', query: 'How many?', gold: '17', category: 'Level 2' },
    ],
  ])('%s is read in its own form', (_name, row, question) => {
    expect(read([row])).toMatchObject([question])
  })

  it('GPQA has its answers in an order that says nothing, the same each time', () => {
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

  it('TRQA, with several right letters and no ids', () => {
    const options = JSON.stringify({ A: 'Guanine', B: 'Thymine', C: 'Uracil' }).replaceAll('"', '""')
    const sheet = `Question,Options,Answer\nWhat pairs with adenine?,"${options}","B, C"\nName a base.,,Uracil`
    const [choice, short] = read(sheet)
    expect(choice).toMatchObject({
      query: 'What pairs with adenine?\n\nA) Guanine\nB) Thymine\nC) Uracil',
      gold: 'BC',
      answerType: 'multipleChoice',
    })
    expect(short).toMatchObject({ query: 'Name a base.', gold: 'Uracil', answerType: 'auto' })
    expect(new Set([choice?.id, short?.id, ...read(sheet).map(({ id }) => id)]).size).toBe(2)
  })

  it('any set shows options once', () => {
    const [question] = read([{ id: 'a', query: SHOWN, gt: 'B', options: BASES }])
    expect(question?.query).toBe(SHOWN)
  })
})

describe('the final answer in answers.jsonl', () => {
  it.each([
    ['The speed follows.\nFinal Answer: 48.8 km/s', '48.8 km/s'],
    ['**Final Answer:**\n\n48.8 km/s', '48.8 km/s'],
    ['Final Answer: 1\n<answer>\\boxed{42}</answer>', '42'],
    ['I do not know.', null],
  ])('of %j is %j', (answer, finalAnswer) => {
    const record = { id: 'r', plan: { question: { id: 'q', text: 'How fast?' } } }
    const total = { promptTokens: 1, completionTokens: 1, cost: null }
    const outcome = {
      answer,
      status: 'done',
      failure: null,
      seconds: 1,
      ledgers: { total, byRole: [], steps: 1 },
    }
    const row = answerRow({ id: 'q', run: 1 }, record as never, outcome as never)
    expect(row.finalAnswer).toBe(finalAnswer)
  })
})
