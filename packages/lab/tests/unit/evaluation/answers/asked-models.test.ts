/** What judges and labellers are asked with, how odd answers of theirs are read, and what ends an evaluation. */
import { describe, expect, it } from 'vitest'
import { GlossError } from '../../../../../../core/index.ts'
import { chatAnswering } from '../../../../../../tests/fakes/answering-chat.ts'
import { chatPlaying, type Play, saying } from '../../../../../../tests/fakes/playing-chat.ts'
import { assess } from '../../../../evaluation/answers/assess.ts'
import type { AlgebraRequest } from '../../../../evaluation/answers/graders/ports.ts'
import { createJudge } from '../../../../evaluation/answers/judge.ts'
import { createLabeller } from '../../../../evaluation/answers/label-errors.ts'
import { gradeAccuracies, gradeConsistency } from '../../../../evaluation/answers/model-gradings.ts'

const signal = new AbortController().signal
const order = { question: 'Which?', response: 'It is B.', gold: 'C' }
const failure = { questionId: 'q', question: 'Q', response: 'R', gold: 'G' }
const judgement = (fields: object) =>
  saying(
    JSON.stringify({ extracted_final_answer: 'B', reasoning: 'r', correct: 'no', confidence: 80, ...fields }),
  )
const judged = (...plays: readonly Play[]) =>
  createJudge({ chat: chatPlaying(...plays), modes: new Map() }).judge(order, signal)
const labelled = (...plays: readonly Play[]) =>
  createLabeller({ chat: chatPlaying(...plays), modes: new Map() }).label(failure, signal)
const label = (fields: object) => saying(JSON.stringify(fields))

describe('the judge', () => {
  it('is asked with room for 4,096 tokens and with no temperature, unless they are named', async () => {
    const chat = chatPlaying(judgement({}), judgement({}))
    const parts = { chat, modes: new Map() }
    await createJudge(parts).judge(order, signal)
    await createJudge({ ...parts, temperature: 0, maxTokens: 100 }).judge(order, signal)
    expect(chat.requests[0]).toMatchObject({ maxTokens: 4_096 })
    expect(chat.requests[0]).not.toHaveProperty('temperature')
    expect(chat.requests[1]).toMatchObject({ maxTokens: 100, temperature: 0 })
  })

  it.each([
    { name: 'a decimal confidence', fields: { confidence: 'about 80.5 %' }, is: { confidencePercent: 80.5 } },
    { name: 'no confidence at all', fields: { confidence: 0 }, is: { confidencePercent: 0 } },
    { name: 'full confidence', fields: { confidence: 100 }, is: { confidencePercent: 100 } },
    {
      name: 'a truth value as the answer',
      fields: { extracted_final_answer: true },
      is: { extracted: 'true' },
    },
    { name: 'a false one for correct', fields: { correct: false }, is: { isCorrect: false } },
    { name: 'no reasoning', fields: { reasoning: null }, is: { reasoning: '' } },
    { name: 'its reasoning', fields: { reasoning: 'since B' }, is: { reasoning: 'since B' } },
    { name: 'the word behind signs', fields: { correct: '**YES**, no doubt' }, is: { isCorrect: true } },
  ])('is read with $name', async ({ fields, is }) => {
    expect(await judged(judgement(fields))).toMatchObject({ state: 'judged', ...is })
  })

  it.each([
    { name: 'more than certain', fields: { confidence: 101 } },
    { name: 'less than not at all', fields: { confidence: -1 } },
    { name: 'right by a number', fields: { correct: 1 } },
    { name: 'right by no word', fields: { correct: '?' } },
    { name: 'an answer of several parts', fields: { extracted_final_answer: ['A', 'B'] } },
  ])('that is $name leaves the answer unjudged', async ({ fields }) => {
    expect(await judged(judgement(fields), judgement(fields))).toMatchObject({
      state: 'unjudged',
      reason: 'model_answer_invalid',
    })
  })
})

describe('the labeller', () => {
  it('is asked with room for 2,048 tokens, unless they are named', async () => {
    const chat = chatPlaying(label({ types: ['execution'] }), label({ types: ['execution'] }))
    await createLabeller({ chat, modes: new Map() }).label(failure, signal)
    await createLabeller({ chat, modes: new Map(), maxTokens: 7 }).label(failure, signal)
    expect(chat.requests.map(({ maxTokens }) => maxTokens)).toEqual([2_048, 7])
    expect(chat.requests[0]?.messages[0]?.content).toMatch(/\bQ\b[\s\S]*\bR\b/)
  })

  it('has reasons, or none', async () => {
    expect(await labelled(label({ types: ['execution'], reason: null }))).toEqual({
      questionId: 'q',
      types: ['execution'],
      reason: '',
    })
    expect(await labelled(label({ types: ['Comprehension of it'], reason: 'misread' }))).toMatchObject({
      types: ['comprehension'],
      reason: 'misread',
    })
  })

  it('that is down or names numbers has labelled nothing', async () => {
    expect(await labelled([new GlossError('MODEL_UNAVAILABLE', 'down')])).toEqual({
      questionId: 'q',
      types: null,
      reason: 'model_unavailable',
    })
    const numbers = label({ types: [1] })
    expect(await labelled(numbers, numbers)).toMatchObject({ types: null, reason: 'model_answer_invalid' })
  })

  it('is known by its model and its prompt', () => {
    const parts = { chat: chatPlaying(), modes: new Map() }
    expect(createLabeller(parts).name).toMatch(/^model:playing:[0-9a-f]{32}$/)
    expect(createLabeller(parts).name).not.toBe(createJudge(parts).name)
  })
})

describe('what is no failure of a model', () => {
  const grading = { question: 'Q', gold: '3', rationale: '' }

  it.each([
    { name: 'a bug', error: new RangeError('bug') },
    { name: 'a refusal by our own side', error: new GlossError('INPUT_INVALID', 'no') },
  ])('ends an evaluation: $name', async ({ error }) => {
    const chat = () => ({ ...chatAnswering(), complete: () => Promise.reject(error) })
    await expect(judged([error])).rejects.toBe(error)
    await expect(labelled([error])).rejects.toBe(error)
    await expect(gradeConsistency(chat(), ['a', 'b'], signal)).rejects.toBe(error)
    await expect(gradeAccuracies(chat(), grading, ['a'], signal)).rejects.toBe(error)
  })

  it('ends it where its caller does, whatever the model said meanwhile', async () => {
    const down = new GlossError('MODEL_UNAVAILABLE', 'down')
    const ended = AbortSignal.abort(new Error('no more'))
    const parts = { chat: chatPlaying([down]), modes: new Map() }
    const chat = { ...chatAnswering(), complete: () => Promise.reject(down) }
    await expect(createJudge(parts).judge(order, ended)).rejects.toThrow('no more')
    await expect(createLabeller(parts).label(failure, ended)).rejects.toThrow('no more')
    await expect(gradeConsistency(chat, ['a', 'b'], ended)).rejects.toThrow('no more')
  })
})

describe('gradings', () => {
  it('that a model fails to give are a loss each, and the others are kept', async () => {
    let calls = 0
    const chat = {
      ...chatAnswering(),
      complete: () =>
        ++calls === 2
          ? Promise.reject(new GlossError('MODEL_UNAVAILABLE', 'down'))
          : chatAnswering('0.25').complete({ messages: [] }, signal),
    }
    expect(await gradeConsistency(chat, ['a', 'b', 'c'], signal)).toEqual({
      consistency: 0.25,
      pairs: 3,
      graded: 2,
      losses: { model_failed: 1 },
    })
  })

  it('that are read at the second try are a loss, and the model is told what was wrong', async () => {
    const chat = chatAnswering('alike', '0.75')
    expect(await gradeConsistency(chat, ['a', 'b'], signal)).toMatchObject({
      consistency: 0.75,
      losses: { repaired: 1 },
    })
    expect(chat.requests[1]?.messages.map(({ role, content }) => [role, content]).slice(1)).toEqual([
      ['assistant', 'alike'],
      ['user', 'That answer cannot be used. Answer with one number from 0.00 to 1.00 and nothing else.'],
    ])
  })

  it('of five solutions are one call, and what is odd about an answer that can be used is a loss', async () => {
    const items = Array.from({ length: 6 }, () => ({ accuracy: 0.5, reason: 'r' }))
    const chat = chatAnswering(JSON.stringify({ items }))
    const five = ['a', 'b', 'c', 'd', 'e']
    expect(
      await gradeAccuracies(chat, { question: 'Q', gold: 'G', rationale: '' }, five, signal),
    ).toMatchObject({ accuracy: 0.5, losses: { surplus_item: 1 } })
    expect(chat.requests).toHaveLength(1)
  })

  it('of accuracy are means of what was graded, and leave out what was not', async () => {
    const items = (...accuracies: readonly (number | null)[]) =>
      JSON.stringify({ items: accuracies.map((accuracy) => ({ accuracy, reason: 'r' })) })
    const chat = chatAnswering(items(0.25, 0.5, 0.75, 1, 0), 'no', 'no')
    const solutions = ['a', 'b', 'c', 'd', 'e', 'f'].map((text, at) => (at === 1 ? text : `\\boxed{${text}}`))
    const graded = await gradeAccuracies(
      chat,
      { question: 'Q?', gold: 'G', rationale: 'W' },
      solutions,
      signal,
    )
    expect(graded.answers.map(({ accuracy }) => accuracy)).toEqual([0.25, 0.5, 0.75, 1, 0, null])
    expect(graded).toMatchObject({ accuracy: 0.5, losses: { repaired: 1, no_items: 1 } })
    const content = chat.requests[0]?.messages[0]?.content
    for (const part of ['Q?', 'G', 'W', '\nFINAL[1]: a\nFINAL[2]: None\nFINAL[3]: c', '\nRESP[2]: b'])
      expect(content).toContain(part)
    expect(content).not.toContain('RESP[6]')
  })
})

it('a formula is compared under the signal of the evaluation', async () => {
  const compared: [AlgebraRequest, AbortSignal | undefined][] = []
  const algebra = {
    compare: (request: AlgebraRequest, given?: AbortSignal) => {
      compared.push([request, given])
      return Promise.resolve('equal' as const)
    },
    close: () => Promise.resolve(),
  }
  const question = {
    id: 'q',
    query: '',
    gold: 'x^2',
    category: '',
    answerType: 'symbolic',
    rationale: '',
    task: null,
  } as const
  const ports = { judge: null, grading: { algebra } }
  expect(await assess(question, 'x \\cdot x', ports, signal)).toEqual({
    state: 'judged',
    by: 'grader:symbolic',
    isCorrect: true,
    extracted: 'x \\cdot x',
    reasoning: 'equal',
    confidencePercent: null,
  })
  expect(compared.map(([, given]) => given)).toEqual([signal])
})
