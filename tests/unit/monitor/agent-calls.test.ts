import { describe, expect, test } from 'vitest'
import { GlossError } from '../../../core/index.ts'
import { type Asked, continuingChat } from '../../fakes/continuing-chat.ts'
import { eventsOfKind, fakeInquiry, NO, runLoop } from '../../fakes/fake-thinking.ts'

const written = ({ written: { text } }: Asked | undefined = { written: { text: '' } } as Asked) => text

describe('code in the stream', () => {
  const chatOf = (first: string, pieceCharacters = 5) =>
    continuingChat((_, call) => (call === 0 ? first : ' The answer is 8.'), { pieceCharacters })

  test.each([1, 5, 1_000])(
    'the first closed block runs, with deltas of %i characters',
    async (pieceCharacters) => {
      const ran: string[] = []
      const chat = chatOf(
        'I compute it. <code>print(2**3)</code> I guess it is 9. <code>no()</code>',
        pieceCharacters,
      )
      const { text, trace } = await runLoop(chat, {
        execute: async (code) => `{'output': '${ran.push(code)}'}`,
      })
      const upTo =
        "I compute it. <code>print(2**3)</code><execution_results>{'output': '1'}</execution_results>"
      expect(ran).toEqual(['print(2**3)'])
      expect(written(chat.asked[1])).toBe(upTo)
      expect(text).toBe(`${upTo} The answer is 8.`)
      expect(chat.left()).toBe(1)
      expect(eventsOfKind({ trace }, 'code')).toMatchObject([{ step: 0, code: 'print(2**3)' }])
      expect(eventsOfKind({ trace }, 'end')).toMatchObject([{ steps: 2 }])
    },
  )

  test('a delta that closes a block and reaches a look runs the block and takes no look', async () => {
    const inquiry = fakeInquiry([NO])
    const text = `${'x'.repeat(490)}<code>1</code>${'y'.repeat(100)}`
    const { trace } = await runLoop(chatOf(text, 1_000), { inquiry, execute: async () => '1' })
    expect(inquiry.looks).toEqual([])
    expect(eventsOfKind({ trace }, 'code')).toHaveLength(1)
  })

  test('an empty block is an error that the model sees, and the call goes on', async () => {
    const execute = async () => expect.unreachable()
    const { text } = await runLoop(chatOf('Now <code>\n</code>'), { execute })
    expect(text).toMatch(/<execution_results>.*empty.*<\/execution_results> The answer is 8\.$/)
  })

  test('a sandbox that fails is told to the model, and the call goes on', async () => {
    const execute = async () => {
      throw new GlossError('SANDBOX_UNAVAILABLE', 'No sandbox works here.')
    }
    const ran = await runLoop(chatOf('Now <code>1</code>'), { execute })
    expect(ran.text).toContain('<execution_results>error: No sandbox works here.</execution_results> The')
    expect(eventsOfKind(ran, 'failure')).toMatchObject([{ stage: 'code', what: 'SANDBOX_UNAVAILABLE' }])
  })

  test('each step has its own injections', async () => {
    const chat = continuingChat((_, call) =>
      call === 2 || call === 5
        ? 'Now <code>1</code>'
        : call > 6
          ? 'Done.'
          : 'It is so in all of them. '.repeat(40),
    )
    const ran = await runLoop(chat, {
      inquiry: fakeInquiry(() => ({ answer: 'yes', reason: '' })),
      execute: async () => '1',
    })
    expect(eventsOfKind(ran, 'injection').map(({ at }) => at.step)).toEqual([0, 0, 1, 1, 2])
  })

  test('where nobody runs code it is text', async () => {
    const { text } = await runLoop(chatOf('Now <code>1</code> and on.'))
    expect(text).toBe('Now <code>1</code> and on.')
  })
})

describe('the end of an agent call', () => {
  const coding = (): string => 'Again: <code>1</code>'
  const execute = async () => '1'

  test('at the last step it is told to end, has one more, and ends', async () => {
    const chat = continuingChat(coding)
    const ran = await runLoop(chat, { execute, agent: { maxSteps: 3, answerTag: 'answer' } })
    expect(chat.asked).toHaveLength(4)
    expect(written(chat.asked[3])).toMatch(/come to an end now.*<answer><\/answer> with \\boxed\.\n$/s)
    expect(eventsOfKind(ran, 'forced')).toMatchObject([{ step: 2, why: 'steps' }])
    expect(eventsOfKind(ran, 'end')).toMatchObject([{ steps: 4, hasAnswer: false }])
  })

  test('a ranker is asked for its selection', async () => {
    const chat = continuingChat(coding)
    await runLoop(chat, { execute, agent: { maxSteps: 1, answerTag: 'select' } })
    expect(written(chat.asked[1])).toContain('<select></select>')
  })

  test('five empty answers: it is told to end; the sixth ends it', async () => {
    const chat = continuingChat(() => '')
    const ran = await runLoop(chat, { agent: { answerTag: 'answer' } })
    expect(chat.asked).toHaveLength(6)
    expect(eventsOfKind(ran, 'forced')).toMatchObject([{ step: 4, why: 'empties' }])
    expect(eventsOfKind(ran, 'end')).toMatchObject([{ hasAnswer: false }])
  })

  test('without an answer it has one step more; what then lacks it is flagged', async () => {
    const lacking = continuingChat(() => 'It is 8.')
    const ran = await runLoop(lacking, { agent: { answerTag: 'answer' } })
    expect(lacking.asked).toHaveLength(2)
    expect(eventsOfKind(ran, 'forced')).toMatchObject([{ why: 'no_answer' }])
    expect(eventsOfKind(ran, 'end')).toMatchObject([{ hasAnswer: false }])
    const mending = continuingChat((_, call) => (call === 0 ? 'It is 8.' : '<answer>\\boxed{8}</answer>'))
    expect(eventsOfKind(await runLoop(mending, { agent: { answerTag: 'answer' } }), 'end')).toMatchObject([
      { hasAnswer: true },
    ])
  })

  test('an answer that code printed is none', async () => {
    const printed = async () => '<answer>8</answer>'
    const chat = continuingChat((_, call) => (call === 0 ? coding() : 'It is 8.'))
    const ran = await runLoop(chat, { execute: printed, agent: { answerTag: 'answer' } })
    expect(eventsOfKind(ran, 'forced')).toMatchObject([{ why: 'no_answer' }])
    expect(eventsOfKind(ran, 'end')).toMatchObject([{ hasAnswer: false }])
  })

  test('tokens that are used up end it behind a block of code, too', async () => {
    const chat = continuingChat(coding)
    const ran = await runLoop(chat, { execute, maxTokens: 3, agent: { answerTag: 'answer' } })
    expect(chat.asked).toHaveLength(1)
    expect(ran.thoughts.at(-1)).toEqual({ type: 'finish', reason: 'length' })
  })

  test('an answer ends it at once', async () => {
    const chat = continuingChat(() => 'So <answer>\\boxed{8}</answer>')
    const ran = await runLoop(chat, { agent: { answerTag: 'answer' } })
    expect(chat.asked).toHaveLength(1)
    expect(ran.thoughts.at(-1)).toEqual({ type: 'finish', reason: 'stop' })
  })

  test('an empty answer of a plain turn is an answer', async () => {
    const chat = continuingChat(() => '')
    await runLoop(chat, { agent: { maxEmpties: 0 } })
    expect(chat.asked).toHaveLength(1)
  })
})
