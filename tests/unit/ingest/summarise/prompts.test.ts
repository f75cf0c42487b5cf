import { describe, expect, it } from 'vitest'
import { promptOf } from '../../../../ingest/summarise/llm-requests.ts'
import { summaryPrompt, withPaper } from '../../../../ingest/summarise/prompts.ts'
import { publishedPrompt } from '../../../fixtures/published-prompt.ts'
import { hasShared, orSkipped } from '../../../fixtures/shared.ts'

describe('published prompts', () => {
  describe.skipIf(!hasShared)(orSkipped('against the specification'), () => {
    it.each(['P-UNIT', 'P-CLAIM'] as const)('%s is the published text, byte for byte', (name) => {
      expect(summaryPrompt(name).text).toBe(publishedPrompt(name))
    })
  })

  // Of the texts as they were compared with the specification, which most machines do not have.
  it.each([
    { name: 'P-UNIT', hash: '78ce8279bd885ad8f8e40ec60bac0c60' },
    { name: 'P-CLAIM', hash: '215a2a03c3b91d58034b8464f497e524' },
  ] as const)('$name keeps its bytes', ({ name, hash }) => {
    expect(summaryPrompt(name).hash).toBe(hash)
  })

  it('replaces only {paper_content}, once and literally', () => {
    const paper = 'A paper with {query}, {text}, {paper_content}, $& and $1.'
    const filled = withPaper(summaryPrompt('P-UNIT'), paper)
    expect(filled).toBe(summaryPrompt('P-UNIT').text.split('{paper_content}').join(paper))
    expect(filled).toContain('{query}, {text}, {paper_content}, $& and $1.')
  })

  it('knows each prompt by the hash of its text', () => {
    expect(promptOf('csv').hash).toMatch(/^[0-9a-f]{32}$/)
    expect(promptOf('csv').hash).not.toBe(promptOf('claims').hash)
  })
})
