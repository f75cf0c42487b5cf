/** `gloss eval answers` on solved questions and on answers from elsewhere, with and without a scripted judge. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ScriptedRequest } from '../../../../../tests/fakes/scripted-llm/server.ts'
import { GOLD_ALONE, preparedSet, QUESTIONS, SMALL } from '../../../../../tests/fixtures/question-set.ts'
import { answerOf, runCli } from '../../../../../tests/fixtures/run-cli.ts'
import { temporaryFolder } from '../../../../../tests/fixtures/temporary-folder.ts'
import type { AnswersReport } from '../../../evaluation/index.ts'

interface Evaluated extends AnswersReport {
  readonly answers: readonly {
    readonly id: string
    readonly run: number
    readonly isCorrect: boolean | null
    readonly by: string
  }[]
  readonly files: readonly string[]
}

const SOLVE = ['solve', '--file', 'questions.json', '--yes', '--runs', '2', '--out', 'results', ...SMALL]

/** Judges the words equal, rates consistency .5, and labels failures. */
function judgeSays({ body }: ScriptedRequest): string {
  const prompt = (body.messages ?? []).map(({ content }) => content).join('\n')
  if (prompt.includes('Assign a consistency score')) return '0.50'
  if (prompt.startsWith('You are a meticulous grader'))
    return JSON.stringify({
      items: [
        { accuracy: 1, reason: 'Right.' },
        { accuracy: 0, reason: 'Wrong.' },
      ],
    })
  if (prompt.includes('reasoning_process'))
    return JSON.stringify({ types: ['execution'], reason: 'Miscounted.' })
  const correct = prompt.includes('every place') ? 'yes' : 'no'
  return JSON.stringify({ extracted_final_answer: 'x', reasoning: 'y', correct, confidence: '80' })
}

const shares = ({ settings }: AnswersReport) =>
  settings.map(({ name, accuracy: { correct, judged, unjudged } }) => [name, correct, judged, unjudged])

test('what programs cannot grade stays unjudged without a judge, and is asked of one', async () => {
  let judged = 0
  const { options, server, cwd } = await preparedSet({
    judge(request) {
      judged++
      return { text: judgeSays(request) }
    },
  })
  await answerOf(SOLVE, options)
  const before = server.requests.length
  const alone = await answerOf<Evaluated>(['eval', 'answers', 'results'], options)
  expect(shares(alone)).toEqual([
    ['run 1', 2, 2, 1],
    ['run 2', 2, 2, 1],
    ['all runs', 4, 4, 2],
  ])
  expect(alone.losses).toEqual({ 'unjudged: no_judge': 2 })
  expect(server.requests).toHaveLength(before)

  const refused = await runCli(['eval', 'answers', 'results', '--judge'], options)
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('calls to judge')])
  expect(judged).toBe(0)

  const whole = await answerOf<Evaluated>(['eval', 'answers', 'results', '--judge', '--yes'], options)
  expect(shares(whole)).toEqual([
    ['run 1', 3, 3, 0],
    ['run 2', 3, 3, 0],
    ['all runs', 6, 6, 0],
  ])
  const all = whole.settings.at(-1)
  expect(all?.passes).toEqual([
    { k: 1, share: 1, questions: 3 },
    { k: 5, share: null, questions: 0 },
  ])
  expect(all?.oracle?.correct).toBe(6)
  // Its answers are watched, but too short for a look.
  expect(all?.watch).toMatchObject({ looks: 0, triggers: 0, rates: { triggersPer10k: 0 } })
  expect(readFileSync(join(cwd, 'results', 'report.md'), 'utf8')).toMatch(
    /## Monitor, per 10,000 characters[\s\S]*\n\| all runs \| [\d.]+ \| 0\.00 \| 0\.00 \| – \| 0\.0 \|\n/,
  )
  // Refiners turned 32 into 30, and one wording into another: in each run, two candidates of two questions.
  expect(all?.changes?.stages.find(({ stage }) => stage === 'refine')?.turns.wrong_to_right).toBe(8)
  expect(whole.agreement?.points).toHaveLength(3)
  expect(whole.agreement?.points[0]).toMatchObject({ consistency: 0.5, accuracy: 0.5, task: 'reasoning' })
  expect(all?.ledger?.judges.completionTokens).toBeGreaterThan(0)

  const asked = judged
  await answerOf<Evaluated>(['eval', 'answers', 'results', '--judge', '--yes'], options)
  expect(judged).toBe(asked)
  const judges = server.requests.filter(({ body }) => body.model === 'judge')
  const others = server.requests.filter(({ body }) => body.model !== 'judge')
  expect(JSON.stringify(judges.map(({ body }) => body))).toContain(GOLD_ALONE)
  expect(JSON.stringify(others.map(({ body }) => body))).not.toContain(GOLD_ALONE)
  const page = readFileSync(join(cwd, 'results', 'report.md'), 'utf8')
  expect(page).toContain('## Answers that a stage changed')
  for (const file of ['report.json', 'accuracy.svg', 'tokens.svg', 'agreement.svg', 'calibration-3.svg'])
    expect([file, existsSync(join(cwd, 'results', file))]).toEqual([file, true])
})

test('wrong answers are labelled, and a judge that fails leaves them unjudged after three tries', async () => {
  let isBroken = true
  let judged = 0
  const { options, cwd } = await preparedSet({
    judge(request) {
      judged++
      return { text: isBroken ? 'I would rather not say.' : judgeSays(request) }
    },
  })
  const answers = [
    { id: 'count', answer: 'It is <answer>31</answer>' },
    { id: 'choice', answer: '<answer>B</answer>' },
    { id: 'words', answer: '<answer>They switch at every place</answer>' },
    { id: 'other', answer: 'not asked' },
  ]
  writeFileSync(join(cwd, 'mine.jsonl'), `${answers.map((line) => JSON.stringify(line)).join('\n')}\n{"id":`)
  const evaluate = ['eval', 'answers', 'mine.jsonl', '--questions', 'questions.json', '--judge', '--yes']
  const first = await answerOf<Evaluated>(evaluate, options)
  expect(shares(first)).toEqual([['mine.jsonl', 1, 2, 1]])
  expect(first.losses).toMatchObject({
    bad_line: 1,
    unknown_question: 1,
    'unjudged: model_answer_invalid': 1,
    'unlabelled: model_answer_invalid': 1,
  })
  const asked = judged
  isBroken = false
  expect(shares(await answerOf<Evaluated>(evaluate, options))).toEqual([['mine.jsonl', 1, 2, 1]])
  expect(judged).toBe(asked)
  const elsewhere = await answerOf<Evaluated>([...evaluate, '--judge-all'], options)
  expect(elsewhere.answers.map(({ isCorrect }) => isCorrect)).toEqual([false, false, null])
  expect(elsewhere.errorTypes).toMatchObject({ failures: 2, labelled: 1, types: { execution: { count: 1 } } })
})

test('answers without their questions are refused with what to type', async () => {
  const { options, cwd } = await preparedSet()
  writeFileSync(join(cwd, 'mine.jsonl'), '{"id": "count", "answer": "30"}\n')
  const { code, stderr } = await runCli(['eval', 'answers', 'mine.jsonl'], options)
  expect([code, stderr]).toEqual([2, expect.stringContaining('--questions FILE')])
})

test.each([
  ['once', ['30'], /100\.0 +1 of 1/],
  ['several times', ['30', '31', '31', '30'], /50\.0 +2 of 4/],
])('figures of one question that was answered %s have no interval', async (_name, answers, shown) => {
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, 'one.json'), JSON.stringify([QUESTIONS[0]]))
  const lines = answers.map((answer, at) => JSON.stringify({ id: 'count', run: at + 1, answer }))
  writeFileSync(join(cwd, 'mine.jsonl'), lines.join('\n'))
  const { stdout } = await runCli(['eval', 'answers', 'mine.jsonl', '--questions', 'one.json'], {
    cwd,
    env: {},
  })
  expect(stdout).toMatch(shown)
  expect(`${stdout}${readFileSync(join(cwd, 'report.md'), 'utf8')}`).not.toMatch(/\d \[|NaN/)
})
