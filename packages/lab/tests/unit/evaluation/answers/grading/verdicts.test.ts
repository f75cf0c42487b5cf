/** What is said of an answer before a judge is asked, which answers a judge is asked about, and which share a verdict. */
import { describe, expect, it } from 'vitest'
import type { GoldQuestion } from '../../../../../../../solver/sets/question-file.ts'
import type { Algebra } from '../../../../../evaluation/answers/graders/ports.ts'
import type { GradingEntry, GradingLog } from '../../../../../evaluation/answers/grading/log.ts'
import { type JudgeModel, judgementTask } from '../../../../../evaluation/answers/grading/tasks.ts'
import {
  createVerdicts,
  judgementOf,
  type VerdictSettings,
} from '../../../../../evaluation/answers/grading/verdicts.ts'
import type { Judgement } from '../../../../../evaluation/answers/judge.ts'

const signal = new AbortController().signal
const JUDGE: JudgeModel = { model: 'm', judge: 'model:m:1', labeller: 'model:m:2', modes: new Map() }
const CHOICE = {
  id: 'choice',
  query: 'Which?\nA. red\nB. blue',
  gold: 'B',
  category: '',
  answerType: 'multipleChoice',
  rationale: '',
  task: null,
} as const satisfies GoldQuestion
const TEXT = {
  ...CHOICE,
  id: 'text',
  query: 'What?',
  gold: 'an enzyme of the liver',
  answerType: 'text',
} as const
const boxed = (answer: string) => `So <answer>\\boxed{${answer}}</answer>`

const noAlgebra: Algebra = {
  compare: () => Promise.reject(new Error('no formula is compared here')),
  close: () => Promise.resolve(),
}
const verdictsOf = (settings: Partial<VerdictSettings> = {}) =>
  createVerdicts({ algebra: noAlgebra, judge: JUDGE, judgesAll: false, ...settings })

describe('an answer', () => {
  it('that programs can grade is no task for the judge', async () => {
    const verdict = await verdictsOf().answer(CHOICE, boxed('A'), signal)
    expect(verdict).toEqual({
      judgement: {
        state: 'judged',
        by: 'grader:multipleChoice',
        isCorrect: false,
        extracted: 'A',
        reasoning: 'letters',
        confidencePercent: null,
      },
      task: null,
    })
  })

  it('that programs cannot grade is a task, and unjudged until it is done', async () => {
    const { judgement, task } = await verdictsOf().answer(TEXT, 'a hepatic enzyme', signal)
    expect(judgement).toEqual({ state: 'unjudged', by: 'grader:wording', reason: 'no_judge' })
    expect(task?.key).toBe(judgementTask(TEXT, 'a hepatic enzyme', JUDGE).key)
  })

  it('stays unjudged where there is no judge, or nothing to compare it with', async () => {
    const without = await verdictsOf({ judge: null }).answer(TEXT, 'a hepatic enzyme', signal)
    expect(without).toMatchObject({ judgement: { reason: 'no_judge' }, task: null })
    for (const judgesAll of [false, true]) {
      const noGold = await verdictsOf({ judgesAll }).answer({ ...TEXT, gold: null }, 'x', signal)
      expect(noGold).toEqual({
        judgement: { state: 'unjudged', by: 'grader', reason: 'no_gold' },
        task: null,
      })
    }
  })

  it('is a task in any case where the judge is asked for everything', async () => {
    const { judgement, task } = await verdictsOf({ judgesAll: true }).answer(CHOICE, boxed('B'), signal)
    expect(judgement).toEqual({ state: 'unjudged', by: 'model:m:1', reason: 'not_asked' })
    expect(task?.key).toBe(judgementTask(CHOICE, boxed('B'), JUDGE).key)
  })

  it('that is empty is wrong without a judge, and so is any where everything is asked of none', async () => {
    const all = { judgesAll: true }
    expect(await verdictsOf(all).answer(CHOICE, '', signal)).toMatchObject({
      judgement: { state: 'judged', isCorrect: false, reasoning: 'no_answer' },
      task: null,
    })
    expect(await verdictsOf({ ...all, judge: null }).answer(CHOICE, 'B', signal)).toMatchObject({
      judgement: { state: 'judged', isCorrect: true },
      task: null,
    })
  })

  it('that is a formula is compared by the algebra that is handed in', async () => {
    const algebra: Algebra = { ...noAlgebra, compare: () => Promise.resolve('different') }
    const question = { ...TEXT, gold: 'x^2', answerType: 'symbolic' } as const
    const { judgement } = await verdictsOf({ algebra }).answer(question, 'x^3', signal)
    expect(judgement).toMatchObject({ state: 'judged', by: 'grader:symbolic', isCorrect: false })
  })
})

describe('candidates', () => {
  it('with one final answer share the verdict of the answer that was given with it', async () => {
    const verdicts = verdictsOf()
    const given = await verdicts.answer(TEXT, `I think ${boxed('a hepatic enzyme')}`, signal)
    const candidate = await verdicts.candidate(TEXT, `Surely ${boxed('a hepatic enzyme')}`, signal)
    expect(candidate).toBe(given)
  })

  it('with one final answer share one verdict where none was given with it', async () => {
    const verdicts = verdictsOf()
    const first = await verdicts.candidate(TEXT, `I think ${boxed('a protein')}`, signal)
    expect(await verdicts.candidate(TEXT, `Surely ${boxed('a protein')}`, signal)).toBe(first)
    expect(await verdicts.candidate(TEXT, boxed('a hormone'), signal)).not.toBe(first)
    expect(await verdicts.candidate({ ...TEXT, id: 'other' }, boxed('a protein'), signal)).not.toBe(first)
  })

  it('without a final answer are the same only where they say the same', async () => {
    const verdicts = verdictsOf()
    const first = await verdicts.candidate(TEXT, 'some protein', signal)
    expect(await verdicts.candidate(TEXT, 'some hormone', signal)).not.toBe(first)
    expect(await verdicts.candidate(TEXT, 'some protein', signal)).toBe(first)
  })

  it('take the verdict of the first answer, while each answer keeps its own', async () => {
    const verdicts = verdictsOf()
    const [one, other] = [`one ${boxed('a protein')}`, `two ${boxed('a protein')}`]
    const first = await verdicts.answer(TEXT, one, signal)
    const second = await verdicts.answer(TEXT, other, signal)
    expect(second.task?.key).toBe(judgementTask(TEXT, other, JUDGE).key)
    expect(second.task?.key).not.toBe(first.task?.key)
    expect(await verdicts.candidate(TEXT, boxed('a protein'), signal)).toBe(first)
  })
})

describe('what holds of an answer', () => {
  const log = (entries: readonly Partial<GradingEntry>[]): GradingLog => ({
    triesOf: (key) => entries.filter((entry) => entry.key === key) as GradingEntry[],
    add: () => Promise.reject(new Error('nothing is asked here')),
  })

  it('is what the judge said once it was asked, and what programs said before', async () => {
    const open = await verdictsOf().answer(TEXT, 'a hepatic enzyme', signal)
    const said = { state: 'judged', by: 'model:m:1', isCorrect: true } as Judgement
    const key = open.task!.key
    expect(judgementOf(open, log([{ key, value: said, isFailed: false }]))).toBe(said)
    expect(judgementOf(open, log([{ key: 'other', value: said, isFailed: false }]))).toBe(open.judgement)
    const graded = await verdictsOf().answer(CHOICE, 'B', signal)
    expect(judgementOf(graded, log([]))).toBe(graded.judgement)
  })
})
