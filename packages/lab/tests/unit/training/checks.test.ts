/** Checks of trajectories one by one: what a judge is asked, what counts as the same, and what a case is made of. */
import { describe, expect, test } from 'vitest'
import { GlossError } from '../../../../../core/index.ts'
import { estimateTokens } from '../../../../../models/index.ts'
import { chatPlaying, saying } from '../../../../../tests/fakes/playing-chat.ts'
import { consistencyRequest, createConsistencyCheck } from '../../../training/curation/consistency.ts'
import {
  type CurationCase,
  curationCase,
  followingText,
  trainingSample,
} from '../../../training/curation/curation-case.ts'
import { duplicateIds } from '../../../training/curation/duplicates.ts'
import {
  consistencyCost,
  consistencyTask,
  insistentTask,
  tasksSentence,
} from '../../../training/curation/judge-tasks.ts'
import { trainingPrompt } from '../../../training/prompts.ts'
import { distinctSearches } from '../../../training/synthesis/question-pair.ts'

const SIGNAL = new AbortController().signal
const ORDER = { question: 'Q?', thought: 'since so', output: 'A' }

/** Says the same twice: an answer that cannot be read is asked for once more. */
function chatThat(said: string | Error) {
  const play = said instanceof Error ? [said] : saying(said)
  return chatPlaying(play, play, play)
}

describe('consistency', () => {
  test.each([
    { said: '{"consistent": "yes"}', verdict: 'consistent' },
    { said: '{"consistent": "Yes, because it is"}', verdict: 'consistent' },
    { said: '{"consistent": true}', verdict: 'consistent' },
    { said: '{"consistent": "no"}', verdict: 'contradictory' },
    { said: '{"consistent": false}', verdict: 'contradictory' },
    { said: '{"consistent": "perhaps"}', verdict: 'unreadable' },
    { said: '{"consistent": 1}', verdict: 'unreadable' },
    { said: '{"consistent": "100 %"}', verdict: 'unreadable' },
    { said: 'yes', verdict: 'unreadable' },
  ])('$said is $verdict', async ({ said, verdict }) => {
    const chat = chatThat(said)
    expect(await createConsistencyCheck(chat, new Map()).check(ORDER, SIGNAL)).toBe(verdict)
  })

  test('throws what the model throws', async () => {
    const chat = chatThat(new GlossError('MODEL_UNAVAILABLE', 'down'))
    await expect(createConsistencyCheck(chat, new Map()).check(ORDER, SIGNAL)).rejects.toThrow('down')
    expect(createConsistencyCheck(chat, new Map()).name).toBe(
      `model:playing:${trainingPrompt('CONSISTENT').hash}`,
    )
  })

  test('is asked of both ends of a long thought', () => {
    const content = (thought: string) => {
      const { messages, temperature, maxTokens } = consistencyRequest({ ...ORDER, thought })
      expect([temperature, maxTokens]).toEqual([0, 1_024])
      return String(messages[0]!.content)
    }
    const [start, end] = [`s${'a'.repeat(7_999)}`, `${'b'.repeat(7_999)}e`]
    expect(content(start + end)).toContain(start + end)
    expect(content(`${start}-${end}`)).toContain(`${start}\n…\n${end}`)
  })

  test('is a task with the key of all that is asked', () => {
    const parts = { model: 'm', modes: new Map(), question: 'q1' }
    const task = consistencyTask(ORDER, parts)
    expect(task).toMatchObject({ kind: 'consistency', question: 'q1' })
    expect(task.isFailed('unreadable')).toBe(false)
    expect(consistencyTask(ORDER, { ...parts, question: 'q2' }).key).toBe(task.key)
    const others = [{ question: 'x' }, { thought: 'x' }, { output: 'x' }].map((changed) =>
      consistencyTask({ ...ORDER, ...changed }, parts),
    )
    const keys = [task, ...others, consistencyTask(ORDER, { ...parts, model: 'n' })].map(({ key }) => key)
    expect(new Set(keys).size).toBe(5)
    expect(task.cost).toEqual(consistencyCost(estimateTokens('since so') + estimateTokens('A')))
    const prompt = estimateTokens(trainingPrompt('CONSISTENT').text)
    expect(consistencyCost(7)).toEqual({ calls: 1, promptTokens: prompt + 7, completionTokens: 80 })
  })
})

describe('a task that insists on an answer', () => {
  const task = (value: { state: string; reason?: string }) =>
    insistentTask({ key: 'k', ask: () => Promise.resolve(value), isFailed: () => true } as never)

  test.each([
    { state: 'judged' },
    { state: 'judged', reason: 'model_timeout' },
    { state: 'unjudged', reason: 'model_answer_invalid' },
  ])('takes $state $reason', async (value) => {
    expect(await task(value).ask({ id: 'm' } as never, SIGNAL)).toBe(value)
    expect(task(value).isFailed({} as never)).toBe(false)
  })

  test('ends where the model could not be asked', async () => {
    const value = { state: 'unjudged', reason: 'model_timeout' }
    await expect(task(value).ask({ id: 'm' } as never, SIGNAL)).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      message: expect.stringContaining('m could not judge an answer: model_timeout'),
    })
  })
})

test('what tasks take is summed up in a sentence', () => {
  const costs = [
    { calls: 1, promptTokens: 100, completionTokens: 10 },
    { calls: 2, promptTokens: 200, completionTokens: 20 },
  ]
  const sentence = tasksSentence(costs, 'm', new Map())
  expect(sentence).toContain('At most 3 calls to m')
  expect(sentence).toContain('300')
  expect(sentence).toContain('30')
})

describe('trajectories that say the same', () => {
  const vectorAt = (cosine: number) => Float32Array.from([cosine, Math.sqrt(1 - cosine ** 2)])
  /** Three numbers of 32 bits that come to this number of 64 when they are added. */
  const summingTo = (sum: number) => {
    const first = Math.fround(sum)
    const second = Math.fround(sum - first)
    return Float32Array.from([first, second, sum - first - second])
  }
  const one = (id: string, given: Partial<CurationCase> = {}) =>
    ({ id, question: 'q', stage: 's', answer: '30', calls: 3, vector: vectorAt(1), ...given }) as CurationCase

  test.each([
    { name: 'the lowest id stays', cases: [one('b'), one('a'), one('c')], left: ['b', 'c'] },
    { name: 'the fewest calls stay', cases: [one('a'), one('b', { calls: 2 })], left: ['a'] },
    {
      name: 'none known are none made',
      cases: [one('a', { calls: 1 }), one('b', { calls: null })],
      left: ['a'],
    },
    { name: 'another question', cases: [one('a'), one('b', { question: 'r' })], left: [] },
    { name: 'another stage', cases: [one('a'), one('b', { stage: 't' })], left: [] },
    { name: 'another answer', cases: [one('a'), one('b', { answer: '31' })], left: [] },
    { name: 'no answer', cases: [one('a'), one('b', { answer: null })], left: [] },
    {
      name: 'an empty answer is one',
      cases: [one('a', { answer: '' }), one('b', { answer: null })],
      left: [],
    },
    {
      name: 'the answer in another writing',
      cases: [one('a', { answer: ' AB  c.' }), one('b', { answer: 'ａb C' })],
      left: ['b'],
    },
    { name: 'a stop within', cases: [one('a', { answer: 'a. b' }), one('b', { answer: 'a b' })], left: [] },
    { name: 'a little further than .95', cases: [one('a'), one('b', { vector: vectorAt(0.949) })], left: [] },
    {
      name: 'a little nearer than .95',
      cases: [one('a'), one('b', { vector: vectorAt(0.951) })],
      left: ['b'],
    },
    {
      name: 'as near as .95',
      cases: [one('a', { vector: Float32Array.from([1, 1, 1]) }), one('b', { vector: summingTo(0.95) })],
      left: ['b'],
    },
    {
      name: 'near to the second that stays',
      cases: [one('a'), one('b', { vector: vectorAt(0) }), one('c', { vector: vectorAt(0.1) })],
      left: ['c'],
    },
    {
      name: 'near to one that is left out',
      cases: [one('a'), one('b', { vector: vectorAt(0.96) }), one('c', { vector: vectorAt(0.85) })],
      left: ['b'],
    },
    { name: 'none', cases: [], left: [] },
  ])('$name', ({ cases, left }) => {
    expect([...duplicateIds(cases)].sort()).toEqual(left)
  })
})

describe('a case', () => {
  const turn = (who: 'user' | 'assistant', text: string) => ({ who, text })
  const good = [turn('user', 'a'), turn('assistant', 'b'), turn('user', 'c'), turn('assistant', 'd')]
  const trajectory = {
    path: 'solver/1',
    stage: 'solver',
    answer: '30',
    hasForm: true,
    turns: good,
    tools: { calls: 4, failed: 1, endsWell: false },
    thought: 'some words of thought',
    output: 'the output',
  } as never
  const of = { run: 'r', question: 'q', vector: Float32Array.from([1]) }
  const made = (changed: object) => curationCase({ ...(trajectory as object), ...changed } as never, of)

  test('is made of its trajectory', () => {
    expect(curationCase(trajectory, of)).toEqual({
      id: 'r/solver/1',
      ...of,
      path: 'solver/1',
      stage: 'solver',
      answer: '30',
      hasForm: true,
      calls: 4,
      failedTools: 1,
      endsWell: false,
      checkedTokens: estimateTokens('some words of thought') + estimateTokens('the output'),
    })
    expect(made({ tools: null })).toMatchObject({ calls: null, failedTools: 0, endsWell: true })
  })

  test.each([
    { name: 'in turn', turns: good, hasForm: true },
    { name: 'no turns', turns: [], hasForm: true },
    { name: 'the user last', turns: good.slice(0, 3), hasForm: false },
    { name: 'the assistant first', turns: good.slice(1, 3), hasForm: false },
    { name: 'one twice', turns: [good[0], good[0]], hasForm: false },
    { name: 'one that says nothing', turns: [turn('user', 'a'), turn('assistant', ' \n')], hasForm: false },
  ])('has its form: $name $hasForm', ({ turns, hasForm }) => {
    expect(made({ turns }).hasForm).toBe(hasForm)
    expect(made({ turns, hasForm: false }).hasForm).toBe(false)
  })

  test('followed its prompt with all but the first turn', () => {
    expect(followingText(trajectory)).toBe('b\nc\nd')
  })

  test('is a sample of the turns before the last question, that question, and its answer', () => {
    const sample = trainingSample(trajectory, of)
    expect(sample).toMatchObject({
      stage: 'solver',
      question: 'q',
      run: 'r',
      path: 'solver/1',
      user: 'User: a\nAssistant: b\nc',
      assistant: 'd',
    })
    expect(sample.hash).toMatch(/^[0-9a-f]{12,}$/)
    const short = trainingSample({ ...(trajectory as object), turns: good.slice(0, 2) } as never, of)
    expect(short).toMatchObject({ user: 'a', assistant: 'b' })
    expect(short.hash).not.toBe(sample.hash)
    const none = (turns: readonly object[]) =>
      trainingSample({ ...(trajectory as object), turns } as never, of)
    expect(none([])).toMatchObject({ user: '', assistant: '' })
    expect(none(good.slice(0, 1))).toMatchObject({ user: 'a', assistant: '' })
  })
})

test('a search with two thirds of the words of another is a near repeat', () => {
  expect(distinctSearches(['alpha beta gamma delta epsilon', 'alpha beta gamma delta zeta'])).toHaveLength(1)
  expect(distinctSearches(['alpha beta gamma', 'alpha beta zeta'])).toHaveLength(2)
  expect(distinctSearches(['alpha beta', 'alpha beta gamma'])).toEqual(['alpha beta'])
  expect(distinctSearches(['', 'alpha beta', '!'])).toEqual(['alpha beta'])
})
