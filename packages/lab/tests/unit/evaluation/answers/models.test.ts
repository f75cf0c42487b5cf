import { describe, expect, it } from 'vitest'
import { GlossError } from '../../../../../../core/index.ts'
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
const order = { question: 'Which {gold}?', response: 'It is B.', gold: 'C' }
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

describe('the judge', () => {
  it.each([
    {
      name: 'as asked for',
      answer: judgement({}),
      is: { isCorrect: false, confidencePercent: 80, extracted: 'B' },
    },
    {
      name: 'in other spellings',
      answer: judgement({ correct: 'Yes.', confidence: '85%' }),
      is: { isCorrect: true, confidencePercent: 85 },
    },
    { name: 'as a truth value', answer: judgement({ correct: true }), is: { isCorrect: true } },
    {
      name: 'without a confidence',
      answer: judgement({ confidence: undefined }),
      is: { confidencePercent: 100 },
    },
    {
      name: 'with a confidence that is none',
      answer: judgement({ confidence: 'N/A' }),
      is: { confidencePercent: 100 },
    },
    {
      name: 'with null for both',
      answer: judgement({ confidence: null, extracted_final_answer: null }),
      is: { confidencePercent: 100, extracted: 'None' },
    },
    {
      name: 'with a number as the answer',
      answer: judgement({ extracted_final_answer: 30 }),
      is: { extracted: '30' },
    },
  ])('is read $name', async ({ answer, is }) => {
    const judge = createJudge({ chat: chatPlaying(saying(answer)), modes: new Map() })
    expect(await judge.judge(order, signal)).toMatchObject({ state: 'judged', by: judge.name, ...is })
  })

  it.each([
    { name: 'twice in no form', plays: [saying('Right!'), saying('Right!')], reason: 'model_answer_invalid' },
    {
      name: 'maybe',
      plays: [saying(judgement({ correct: 'maybe' })), saying(judgement({ correct: 'partly' }))],
      reason: 'model_answer_invalid',
    },
    {
      name: 'nothing, as it is down',
      plays: [[new GlossError('MODEL_UNAVAILABLE', 'down')]],
      reason: 'model_unavailable',
    },
  ])('that says $name leaves the answer unjudged', async ({ plays, reason }) => {
    const judge = createJudge({ chat: chatPlaying(...plays), modes: new Map() })
    expect(await judge.judge(order, signal)).toEqual({ state: 'unjudged', by: judge.name, reason })
  })

  it('passes on what is no failure of a model', async () => {
    const judge = createJudge({ chat: chatPlaying([new RangeError('bug')]), modes: new Map() })
    await expect(judge.judge(order, signal)).rejects.toThrow(RangeError)
  })

  it('is shown question, response and gold literally', async () => {
    const chat = chatPlaying(saying(judgement({})))
    await createJudge({ chat, modes: new Map() }).judge(order, signal)
    expect(chat.requests[0]?.messages[0]?.content).toContain(
      'Question:\nWhich {gold}?\nResponse:\nIt is B.\nCorrect Answer:\nC\n',
    )
  })
})

describe('an assessment', () => {
  const [choice, text, open] = readQuestions(
    [
      '{"id": "1", "query": "Which?\\nA. x\\nB. y", "gt": "B", "answer_type": "multipleChoice"}',
      '{"id": "2", "query": "What?", "gt": "an enzyme of the liver", "answer_type": "text"}',
      '{"id": "3", "query": "What?"}',
    ].join('\n'),
    'q.jsonl',
    readCsvSheet,
  )

  it('of a choice asks no judge', async () => {
    const chat = chatPlaying()
    const judge = createJudge({ chat, modes: new Map() })
    expect(await assess(choice!, 'So <answer>\\boxed{B}</answer>', { judge }, signal)).toMatchObject({
      isCorrect: true,
    })
    expect(chat.requests).toEqual([])
  })

  it('of everything asks the judge where that is wanted', async () => {
    const judge = createJudge({ chat: chatPlaying(saying(judgement({}))), modes: new Map() })
    expect(await assess(choice!, 'B', { judge, judgesAll: true }, signal)).toMatchObject({ by: judge.name })
  })

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

  it('of consistency are none for one solution', async () => {
    expect(await gradeConsistency(chatAnswering(), ['a'], signal)).toEqual({
      consistency: null,
      pairs: 0,
      graded: 0,
      losses: {},
    })
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

  it.each([
    {
      name: 'by their ids',
      answer: '{"types": ["execution", "execution"], "reason": "slip"}',
      types: ['execution'],
    },
    {
      name: 'in words',
      answer: '{"types": ["Reasoning process errors", "Knowledge"]}',
      types: ['reasoning_process', 'knowledge_application'],
    },
    { name: 'one alone', answer: '{"types": "comprehension", "reason": "x"}', types: ['comprehension'] },
  ])('are read $name', async ({ answer, types }) => {
    const labeller = createLabeller({ chat: chatPlaying(saying(answer)), modes: new Map() })
    expect(await labeller.label(failure, signal)).toMatchObject({ questionId: 'q', types })
  })

  it('are not known where the labeller names none of the four', async () => {
    const chat = chatPlaying(saying('{"types": []}'), saying('{"types": ["luck"]}'))
    const labelled = await createLabeller({ chat, modes: new Map() }).label(failure, signal)
    expect(labelled).toEqual({ questionId: 'q', types: null, reason: 'model_answer_invalid' })
  })
})
