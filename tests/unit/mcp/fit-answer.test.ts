/** Tests that every answer is within the budget, and that all answers together contain every item once. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countTokens } from '../../../mcp/count-tokens.ts'
import { fitAnswer } from '../../../mcp/fit-answer.ts'
import type { Listing } from '../../../mcp/listing.ts'

interface Row {
  readonly n: number
  readonly text: string
  readonly offset?: number
}

const listing = fc
  .array(
    fc.string({
      unit: fc.constantFrom('word ', 'α', '7', '🧬', '"', '\n', 'MKTAYI', '<answer>'),
      maxLength: 400,
      size: 'max',
    }),
  )
  .map(
    (texts): Listing => ({
      head: { corpus: 'main' },
      items: texts.map((text, n) => ({ list: 'rows', fields: { n }, text })),
      stamp: 'main 7',
    }),
  )

function answersTo(given: Listing, budget: number): Row[] {
  const rows: Row[] = []
  let cursor: string | undefined
  do {
    const { text } = fitAnswer(given, { asked: ['all'], cursor, budget })
    expect(countTokens(text)).toBeLessThanOrEqual(budget)
    const answer = JSON.parse(text) as { rows?: Row[]; next: string | null }
    rows.push(...(answer.rows ?? []))
    cursor = answer.next ?? undefined
  } while (cursor !== undefined)
  return rows
}

describe('fitAnswer', () => {
  it('gives everything once, in its order, each answer within the budget', () => {
    fc.assert(
      fc.property(listing, fc.integer({ min: 500, max: 1_500 }), (given, budget) => {
        const texts = given.items.map(() => '')
        for (const { n, text, offset = 0 } of answersTo(given, budget)) {
          expect(offset).toBe(texts[n]?.length)
          texts[n] += text
        }
        expect(texts).toEqual(given.items.map(({ text = '' }) => text.replaceAll('<answer>', '‹answer›')))
      }),
      { seed: 16, numRuns: 60 },
    )
  })

  it('refuses a cursor of another call and of another state of the corpus', () => {
    const items = Array.from({ length: 9 }, (_, n) => ({
      list: 'rows',
      fields: { n },
      text: 'word '.repeat(200),
    }))
    const given = { head: {}, items, stamp: 'main 7' }
    const { next } = JSON.parse(fitAnswer(given, { asked: ['all'], budget: 500 }).text) as { next: string }
    const again = (other: Partial<Listing>, asked: unknown) => () =>
      fitAnswer({ ...given, ...other }, { asked, cursor: next, budget: 500 })
    expect(again({}, ['all'])).not.toThrow()
    expect(again({}, ['some'])).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }))
    expect(again({ stamp: 'main 8' }, ['all'])).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }))
  })
})
