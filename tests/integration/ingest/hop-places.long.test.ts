/** What the questions of research/hops quote can be found, so that a ranking can be judged by it. */
import { describe, expect, it } from 'vitest'
import { readHopQuestions } from '../../../scripts/figures/hops/hop-questions.ts'
import { answeredAlone, lostQuotations, quotedPassages } from '../../../scripts/lib/hop-passages.ts'
import { hasShared, orSkipped } from '../../fixtures/shared.ts'

describe.skipIf(!hasShared)(orSkipped('the papers of research/hops'), () => {
  it('hold every quotation in a passage, and no passage answers a question alone', async () => {
    const questions = readHopQuestions()
    const passages = await quotedPassages(questions)
    expect(lostQuotations(questions, passages)).toEqual([])
    expect(answeredAlone(questions, passages)).toEqual([])
  })
})
