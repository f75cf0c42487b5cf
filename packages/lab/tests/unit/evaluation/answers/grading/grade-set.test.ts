/** Answers with their questions, their candidates and what is lost on the way, from runs in memory. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GlossError } from '../../../../../../../core/index.ts'
import type { RunCandidates, RunStore } from '../../../../../../../solver/index.ts'
import { endedRun } from '../../../../../../../solver/index.ts'
import type { GoldQuestion } from '../../../../../../../solver/sets/question-file.ts'
import { addCandidatesPattern, runsOf } from '../../../../../../../tests/fakes/graded-runs.ts'
import type { AnswerSet, GivenAnswer } from '../../../../../evaluation/answers/answer-set.ts'
import { candidatesOf, toolsOf } from '../../../../../evaluation/answers/grading/candidates.ts'
import { type GradingChoice, gradeSet, isWrong } from '../../../../../evaluation/answers/grading/grade-set.ts'
import { agreementTask, type JudgeModel } from '../../../../../evaluation/answers/grading/tasks.ts'
import type { Judgement } from '../../../../../evaluation/answers/judge.ts'

const signal = new AbortController().signal
const JUDGE: JudgeModel = { model: 'm', judge: 'model:m:1', labeller: 'model:m:2', modes: new Map() }
const algebra = {
  compare: () => Promise.reject(new Error('no formula is compared here')),
  close: () => Promise.resolve(),
}
const OPTIONS = 'Which?\nA. red\nB. blue\nC. green'

function question(id: string, gold: string | null = 'B'): GoldQuestion {
  const answerType = 'multipleChoice'
  return { id, query: OPTIONS, gold, category: '', answerType, rationale: 'since', task: null }
}

function given(id: string, answer: string, parts: Partial<GivenAnswer> = {}): GivenAnswer {
  return { id, run: 1, runId: null, answer, steps: null, seconds: null, ledger: null, watch: null, ...parts }
}

function setOf(answers: readonly GivenAnswer[], losses = {}): AnswerSet {
  return { folder: 'results', answers, questions: null, losses }
}

const boxed = (answer: string) => `So <answer>\\boxed{${answer}}</answer>`
const CANDIDATES: RunCandidates = {
  proposed: [boxed('A'), boxed('B')],
  pool: [boxed('A'), boxed('B'), boxed('B')],
  steps: [
    { candidate: 0, stage: 'correct', before: boxed('A'), after: boxed('B') },
    { candidate: 1, stage: 'refine', before: boxed('B and C'), after: boxed('BC') },
    { candidate: 1, stage: 'refine', before: 'no idea', after: boxed('B') },
    { candidate: 2, stage: 'refine', before: boxed('B'), after: 'no idea' },
    { candidate: 2, stage: 'refine', before: 'no idea', after: 'none at all' },
    { candidate: 2, stage: 'refine', before: boxed('??'), after: `Hm. ${boxed('??')}` },
  ],
}
const RUNS = runsOf({
  whole: { candidates: CANDIDATES, journal: ['solver.0/code.1', 'solver.0/code.2'] },
  single: { candidates: { ...CANDIDATES, proposed: [boxed('A')] } },
  begun: { candidates: null, journal: ['solver.0/code.1'] },
  foreign: { pattern: 'ofanotherversion', candidates: CANDIDATES, journal: ['solver.0/web_search.1'] },
})
const CHOICE: GradingChoice = { algebra, judge: JUDGE, judgesAll: false, answersOnly: false }

function graded(
  answers: readonly GivenAnswer[],
  choice: Partial<GradingChoice> = {},
  questions = [question('q')],
) {
  return gradeSet({ runs: () => RUNS }, { set: setOf(answers), questions }, { ...CHOICE, ...choice }, signal)
}

let remove: () => void
beforeAll(() => {
  remove = addCandidatesPattern()
})
afterAll(() => remove())

describe('a set', () => {
  it('has a verdict for each answer whose question is known, and counts what is missing', async () => {
    const answers = [given('b', 'B'), given('a', ''), given('x', 'B'), given('b', 'A', { run: 2 })]
    const questions = [question('a'), question('b'), question('c'), question('d')]
    const set = setOf(answers, { bad_line: 2 })
    const { answers: found, losses } = await gradeSet(
      { runs: () => RUNS },
      { set, questions },
      CHOICE,
      signal,
    )
    expect(found.map(({ given: { id, run }, question: { id: of } }) => [id, run, of])).toEqual([
      ['b', 1, 'b'],
      ['a', 1, 'a'],
      ['b', 2, 'b'],
    ])
    expect(found.map(({ verdict }) => verdict.judgement)).toMatchObject([
      { isCorrect: true },
      { isCorrect: false, reasoning: 'no_answer' },
      { isCorrect: false },
    ])
    expect(losses).toEqual({ bad_line: 2, unknown_question: 1, not_answered: 2, no_answer: 1 })
  })

  it('of which nothing is missing has no losses', async () => {
    expect((await graded([given('q', 'B')])).losses).toEqual({})
  })

  it('is left where its caller ends it', async () => {
    const ended = AbortSignal.abort(new Error('no more'))
    const set = setOf([given('q', 'B')])
    await expect(
      gradeSet({ runs: () => RUNS }, { set, questions: [question('q')] }, CHOICE, ended),
    ).rejects.toThrow('no more')
  })
})

describe('candidates of a run', () => {
  it('are graded with the tools that were called, and how far they agree is asked', async () => {
    const { answers } = await graded([given('q', boxed('B'), { runId: 'whole' })])
    const [{ pool, tools, agreement, verdict }] = answers as [(typeof answers)[0]]
    expect(pool?.map(({ judgement }) => judgement)).toMatchObject([
      { isCorrect: false },
      { isCorrect: true },
      { isCorrect: true },
    ])
    expect(pool?.[1]).toBe(verdict)
    expect(tools).toEqual([{ stage: 'solver.0', tool: 'code', calls: 2 }])
    const asked = { ...question('q'), gold: 'B' }
    expect(agreement?.key).toBe(agreementTask(asked, CANDIDATES.proposed, JUDGE).key)
  })

  it('say of each stage what it changed, the same in other words being the same', async () => {
    const { answers } = await graded([given('q', 'B', { runId: 'whole' })])
    const steps = answers[0]?.steps ?? []
    expect(steps.map(({ candidate, stage }) => [candidate, stage])).toEqual(
      CANDIDATES.steps.map(({ candidate, stage }) => [candidate, stage]),
    )
    expect(steps.map(({ before, after, isSame }) => [before, after, isSame])).toEqual([
      ['A', 'B', false],
      ['B and C', 'BC', true],
      [null, 'B', false],
      ['B', null, false],
      [null, null, true],
      ['??', '??', true],
    ])
    const [first] = steps
    expect(first?.was.judgement).toMatchObject({ isCorrect: false, extracted: 'A' })
    expect(first?.is.judgement).toMatchObject({ isCorrect: true, extracted: 'B' })
  })

  it.each([
    { name: 'whose run nobody names', runId: null, choice: {} },
    { name: 'whose run is gone', runId: 'gone', choice: {} },
    { name: 'that are left out', runId: 'whole', choice: { answersOnly: true } },
    {
      name: 'that are expressly left out',
      runId: 'whole',
      choice: { answersOnly: true, gradesPools: false },
    },
  ])('$name are none, nor is anything known of tools', async ({ runId, choice }) => {
    const { answers } = await graded([given('q', 'B', { runId })], choice)
    expect(answers[0]).toMatchObject({ pool: null, steps: null, tools: null, agreement: null })
  })

  it.each([
    { name: 'of a run that has not ended', runId: 'begun', tool: 'code' },
    { name: 'of a pattern that is not known', runId: 'foreign', tool: 'web_search' },
  ])('$name are none, and its tools are known', async ({ runId, tool }) => {
    const { answers } = await graded([given('q', 'B', { runId })])
    expect(answers[0]).toMatchObject({ pool: null, steps: null, agreement: null })
    expect(answers[0]?.tools).toEqual([{ stage: 'solver.0', tool, calls: 1 }])
  })

  it('are the pool alone where only what answers were chosen from is graded', async () => {
    const choice = { answersOnly: true, gradesPools: true }
    const { answers } = await graded([given('q', 'B', { runId: 'whole' })], choice)
    expect(answers[0]?.pool).toHaveLength(3)
    expect(answers[0]?.tools).toHaveLength(1)
    expect(answers[0]).toMatchObject({ steps: null, agreement: null })
  })

  it('are asked of the first run of a question only how far they agree', async () => {
    const runs = [given('q', 'B', { runId: 'whole' }), given('q', 'B', { run: 2, runId: 'whole' })]
    const { answers } = await graded(runs)
    expect(answers.map(({ agreement }) => agreement !== null)).toEqual([true, false])
    expect(answers.map(({ steps }) => steps?.length)).toEqual([6, 6])
  })

  it('agree by nobody without a judge, without a gold, or where there is only one', async () => {
    const answer = [given('q', 'B', { runId: 'whole' })]
    const alone = [given('q', 'B', { runId: 'single' })]
    const all = [
      await graded(answer, { judge: null }),
      await graded(answer, {}, [question('q', null)]),
      await graded(alone),
    ]
    for (const { answers } of all) {
      expect(answers[0]?.agreement).toBeNull()
      expect(answers[0]?.pool).toHaveLength(3)
    }
  })
})

describe('a run', () => {
  it('that is gone is none, with its candidates and its tools', async () => {
    expect(await endedRun(RUNS, 'gone')).toBeNull()
    expect(await candidatesOf(RUNS, 'gone')).toBeNull()
    expect(await toolsOf(RUNS, 'gone')).toBeNull()
    expect(await toolsOf(RUNS, 'single')).toEqual([])
    expect(await candidatesOf(RUNS, 'whole')).toEqual(CANDIDATES)
  })

  it.each([new GlossError('RUN_BUSY', 'busy'), new Error('a bug')])(
    'that cannot be read is no run that is gone: %s',
    async (error) => {
      const broken = { get: () => Promise.reject(error) } as unknown as RunStore
      await expect(endedRun(broken, 'whole')).rejects.toBe(error)
    },
  )

  it('of a pattern without candidates has none', async () => {
    const runs = runsOf({ r: { pattern: 'single', candidates: CANDIDATES } })
    expect(await candidatesOf(runs, 'r')).toBeNull()
  })
})

it('an answer is wrong only where somebody said so', () => {
  const judged = { state: 'judged', isCorrect: false } as Judgement
  expect(isWrong(judged)).toBe(true)
  expect(isWrong({ ...judged, isCorrect: true } as Judgement)).toBe(false)
  expect(isWrong({ state: 'unjudged', by: 'x', reason: 'no_judge' })).toBe(false)
})
