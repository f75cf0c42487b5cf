/** Tasks of a judge: the same key for the same question, what they will cost, and when they are settled. */
import { describe, expect, it } from 'vitest'
import type { GradingEntry, GradingLog } from '../../../../evaluation/answers/grading/log.ts'
import {
  isLogged,
  ledgerOf,
  loggedValue,
  runTasks,
} from '../../../../evaluation/answers/grading/run-tasks.ts'
import {
  agreementTask,
  type GradingTask,
  type JudgeModel,
  judgementTask,
  labelTask,
  summed,
} from '../../../../evaluation/answers/grading/tasks.ts'
import { gradingPrompt } from '../../../../evaluation/answers/prompts.ts'
import { estimateTokens, type LedgerRow } from '../../../../models/index.ts'

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

/** In memory; each try has a ledger of one row, which says which try it was. */
function memoryLog(): GradingLog & { readonly entries: GradingEntry[] } {
  const entries: GradingEntry[] = []
  return {
    entries,
    triesOf: (key) => entries.filter((entry) => entry.key === key),
    add: (entry) => Promise.resolve(void entries.push(entry)),
  }
}

describe('a task in the log', () => {
  const entry = (value: unknown, isFailed: boolean, role = ''): GradingEntry => {
    return { key: 'k', kind: '', question: '', value, isFailed, ledger: [{ role } as LedgerRow] }
  }
  const task = { key: 'k' } as GradingTask<unknown>
  const bad = (value: number) => entry(value, true)

  it.each([
    { name: 'never asked', tries: [], isSettled: false, value: null },
    { name: 'answered', tries: [entry(1, false)], isSettled: true, value: 1 },
    { name: 'failed once', tries: [bad(1)], isSettled: false, value: 1 },
    { name: 'failed twice', tries: [bad(1), bad(2)], isSettled: false, value: 2 },
    { name: 'failed three times', tries: [bad(1), bad(2), bad(3)], isSettled: true, value: 3 },
    { name: 'failed and answered', tries: [bad(1), entry(2, false), bad(3)], isSettled: true, value: 2 },
    { name: 'answered twice', tries: [entry(1, false), entry(2, false)], isSettled: true, value: 1 },
  ])('$name: settled $isSettled, says $value', ({ tries, isSettled, value }) => {
    const log = memoryLog()
    log.entries.push(...tries)
    expect(isLogged(task, log)).toBe(isSettled)
    expect(loggedValue(task, log)).toBe(value)
  })

  it('took what all its tries took', () => {
    const log = memoryLog()
    log.entries.push(entry(1, true, 'first'), entry(2, false, 'second'))
    expect(ledgerOf(task, log).map(({ role }) => role)).toEqual(['first', 'second'])
  })
})

describe('tasks are run', () => {
  function taskThat(key: string, outcomes: readonly boolean[]) {
    let asked = 0
    const task: GradingTask<unknown> = {
      key,
      kind: 'judgement',
      question: `of ${key}`,
      cost: { calls: 1, promptTokens: 0, completionTokens: 0 },
      ask: () => Promise.resolve(++asked),
      isFailed: (value) => outcomes[(value as number) - 1] !== true,
    }
    return { task, asked: () => asked }
  }

  it('until they are answered, at most three times, each once, and none that is settled', async () => {
    const log = memoryLog()
    const settled: string[] = []
    const ports = { openJudge: () => ({}) as never, prices: {} as never }
    const parts = {
      good: taskThat('good', [true]),
      late: taskThat('late', [false, false, true]),
      bad: taskThat('bad', [false, false, false, true]),
      known: taskThat('known', [true]),
    }
    log.entries.push({ key: 'known', kind: '', question: '', value: 1, isFailed: false, ledger: [] })
    const { good, late, bad, known } = parts
    const tasks = [good.task, late.task, good.task, bad.task, known.task]
    const onSettled = (ended: number, total: number) => void settled.push(`${ended} of ${total}`)
    await runTasks(tasks, { ports, log, onSettled }, new AbortController().signal)
    expect(Object.values(parts).map(({ asked }) => asked())).toEqual([1, 3, 3, 0])
    expect(settled).toEqual(['1 of 3', '2 of 3', '3 of 3'])
    const triesOfLate = log.triesOf('late')
    expect(triesOfLate.map(({ value, isFailed }) => [value, isFailed])).toEqual([
      [1, true],
      [2, true],
      [3, false],
    ])
    expect(triesOfLate[0]).toMatchObject({ kind: 'judgement', question: 'of late', ledger: [] })
  })
})
