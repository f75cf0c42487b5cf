/** Grading of sets of answers from end to end, with a judge in memory. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GlossError } from '../../../../../../../core/index.ts'
import {
  addPattern,
  type GoldQuestion,
  type PatternDefinition,
  type RunCandidates,
  type RunStore,
} from '../../../../../../../solver/index.ts'
import {
  type CountingJudge,
  countingJudge,
  type JudgeReply,
} from '../../../../../../../tests/fakes/counting-judge.ts'
import { temporaryFolder } from '../../../../../../../tests/fixtures/temporary-folder.ts'
import {
  type GivenAnswer,
  gradeSets,
  type JudgingRequest,
  settingReport,
} from '../../../../../evaluation/index.ts'

const signal = new AbortController().signal

function question(id: string, gold: string | null = 'an enzyme of the liver'): GoldQuestion {
  return { id, query: `What is ${id}?`, gold, category: '', answerType: 'text', rationale: '', task: null }
}

function given(id: string, answer: string, parts: Partial<GivenAnswer> = {}): GivenAnswer {
  return { id, run: 1, runId: null, answer, steps: null, seconds: null, ledger: null, watch: null, ...parts }
}

const judgement = (correct: 'yes' | 'no') =>
  JSON.stringify({ extracted_final_answer: 'x', reasoning: 'r', correct, confidence: 90 })

const REPLY: JudgeReply = (prompt, content) => {
  if (prompt === 'judgement') return judgement(content.includes('hepatic') ? 'yes' : 'no')
  if (prompt === 'consistency') return '0.5'
  if (prompt === 'labels') return '{"types": ["execution"], "reason": "slip"}'
  const items = [...content.matchAll(/RESP\[\d+\]/g)].map(() => ({ accuracy: 0.25, reason: 'r' }))
  return JSON.stringify({ items })
}

interface Trial extends Partial<JudgingRequest> {
  readonly chat?: CountingJudge
  readonly sets: readonly {
    readonly folder: string
    readonly answers: readonly GivenAnswer[]
    readonly questions: readonly GoldQuestion[]
  }[]
}

async function trial({ sets, chat = countingJudge(REPLY), ...request }: Trial) {
  const told: string[] = []
  const projections: string[] = []
  let closed = 0
  const ports = {
    prices: new Map([['the judge', { prompt: 1_000_000, completion: 2_000_000 }]]),
    runs: () => RUNS,
    openJudge: chat.open,
    openAlgebra: () =>
      Promise.resolve({
        compare: () => Promise.resolve('different' as const),
        close: () => Promise.resolve(void closed++),
      }),
  }
  const grading = gradeSets(
    ports,
    sets.map(({ folder, answers, questions }) => ({
      set: { folder, answers, questions: null, losses: {} },
      questions,
    })),
    {
      judge: 'open',
      answersOnly: true,
      consent: (projection) => Promise.resolve(projections.push(projection) > 0),
      onProgress: (what) => void told.push(what),
      ...request,
    },
    signal,
  )
  const settled = await grading.then(
    (gradings) => ({ gradings, error: null }),
    (error: unknown) => ({ gradings: [], error }),
  )
  return { ...settled, told, projections, closed, asked: chat.asked, opened: chat.opened() }
}

const boxed = (answer: string) => `So <answer>\\boxed{${answer}}</answer>`
const RUNS = runsOf({
  three: {
    candidates: {
      proposed: ['one', 'two', 'three'].map(boxed),
      pool: ['a hepatic enzyme', 'two'].map(boxed),
      steps: [],
    },
  },
})
let remove: () => void
beforeAll(() => {
  remove = addCandidatesPattern()
})
afterAll(() => remove())

const OPEN = [
  given('a', 'a hepatic enzyme'),
  given('b', 'a hormone'),
  given('c', 'An enzyme of the liver.'),
  given('d', ''),
]
const QUESTIONS = ['a', 'b', 'c', 'd'].map((id) => question(id))

describe('the judge', () => {
  it('is asked about what programs cannot grade, after somebody agreed to the cost', async () => {
    const folder = temporaryFolder()
    const { gradings, told, projections, asked, closed } = await trial({
      sets: [{ folder, answers: OPEN, questions: QUESTIONS }],
    })
    expect(asked).toEqual(['judgement', 'judgement'])
    expect(projections).toHaveLength(1)
    expect(projections[0]).toMatch(
      /^2 calls to the judge \(at most 12, where its answers cannot be read\), about \d+ prompt and 600 completion tokens, about \$\d+\.\d\d\.$/,
    )
    const [, prompt, dollars] = /about (\d+) prompt.*\$([\d.]+)\.$/.exec(projections[0]!)!
    // One dollar per prompt token, two per token of the answer.
    expect(Number(dollars)).toBe(Number(prompt) + 2 * 600)
    expect(told.slice(1)).toEqual([`the judge judges: ${projections[0]}`, '2 of 2 judged'])
    expect(closed).toBe(1)
    const [{ settled, graders, losses, errorTypes }] = gradings as [(typeof gradings)[0]]
    expect(settingReport('one', settled!).accuracy).toMatchObject({ correct: 2, judged: 4, unjudged: 0 })
    expect(graders).toEqual([
      'grader:none',
      'grader:wording',
      expect.stringMatching(/^model:the judge:[0-9a-f]{32}$/),
    ])
    expect(losses).toEqual({ no_answer: 1 })
    expect(errorTypes).toBeNull()
    expect(existsSync(join(folder, 'gradings.jsonl'))).toBe(true)
  })

  it('is asked nothing where nobody agrees, and the algebra is closed all the same', async () => {
    const { error, asked, closed, projections, told } = await trial({
      consent: () => Promise.resolve(false),
      sets: [{ folder: temporaryFolder(), answers: OPEN, questions: QUESTIONS }],
    })
    expect(error).toMatchObject({
      code: 'CONSENT_NEEDED',
      message: expect.stringMatching(/^2 calls to the judge/),
    })
    expect([asked, closed, projections, told.length]).toEqual([[], 1, [], 1])
  })

  it('is asked nothing twice, and nobody has to agree to nothing', async () => {
    const sets = [{ folder: temporaryFolder(), answers: OPEN, questions: QUESTIONS }]
    await trial({ sets })
    const { asked, projections, gradings } = await trial({ sets })
    expect([asked, projections]).toEqual([[], []])
    expect(settingReport('one', gradings[0]!.settled).accuracy.correct).toBe(2)
  })

  it('is agreed to once for several sets, the same question in both being one call', async () => {
    const answers = [given('a', 'a hepatic enzyme'), given('b', 'a hormone')]
    const sets = [
      { folder: temporaryFolder(), answers, questions: QUESTIONS },
      { folder: temporaryFolder(), answers: [...answers, given('d', 'a lipid')], questions: QUESTIONS },
    ]
    const { projections, gradings } = await trial({ sets })
    expect(projections).toEqual([expect.stringMatching(/^3 calls to the judge/)])
    expect(gradings.map(({ settled }) => settingReport('one', settled).accuracy.judged)).toEqual([2, 3])
  })
})

describe('types of error', () => {
  const answers = [
    given('a', 'a hepatic enzyme'),
    given('b', 'a hormone'),
    given('b', 'a lipid', { run: 2 }),
    given('c', 'An enzyme of the liver.'),
    given('d', ''),
    given('e', 'an organ'),
  ]
  const questions = [...QUESTIONS, question('e', null)]

  it('are asked of the first run of each question that is wrong, has an answer and a gold', async () => {
    const sets = [{ folder: temporaryFolder(), answers, questions }]
    const { asked, projections, gradings } = await trial({ answersOnly: false, sets })
    // Three judgements; the first runs of a and b may prove wrong.
    expect(projections).toEqual([expect.stringMatching(/^5 calls/)])
    expect(asked.toSorted()).toEqual(['judgement', 'judgement', 'judgement', 'labels'])
    expect(gradings[0]?.errorTypes).toMatchObject({
      failures: 1,
      labelled: 1,
      types: { execution: { count: 1 } },
    })
    const [labelled] = [...gradings[0]!.settled.labels.keys()]
    expect([labelled?.question.id, labelled?.given.run]).toEqual(['b', 1])
    expect(gradings[0]?.losses).toEqual({ no_answer: 1, 'unjudged: no_gold': 1 })
  })

  it('that programs found are asked of what is wrong at once', async () => {
    const choice = {
      ...question('w', 'B'),
      query: 'Which?\nA. x\nB. y',
      answerType: 'multipleChoice',
    } as const
    const sets = [{ folder: temporaryFolder(), answers: [given('w', 'A')], questions: [choice] }]
    const { asked, projections } = await trial({ answersOnly: false, sets })
    expect([asked, projections.length]).toEqual([['labels'], 1])
    expect((await trial({ answersOnly: true, sets })).asked).toEqual([])
  })
})

describe('agreement of candidates', () => {
  const sets = () => [
    {
      folder: temporaryFolder(),
      answers: [given('a', boxed('a hepatic enzyme'), { runId: 'three' })],
      questions: [{ ...question('a'), task: 'retrieval' }],
    },
  ]

  it('is no point where nothing that was said can be read, and what was lost is counted', async () => {
    const chat = countingJudge((prompt, content) =>
      prompt === 'consistency' ? 'alike' : REPLY(prompt, content),
    )
    const { gradings } = await trial({ answersOnly: false, chat, sets: sets() })
    expect(gradings[0]?.agreement).toEqual({ points: [], lines: [] })
    expect(gradings[0]?.losses).toEqual({ repaired: 3, no_number: 3 })
  })

  it.each([
    { name: 'that answers', unread: [], asked: 2 + 3 + 1 },
    { name: 'that has no form for accuracies', unread: ['accuracy'], asked: 2 + 3 + 6 },
    {
      name: 'that has no form at all',
      unread: ['judgement', 'consistency', 'accuracy'],
      asked: 6 * (2 + 3 + 1),
    },
  ])(
    'is asked of a judge $name as often as was said at most, and what was read is not asked again',
    async (one) => {
      const chat = countingJudge((prompt, content) =>
        one.unread.includes(prompt) ? 'I would rather not.' : REPLY(prompt, content),
      )
      const { asked, projections } = await trial({ answersOnly: false, judge: 'all', chat, sets: sets() })
      const [, calls, most] = /^(\d+) calls.*at most (\d+)/.exec(projections[0] ?? '') ?? []
      const made = asked.filter((prompt) => prompt !== 'labels').length
      expect([made, Number(calls), Number(most)]).toEqual([one.asked, 7, 42])
    },
  )

  it('is projected by what earlier answers took', async () => {
    const [{ folder, questions }] = sets() as [ReturnType<typeof sets>[0]]
    const set = (id: string) => ({ folder, questions, answers: [given('a', boxed(id))] })
    await trial({ judge: 'all', sets: [set('one')] })
    const { projections } = await trial({ judge: 'all', sets: [set('two')] })
    expect(projections[0]).toContain(' prompt and 5 completion tokens')
  })
})

/** Name of a pattern whose details are its candidates. */
const CANDIDATES_PATTERN = 'candidatesfortests'

/** Adds the pattern until the returned function is called. */
function addCandidatesPattern(): () => void {
  const pattern = {
    name: CANDIDATES_PATTERN,
    candidates: (details: unknown) => (details ?? null) as RunCandidates | null,
  }
  return addPattern(pattern as unknown as PatternDefinition)
}

interface KnownRun {
  readonly pattern?: string
  /** Candidates; null for a run that has not ended. */
  readonly candidates: RunCandidates | null
  /** Keys of its journal. */
  readonly journal?: readonly string[]
}

/** Returns a store in memory with what grading reads of runs; any other id is `RUN_NOT_FOUND`. */
function runsOf(runs: Readonly<Record<string, KnownRun>>): RunStore {
  return {
    get: (id: string) => {
      const run = runs[id]
      if (run === undefined) return Promise.reject(new GlossError('RUN_NOT_FOUND', `No run ${id}.`))
      const { pattern = CANDIDATES_PATTERN, candidates } = run
      return Promise.resolve({ plan: { pattern }, outcome: candidates && { details: candidates } })
    },
    journal: (id: string) => ({
      calls: () => Promise.resolve((runs[id]?.journal ?? []).map((key) => ({ key }))),
    }),
  } as unknown as RunStore
}
