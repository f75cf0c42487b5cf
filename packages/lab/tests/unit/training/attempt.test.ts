/** One attempt against a runner that says what it is told: what is kept, and what is dropped for which reason. */
import { describe, expect, test } from 'vitest'
import { GlossError } from '../../../../../core/index.ts'
import {
  type AttemptScript,
  CONTEXTS,
  pairText,
  SYNTHESIS_SETTINGS,
  scriptedRunner,
  statedUnit,
} from '../../../../../tests/fixtures/synthesis-runner.ts'
import {
  attemptQuestion,
  confirmRequest,
  mostOfAttempt,
  synthesiserSpec,
} from '../../../training/synthesis/attempt.ts'
import type { StatedUnit } from '../../../training/synthesis/settings.ts'

async function attempted(script: AttemptScript, known: ReadonlySet<string> = new Set()) {
  const team = { ...scriptedRunner(script), settings: SYNTHESIS_SETTINGS }
  return await attemptQuestion({ attempt: 0, seed: 'a seed', known }, team)
}

describe('an attempt', () => {
  const good = pairText('What is it?')

  test('is kept with its searches and the units that the judge named', async () => {
    expect(await attempted({ agents: [good] })).toEqual({
      pair: { question: 'What is it?', truth: 'forty two' },
      made: {
        question: 'What is it?',
        truth: 'forty two',
        attempt: 0,
        seed: 'a seed',
        searches: ['electron mass', 'proton charge', 'neutron spin'],
        units: [statedUnit('u2')],
      },
      reason: null,
      contexts: CONTEXTS,
      said: good,
      failure: null,
    })
  })

  const few = { ...CONTEXTS, searches: CONTEXTS.searches.slice(1) }
  test.each([
    { name: 'no answer', script: { agents: ['I do not know'] }, reason: 'no_pair' },
    { name: 'two searches', script: { agents: [good], contexts: few }, reason: 'few_searches' },
    { name: 'the truth in the question', script: { agents: [pairText('Is it forty two?')] }, reason: 'leak' },
    {
      name: 'the judge says no',
      script: { agents: [good], confirm: '{"confirmed": "no", "statements": [1]}' },
      reason: 'unconfirmed',
    },
    {
      name: 'the judge names none',
      script: { agents: [good], confirm: '{"confirmed": "yes"}' },
      reason: 'unconfirmed',
    },
    {
      name: 'the judge names one that is not there',
      script: { agents: [good], confirm: '{"confirmed": "yes", "statements": [0, 3]}' },
      reason: 'unconfirmed',
    },
    {
      name: 'the judge cannot be read',
      script: { agents: [good], confirm: 'perhaps' },
      reason: 'unconfirmed',
    },
    {
      name: 'no unit was found',
      script: { agents: [good], contexts: { ...CONTEXTS, units: [] } },
      reason: 'unconfirmed',
    },
  ])('is dropped: $name', async ({ script, reason }) => {
    const { made, reason: said, failure } = await attempted(script)
    expect([made, said, failure]).toEqual([null, reason, null])
  })

  test('of a question that was made before is dropped', async () => {
    expect((await attempted({ agents: [good] }, new Set(['what is it']))).reason).toBe('repeated')
  })

  test.each([
    { confirm: '{"confirmed": true, "statements": [1]}', units: ['u1'] },
    { confirm: '{"confirmed": false, "statements": [1]}', units: undefined },
    { confirm: '{"confirmed": " Yes ", "statements": ["2", 1, 2]}', units: ['u2', 'u1'] },
  ])('is confirmed as a judge writes it: $confirm', async ({ confirm, units }) => {
    const { made } = await attempted({ agents: [good], confirm })
    expect(made?.units.map(({ id }) => id)).toEqual(units)
  })

  test.each(['MODEL_REFUSED', 'MODEL_ANSWER_INVALID'] as const)(
    'that ends with %s has failed',
    async (code) => {
      const { reason, failure, said, contexts } = await attempted({ agents: [new GlossError(code, 'no')] })
      expect({ reason, failure, said, contexts }).toEqual({
        reason: 'failed',
        failure: { code, message: 'no' },
        said: '',
        contexts: { searches: [], pages: [], units: [] },
      })
    },
  )

  test('that ends with anything else ends the synthesis', async () => {
    await expect(attempted({ agents: [new GlossError('MODEL_UNAVAILABLE', 'no')] })).rejects.toThrow('no')
    await expect(attempted({ agents: [new TypeError('a bug')] })).rejects.toThrow('a bug')
  })
})

describe('a judge reads the statements', () => {
  const shown = (units: readonly StatedUnit[]) => {
    const { messages, temperature, maxTokens } = confirmRequest({ question: 'Q?', truth: 'T' }, units)
    return { content: String(messages[0]!.content), temperature, maxTokens }
  }

  test('numbered from 1, with their titles', () => {
    const { content, temperature, maxTokens } = shown([
      statedUnit('a', 'one', 'Title'),
      statedUnit('b', 'two'),
    ])
    expect(content).toContain('1. (Title) one\n2. two')
    expect([temperature, maxTokens]).toEqual([0, 1_024])
  })

  test('to 600 characters each', () => {
    expect(shown([statedUnit('a', `${'x'.repeat(599)}y`)]).content).toContain('1. x')
    expect(shown([statedUnit('a', `${'x'.repeat(599)}y`)]).content).not.toContain('…')
    expect(shown([statedUnit('a', `${'x'.repeat(599)}yz`)]).content).toContain('xy …')
  })

  test('sixty at most', async () => {
    const units = Array.from({ length: 61 }, (_, at) => statedUnit(`u${at + 1}`))
    const { runner, ports, asked } = scriptedRunner({
      agents: [pairText('What is it?')],
      contexts: { ...CONTEXTS, units },
      confirm: '{"confirmed": "yes", "statements": [60, 61]}',
    })
    const team = { runner, ports, settings: SYNTHESIS_SETTINGS }
    const { made } = await attemptQuestion({ attempt: 0, seed: 's', known: new Set() }, team)
    expect(made?.units.map(({ id }) => id)).toEqual(['u60'])
    expect(asked[0]?.content).toContain('60. text of u60')
    expect(asked[0]?.content).not.toContain('text of u61')
    expect(asked[0]?.role).toBe('curator')
  })
})

test('an agent works as its settings say', () => {
  const spec = synthesiserSpec('question/0', 'a seed', SYNTHESIS_SETTINGS)
  expect(spec).toMatchObject({
    role: 'synthesiser',
    temperature: 1,
    topP: 1,
    maxTokens: 4_096,
    tools: { searchesCorpus: false, searchesWeb: true, web: 'texts' },
    code: { timeoutMs: 60_000, form: 'json' },
    search: { k: 10, hasSifter: false, helperTemperature: 0 },
    monitoring: null,
    agent: { maxSteps: 20, answerTag: 'answer', nudging: { most: 5 } },
  })
  expect(spec.seed).toBe(synthesiserSpec('question/0', 'another', SYNTHESIS_SETTINGS).seed)
  expect(spec.seed).not.toBe(synthesiserSpec('question/1', 'a seed', SYNTHESIS_SETTINGS).seed)
})

test('what an attempt may take at most', () => {
  expect(mostOfAttempt({ ...SYNTHESIS_SETTINGS, maxSteps: 4, maxTokens: 100 })).toEqual({
    synthesiser: { turns: 5, completionTokens: 500 },
    curator: { turns: 2, completionTokens: 2_048 },
  })
})
