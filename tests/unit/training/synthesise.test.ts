/** Attempts of a synthesis against a runner that says what it is told: what is kept, what is dropped and why, and when it ends. */
import { describe, expect, test } from 'vitest'
import { GlossError } from '../../../core/index.ts'
import type { Runner } from '../../../solver/index.ts'
import {
  attemptQuestion,
  confirmRequest,
  mostOfAttempt,
  synthesiserSpec,
} from '../../../training/synthesis/attempt.ts'
import { SYNTHESIS_REASONS } from '../../../training/synthesis/question-pair.ts'
import {
  type AttemptContexts,
  type StatedUnit,
  SynthesisSettings,
} from '../../../training/synthesis/settings.ts'
import { createSynthesis, mostOfSynthesis, phrasesRequest } from '../../../training/synthesis/synthesise.ts'

const SETTINGS = SynthesisSettings.parse({ examples: 'none', seeds: 'corpus' })
const SIGNAL = new AbortController().signal

function unit(id: string, text = `text of ${id}`, title = ''): StatedUnit {
  return { id, paper: 'p', title, page: null, text }
}

function pairText(question: string, truth = 'forty two'): string {
  return `<answer><question>${question}</question><truth>${truth}</truth></answer>`
}

const search = (query: string) => ({ query, text: `found for ${query}` })
const CONTEXTS: AttemptContexts = {
  searches: ['electron mass', 'proton charge', 'neutron spin'].map(search),
  pages: ['a page'],
  units: [unit('u1'), unit('u2')],
}
const YES = '{"confirmed": "yes", "statements": [2]}'

interface Script {
  /** By attempt; what an agent throws where it is an error. */
  readonly agents?: readonly (string | Error)[]
  readonly contexts?: AttemptContexts
  readonly confirm?: string
  /** Of a text that phrases are taken from. */
  readonly phrases?: (text: string) => string | Error
  readonly units?: readonly StatedUnit[]
}

/** Asked, by path, in the order of the questions. */
function scripted({
  agents = [],
  contexts = CONTEXTS,
  confirm = YES,
  phrases = () => '',
  units = [],
}: Script) {
  const asked: { path: string; role: string; content: string }[] = []
  const runner = {
    stage: () => undefined,
    report: () => undefined,
    agent: (path: string) => {
      const said = agents[Number(path.split('/')[1])] ?? ''
      if (said instanceof Error) return Promise.reject(said)
      return Promise.resolve({ segments: [{ channel: 'text', by: 'model', text: said }] })
    },
    ask: (path: string, role: string, { messages }: { messages: readonly { content: string }[] }) => {
      const { content } = messages.at(-1)!
      asked.push({ path, role, content })
      const said = path.startsWith('confirm') ? confirm : phrases(content)
      return said instanceof Error ? Promise.reject(said) : Promise.resolve({ text: said })
    },
    parallel: async (
      stage: string,
      items: readonly unknown[],
      work: (item: never, path: string) => unknown,
    ) =>
      await Promise.all(
        items.map(async (item, at) => {
          try {
            return { isDone: true, value: await work(item as never, `${stage}/${at}`) }
          } catch (error) {
            const { code, message } = error as GlossError
            return { isDone: false, failure: { code, message } }
          }
        }),
      ),
  } as unknown as Runner
  const ports = { contexts: () => Promise.resolve(contexts), sampleUnits: () => Promise.resolve(units) }
  return { runner, ports, asked }
}

async function attempted(script: Script, known: ReadonlySet<string> = new Set()) {
  const team = { ...scripted(script), settings: SETTINGS }
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
        units: [unit('u2')],
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
    const { content, temperature, maxTokens } = shown([unit('a', 'one', 'Title'), unit('b', 'two')])
    expect(content).toContain('1. (Title) one\n2. two')
    expect([temperature, maxTokens]).toEqual([0, 1_024])
  })

  test('to 600 characters each', () => {
    expect(shown([unit('a', `${'x'.repeat(599)}y`)]).content).toContain('1. x')
    expect(shown([unit('a', `${'x'.repeat(599)}y`)]).content).not.toContain('…')
    expect(shown([unit('a', `${'x'.repeat(599)}yz`)]).content).toContain('xy …')
  })

  test('sixty at most', async () => {
    const units = Array.from({ length: 61 }, (_, at) => unit(`u${at + 1}`))
    const { runner, ports, asked } = scripted({
      agents: [pairText('What is it?')],
      contexts: { ...CONTEXTS, units },
      confirm: '{"confirmed": "yes", "statements": [60, 61]}',
    })
    const team = { runner, ports, settings: SETTINGS }
    const { made } = await attemptQuestion({ attempt: 0, seed: 's', known: new Set() }, team)
    expect(made?.units.map(({ id }) => id)).toEqual(['u60'])
    expect(asked[0]?.content).toContain('60. text of u60')
    expect(asked[0]?.content).not.toContain('text of u61')
    expect(asked[0]?.role).toBe('curator')
  })
})

test('an agent works as its settings say', () => {
  const spec = synthesiserSpec('question/0', 'a seed', SETTINGS)
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
  expect(spec.seed).toBe(synthesiserSpec('question/0', 'another', SETTINGS).seed)
  expect(spec.seed).not.toBe(synthesiserSpec('question/1', 'a seed', SETTINGS).seed)
})

describe('what a synthesis may take at most', () => {
  const settings = { ...SETTINGS, maxSteps: 4, maxTokens: 100 }

  test('of an attempt', () => {
    expect(mostOfAttempt(settings)).toEqual({
      synthesiser: { turns: 5, completionTokens: 500 },
      curator: { turns: 2, completionTokens: 2_048 },
    })
  })

  test('of all, with the seeds and four texts of phrases an attempt', () => {
    expect(mostOfSynthesis(settings, 3)).toEqual({
      synthesiser: { turns: 2 + 12 + 15, completionTokens: 2 * 8_192 + 12 * 2_048 + 1_500 },
      curator: { turns: 6, completionTokens: 3 * 2_048 },
    })
  })
})

test('phrases are asked for of the first 24,000 characters', () => {
  const { messages, temperature, maxTokens } = phrasesRequest(`a${'x'.repeat(23_998)}yz`)
  const content = String(messages[0]!.content)
  expect(content).toContain(`a${'x'.repeat(23_998)}y`)
  expect(content).not.toContain('xyz')
  expect([temperature, maxTokens]).toEqual([0, 2_048])
})

describe('a synthesis', () => {
  const SEEDS = '<answer>first phrase, second phrase</answer>'
  const noMore = (text: string) => (text.includes('text of u') && !text.includes('found for') ? SEEDS : '')

  async function synthesised(script: Script, limits = { count: 2, attempts: 5 }) {
    const reasons: (string | null)[] = []
    const parts = scripted({ units: [unit('u1')], phrases: noMore, ...script })
    const synthesis = createSynthesis({
      settings: SETTINGS,
      limits,
      ports: parts.ports,
      onAttempt: (_, reason) => void reasons.push(reason),
    })
    const run = async () => await synthesis.run('' as never, {} as never, parts.runner, SIGNAL as never)
    return { synthesis, run, reasons, asked: parts.asked }
  }

  test('ends with so many questions as are wanted', async () => {
    const agents = ['One?', 'Two?', 'Three?'].map((question) => pairText(question))
    const { synthesis, run, reasons } = await synthesised({ agents })
    expect(await run()).toEqual({ answer: '2 questions', answerPath: 'question', details: null })
    expect(synthesis.state()).toMatchObject({ attempts: 2, firstPhrases: 2 })
    expect(synthesis.state().pairs.map(({ question, attempt }) => [question, attempt])).toEqual([
      ['One?', 0],
      ['Two?', 1],
    ])
    expect(Object.values(synthesis.state().dropped)).toEqual(SYNTHESIS_REASONS.map(() => 0))
    expect(reasons).toEqual([null, null])
  })

  test('or after so many attempts, each of them a question or dropped for a reason', async () => {
    const refused = new GlossError('MODEL_REFUSED', 'no')
    const agents = [pairText('One?'), pairText('One?'), 'nothing', refused, refused, pairText('Two?')]
    const { synthesis, run, reasons } = await synthesised({ agents }, { count: 9, attempts: 5 })
    await run()
    const { attempts, pairs, dropped } = synthesis.state()
    expect([attempts, pairs.length]).toEqual([5, 1])
    expect(Object.keys(dropped)).toEqual([...SYNTHESIS_REASONS])
    expect(dropped).toMatchObject({ failed: 2, no_pair: 1, repeated: 1, leak: 0, unconfirmed: 0 })
    expect(reasons).toEqual([null, 'repeated', 'no_pair', 'failed', 'failed'])
  })

  test('or after three failures in a row', async () => {
    const refused = new GlossError('MODEL_REFUSED', 'it will not')
    const agents = [refused, refused, 'nothing', refused, refused, refused, pairText('One?')]
    const { synthesis, run } = await synthesised({ agents }, { count: 9, attempts: 9 })
    await expect(run()).rejects.toMatchObject({
      code: 'NO_SOLUTION',
      message: expect.stringContaining(
        '3 attempts in a row failed, the last one with MODEL_REFUSED: it will not',
      ),
      facts: { attempts: 6 },
    })
    expect(synthesis.state().dropped.failed).toBe(5)
  })

  test('begins with phrases of the corpus, ten units at a time, each with the units that have it', async () => {
    const units = Array.from({ length: 11 }, (_, at) =>
      unit(`u${at}`, at === 3 ? 'the FIRST  phrase' : `text ${at}.`),
    )
    const phrases = (text: string) => (text.includes('text 0.') ? SEEDS : '<answer>third phrase</answer>')
    const { synthesis, run, asked } = await synthesised({ units, phrases }, { count: 1, attempts: 0 })
    await run()
    expect(asked.map(({ path }) => path)).toEqual(['seeds/0', 'seeds/1'])
    expect(asked[0]?.content).toContain('text 9.')
    expect(asked[1]?.content).toContain('text 10.')
    expect(synthesis.state().phrases).toEqual([
      { phrase: 'first phrase', origin: { from: 'corpus' }, units: ['u3'], used: 0 },
      { phrase: 'second phrase', origin: { from: 'corpus' }, units: [], used: 0 },
      { phrase: 'third phrase', origin: { from: 'corpus' }, units: [], used: 0 },
    ])
  })

  test('takes further phrases of what an attempt found and wrote, kept or not', async () => {
    const phrases = (text: string) => {
      if (text.includes('found for electron')) return '<answer>from snippets</answer>'
      if (text.includes('a page')) return '<answer>from pages</answer>'
      if (text.includes('I wrote this')) return '<answer>from trajectory</answer>'
      return text.includes('Is it forty two?\nforty two') ? '<answer>from pair</answer>' : noMore(text)
    }
    const agents = [`I wrote this. ${pairText('Is it forty two?')}`]
    const { synthesis, run } = await synthesised({ agents, phrases }, { count: 1, attempts: 1 })
    await run()
    const added = synthesis.state().phrases.slice(2)
    expect(added.map(({ phrase, origin }) => [phrase, origin])).toEqual(
      ['snippets', 'pages', 'pair', 'trajectory'].map((from) => [`from ${from}`, { from, attempt: 0 }]),
    )
  })

  test('asks for no phrases of texts that are empty, and goes on where the model refuses', async () => {
    const contexts = { searches: [], pages: [], units: [] }
    const phrases = (text: string) =>
      text.includes('nothing at all') ? new GlossError('MODEL_REFUSED', 'no') : noMore(text)
    const { synthesis, run, asked } = await synthesised(
      { agents: ['nothing at all'], contexts, phrases },
      { count: 1, attempts: 1 },
    )
    await run()
    expect(asked.map(({ path }) => path)).toEqual(['seeds/0', 'phrases.0/3'])
    expect(synthesis.state().attempts).toBe(1)
  })

  test('ends where phrases cannot be asked for, and where there are none to begin with', async () => {
    const down = await synthesised({ phrases: () => new GlossError('MODEL_UNAVAILABLE', 'down') })
    await expect(down.run()).rejects.toMatchObject({
      code: 'NO_SOLUTION',
      message: expect.stringContaining('down'),
    })
    const none = await synthesised({ phrases: () => '' })
    await expect(none.run()).rejects.toMatchObject({ code: 'MODEL_ANSWER_INVALID' })
  })

  test('begins with phrases that a model lists by field, as published', async () => {
    const parts = scripted({ phrases: () => '{"physics": ["first phrase"], "biology": ["second phrase"]}' })
    const settings = { ...SETTINGS, seeds: 'published' as const }
    const limits = { count: 1, attempts: 0 }
    const synthesis = createSynthesis({ settings, limits, ports: parts.ports, onAttempt: () => undefined })
    await synthesis.run('' as never, {} as never, parts.runner, SIGNAL as never)
    expect(parts.asked.map(({ path, role }) => [path, role])).toEqual([['seeds/0/turn.0', 'synthesiser']])
    expect(synthesis.state().phrases.map(({ phrase, origin }) => [phrase, origin])).toEqual([
      ['first phrase', { from: 'field', field: 'physics' }],
      ['second phrase', { from: 'field', field: 'biology' }],
    ])
    const silent = scripted({ phrases: () => 'none' })
    const failing = createSynthesis({ settings, limits, ports: silent.ports, onAttempt: () => undefined })
    await expect(failing.run('' as never, {} as never, silent.runner, SIGNAL as never)).rejects.toMatchObject(
      {
        code: 'MODEL_ANSWER_INVALID',
      },
    )
  })
})

describe('settings', () => {
  const at = (given: object) => SynthesisSettings.safeParse({ examples: '', ...given }).success

  test('have their defaults', () => {
    expect(SynthesisSettings.parse({ examples: '' })).toMatchObject({
      seeds: 'published',
      seed: 1,
      temperature: 1,
      maxTokens: 4_096,
      maxSteps: 20,
      maxNudges: 5,
      codeSeconds: 60,
    })
    expect(SynthesisSettings.parse({ examples: '' }).fields).toHaveLength(23)
    expect(SynthesisSettings.safeParse({}).success).toBe(false)
    expect(at({ other: 1 })).toBe(false)
  })

  test.each([
    { name: 'seed', least: 0, most: 2 ** 31 - 1, isWhole: true },
    { name: 'temperature', least: 0, most: 2, isWhole: false },
    { name: 'maxTokens', least: 1, most: 1_000_000, isWhole: true },
    { name: 'maxSteps', least: 1, most: 1_000, isWhole: true },
    { name: 'maxNudges', least: 0, most: 100, isWhole: true },
    { name: 'codeSeconds', least: 1, most: 3_600, isWhole: true },
  ])('$name is from $least to $most', ({ name, least, most, isWhole }) => {
    expect([least, most].map((value) => at({ [name]: value }))).toEqual([true, true])
    expect([least - 1, most + 1].map((value) => at({ [name]: value }))).toEqual([false, false])
    expect(at({ [name]: least + 0.5 })).toBe(!isWhole)
  })

  test('fields are words', () => {
    expect([['a'], [' a ']].map((fields) => at({ fields }))).toEqual([true, true])
    expect([[], [''], [' ']].map((fields) => at({ fields }))).toEqual([false, false, false])
  })
})
