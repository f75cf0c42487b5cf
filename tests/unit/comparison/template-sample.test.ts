/** How many questions templates make, of which units, and in which order. */
import { describe, expect, it } from 'vitest'
import { createTemplateQuestions } from '../../../comparison/questions/template-questions.ts'
import { sampled } from '../../../core/index.ts'
import type { GraphUnit } from '../../../corpus/index.ts'
import { source, unit } from '../../fixtures/template-units.ts'

describe('so many as are wanted', () => {
  const units = Array.from({ length: 5 }, (_, at) => unit(`${at}`, [`a${at}`, `b${at}`]))
  const make = async (count: number, of = units, seed?: number) =>
    await source(of, '', seed).make(count, new AbortController().signal)

  it('and the missing are counted', async () => {
    expect(await make(5)).toMatchObject({ questions: { length: 5 }, losses: {} })
    expect(await make(3)).toMatchObject({ questions: { length: 3 }, losses: {} })
    expect(await make(6)).toMatchObject({ questions: { length: 5 }, losses: { nothing_to_ask_about: 1 } })
    expect(await make(0)).toEqual({ questions: [], losses: {} })
  })

  it('each text once, with the unit that has it first', async () => {
    const same = [unit('1', ['a', 'b']), unit('2', ['a', 'b'])]
    expect(await make(5, same)).toMatchObject({
      questions: { length: 1 },
      losses: { nothing_to_ask_about: 4 },
    })
  })

  it('in the order of a seed, not in that of the units', async () => {
    const texts = async (of: readonly GraphUnit[], seed?: number) =>
      (await make(3, [...of], seed)).questions.map(({ text }) => text)
    expect(await texts(units.toReversed())).toEqual(await texts(units))
    expect(await texts(units, 20_070_906)).toEqual(await texts(units))
    const orders = await Promise.all([1, 2, 3, 4].map((seed) => texts(units, seed)))
    expect(new Set(orders.map((order) => order.join())).size).toBeGreaterThan(1)
  })

  it('drawn from the units in the order of their ids, all that there are', async () => {
    const many = Array.from({ length: 20 }, (_, at) => unit(String(at + 10), [`a${at}`, `b${at}`]))
    const ids = sampled(
      many.map(({ unit: id }) => id),
      20,
      20_070_906,
    )
    const { questions } = await make(20, many.toReversed())
    expect(questions.map(({ units: [id] }) => id)).toEqual(ids)
    const asked: number[] = []
    const graph = {
      async *graphSince(seq: number) {
        asked.push(seq)
        yield* units
      },
    }
    await createTemplateQuestions({ graph, units: () => Promise.resolve([]) }).make(
      1,
      new AbortController().signal,
    )
    expect(asked).toEqual([0])
  })

  it('and not when stopped', async () => {
    await expect(source(units).make(3, AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped')
    expect(source(units).made).toBe('template')
  })
})
