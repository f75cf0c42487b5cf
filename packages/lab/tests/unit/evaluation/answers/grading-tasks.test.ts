/** Tasks of a judge: the same key for the same question, what they will cost, and what they ask. */
import { describe, expect, it } from 'vitest'
import { contentId } from '../../../../../../core/index.ts'
import { estimateTokens, foldAnswer } from '../../../../../../models/index.ts'
import { chatPlaying, saying } from '../../../../../../tests/fakes/playing-chat.ts'
import {
  agreementTask,
  type JudgeModel,
  judgeModel,
  judgementTask,
  labelTask,
  summed,
} from '../../../../evaluation/answers/grading/tasks.ts'
import { gradingPrompt } from '../../../../evaluation/answers/prompts.ts'

const MODEL: JudgeModel = { model: 'm', judge: 'model:m:1', labeller: 'model:m:2', modes: new Map() }
const QUESTION = {
  id: 'q1',
  query: 'How much is it in all?',
  gold: '42',
  rationale: 'since it is known',
  category: '',
  answerType: 'auto',
  task: null,
} as const

describe('the key of a task', () => {
  const key = (changed: object, response = 'x', model: Partial<JudgeModel> = {}) =>
    judgementTask({ ...QUESTION, ...changed }, response, { ...MODEL, ...model }).key

  it('is that of all that is asked, and of nothing else', () => {
    expect(key({ id: 'q2', rationale: '', task: 'x' })).toBe(key({}))
    expect(key({}, 'x', { model: 'other', labeller: 'other' })).toBe(key({}))
    const others = [key({ query: 'y' }), key({ gold: '43' }), key({}, 'y'), key({}, 'x', { judge: 'z' })]
    expect(new Set([key({}), ...others]).size).toBe(5)
  })

  it('is another for another kind', () => {
    const failure = { questionId: 'q1', question: QUESTION.query, response: 'x', gold: '42' }
    const keys = [
      key({}, 'x', { judge: 'm' }),
      labelTask(failure, { ...MODEL, labeller: 'm' }).key,
      agreementTask(QUESTION, ['x'], MODEL).key,
      agreementTask(QUESTION, ['y'], MODEL).key,
      agreementTask({ ...QUESTION, rationale: '' }, ['x'], MODEL).key,
    ]
    expect(new Set(keys).size).toBe(5)
  })

  it('stays what it was, so that an evaluation that is repeated asks nothing twice', () => {
    const keyOf = (...asked: readonly string[]) => contentId(JSON.stringify(asked))
    const [consistency, accuracy] = [gradingPrompt('P-CONSISTENCY').hash, gradingPrompt('P-ACCURACY').hash]
    const { query, gold, rationale } = QUESTION
    expect(key({})).toBe(keyOf('judgement', 'model:m:1', query, gold, 'x'))
    expect(agreementTask(QUESTION, ['x', 'y'], MODEL).key).toBe(
      keyOf('agreement', 'm', consistency, accuracy, query, gold, rationale, 'x', 'y'),
    )
    const failure = { questionId: 'q1', question: query, response: 'x', gold }
    expect(labelTask(failure, MODEL).key).toBe(keyOf('error_types', 'model:m:2', query, 'x', gold))
  })

  it('comes with the kind and the question', () => {
    const failure = { questionId: 'q1', question: '', response: '', gold: '' }
    expect(judgementTask(QUESTION, 'x', MODEL)).toMatchObject({ kind: 'judgement', question: 'q1' })
    expect(agreementTask(QUESTION, [], MODEL)).toMatchObject({ kind: 'agreement', question: 'q1' })
    expect(labelTask(failure, MODEL)).toMatchObject({ kind: 'error_types', question: 'q1' })
  })
})

describe('what a task will cost', () => {
  const promptTokens = (name: Parameters<typeof gradingPrompt>[0]) => estimateTokens(gradingPrompt(name).text)
  const asked = estimateTokens(QUESTION.query) + estimateTokens('42')

  it('is one call for a judgement, with its prompt', () => {
    expect(judgementTask(QUESTION, 'an answer of some words', MODEL).cost).toEqual({
      calls: 1,
      promptTokens: promptTokens('P-JUDGE') + asked + estimateTokens('an answer of some words'),
      completionTokens: 300,
    })
  })

  it('is one call for a label', () => {
    const failure = { questionId: 'q1', question: QUESTION.query, response: 'an answer', gold: '42' }
    expect(labelTask(failure, MODEL).cost).toEqual({
      calls: 1,
      promptTokens: asked + estimateTokens('an answer') + 150,
      completionTokens: 150,
    })
  })

  it.each([
    { solutions: 1, pairs: 0, batches: 1 },
    { solutions: 2, pairs: 1, batches: 1 },
    { solutions: 5, pairs: 10, batches: 1 },
    { solutions: 6, pairs: 15, batches: 2 },
    { solutions: 11, pairs: 55, batches: 3 },
  ])(
    'is a call a pair and one for five, for the agreement of $solutions',
    ({ solutions, pairs, batches }) => {
      const texts = Array.from({ length: solutions }, () => 'a solution of some words')
      const each = estimateTokens('a solution of some words')
      const all = solutions * each
      expect(agreementTask(QUESTION, texts, MODEL).cost).toEqual({
        calls: pairs + batches,
        promptTokens:
          pairs * (promptTokens('P-CONSISTENCY') + 2 * each) +
          batches * (promptTokens('P-ACCURACY') + asked + estimateTokens(QUESTION.rationale)) +
          all,
        completionTokens: 10 * pairs + 80 * solutions,
      })
    },
  )
})

it('a value says whether it failed', () => {
  const judgement = judgementTask(QUESTION, 'x', MODEL)
  expect(judgement.isFailed({ state: 'unjudged', by: '', reason: '' })).toBe(true)
  expect(judgement.isFailed({ state: 'judged' } as never)).toBe(false)
  const agreement = agreementTask(QUESTION, ['x'], MODEL)
  const said = { questionId: 'q1', task: 'all', consistency: 0.5, accuracy: 0, losses: {} }
  expect(agreement.isFailed(said)).toBe(false)
  expect(agreement.isFailed({ ...said, consistency: null })).toBe(true)
  expect(agreement.isFailed({ ...said, accuracy: null })).toBe(true)
  const label = labelTask({ questionId: 'q1', question: '', response: '', gold: '' }, MODEL)
  expect(label.isFailed({ types: null } as never)).toBe(true)
  expect(label.isFailed({ types: [] } as never)).toBe(false)
})

it('counts are added by their names', () => {
  expect(summed([{ a: 1, b: 2 }, {}, { b: 3, c: 0 }])).toEqual({ a: 1, b: 5, c: 0 })
  expect(summed([])).toEqual({})
})

describe('what a task asks', () => {
  const signal = new AbortController().signal
  const chatThat = (...answers: readonly string[]) => {
    const chat = chatPlaying(...answers.map((answer) => saying(answer)))
    return {
      ...chat,
      requests: chat.requests,
      complete: (...asked: Parameters<typeof chat.stream>) => foldAnswer(chat.stream(...asked)),
    }
  }

  it('is whether an answer is right, shown with its question and its gold', async () => {
    const said = { extracted_final_answer: '41', reasoning: 'r', correct: 'no', confidence: 50 }
    const chat = chatThat(JSON.stringify(said))
    expect(await judgementTask(QUESTION, 'It is 41.', MODEL).ask(chat, signal)).toMatchObject({
      state: 'judged',
      isCorrect: false,
      extracted: '41',
      confidencePercent: 50,
    })
    expect(chat.requests[0]?.messages[0]?.content).toContain(
      'Question:\nHow much is it in all?\nResponse:\nIt is 41.\nCorrect Answer:\n42\n',
    )
  })

  it('is how far solutions agree, and then how right each is', async () => {
    const items = JSON.stringify({ items: [0.25, 0.75].map((accuracy) => ({ accuracy, reason: 'r' })) })
    const chat = chatThat('0.5', 'no items', items)
    expect(await agreementTask(QUESTION, ['one', 'two'], MODEL).ask(chat, signal)).toEqual({
      questionId: 'q1',
      task: 'all',
      consistency: 0.5,
      accuracy: 0.5,
      losses: { repaired: 1 },
    })
    expect(chat.requests[1]?.messages[0]?.content).toContain('since it is known')
    const other = agreementTask({ ...QUESTION, task: 'retrieval' }, ['one'], MODEL)
    expect(await other.ask(chatThat('{"items": [{"accuracy": 1, "reason": "r"}]}'), signal)).toMatchObject({
      task: 'retrieval',
      consistency: null,
      accuracy: 1,
    })
  })

  it('is why an answer is wrong', async () => {
    const failure = { questionId: 'q1', question: 'Q', response: 'R', gold: 'G' }
    const chat = chatThat('{"types": ["execution"], "reason": "slip"}')
    expect(await labelTask(failure, MODEL).ask(chat, signal)).toEqual({
      questionId: 'q1',
      types: ['execution'],
      reason: 'slip',
    })
  })

  it('is asked of the model that is named with the hash of each prompt', () => {
    const { model, judge, labeller } = judgeModel(chatThat())
    expect([model, judge, labeller]).toEqual([
      'playing',
      `model:playing:${gradingPrompt('P-JUDGE').hash}`,
      `model:playing:${gradingPrompt('LABEL-ERRORS').hash}`,
    ])
  })
})
