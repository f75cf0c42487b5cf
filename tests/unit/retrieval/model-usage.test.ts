/** What the models of one question took, for the answer and for whoever asks. */
import { describe, expect, it } from 'vitest'
import { createLedger } from '../../../models/index.ts'
import { meteredChat, meteredLedger, usageOfBoth } from '../../../retrieval/model-usage.ts'
import { modelSaying } from '../../fakes/saying-chat.ts'

const PRICES = new Map([['saying', { prompt: 2, completion: 10 }]])
const signal = new AbortController().signal
const ask = { messages: [{ role: 'user', content: 'What?' }] } as const

describe('a model of one question', () => {
  it('is counted for the answer and in the ledger of whoever asks', async () => {
    const ledger = createLedger(PRICES)
    const model = { ...modelSaying('Well.'), prices: PRICES }
    const metered = meteredChat(model, ledger)
    expect(await metered.chat.ask(ask, signal)).toBe('Well.')
    expect((await metered.model.complete(ask, signal)).text).toBe('Well.')
    // Twice 100 tokens at $2 and 10 at $10 a million.
    expect(metered.usage()).toEqual({ calls: 2, promptTokens: 200, completionTokens: 20, cost: 0.0006 })
    expect(ledger.total()).toMatchObject({ calls: 2, promptTokens: 200 })
  })

  it('starts at nothing with each question, and needs no ledger', async () => {
    const model = modelSaying('Well.')
    await meteredChat(model, undefined).chat.ask(ask, signal)
    expect(meteredChat(model, undefined).usage()).toMatchObject({ calls: 0, promptTokens: 0 })
  })

  it('is asked each time, as nothing is remembered', async () => {
    const metered = meteredChat(modelSaying('Well.'), undefined)
    await metered.chat.ask(ask, signal)
    await metered.chat.ask(ask, signal)
    expect(metered.usage().calls).toBe(2)
  })

  it('counts only its own calls where a ledger has others', () => {
    const outer = createLedger(PRICES)
    const usage = { promptTokens: 1, completionTokens: 2, estimated: false }
    const call = { role: 'retriever', model: 'saying', usage, seconds: 0, isFailed: false } as const
    outer.add(call)
    const metered = meteredLedger(PRICES, outer)
    metered.ledger.add(call)
    expect([metered.usage().calls, outer.total().calls]).toEqual([1, 2])
  })
})

describe('the usage of two models', () => {
  const one = { calls: 1, promptTokens: 10, completionTokens: 5, cost: 0.25 }
  const other = { calls: 2, promptTokens: 30, completionTokens: 7, cost: 0.5 }
  const none = { calls: 0, promptTokens: 0, completionTokens: 0, cost: 0 }

  it('is their sum', () => {
    const sum = { calls: 3, promptTokens: 40, completionTokens: 12, cost: 0.75 }
    expect(usageOfBoth(one, other)).toEqual({ usage: sum })
  })

  it('has no cost where one has none', () => {
    expect(usageOfBoth({ ...one, cost: null }, other).usage?.cost).toBeNull()
    expect(usageOfBoth(one, { ...other, cost: null }).usage?.cost).toBeNull()
  })

  it('is that of the one that was asked, and absent where none was', () => {
    expect(usageOfBoth(one, none)).toEqual({ usage: one })
    expect(usageOfBoth(undefined, other)).toEqual({ usage: other })
    expect(usageOfBoth(undefined, none)).toEqual({})
  })
})
