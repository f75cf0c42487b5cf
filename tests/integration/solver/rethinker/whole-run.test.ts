/** ReThinker through whole runs against a scripted server (specs/rethinker.md 12). */
import { expect, test } from 'vitest'
import { askedOf, openRethinker, rethink } from '../../../fixtures/rethinker-run.ts'

test('R2 agent runs are as many as the formula says', async () => {
  const solver = await openRethinker()
  const settings = { paths: 3, solverRounds: 2, criticRounds: 3, reselections: 2 }
  await rethink(solver, settings)
  expect(['solver', 'reflector', 'critic', 'selector'].map((role) => askedOf(solver, role).length)).toEqual([
    6, 3, 9, 3,
  ])
  expect(solver.server.requests).toHaveLength(3 * (2 + 1 + 3) + 2 + 1)
})
