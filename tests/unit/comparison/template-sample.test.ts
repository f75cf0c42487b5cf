/** How many questions templates make, of which units, and in which order. */
import { describe, expect, it } from 'vitest'
import { source, unit } from '../../fixtures/template-units.ts'

describe('so many as are wanted', () => {
  const units = Array.from({ length: 5 }, (_, at) => unit(`${at}`, [`a${at}`, `b${at}`]))
  const make = async (count: number, of = units, seed?: number) =>
    await source(of, '', seed).make(count, new AbortController().signal)

  it('each text once, with the unit that has it first', async () => {
    const same = [unit('1', ['a', 'b']), unit('2', ['a', 'b'])]
    expect(await make(5, same)).toMatchObject({
      questions: { length: 1 },
      losses: { nothing_to_ask_about: 4 },
    })
  })

  it('and not when stopped', async () => {
    await expect(source(units).make(3, AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped')
    expect(source(units).made).toBe('template')
  })
})
