import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { promptOf } from '../../../../ingest/index.ts'
import { readPrompt, withPaper } from '../../../../ingest/summarise/prompts.ts'
import { hasShared, orSkipped, sharedPath } from '../../../fixtures/shared.ts'

/** A line end after `⏎` is nothing, any other one a space, and `⏎` is a line break. */
function decoded(printed: string): string {
  return printed.replaceAll('⏎\n', '⏎').replaceAll('\n', ' ').replaceAll('⏎', '\n')
}

describe('published prompts', () => {
  describe.skipIf(!hasShared)(orSkipped('against the specification'), () => {
    it.each(['P-UNIT', 'P-CLAIM'] as const)('%s is the published text, byte for byte', (name) => {
      const specification = readFileSync(sharedPath('specs', 'eigen1.md'), 'utf8')
      const from = specification.indexOf(`**${name}** [`)
      const [, printed = ''] = /```\n([\s\S]*?)\n```/.exec(specification.slice(from)) ?? []
      expect(readPrompt(name).text).toBe(decoded(printed))
    })
  })

  it('replaces only {paper_content}, once and literally', () => {
    const paper = 'A paper with {query}, {text}, {paper_content}, $& and $1.'
    const filled = withPaper(readPrompt('P-UNIT'), paper)
    expect(filled).toBe(readPrompt('P-UNIT').text.split('{paper_content}').join(paper))
    expect(filled).toContain('{query}, {text}, {paper_content}, $& and $1.')
  })

  it('knows each prompt by the hash of its text', () => {
    expect(promptOf('csv').hash).toMatch(/^[0-9a-f]{32}$/)
    expect(promptOf('csv').hash).not.toBe(promptOf('claims').hash)
  })
})
