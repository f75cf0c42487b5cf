/** Requests to judges and labellers, the reading of their odd answers, and failures that end an evaluation. */
import { describe, expect, it } from 'vitest'
import { GlossError } from '../../../../../../core/index.ts'
import { chatPlaying, type Play, saying } from '../../../../../../tests/fakes/playing-chat.ts'
import { createJudge, createLabeller } from '../../../../evaluation/answers/index.ts'

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
})

describe('the labeller', () => {
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
})
