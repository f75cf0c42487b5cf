/** Questions as they are read and asked for: to the edge of each limit. */
import { describe, expect, it } from 'vitest'
import {
  createModelQuestions,
  projectQuestions,
  questionRequest,
} from '../../../comparison/questions/model-questions.ts'
import { questionIn } from '../../../comparison/questions/question-in.ts'
import type { Unit } from '../../../corpus/index.ts'
import { estimateMessageTokens } from '../../../models/index.ts'
import {
  hasSameKeys,
  jsonObjectOf,
  lastJsonObject,
} from '../../../packages/lab/evaluation/rws/json-answer.ts'
import { judgeType } from '../../../packages/lab/evaluation/rws/verifier.ts'

describe('the question in an answer', () => {
  const ofLength = (length: number) => `${'x'.repeat(length - 1)}?`

  it('has 10 to 400 characters', () => {
    expect([9, 10, 400, 401].map((length) => questionIn(ofLength(length)).loss)).toEqual([
      'no_question',
      null,
      null,
      'question_too_long',
    ])
  })

  it.each([
    { answer: '  What   is it,\tthen?  ', text: 'What is it, then?' },
    { answer: 'I think so.\nWhat is it? Or what? Yes.', text: 'What is it? Or what?' },
    { answer: '> - **Question:** «What is it?»', text: 'What is it?' },
    { answer: '« What is it now? »', text: 'What is it now?' },
    { answer: 'What is it?\nWhat else is it?', text: 'What is it?' },
  ])('$answer', ({ answer, text }) => {
    expect(questionIn(answer)).toEqual({ text, loss: null })
  })
})

describe('questions by a model', () => {
  const asked = (id: string, title = '') => ({ unit: { id, text: `statement of ${id}` } as Unit, title })
  const units = ['u1', 'u2', 'u3', 'u4'].map((id) => asked(id))
  const source = (answers: readonly string[]) => {
    const said = [...answers]
    const chat = { ask: () => Promise.resolve(said.shift() ?? '') }
    return createModelQuestions({ model: 'm', chat: chat as never, units })
  }

  it('are one a unit, each once; the others are counted by what is wrong', async () => {
    const answers = ['What is it here?', 'what IS it here?', 'none', 'What is it there?']
    const made = await source(answers).make(4, new AbortController().signal)
    expect(made).toEqual({
      questions: [
        { text: 'What is it here?', units: ['u1'], hops: 1 },
        { text: 'What is it there?', units: ['u4'], hops: 1 },
      ],
      losses: { repeated_question: 1, no_question: 1 },
    })
  })

  it('are counted by each reason as often as it holds', async () => {
    const answers = [
      'none',
      'no',
      'What is it here?',
      'what is it HERE?',
      'What is it here?',
      'What is it here?',
    ]
    const many = ['u1', 'u2', 'u3', 'u4', 'u5', 'u6'].map((id) => asked(id))
    const chat = { ask: () => Promise.resolve(answers.shift() ?? '') }
    const made = createModelQuestions({ model: 'm', chat: chat as never, units: many })
    expect((await made.make(9, new AbortController().signal)).losses).toEqual({
      no_question: 2,
      repeated_question: 3,
    })
  })

  it('are asked about so many units as are wanted', async () => {
    const answers = units.map((_, at) => `What is it in ${at}?`)
    const { questions } = await source(answers).make(2, new AbortController().signal)
    expect(questions.map(({ units: of }) => of)).toEqual([['u1'], ['u2']])
    await expect(source(answers).make(2, AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped')
    expect(source([]).made).toMatch(/^model:m:[0-9a-f]+$/)
  })

  it('are asked for with the title of the paper, where there is one', () => {
    const { messages, temperature, maxTokens } = questionRequest(asked('u1', 'A title'))
    expect(messages[1]!.content).toBe('Paper: A title\nStatement: statement of u1')
    expect(questionRequest(asked('u1')).messages[1]!.content).toBe('Statement: statement of u1')
    expect([temperature, maxTokens]).toEqual([0, 512])
    const long = { unit: { id: 'u', text: `${'x'.repeat(2_999)}yz` } as Unit, title: '' }
    expect(questionRequest(long).messages[1]!.content).toBe(`Statement: ${'x'.repeat(2_999)}y`)
  })

  it('take at most what is asked, and thirty tokens each', () => {
    const promptTokens = units
      .map((unit) => estimateMessageTokens(questionRequest(unit).messages))
      .reduce((sum, tokens) => sum + tokens)
    expect(projectQuestions(units, 'm', new Map())).toMatchObject({
      calls: 4,
      promptTokens,
      completionTokens: 120,
    })
  })
})

describe('an answer that is one JSON object', () => {
  it.each([
    { text: '{"a": 1}', is: { a: 1 } },
    { text: '[1]', is: undefined },
    { text: 'null', is: undefined },
    { text: '5', is: undefined },
    { text: '{', is: undefined },
  ])('$text', ({ text, is }) => {
    expect(jsonObjectOf(text)).toEqual(is)
  })

  it.each([
    { text: '{"a": 1}', is: { a: 1 } },
    { text: 'first {"a": 1} then', is: { a: 1 } },
    { text: 'first {"a": 1}, then {"b": 2}', is: { b: 2 } },
    { text: 'it is:{"a": {"b": 1}}', is: { a: { b: 1 } } },
    { text: '```json\n{\n"a": 1\n}\n```', is: { a: 1 } },
    { text: '`{"a": 1}`', is: { a: 1 } },
    { text: 'x{"a": 1}', is: undefined },
    { text: 'none', is: undefined },
    { text: '}', is: undefined },
    { text: '{"a": 1', is: undefined },
  ])('or has one at its end: $text', ({ text, is }) => {
    expect(lastJsonObject(text)).toEqual(is)
  })

  it('is looked for at the last fifty openings', () => {
    expect(lastJsonObject(`${'{ '.repeat(49)} {"a": 1}`)).toEqual({ a: 1 })
    expect(lastJsonObject(`{"a": "${' {'.repeat(50)}"}`)).toBeUndefined()
    expect(lastJsonObject(`{"a": "${' {'.repeat(49)}"}`)).toEqual({ a: ' {'.repeat(49) })
  })

  it.each([
    { one: { a: 1, b: 2 }, other: { b: 3, a: 4 }, is: true },
    { one: {}, other: {}, is: true },
    { one: { a: 1 }, other: { a: 1, b: 2 }, is: false },
    { one: { a: 1, b: 2 }, other: { a: 1 }, is: false },
    { one: { a: 1 }, other: { b: 1 }, is: false },
  ])('has the keys of $one as $other has them: $is', ({ one, other, is }) => {
    expect(hasSameKeys(one, other)).toBe(is)
  })
})

describe('the type that the Judge is told', () => {
  it.each([
    { type: 'numeric', gold: 'x', told: 'numeric' },
    { type: 'json', gold: '{"a": 1, "b": 2.5}', told: 'numeric' },
    { type: 'json', gold: '{"a": 1, "b": "x"}', told: 'unknown' },
    { type: 'json', gold: '{"a": "x", "b": 1}', told: 'unknown' },
    { type: 'json', gold: '{}', told: 'unknown' },
    { type: 'json', gold: '1', told: 'unknown' },
    { type: 'symbolic', gold: '', told: 'symbolic' },
    { type: 'latex', gold: '', told: 'symbolic' },
    { type: 'text', gold: '', told: 'textual' },
    { type: 'figure', gold: '', told: 'unknown' },
  ])('of $type $gold is $told', ({ type, gold, told }) => {
    expect(judgeType({ type, gt_norm: gold })).toBe(told)
  })
})
