/** Tests code in a turn, and how turns end: at the last step, or nudged until the model answers (ReThinker's specs, section 5.1). */
import { describe, expect, it } from 'vitest'
import type { AgentSettings } from '../../../monitor/index.ts'
import { continuingChat, type Saying } from '../../fakes/continuing-chat.ts'
import { eventsOfKind, fakeInquiry, NO, type RunOptions, runLoop } from '../../fakes/fake-thinking.ts'

type Nudging = NonNullable<AgentSettings['nudging']>

const NUDGING: Nudging = { sentences: ['Go on.', 'Answer now.'], most: 3, answer: '<answer>\\S' }
const CODE = 'I run <code>f()</code>'

/** Runs a turn in which the model writes one text after another and repeats the last one. */
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

  it('waits once for the end of code that a stream left open, in the same step', async () => {
    const turn = await nudged(['I run <code>f(', ')</code>', 'It is <answer>4</answer>'])
    expect(turn).toMatchObject({ ran: ['f()'], nudges: [], calls: 3, end: [2, true, 'stop'] })
    const never = await nudged(['I run <code>f(', ' and ', 'So <answer>4</answer>'])
    expect(never).toMatchObject({ ran: [], nudges: ['\n\nGo on.\n'], forced: [[0, 'no_answer']], calls: 3 })
  })

  it('goes without words where there is no sentence', async () => {
    const turn = await nudged(['Hm.'], { nudging: { ...NUDGING, sentences: [], most: 0 } })
    expect(turn).toMatchObject({ nudges: ['\n\n\n'], calls: 2 })
  })
})

it('a piece of text that closes a block and reaches a look runs the block and takes no look', async () => {
  const inquiry = fakeInquiry([NO])
  const text = `${'x'.repeat(490)}<code>1</code>${'y'.repeat(100)}`
  const say = (_: unknown, call: number) => (call === 0 ? text : ' The answer is 8.')
  const options = { inquiry, settings: { hasLastLook: false }, execute: async () => '1' }
  const { trace } = await runLoop(continuingChat(say, { pieceCharacters: 1_000 }), options)
  expect(inquiry.looks).toEqual([])
  expect(eventsOfKind({ trace }, 'code')).toHaveLength(1)
})

it('a turn without nudges is asked to end at its last step, has one more step, and ends', async () => {
  const chat = continuingChat(() => 'Again: <code>1</code>')
  const ran = await runLoop(chat, { execute: async () => '1', agent: { maxSteps: 3, answerTag: 'answer' } })
  expect(chat.asked).toHaveLength(4)
  expect(chat.asked[3]?.written.text).toMatch(/come to an end now.*<answer><\/answer> with \\boxed\.\n$/s)
  expect(eventsOfKind(ran, 'forced')).toMatchObject([{ step: 2, why: 'steps' }])
  expect(eventsOfKind(ran, 'end')).toMatchObject([{ steps: 4, hasAnswer: false }])
})
