import { describe, expect, it } from 'vitest'
import { createNameCorrections, createNameCorrector } from '../../../../graph/index.ts'
import { CORRECTIONS_SETTING, NO_CORRECTIONS } from '../../../../graph/name-corrections.ts'
import { nameDetails, resolveName } from '../../../../graph/view/name-details.ts'
import { fact, mentionIn, namedCorpus } from '../../../fixtures/named-corpus.ts'

const none = createNameCorrector(NO_CORRECTIONS)

describe('bounds of what is shown of a name', () => {
  it('are ten places, twenty neighbours and twenty facts where none are given', async () => {
    const units = Array.from({ length: 25 }, (_, i) => {
      const text = `hub and name ${i}`
      const mentions = [mentionIn(text, 'hub'), mentionIn(text, `name ${i}`)]
      return { text, mentions, facts: [fact('hub', 'is', `name ${i}`)] }
    })
    const { source } = await namedCorpus({ title: 'T', units })
    const { places, neighbours, facts } = await nameDetails(source, 'hub')
    expect([places.length, neighbours.length, facts.length]).toEqual([10, 20, 20])
  })

  it.each([
    { name: 'one less', count: 19_999, mentions: 19_999, isWhole: true },
    { name: 'as many', count: 20_000, mentions: 20_000, isWhole: false },
    { name: 'one more by another form', count: 20_000, form: 'other', mentions: 20_000, isWhole: false },
  ])('leave a name with 20,000 mentions partly counted: $name', async (given) => {
    const text = 'hub'
    const hub = mentionIn(text, 'hub')
    const mentions = Array.from({ length: given.count }, (_, start) => ({ ...hub, start }))
    const more = given.form === undefined ? [] : [{ ...hub, name: given.form, alias: given.form }]
    const { store, source } = await namedCorpus({
      title: 'T',
      units: [{ text, mentions: [...mentions, ...more] }],
    })
    {
      await using writer = await store.write('correct')
      const mends = createNameCorrections([], { other: 'hub' })
      await writer.setSetting(CORRECTIONS_SETTING, JSON.stringify(mends))
    }
    const { mentions: counted, isWhole } = await nameDetails(source, 'hub')
    expect({ mentions: counted, isWhole }).toEqual({ mentions: given.mentions, isWhole: given.isWhole })
  })

  it('are five names offered for one that is mistyped', async () => {
    const text = 'names'
    const mentions = ['aa', 'ab', 'ac', 'ad', 'ae', 'af'].map((end) => ({
      ...mentionIn(text, text),
      name: `lupeol ${end}`,
    }))
    const { source } = await namedCorpus({ title: 'T', units: [{ text, mentions }] })
    await expect(resolveName(source, 'lupeol', none)).rejects.toMatchObject({
      message: expect.stringContaining(': lupeol aa, lupeol ab, lupeol ac, lupeol ad, lupeol ae.'),
    })
  })
})
