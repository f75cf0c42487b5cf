/** Tool calls of a run, read from the keys of its journal. */
import { expect, it } from 'vitest'
import { toolCalls } from '../../../solver/tool-calls.ts'

const journal = (...keys: readonly string[]) => ({
  calls: async () => keys.map((key) => ({ key, calls: [] })),
})

it('R42 counts code and what code calls by stage, and nothing that a model was asked', async () => {
  const counted = await toolCalls(
    journal(
      ...['solver.0/0/code.0', 'solver.0/1/code.0', 'solver.0/0/web_search.0', 'solver.0/0/web_search.1'],
      ...['critic.0/1/code.0', 'solver.0/0/stream.0', 'solver.0/0/agent.0', 'reflector/0/ask.0'],
      ...['solver.0/0/evidence.0', 'solver.0/0/code.1!1a2b', 'prepare/solver/ability.0'],
    ),
  )
  expect(counted).toEqual([
    { stage: 'solver.0', tool: 'code', calls: 2 },
    { stage: 'solver.0', tool: 'web_search', calls: 2 },
    { stage: 'critic.0', tool: 'code', calls: 1 },
  ])
  expect(await toolCalls(journal())).toEqual([])
})
