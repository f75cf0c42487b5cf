/** Something made from a corpus that grows by one change at a time, with an artefact that a test keeps in memory. */
import { describe, expect, it } from 'vitest'
import { type KeptState, keepCurrent } from '../../../index/kept-current.ts'

const MANY = 501

function keeping({ changedAtOnce = 1, liveUnits = 0 } = {}) {
  const corpus = { seq: 1 }
  const artefact: { seq: number | null } = { seq: null }
  const calls: string[] = []
  const kept = keepCurrent<KeptState>({
    reader: { seq: async () => corpus.seq },
    open: async () => {
      calls.push('open')
      return { seq: artefact.seq ?? 0, saved: artefact.seq, changed: 0 }
    },
    takeIn: async (state, now) => {
      calls.push(`take in to ${now}`)
      state.changed += changedAtOnce
      state.seq = now
    },
    liveUnits: () => liveUnits,
    save: async (state) => {
      calls.push('save')
      artefact.seq = state.seq
    },
  })
  return { corpus, artefact, calls, kept }
}

describe('what is kept current', () => {
  it('takes in what is new before each answer, and nothing where nothing is', async () => {
    const { corpus, calls, kept } = keeping()
    const { whenCurrent, seq } = await kept
    expect(seq()).toBe(0)
    expect(await whenCurrent((state) => state.seq)).toBe(1)
    await whenCurrent(() => null)
    corpus.seq = 2
    expect(await whenCurrent((state) => state.seq)).toBe(2)
    expect(calls).toEqual(['open', 'take in to 1', 'take in to 2'])
  })

  it('is saved where there was no artefact, and answers from that one afterwards', async () => {
    const { artefact, calls, kept } = keeping()
    const { save, whenCurrent } = await kept
    expect(await save()).toBe(true)
    expect(artefact.seq).toBe(1)
    expect(await whenCurrent((state) => state)).toEqual({ seq: 1, saved: 1, changed: 0 })
    expect(await save()).toBe(false)
    expect(calls).toEqual(['open', 'take in to 1', 'save', 'open'])
  })

  it.each([
    { changedAtOnce: MANY - 1, liveUnits: 0, isSaved: false },
    { changedAtOnce: MANY, liveUnits: 0, isSaved: true },
    { changedAtOnce: MANY, liveUnits: 10 * MANY, isSaved: false },
    { changedAtOnce: MANY, liveUnits: 10 * (MANY - 1), isSaved: true },
  ])(
    'is saved again only where opening would be slow: $changedAtOnce of $liveUnits units',
    async ({ isSaved, ...figures }) => {
      const { corpus, kept } = keeping(figures)
      const { save } = await kept
      await save()
      corpus.seq = 2
      expect(await save()).toBe(isSaved)
    },
  )
})
