import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentId } from '../../../core/index.ts'
import {
  createModelInjector,
  createModelMonitor,
  createModelQuerier,
  withoutThoughts,
} from '../../../monitor/index.ts'
import { chatAnswering } from '../../fakes/answering-chat.ts'
import { evidenceOf, lookAt, never } from '../../fixtures/monitor-looks.ts'
import { publishedPrompt } from '../../fixtures/published-prompt.ts'
import { hasShared, orSkipped } from '../../fixtures/shared.ts'

describe('prompts of the helpers', () => {
  const chat = chatAnswering('no', 'no')
  const prompts = [
    createModelMonitor({ chat }),
    createModelQuerier({ chat }),
    createModelInjector({ chat }),
  ].map(({ prompt }) => prompt!)

  describe.skipIf(!hasShared)(orSkipped('against the specification'), () => {
    it.each(prompts)('$name is the published text, byte for byte', ({ name, hash }) => {
      expect(hash).toBe(contentId(publishedPrompt(name)))
    })
  })

  // Hashes of the texts that were compared with the specification, which most machines do not have.
  it('keep their bytes', () => {
    expect(prompts.map(({ name, hash }) => [name, hash])).toEqual([
      ['P-MONITOR', '3793e3649e44d661e74ccd7bc742c91c'],
      ['P-QUERY', 'abbe20f8417e8d7e8a87d152c44eb9f0'],
      ['P-INJECT', 'eff7af0227d17483f625eb56e1a42571'],
    ])
  })

  it('have their role line as the system message, and the whole rest as what the user says', async () => {
    await createModelMonitor({ chat }).look(lookAt('WINDOW'), never)
    const [system, user] = chat.requests.at(-1)!.messages
    expect(system).toEqual({ role: 'system', content: 'You are a helpful assistant.' })
    expect(user?.content).toMatch(/^Task: Analyze the following text[\s\S]*\nText:\nWINDOW\nJudgment:$/)
  })

  it('are filled by name in one pass: braces, dollars and names within a value stay', async () => {
    const text = 'has {rag_query}, {rag_result}, $& and {rag query}'
    const order = {
      text,
      channel: 'text' as const,
      doubt: '',
      queries: ['Q {text}'],
      evidence: [evidenceOf('R')],
    }
    await createModelInjector({ chat }).write(order, never)
    const filled = chat.requests
      .at(-1)!
      .messages.map(({ content }) => content)
      .join('')
    expect(filled).toContain(`Main Text:\n${text}\nRAG Query:\nQ {text}\nRAG Result:\n["R"]`)
    expect(filled).toContain(
      '"{main text completion if necessary}. Wait a minute, by searching information about {rag query}',
    )
  })
})

/** Removes thoughts by regular expressions, in quadratic time. */
function plainlyWithoutThoughts(answer: string): string {
  return answer
    .replace(/<(think|thinking)>[\s\S]*?<\/\1>\s*/gi, '')
    .replace(/^[\s\S]*<\/think(?:ing)?>\s*/i, '')
    .replace(/<think(?:ing)?>[\s\S]*$/i, '')
}

describe('an answer without its thoughts', () => {
  it.each([
    { name: 'a thought before it', answer: '<think>hm</think>\n\nyes', said: 'yes' },
    { name: 'two thoughts', answer: 'a<think>hm</think> b<THINKING>so</Thinking> c', said: 'abc' },
    { name: 'a thought that the template opened', answer: 'hm</think> yes', said: 'yes' },
    { name: 'a thought that was cut off', answer: 'yes<think>hm', said: 'yes' },
    { name: 'a thought within another', answer: 'a<think>b<think>c</think>d', said: 'ad' },
    { name: 'no thought', answer: 'a < b', said: 'a < b' },
  ])('keeps what was said: $name', ({ answer, said }) => {
    expect(withoutThoughts(answer)).toBe(said)
  })

  it('is what three regular expressions leave of it', () => {
    const piece = fc.constantFrom('<think>', '</think>', '<thinking>', '</THINKING>', ' ', '\n', 'a', 'b<')
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const answer = pieces.join('')
        expect(withoutThoughts(answer)).toBe(plainlyWithoutThoughts(answer))
      }),
    )
  })

  it.each(['<think>', '</think>', '<think></thinking>', '<think> </think>'])(
    'is found in a megabyte of %s as fast as in one of letters, within the time of a test',
    (tag) => {
      expect(withoutThoughts(tag.repeat(Math.ceil(1_000_000 / tag.length))).trim()).toBe('')
    },
  )
})
