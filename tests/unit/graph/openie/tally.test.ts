import { expect, it } from 'vitest'
import { createTally } from '../../../../graph/openie/tally.ts'

const usage = { promptTokens: 70, completionTokens: 30, estimated: false }

it('what is cached costs nothing, and what is asked costs what it took', () => {
  const tally = createTally()
  tally.asked({ isCached: false, usage })
  tally.asked({ isCached: false, usage: { ...usage, estimated: true } })
  tally.asked({ isCached: true, usage })
  expect(tally.report()).toMatchObject({
    calls: 2,
    cachedCalls: 1,
    promptTokens: 140,
    completionTokens: 60,
    estimated: true,
  })
})
