import { describe, expect, it } from 'vitest'
import { createCascadeMonitor, createModelMonitor } from '../../../../monitor/index.ts'
import { chatAnswering } from '../../../fakes/answering-chat.ts'
import { lookAt, never } from '../../../fixtures/monitor-looks.ts'

const HEDGED = 'The protein has two domains. I think the second one binds zinc. So it is a finger. '

describe('cascade of monitors', () => {
  it('asks no model where no word doubts', async () => {
    const chat = chatAnswering('yes')
    const monitor = createCascadeMonitor({ second: createModelMonitor({ chat }) })
    const verdict = await monitor.look(
      lookAt('The sum of both terms is four. So the answer is four. '),
      never,
    )
    expect(verdict.answer).toBe('no')
    expect(chat.requests).toHaveLength(0)
  })

  it('is known by the monitor behind it, and by the prompt of that', () => {
    const second = createModelMonitor({ chat: chatAnswering() })
    expect(createCascadeMonitor({ second })).toMatchObject({
      name: `cascade:${second.name}`,
      prompt: second.prompt,
    })
    const { prompt: _, ...plain } = second
    expect(createCascadeMonitor({ second: plain })).not.toHaveProperty('prompt')
  })

  it.each([
    { said: 'yes', answer: 'yes' },
    { said: 'no', answer: 'no' },
    { said: 'hm', answer: 'unreadable' },
  ])('asks it where a hedge stands, and "$said" holds', async ({ said, answer }) => {
    const monitor = createCascadeMonitor({ second: createModelMonitor({ chat: chatAnswering(said) }) })
    const verdict = await monitor.look(lookAt(HEDGED), never)
    expect(verdict.answer).toBe(answer)
    expect(verdict.usage?.completionTokens).toBe(5)
    expect(HEDGED.slice(verdict.doubt?.start, verdict.doubt?.end)).toBe('I think the second one binds zinc.')
  })
})
