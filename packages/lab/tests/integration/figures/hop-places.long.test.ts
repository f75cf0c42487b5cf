/** What the questions of packages/lab/research/hops quote can be found, so that a ranking can be judged by it. */
import { describe, expect, it } from 'vitest'
import { hasShared, orSkipped } from '../../../../../tests/fixtures/shared.ts'
import { answeredAlone, lostQuotations, quotedPassages } from '../../../figures/hops/hop-passages.ts'
import { readHopQuestions } from '../../../figures/hops/hop-questions.ts'

describe.skipIf(!hasShared)(orSkipped('the papers of packages/lab/research/hops'), () => {
  it('hold every quotation in a passage, and no passage answers a question alone', async () => {
    const questions = readHopQuestions()
    const passages = await quotedPassages(questions)
    expect(lostQuotations(questions, passages)).toEqual([])
    expect(answeredAlone(questions, passages)).toEqual([])
  })
})
