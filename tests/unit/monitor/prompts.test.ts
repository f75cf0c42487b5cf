import { describe, expect, it } from 'vitest'
import { filledPrompt } from '../../../core/index.ts'
import { helperPrompt, roleAndTask } from '../../../monitor/prompts.ts'
import { hasShared, orSkipped } from '../../../scripts/lib/shared.ts'
import { publishedPrompt } from '../../fixtures/published-prompt.ts'

describe('prompts of the helpers', () => {
  describe.skipIf(!hasShared)(orSkipped('against the specification'), () => {
    it.each(['P-MONITOR', 'P-QUERY', 'P-INJECT'] as const)(
      '%s is the published text, byte for byte',
      (name) => {
        expect(helperPrompt(name).text).toBe(publishedPrompt(name))
      },
    )
  })

  it('have their role line as the system message, and the whole rest as what the user says', () => {
    const [system, user] = roleAndTask(helperPrompt('P-MONITOR'), { text: 'WINDOW' })
    expect(system).toEqual({ role: 'system', content: 'You are a helpful assistant.' })
    expect(user?.content).toMatch(/^Task: Analyze the following text[\s\S]*\nText:\nWINDOW\nJudgment:$/)
  })

  it('are filled by name in one pass: braces, dollars and names within a value stay', () => {
    const prompt = helperPrompt('P-INJECT')
    const text = 'has {rag_query}, {rag_result}, $& and {rag query}'
    const filled = filledPrompt(prompt, { text, rag_query: 'Q {text}', rag_result: 'R' })
    expect(filled).toContain(`Main Text:\n${text}\nRAG Query:\nQ {text}\nRAG Result:\nR`)
    expect(filled).toContain(
      '"{main text completion if necessary}. Wait a minute, by searching information about {rag query}',
    )
  })
})
