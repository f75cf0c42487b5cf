/** How a turn ends in which the model is nudged until it answers (ReThinker's specs, section 5.1). */
import { describe, expect, it } from 'vitest'
import { GlossError } from '../../../core/index.ts'
import { BrokenAnswerError } from '../../../models/index.ts'
import type { AgentSettings } from '../../../monitor/index.ts'
import { continuingChat, type Saying } from '../../fakes/continuing-chat.ts'
import { eventsOfKind, type RunOptions, runLoop } from '../../fakes/fake-thinking.ts'

type Nudging = NonNullable<AgentSettings['nudging']>

const NUDGING: Nudging = { sentences: ['Go on.', 'Answer now.'], most: 3, answer: '<answer>\\S' }
const CODE = 'I run <code>f()</code>'

/** A turn in which the model says one text after the other; the last one for ever. */
async function nudged(
  texts: readonly Saying[],
  { nudging = NUDGING, ...rest }: RunOptions & { readonly nudging?: Nudging } = {},
  maxSteps = 20,
) {
  const ran: string[] = []
  const chat = continuingChat((_, call) => texts[Math.min(call, texts.length - 1)]!)
  const turn = await runLoop(chat, {
    execute: async (code) => `result ${ran.push(code)}`,
    ...rest,
    agent: { maxSteps, nudging, answerTag: 'answer' },
  })
  return {
    ...{ ...turn, ran, calls: chat.asked.length },
    maxTokens: chat.asked.map(({ request }) => request.maxTokens),
    nudges: turn.thoughts.flatMap((thought) =>
      thought.type === 'text' && thought.by === 'injection' ? [thought.text] : [],
    ),
    forced: eventsOfKind(turn, 'forced').map(({ step, why }) => [step, why]),
    end: eventsOfKind(turn, 'end').map(({ steps, hasAnswer, finish }) => [steps, hasAnswer, finish])[0],
  }
}

describe('a nudged turn', () => {
  it('ends with the first answer', async () => {
    const turn = await nudged(['It is <answer>4</answer>'])
    expect(turn).toMatchObject({ calls: 1, nudges: [], forced: [], end: [1, true, 'stop'] })
  })

  it('nudges by one sentence after the other, then asks for the answer once more, and ends', async () => {
    const turn = await nudged(['I wonder.'])
    expect(turn.nudges).toEqual(['\n\nGo on.\n', '\n\nAnswer now.\n', '\n\nGo on.\n', '\n\nGo on.\n'])
    expect(turn.forced).toEqual([
      [0, 'no_answer'],
      [1, 'no_answer'],
      [2, 'no_answer'],
      [3, 'no_answer'],
    ])
    expect(turn).toMatchObject({ calls: 5, end: [5, false, 'stop'] })
  })

  it('asks for the answer by the first sentence, whichever would be next', async () => {
    const { nudges } = await nudged(['I wonder.'], { nudging: { ...NUDGING, most: 1 } })
    expect(nudges).toEqual(['\n\nGo on.\n', '\n\nGo on.\n'])
  })

  it('does not nudge a model that runs code', async () => {
    const turn = await nudged([CODE, CODE, 'It is <answer>4</answer>'])
    expect(turn).toMatchObject({ ran: ['f()', 'f()'], nudges: [], calls: 3, end: [3, true, 'stop'] })
  })

  it('counts steps without code alone', async () => {
    const turn = await nudged(['Hm.', CODE, 'Hm.', CODE, 'It is <answer>4</answer>'])
    expect(turn.nudges).toEqual(['\n\nGo on.\n', '\n\nAnswer now.\n'])
    expect(turn.forced).toEqual([
      [0, 'no_answer'],
      [2, 'no_answer'],
    ])
  })

  it('asks for the answer at the last step, behind code too, and runs no code after it', async () => {
    const turn = await nudged([CODE], {}, 2)
    expect(turn.ran).toEqual(['f()', 'f()'])
    expect(turn).toMatchObject({ nudges: ['\n\nGo on.\n'], forced: [[1, 'steps']], calls: 3 })
    expect(turn.end).toEqual([3, false, 'stop'])
    expect(turn.text.endsWith(CODE)).toBe(true)
  })

  it.each([
    { maxSteps: 1, calls: 2 },
    { maxSteps: 2, calls: 3 },
  ])('of $maxSteps steps at most has one more for the answer', async ({ maxSteps, calls }) => {
    const turn = await nudged(['Hm.'], {}, maxSteps)
    expect(turn.calls).toBe(calls)
    expect(turn.forced.at(-1)).toEqual([maxSteps - 1, 'steps'])
  })

  it('takes an answer before the code of the same step', async () => {
    const turn = await nudged([`It is <answer>4</answer>. ${CODE}`])
    expect(turn).toMatchObject({ ran: [], calls: 1, end: [1, true, 'stop'] })
  })

  it('takes no answer that stands in code, in a thought or in a result', async () => {
    const answer = '<answer>4</answer>'
    const printed = await nudged([`<code>print("${answer}")</code>`, 'Hm.'], { execute: async () => answer })
    expect(printed.end).toEqual([6, false, 'stop'])
    expect((await nudged([`<think>${answer}</think>`])).end?.[1]).toBe(false)
  })

  it('waits once for the end of code that a stream left open, in the same step', async () => {
    const turn = await nudged(['I run <code>f(', ')</code>', 'It is <answer>4</answer>'])
    expect(turn).toMatchObject({ ran: ['f()'], nudges: [], calls: 3, end: [2, true, 'stop'] })
    const never = await nudged(['I run <code>f(', ' and ', 'So <answer>4</answer>'])
    expect(never).toMatchObject({ ran: [], nudges: ['\n\nGo on.\n'], forced: [[0, 'no_answer']], calls: 3 })
  })

  it('waits for open code again in each step', async () => {
    const turn = await nudged(['<code>f(', ')</code>', '<code>g(', ')</code>', 'So <answer>4</answer>'])
    expect(turn).toMatchObject({ ran: ['f()', 'g()'], nudges: [], calls: 5 })
  })

  it('allows each call all the tokens of the request, however many were used', async () => {
    const turn = await nudged(['I wonder about it.'], { maxTokens: 5 })
    expect(turn.maxTokens).toEqual([5, 5, 5, 5, 5])
  })

  it('goes without words where there is no sentence', async () => {
    const turn = await nudged(['Hm.'], { nudging: { ...NUDGING, sentences: [], most: 0 } })
    expect(turn).toMatchObject({ nudges: ['\n\n\n'], calls: 2 })
  })
})

describe('streams that break off', () => {
  const broken = new BrokenAnswerError(new GlossError('MODEL_STREAM_BROKEN', 'It ended.'), {
    text: '',
    reasoning: '',
    usage: null,
  })
  const half: Saying = [{ type: 'text', text: 'Half ' }, broken]

  it('are continued twice in each step', async () => {
    const turn = await nudged([half, half, CODE, half, half, 'So <answer>4</answer>'])
    expect(turn).toMatchObject({ calls: 6, ran: ['f()'], end: [2, true, 'stop'] })
    await expect(nudged([half, half, CODE, half, half, half])).rejects.toThrow('It ended.')
  })
})
