/** The questions of packages/lab/research/hops are what its README says: figures on them mean nothing otherwise. */
import { describe, expect, it } from 'vitest'
import { lettersOf, readHopQuestions } from '../../figures/hops/hop-questions.ts'

const questions = readHopQuestions()
const papersOf = (half: string) =>
  new Set(
    questions
      .filter((question) => question.half === half)
      .flatMap(({ places }) => places.flat().map(({ paper }) => paper)),
  )

describe('the questions over several places of papers', () => {
  it('are enough in each half', () => {
    for (const half of ['tune', 'keep'])
      expect(questions.filter((question) => question.half === half).length).toBeGreaterThanOrEqual(60)
  })

  it('share no paper between the halves', () => {
    const kept = papersOf('keep')
    expect([...papersOf('tune')].filter((paper) => kept.has(paper))).toEqual([])
  })

  it('each have an id of their own and need two or three places', () => {
    expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length)
    for (const { id, places } of questions) {
      expect([2, 3], id).toContain(places.length)
      for (const quotations of places) expect(quotations.length, id).toBeGreaterThan(0)
    }
  })

  it('quote some words of a paper, never a paragraph, and do not repeat them', () => {
    for (const { id, text, places } of questions)
      for (const { quotation } of places.flat()) {
        expect(lettersOf(quotation).length, `${id}: ${quotation}`).toBeGreaterThanOrEqual(12)
        expect(quotation.split(/\s+/).length, `${id}: ${quotation}`).toBeLessThanOrEqual(20)
        expect(lettersOf(text).includes(lettersOf(quotation)), `${id}: ${quotation}`).toBe(false)
      }
  })
})
