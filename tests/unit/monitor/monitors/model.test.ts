import { describe, expect, it } from 'vitest'
import { createCascadeMonitor, createModelMonitor } from '../../../../monitor/index.ts'
import { chatAnswering } from '../../../fakes/answering-chat.ts'
import { lookAt, never } from '../../../fixtures/monitor-looks.ts'

describe('monitor by a model', () => {
  it.each([
    { said: 'yes', answer: 'yes' },
    { said: 'Yes.', answer: 'yes' },
    { said: '**yes** because the formula is in doubt', answer: 'yes' },
    { said: '`yes`', answer: 'yes' },
    { said: '  YES\n', answer: 'yes' },
    { said: 'Judgment: yes', answer: 'yes' },
    { said: '<think>No, hmm, yes or no?</think>\nyes', answer: 'yes' },
    { said: 'the template opened it: no</think>yes', answer: 'yes' },
    { said: 'no', answer: 'no' },
    { said: 'No, though yes would do', answer: 'no' },
    { said: '<think>yes</think> no', answer: 'no' },
    { said: '', answer: 'unreadable' },
    { said: 'unsure', answer: 'unreadable' },
    { said: 'yesterday', answer: 'unreadable' },
    { said: '<think>yes yes yes, cut off', answer: 'unreadable' },
    { said: 'The text needs retrieval: yes', answer: 'unreadable' },
  ])('reads "$said" as $answer', async ({ said, answer }) => {
    const verdict = await createModelMonitor({ chat: chatAnswering(said) }).look(lookAt('w'), never)
    expect(verdict.answer).toBe(answer)
    expect(verdict.usage).toMatchObject({ promptTokens: 10, completionTokens: 5 })
  })

  it('gives the first 80 characters of the answer as its reason', async () => {
    const reasonOf = async (said: string) =>
      (await createModelMonitor({ chat: chatAnswering(said) }).look(lookAt('w'), never)).reason
    expect(await reasonOf(' <think>hm</think>\n yes, it is. \n')).toBe('yes, it is.')
    expect(await reasonOf(`\n\n${'x'.repeat(79)}yz`)).toBe(`${'x'.repeat(79)}y`)
  })
})

describe('cascade of monitors', () => {
  it('asks no model if no word doubts', async () => {
    const chat = chatAnswering('yes')
    const monitor = createCascadeMonitor({ second: createModelMonitor({ chat }) })
    const calm = lookAt('The sum of both terms is four. So the answer is four. ')
    const verdict = await monitor.look(calm, never)
    expect(verdict.answer).toBe('no')
    expect(chat.requests).toHaveLength(0)
  })

  it('has the name and the prompt of the monitor behind it', () => {
    const second = createModelMonitor({ chat: chatAnswering() })
    const own = { name: `cascade:${second.name}`, prompt: second.prompt }
    expect(createCascadeMonitor({ second })).toMatchObject(own)
    const { prompt: _, ...plain } = second
    expect(createCascadeMonitor({ second: plain })).not.toHaveProperty('prompt')
  })
})
