/** Parser and Judge: their published prompts, the lines they get, one repair each, and what is unreadable. */
import { describe, expect, it } from 'vitest'
import { GlossError } from '../../../../../../core/index.ts'
import { chatPlaying, type Play, saying } from '../../../../../../tests/fakes/playing-chat.ts'
import { hasShared, orSkipped } from '../../../../../../tests/fixtures/shared.ts'
import { starSpecificationPrompt } from '../../../../../../tests/fixtures/star-prompt.ts'
import { starPrompt } from '../../../../evaluation/rws/prompts.ts'
import { createStarVerifier, judgeType } from '../../../../evaluation/rws/verifier.ts'

const signal = new AbortController().signal
const PARSED = JSON.stringify({ pred_norm: 'wind accelerates', gt_norm: 'wind speeds up', type: 'text' })
const judged = (verdict: string, confidence: unknown = 0.9) =>
  JSON.stringify({ verdict, confidence, pred_extracted: 'a', gt_extracted: 'b' })

function verifying(...plays: readonly Play[]) {
  const chat = chatPlaying(...plays)
  const verifier = createStarVerifier({ parser: chat, judge: chat, modes: new Map() })
  const order = { output: 'The wind accelerates', gold: 'The wind speeds up', type: 'text' as const }
  return { chat, said: () => verifier.verify(order, signal) }
}

describe.skipIf(!hasShared)(orSkipped('S20 prompts of Parser and Judge'), () => {
  it.each(['RWS_PARSER', 'RWS_JUDGE'] as const)('%s is the published text, with its hash', (name) => {
    const { text, hash } = starSpecificationPrompt(name)
    expect(starPrompt(name).text).toBe(text)
    expect(starPrompt(name).hash.startsWith(hash)).toBe(true)
  })
})

describe('S43 Parser and Judge', () => {
  it('get the published lines, the Judge those of the Parser and the type in its words (E8)', async () => {
    const { chat, said } = verifying(saying(PARSED), saying(judged('correct')))
    expect(await said()).toMatchObject({
      verdict: 'correct',
      confidence: 0.9,
      pred: 'wind accelerates',
      gold: 'wind speeds up',
    })
    const contents = chat.requests.map(({ messages }) => messages.map(({ content }) => content))
    expect(contents).toEqual([
      [
        starPrompt('RWS_PARSER').text,
        'Prediction: The wind accelerates\nGround Truth: The wind speeds up\nType: text',
      ],
      [
        starPrompt('RWS_JUDGE').text,
        'Prediction: wind accelerates\nGround Truth: wind speeds up\nType: textual',
      ],
    ])
    expect(chat.requests.map(({ temperature }) => temperature)).toEqual([1, 1])
  })

  it.each([
    { type: 'numeric', gold: '5 nT', is: 'numeric' },
    { type: 'json', gold: '{"a": 1, "b": 2e3}', is: 'numeric' },
    { type: 'json', gold: '{"a": "x"}', is: 'unknown' },
    { type: 'symbolic', gold: 'x', is: 'symbolic' },
    { type: 'latex', gold: 'x', is: 'symbolic' },
    { type: 'text', gold: 'x', is: 'textual' },
    { type: 'code', gold: 'x', is: 'unknown' },
  ])('$type $gold is $is to the Judge', ({ type, gold, is }) => {
    expect(judgeType({ type, gt_norm: gold })).toBe(is)
  })

  it('have one repair each', async () => {
    const { chat, said } = verifying(
      saying('no JSON'),
      saying(PARSED),
      saying(judged('perhaps')),
      saying(judged('incorrect')),
    )
    expect((await said()).verdict).toBe('incorrect')
    expect(chat.requests).toHaveLength(4)
  })
})

describe('S44 what is not sure or not readable is undecided', () => {
  it.each([
    { name: 'not sure', plays: [saying(PARSED), saying(judged('not_sure', 0.5))], failure: undefined },
    { name: 'an unreadable Parser', plays: [saying('x'), saying('y')], failure: 'model_answer_invalid' },
    {
      name: 'an unreadable Judge',
      plays: [saying(PARSED), saying('x'), saying('y')],
      failure: 'model_answer_invalid',
    },
    {
      name: 'a model that fails',
      plays: [[new GlossError('MODEL_UNAVAILABLE', 'gone')]],
      failure: 'model_unavailable',
    },
  ])('$name', async ({ plays, failure }) => {
    expect(await verifying(...plays).said()).toMatchObject({
      verdict: 'undecided',
      ...(failure && { failure }),
    })
  })
})

describe('what Parser and Judge are sent', () => {
  const order = { output: 'x', gold: 'y', type: 'text' as const }
  it('is named in every judgement: both models with the hashes of their prompts', async () => {
    const [parser, judge] = [chatPlaying(saying(PARSED)), chatPlaying(saying(judged('correct')))]
    const name = `parser:p:${starPrompt('RWS_PARSER').hash} judge:j:${starPrompt('RWS_JUDGE').hash}`
    const verifier = createStarVerifier({
      parser: { ...parser, id: 'p' },
      judge: { ...judge, id: 'j' },
      modes: new Map(),
    })
    expect(verifier.name).toBe(name)
    expect((await verifier.verify(order, signal)).by).toBe(name)
  })
})

describe('what Parser and Judge say', () => {
  it.each([
    { said: judged(' Correct '), verdict: 'correct', confidence: 0.9 },
    { said: judged('INCORRECT', 0), verdict: 'incorrect', confidence: 0 },
    { said: judged('correct', '1'), verdict: 'correct', confidence: 1 },
  ])('is read in any case, with a confidence from 0 to 1: $said', async ({ said, verdict, confidence }) => {
    const judgement = await verifying(saying(PARSED), saying(said)).said()
    expect(judgement).toMatchObject({ verdict, confidence })
    expect('failure' in judgement).toBe(false)
  })

  it.each([
    { name: 'above 1', confidence: 1.01 },
    { name: 'below 0', confidence: -0.01 },
    { name: 'absent', confidence: null },
    { name: 'no number', confidence: 'high' },
  ])('is not read with a confidence $name', async ({ confidence }) => {
    const said = saying(judged('correct', confidence))
    expect(await verifying(saying(PARSED), said, said).said()).toMatchObject({
      verdict: 'undecided',
      confidence: null,
      failure: 'model_answer_invalid',
    })
  })

  it('is nothing where the evaluation is stopped, or where a bug is met', async () => {
    const stop = new AbortController()
    const chat = chatPlaying([new GlossError('MODEL_UNAVAILABLE', 'gone')])
    const verifier = createStarVerifier({ parser: chat, judge: chat, modes: new Map() })
    stop.abort(new Error('stopped'))
    await expect(verifier.verify({ output: 'x', gold: 'y', type: 'text' }, stop.signal)).rejects.toThrow(
      'stopped',
    )
    await expect(verifying([new TypeError('a bug')]).said()).rejects.toThrow('a bug')
    await expect(verifying([new GlossError('CORPUS_NOT_FOUND', 'no model')]).said()).rejects.toThrow(
      'no model',
    )
  })
})
