/** Provides grading with the models, runs and algebra of this configuration. */

import type { Gloss } from '../../../../app/wiring/index.ts'
import { openChildAlgebra } from '../../evaluation/adapters/child-algebra.ts'
import type { GradingPorts } from '../../evaluation/index.ts'

export function gradingPorts(gloss: Gloss): GradingPorts {
  return {
    prices: gloss.prices,
    runs: () => gloss.runs(),
    openJudge: (ledger) =>
      gloss.chats.open('Judgements by a model', {
        role: 'judge',
        ...(ledger === undefined ? {} : { ledger }),
      }),
    async openAlgebra() {
      await gloss.features.need('algebra')
      return openChildAlgebra()
    },
  }
}
