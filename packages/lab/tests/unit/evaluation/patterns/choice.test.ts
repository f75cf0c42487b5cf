/** How well answers were chosen among candidates, what a right one took, and which setting solves what another does not. */
import { describe, expect, it } from 'vitest'
import type { Judgement } from '../../../../evaluation/answers/index.ts'
import { selectionFigures } from '../../../../evaluation/answers/selection.ts'
import { spendingFigures } from '../../../../evaluation/index.ts'

const judged = (isCorrect: boolean): Judgement => ({
  state: 'judged',
  by: 'grader:numeric',
  isCorrect,
  extracted: '',
  reasoning: '',
  confidencePercent: null,
})
const [yes, no] = [judged(true), judged(false)]
const open = (reason: string): Judgement => ({ state: 'unjudged', by: 'judge', reason })

describe('selection', () => {
  it('R42 the hit rate is undefined where no candidate is right', () => {
    expect(selectionFigures([{ answer: no, pool: [no] }])).toMatchObject({
      solved: { correct: 0 },
      hits: null,
    })
    expect(selectionFigures([{ answer: yes, pool: null }])).toBeNull()
  })

  it('R44 errors of the judge are counted, and stay in the denominator', () => {
    const figures = selectionFigures([
      { answer: yes, pool: [yes, open('model_timeout')] },
      { answer: open('model_timeout'), pool: [open('no_judge')] },
      { answer: no, pool: null },
    ])
    expect(figures).toMatchObject({
      chosen: { correct: 1, judged: 3 },
      solved: { correct: 1, judged: 3 },
      unjudged: 3,
      judgeErrors: 2,
      withoutPool: 1,
    })
  })
})

describe('spending', () => {
  it('a right answer costs nothing that can be said where none is right', () => {
    expect(spendingFigures([{ ledger: [], seconds: null, isRight: false }])).toMatchObject({
      ofRun: { seconds: null, cost: 0 },
      ofRight: null,
    })
    expect(spendingFigures([{ ledger: null, seconds: 1, isRight: true }])).toBeNull()
  })
})
