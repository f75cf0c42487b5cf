import { describe, expect, it } from 'vitest'
import { createTally } from '../../../../graph/openie/tally.ts'

const usage = { promptTokens: 70, completionTokens: 30, estimated: false }
const fact = { subject: 'a', predicate: 'is', object: 'b' }
const extraction = { unit: 'u', made: 'import', entities: ['a', 'b', 'c'], triples: [], facts: [fact, fact] }
const NOTHING = {
  seen: 0,
  extracted: 0,
  failed: {},
  entities: 0,
  facts: 0,
  losses: {},
  calls: 0,
  cachedCalls: 0,
  promptTokens: 0,
  completionTokens: 0,
  estimated: false,
}

describe('a tally', () => {
  it('begins with nothing', () => {
    expect(createTally().report()).toEqual(NOTHING)
  })

  it('counts what is cached as free, and what is asked by what it took', () => {
    const tally = createTally()
    tally.asked({ isCached: false, usage })
    tally.asked({ isCached: true, usage })
    expect(tally.report()).toEqual({
      ...NOTHING,
      calls: 1,
      cachedCalls: 1,
      promptTokens: 70,
      completionTokens: 30,
    })
    tally.asked({ isCached: false, usage: { ...usage, estimated: true } })
    tally.asked({ isCached: false, usage })
    expect(tally.report()).toMatchObject({
      calls: 3,
      promptTokens: 210,
      completionTokens: 90,
      estimated: true,
    })
  })

  it('counts units by outcome, and adds up what was found and lost', () => {
    const tally = createTally()
    tally.extracted(extraction, { cut: 1 })
    tally.extracted({ ...extraction, facts: [] }, { cut: 2, empty: 1 })
    tally.failed('MODEL_TIMEOUT', { cut: 4 })
    tally.failed('MODEL_TIMEOUT', {})
    tally.failed('MODEL_REFUSED', {})
    expect(tally.report()).toEqual({
      ...NOTHING,
      seen: 5,
      extracted: 2,
      failed: { MODEL_TIMEOUT: 2, MODEL_REFUSED: 1 },
      entities: 6,
      facts: 2,
      losses: { cut: 7, empty: 1 },
    })
  })
})
