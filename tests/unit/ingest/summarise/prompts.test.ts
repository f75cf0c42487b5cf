import { describe, expect, it } from 'vitest'
import { promptOf } from '../../../../ingest/summarise/llm-requests.ts'
import { summaryPrompt, withPaper } from '../../../../ingest/summarise/prompts.ts'
import { hasShared, orSkipped } from '../../../../scripts/lib/shared.ts'
import { publishedPrompt } from '../../../fixtures/published-prompt.ts'

describe('published prompts', () => {
  describe.skipIf(!hasShared)(orSkipped('against the specification'), () => {
    it.each(['P-UNIT', 'P-CLAIM'] as const)('%s is the published text, byte for byte', (name) => {
      expect(summaryPrompt(name).text).toBe(publishedPrompt(name))
    })
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
