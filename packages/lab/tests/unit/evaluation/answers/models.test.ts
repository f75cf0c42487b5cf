import { describe, expect, it } from 'vitest'
import { readCsvSheet } from '../../../../../../solver/adapters/csv-sheet.ts'
import { readQuestions } from '../../../../../../solver/index.ts'
import { chatAnswering } from '../../../../../../tests/fakes/answering-chat.ts'
import { chatPlaying, saying } from '../../../../../../tests/fakes/playing-chat.ts'
import { publishedPrompt } from '../../../../../../tests/fixtures/published-prompt.ts'
import { hasShared, orSkipped } from '../../../../../../tests/fixtures/shared.ts'
import {
  assess,
  createJudge,
  createLabeller,
  gradeAccuracies,
  gradeConsistency,
} from '../../../../evaluation/answers/index.ts'
import { gradingPrompt } from '../../../../evaluation/answers/prompts.ts'

const signal = new AbortController().signal
const judgement = (fields: object) =>
  JSON.stringify({
    extracted_final_answer: 'B',
    reasoning: 'B is not C',
    correct: 'no',
    confidence: 80,
    ...fields,
  })

describe.skipIf(!hasShared)(orSkipped('prompts of the graders against the specification'), () => {
  it.each(['P-JUDGE', 'P-ACCURACY', 'P-CONSISTENCY'] as const)(
    '%s is the published text, byte for byte',
    (name) => {
      expect(gradingPrompt(name).text).toBe(publishedPrompt(name))
    },
  )
})

// Of the texts as they were compared with the specification, which most machines do not have.
it.each([
  { name: 'P-JUDGE', hash: 'ee91c904f840f2fe30bc196763b7f73d' },
  { name: 'P-ACCURACY', hash: 'c456a9ce421957cc178496dc140e2de9' },
  { name: 'P-CONSISTENCY', hash: 'fc3a341d97324a36417668b7d5d9cdf5' },
] as const)('$name keeps its bytes', ({ name, hash }) => {
  expect(gradingPrompt(name).hash).toBe(hash)
})

describe('an assessment', () => {
  const [, text, open] = readQuestions(
    [
      '{"id": "1", "query": "Which?\\nA. x\\nB. y", "gt": "B", "answer_type": "multipleChoice"}',
      '{"id": "2", "query": "What?", "gt": "an enzyme of the liver", "answer_type": "text"}',
      '{"id": "3", "query": "What?"}',
    ].join('\n'),
    'q.jsonl',
    readCsvSheet,
  )

  it('of other words asks the judge, and is unjudged without one', async () => {
    const judge = createJudge({ chat: chatPlaying(saying(judgement({ correct: 'yes' }))), modes: new Map() })
    expect(await assess(text!, 'a hepatic enzyme', { judge }, signal)).toMatchObject({
      isCorrect: true,
      by: judge.name,
    })
    expect(await assess(text!, 'a hepatic enzyme', { judge: null }, signal)).toMatchObject({
      reason: 'no_judge',
    })
    expect(await assess(open!, 'anything', { judge }, signal)).toMatchObject({ reason: 'no_gold' })
  })
})

describe('gradings by a model', () => {
  it('of consistency take every pair of five, and mean those that were graded', async () => {
    const chat = chatAnswering(...Array.from({ length: 8 }, () => '0.5'), 'alike', 'alike', '1.00')
    const figures = await gradeConsistency(chat, ['a', 'b', 'c', 'd', 'e'], signal)
    expect(figures).toEqual({
      consistency: expect.closeTo(5 / 9, 12),
      pairs: 10,
      graded: 9,
      losses: { repaired: 1, no_number: 1 },
    })
    expect(chat.requests[4]?.messages[0]?.content).toContain('Solution A:\nb\nSolution B:\nc\n')
  })

  it('of accuracy go in batches of five', async () => {
    const items = (count: number) =>
      JSON.stringify({ items: Array.from({ length: count }, () => ({ accuracy: 0.5, reason: 'r' })) })
    const chat = chatAnswering(items(5), items(2))
    const solutions = Array.from({ length: 7 }, (_, at) => `so <answer>\\boxed{${at}}</answer>`)
    const graded = await gradeAccuracies(chat, { question: 'Q', gold: '3', rationale: '' }, solutions, signal)
    expect(graded.answers).toHaveLength(7)
    expect(graded).toMatchObject({ accuracy: 0.5, losses: {} })
    expect(chat.requests[1]?.messages[0]?.content).toContain(
      '- FINALS: \nFINAL[1]: 5\nFINAL[2]: 6\n- RESPONSES: \nRESP[1]: so',
    )
  })

  it('of accuracy leave a batch ungraded that cannot be read twice', async () => {
    const graded = await gradeAccuracies(
      chatAnswering('no', 'no'),
      { question: 'Q', gold: '3', rationale: '' },
      ['s'],
      signal,
    )
    expect(graded).toEqual({
      answers: [{ accuracy: null, reason: '' }],
      accuracy: null,
      losses: { repaired: 1, no_items: 1 },
    })
  })
})

describe('the types of error of a failure', () => {
  const failure = { questionId: 'q', question: 'Q', response: 'R', gold: 'G' }

  it('are not known where the labeller names none of the four', async () => {
    const chat = chatPlaying(saying('{"types": []}'), saying('{"types": ["luck"]}'))
    const labelled = await createLabeller({ chat, modes: new Map() }).label(failure, signal)
    expect(labelled).toEqual({ questionId: 'q', types: null, reason: 'model_answer_invalid' })
  })
})
