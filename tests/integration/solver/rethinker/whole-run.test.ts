/** ReThinker through whole runs against a scripted server (specs/rethinker.md 12). */
import { expect, test } from 'vitest'
import { askedOf, boxed, openRethinker, promptOf, rethink } from '../../../fixtures/rethinker-run.ts'

test('R1 exactly N paths start, and no prompt of one holds text of another', async () => {
  let asked = 0
  const solver = await openRethinker({
    solver: () => ({ text: `Text of path ${++asked}. ${boxed(`a${asked}`)}` }),
    reflector: (request) => {
      const [, n] = /Text of path (\d)/.exec(promptOf(request)) ?? []
      return { text: `Part 1: Steps of path ${n}\nPart 2: a${n}\nPart 3: nothing` }
    },
    critic: (request) => {
      const [, n] = /Steps of path (\d)/.exec(promptOf(request)) ?? []
      return { text: `Checked path ${n}. ${boxed(`a${n}`)}` }
    },
  })
  const { details } = await rethink(solver, { paths: 4, criticRounds: 2 })
  expect(askedOf(solver, 'solver')).toHaveLength(4)
  for (const role of ['solver', 'reflector', 'critic'])
    for (const request of askedOf(solver, role)) {
      const named = new Set([...promptOf(request).matchAll(/of path (\d)/g)].map(([, n]) => n))
      expect(named.size).toBe(role === 'solver' ? 0 : 1)
    }
  expect(details.candidates.map(({ answer }) => answer).toSorted()).toEqual(['a1', 'a2', 'a3', 'a4'])
})

test('R2 agent runs are as many as the formula says', async () => {
  const solver = await openRethinker()
  const settings = { paths: 3, solverRounds: 2, criticRounds: 3, reselections: 2 }
  await rethink(solver, settings)
  expect(['solver', 'reflector', 'critic', 'selector'].map((role) => askedOf(solver, role).length)).toEqual([
    6, 3, 9, 3,
  ])
  expect(solver.server.requests).toHaveLength(3 * (2 + 1 + 3) + 2 + 1)
})
