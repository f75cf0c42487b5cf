/** What the questions of packages/lab/research/hops quote from the samples can be found; the other papers: hop-places.long.test.ts. */
import { describe, expect, it } from 'vitest'
import { answeredAlone, lostQuotations, quotedPassages } from '../../../figures/hops/hop-passages.ts'
import { readHopQuestions } from '../../../figures/hops/hop-questions.ts'

describe('the samples', async () => {
  const questions = readHopQuestions().filter(({ places }) =>
    places.flat().every(({ paper }) => paper.startsWith('samples/')),
  )
  const passages = await quotedPassages(questions)

  it('hold every quotation from them in a passage', () => {
    expect(questions.length).toBeGreaterThan(20)
    expect(lostQuotations(questions, passages)).toEqual([])
  })

  it('answer no question by one passage', () => {
    expect(answeredAlone(questions, passages)).toEqual([])
  })
})
