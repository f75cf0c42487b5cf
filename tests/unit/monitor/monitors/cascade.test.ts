import { describe, expect, it } from 'vitest'
import { createCascadeMonitor, createModelMonitor } from '../../../../monitor/index.ts'
import { chatAnswering } from '../../../fakes/answering-chat.ts'
import { lookAt, never } from '../../../fixtures/monitor-looks.ts'

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
})
