/** The bound that projections rest on, against runs that ask as much as a run can. */
import { describe, expect, test } from 'vitest'
import { mostTurns } from '../../../solver/eigen1/most-turns.ts'
import { Eigen1Settings } from '../../../solver/eigen1/settings.ts'
import { runEigen1, solved } from '../../fixtures/eigen1-run.ts'

const ROLES = ['proposer', 'corrector', 'refiner', 'evaluator', 'ranker']
const CASES: readonly Readonly<Record<string, unknown>>[] = [
  {},
  { proposers: 1 },
  { proposers: 3, rounds: 3 },
  { corrects: false },
  { refines: false, evaluates: false },
  { rounds: 0, proposers: 2 },
]

describe('turns of a run', () => {
  test.each(CASES)(
    'are as projected where nothing passes, no score can be read and no choice is made: %j',
    async (settings) => {
      const run = await runEigen1(
        {
          corrector: () => solved('corrected'),
          evaluator: () => 'I cannot tell.',
          ranker: () => '<select>None of them</select>',
        },
        settings,
      )
      const asked = ROLES.map((role) => [role, run.promptsOf(role).length])
      const most = mostTurns(Eigen1Settings.parse(settings))
      expect(asked).toEqual(ROLES.map((role) => [role, most.find((one) => one.role === role)?.turns ?? 0]))
    },
  )
})
