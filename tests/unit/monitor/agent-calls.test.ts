import { describe, expect, test } from 'vitest'
import { type Asked, continuingChat } from '../../fakes/continuing-chat.ts'
import { eventsOfKind, fakeInquiry, NO, runLoop } from '../../fakes/fake-thinking.ts'

const written = ({ written: { text } }: Asked | undefined = { written: { text: '' } } as Asked) => text

describe('code in the stream', () => {
  const chatOf = (first: string, pieceCharacters = 5) =>
    continuingChat((_, call) => (call === 0 ? first : ' The answer is 8.'), { pieceCharacters })

  test('a delta that closes a block and reaches a look runs the block and takes no look', async () => {
    const inquiry = fakeInquiry([NO])
    const text = `${'x'.repeat(490)}<code>1</code>${'y'.repeat(100)}`
    const settings = { hasLastLook: false }
    const { trace } = await runLoop(chatOf(text, 1_000), { inquiry, settings, execute: async () => '1' })
    expect(inquiry.looks).toEqual([])
    expect(eventsOfKind({ trace }, 'code')).toHaveLength(1)
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
})
