/** A synthesis against a runner that says what it is told: where its phrases come from, and when it ends. */
import { describe, expect, test } from 'vitest'
import { GlossError } from '../../../../../core/index.ts'
import {
  type AttemptScript,
  pairText,
  SYNTHESIS_SETTINGS,
  scriptedRunner,
  statedUnit,
} from '../../../../../tests/fixtures/synthesis-runner.ts'
import { SYNTHESIS_REASONS } from '../../../training/synthesis/question-pair.ts'
import { createSynthesis, mostOfSynthesis, phrasesRequest } from '../../../training/synthesis/synthesise.ts'

describe('what a synthesis may take at most', () => {
  const settings = { ...SYNTHESIS_SETTINGS, maxSteps: 4, maxTokens: 100 }

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

  async function synthesised(script: AttemptScript, limits = { count: 2, attempts: 5 }) {
    const reasons: (string | null)[] = []
    const parts = scriptedRunner({ units: [statedUnit('u1')], phrases: noMore, ...script })
    const synthesis = createSynthesis({
      settings: SYNTHESIS_SETTINGS,
      limits,
      ports: parts.ports,
      onAttempt: (_, reason) => void reasons.push(reason),
    })
    const run = async () => await synthesis.run('' as never, {} as never, parts.runner)
    return { synthesis, run, reasons, asked: parts.asked, stages: parts.stages }
  }

  test('ends with so many questions as are wanted', async () => {
    const agents = ['One?', 'Two?', 'Three?'].map((question) => pairText(question))
    const { synthesis, run, reasons, stages } = await synthesised({ agents })
    expect(await run()).toEqual({ answer: '2 questions', answerPath: 'question', details: null })
    expect(synthesis.state()).toMatchObject({ attempts: 2, firstPhrases: 2 })
    expect(synthesis.state().pairs.map(({ question, attempt }) => [question, attempt])).toEqual([
      ['One?', 0],
      ['Two?', 1],
    ])
    expect(Object.values(synthesis.state().dropped)).toEqual(SYNTHESIS_REASONS.map(() => 0))
    expect(reasons).toEqual([null, null])
    expect(stages).toEqual(['seeds', 'questions'])
    // Each attempt began with another of the two.
    expect(synthesis.state().phrases.map(({ used }) => used)).toEqual([1, 1])
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
      statedUnit(`u${at}`, at === 3 ? 'the FIRST  phrase' : `text ${at}.`),
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

  test('has not begun before its seeds are there', async () => {
    const { synthesis } = await synthesised({})
    expect(synthesis.state()).toMatchObject({ attempts: 0, pairs: [], firstPhrases: 0, phrases: [] })
    expect(Object.values(synthesis.state().dropped)).toEqual(SYNTHESIS_REASONS.map(() => 0))
  })

  test('may begin with a single phrase', async () => {
    const phrases = (text: string) => (text.includes('text of u1') ? '<answer>only phrase</answer>' : '')
    const { synthesis, run } = await synthesised({ phrases }, { count: 1, attempts: 0 })
    await run()
    expect(synthesis.state()).toMatchObject({ firstPhrases: 1, phrases: [{ phrase: 'only phrase' }] })
  })

  test('asks for no phrases of blanks', async () => {
    const contexts = { searches: [{ query: 'a', text: ' ' }], pages: [' \n', ''], units: [] }
    const { run, asked } = await synthesised({ agents: ['said'], contexts }, { count: 1, attempts: 1 })
    await run()
    expect(asked.map(({ path }) => path)).toEqual(['seeds/0', 'phrases.0/3'])
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
    const parts = scriptedRunner({
      phrases: () => '{"physics": ["first phrase"], "biology": ["second phrase"]}',
    })
    const settings = { ...SYNTHESIS_SETTINGS, seeds: 'published' as const }
    const limits = { count: 1, attempts: 0 }
    const synthesis = createSynthesis({ settings, limits, ports: parts.ports, onAttempt: () => undefined })
    await synthesis.run('' as never, {} as never, parts.runner)
    expect(parts.asked.map(({ path, role }) => [path, role])).toEqual([['seeds/0/turn.0', 'synthesiser']])
    expect(synthesis.state().phrases.map(({ phrase, origin }) => [phrase, origin])).toEqual([
      ['first phrase', { from: 'field', field: 'physics' }],
      ['second phrase', { from: 'field', field: 'biology' }],
    ])
    const silent = scriptedRunner({ phrases: () => 'none' })
    const failing = createSynthesis({ settings, limits, ports: silent.ports, onAttempt: () => undefined })
    await expect(failing.run('' as never, {} as never, silent.runner)).rejects.toMatchObject({
      code: 'MODEL_ANSWER_INVALID',
      message: expect.stringContaining('it has no dictionary of lists of strings in it'),
    })
    // Asked once more before it gives up.
    expect(silent.asked).toHaveLength(2)
  })
})
