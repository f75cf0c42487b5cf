/** Places and spellings of a name, by rules that one small corpus does not show. */
import { describe, expect, it } from 'vitest'
import type { Mention } from '../../../../corpus/index.ts'
import { occurrencesOf, surfacesOf, unitTexts } from '../../../../graph/view/occurrences.ts'
import { mentionIn, namedCorpus } from '../../../fixtures/named-corpus.ts'

const TEXTS = ['lupeol Lupeol lupeol', 'lupeol', 'Lupeol', 'LUPEOL'] as const
const [MANY, ONE, TWO, THREE] = TEXTS

async function corpus() {
  const { store, unit } = await namedCorpus({ title: 'T', units: TEXTS.map((text) => ({ text })) })
  const ids = TEXTS.map(unit)
  return { store, unit, texts: await unitTexts(store, [...ids, 'gone']) }
}

const at = (start: number | null, end: number | null, given: Partial<Mention> = {}): Mention => ({
  ...mentionIn('lupeol', 'lupeol'),
  ...given,
  start,
  end,
})

describe('places', () => {
  it('are about the name if one of their mentions is; equal ones come by id', async () => {
    const { store, unit, texts } = await corpus()
    const mentions = [
      ...[ONE, TWO].map((text) => ({ unit: unit(text), mention: at(0, 6) })),
      { unit: unit(MANY), mention: at(14, 20) },
      { unit: unit(MANY), mention: at(0, 6, { kind: 'title' }) },
      { unit: unit(MANY), mention: at(0, 6) },
      { unit: unit(MANY), mention: at(null, null) },
      { unit: unit(MANY), mention: at(7, null) },
      { unit: unit(THREE), mention: at(0, 6) },
      { unit: unit(THREE), mention: at(null, null, { isSubject: true }) },
      { unit: 'gone', mention: at(0, 6, { isSubject: true }) },
    ]
    const places = await occurrencesOf(store, mentions, texts, 9)
    const byId = [ONE, TWO].toSorted((one, other) => (unit(one) < unit(other) ? -1 : 1))
    expect(places.map(({ text }) => text)).toEqual([THREE, MANY, ...byId])
    expect(places.map(({ isSubject }) => isSubject)).toEqual([true, false, false, false])
    expect(places[1]).toMatchObject({
      found: ['span', 'title'],
      marks: [
        [0, 6],
        [14, 20],
      ],
    })
    expect(await occurrencesOf(store, mentions, texts, 2)).toHaveLength(1)
  })

  it('have no title where their paper went meanwhile', async () => {
    const { store, unit, texts } = await corpus()
    const without = { ...store, paper: async () => null }
    const [place] = await occurrencesOf(without, [{ unit: unit(ONE), mention: at(0, 6) }], texts, 9)
    expect(place).toMatchObject({ title: '', text: ONE })
    expect(place).not.toHaveProperty('document')
  })
})

describe('spellings', () => {
  it('are those of the text, the most frequent first, equal ones as they sort', async () => {
    const { unit, texts } = await corpus()
    const mentions = [
      { unit: unit(THREE), mention: at(0, 6) },
      { unit: unit(MANY), mention: at(7, 13) },
      { unit: unit(MANY), mention: at(0, 6) },
      { unit: unit(ONE), mention: at(0, 6) },
      { unit: unit(ONE), mention: at(null, null) },
      { unit: unit(ONE), mention: at(2, null) },
      { unit: unit(ONE), mention: at(null, 2) },
      { unit: 'gone', mention: at(0, 6) },
    ]
    expect(surfacesOf(mentions, texts)).toEqual([
      { text: 'lupeol', mentions: 2 },
      { text: 'LUPEOL', mentions: 1 },
      { text: 'Lupeol', mentions: 1 },
    ])
  })
})
