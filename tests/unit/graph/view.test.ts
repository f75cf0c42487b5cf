/** Tests the view of a graph: a name with its places, neighbours and facts, and names by a part of them. */
import { describe, expect, it } from 'vitest'
import type { Mention } from '../../../corpus/index.ts'
import { createNameCorrections, createNameCorrector } from '../../../graph/index.ts'
import { nameDetails, resolveName, searchNames, statedFacts, synonymsOf } from '../../../graph/view/index.ts'
import {
  correct,
  fact,
  mentionIn,
  type NamedCorpus,
  namedCorpus,
  namedUnits,
  putSynonyms,
} from '../../fixtures/named-corpus.ts'

const none = createNameCorrector(createNameCorrections([], {}))
const correcting = (ignore: readonly string[], alias: Record<string, string>) =>
  createNameCorrector(createNameCorrections(ignore, alias))

const BLOCKS = 'Lupeol blocks AKT in cells.'
const AGAIN = 'LUP and lupeol and LUP again.'
const BINDS = 'AKT binds a kinase.'
const HEADED = 'It is found in bark.'

function bark(): Promise<NamedCorpus> {
  const lup = { name: 'lupeol', kind: 'abbreviation' } as const
  return namedCorpus(
    {
      title: 'Birch bark',
      document: 'doc-1',
      units: [
        {
          text: BLOCKS,
          mentions: [
            mentionIn(BLOCKS, 'Lupeol', { kind: 'chemical', isSubject: true }),
            mentionIn(BLOCKS, 'AKT', { kind: 'gene' }),
          ],
          facts: [fact('lupeol', 'blocks', 'akt')],
        },
        {
          text: AGAIN,
          mentions: [
            mentionIn(AGAIN, 'LUP', lup),
            mentionIn(AGAIN, 'lupeol', { kind: 'chemical' }),
            mentionIn(AGAIN, 'LUP', lup, 5),
          ],
          facts: [],
        },
      ],
    },
    {
      title: 'Kinases',
      units: [
        {
          text: BINDS,
          mentions: [
            mentionIn(BINDS, 'AKT', { kind: 'gene' }),
            mentionIn(BINDS, 'kinase', { kind: 'phrase' }),
          ],
          facts: [fact('akt', 'binds', 'kinase'), fact('akt', 'is', 'enzyme')],
        },
        {
          text: HEADED,
          mentions: [mentionIn('lupeol', 'lupeol', { kind: 'heading', start: null, end: null })],
        },
      ],
    },
  )
}

describe('a name', () => {
  it('takes in the forms that a correction joins to it, and leaves out what is ignored', async () => {
    const corpus = await bark()
    await correct(corpus, ['enzyme'], { kinase: 'AKT' })
    const details = await nameDetails(corpus.source, 'akt')
    expect(details).toMatchObject({
      name: 'akt',
      units: 2,
      mentions: 3,
      aliases: [{ alias: 'kinase', mentions: 1 }],
    })
    const facts = details.facts.map(({ subject, predicate, object }) => `${subject} ${predicate} ${object}`)
    expect(new Set(facts)).toEqual(new Set(['lupeol blocks akt', 'akt binds akt']))
  })

  it('leaves out units that were removed meanwhile', async () => {
    const { source } = await bark()
    const store = { ...source.store, units: async (ids: readonly string[]) => ids.map(() => null) }
    expect(await nameDetails({ ...source, store }, 'lupeol')).toMatchObject({
      units: 3,
      papers: 0,
      surfaces: [],
      places: [],
    })
  })

  it('has its nearest synonyms first, whichever end of the pair it is', async () => {
    const corpus = await bark()
    await putSynonyms(corpus, [
      ['akt', 'lupeol', 0.8],
      ['kinase', 'lupeol', 0.9],
      ['bark', 'lupeol', 0.8],
      ['lupeol', 'lupeols', 0.95],
    ])
    const names = (await synonymsOf(corpus.source, 'lupeol')).map(({ name }) => name)
    expect(names).toEqual(['lupeols', 'kinase', 'akt', 'bark'])
  })

  it('is said to be counted in part where it has 20,000 mentions or more', async () => {
    for (const count of [19_999, 20_001]) {
      const mentions = Array.from({ length: count }, (_, start) => ({ ...mentionIn('hub', 'hub'), start }))
      const { source } = await namedCorpus({ title: 'T', units: [{ text: 'hub', mentions }] })
      expect(await nameDetails(source, 'hub')).toMatchObject({
        mentions: Math.min(count, 20_000),
        isWhole: count < 20_000,
      })
    }
  })

  it('has the facts that units state of any of its forms, up to a limit', async () => {
    const { source } = await bark()
    const joined = correcting([], { kinase: 'akt' })
    expect(await statedFacts(source, 'akt', joined, 9)).toHaveLength(4)
    expect(await statedFacts(source, 'akt', joined, 3)).toHaveLength(3)
  })
})

describe('a form', () => {
  it.each([
    { asked: 'Kinase', is: 'kinase' },
    { asked: 'LUP', is: 'lupeol' },
    { asked: 'enzyme', is: 'enzyme' },
    { asked: ' … ', fails: 'INPUT_INVALID', says: 'no letter or digit' },
    { asked: 'lupoel', fails: 'NAME_NOT_FOUND', says: 'Known names spelled like it: lupeol.' },
    { asked: 'kinnase', fails: 'NAME_NOT_FOUND', says: 'spelled like it: kinase.' },
    { asked: 'zzzz', fails: 'NAME_NOT_FOUND', says: 'None is spelled like it.' },
    { asked: 'noise', fails: 'NAME_NOT_FOUND', says: 'is ignored by the corrections of the corpus "named"' },
  ])('"$asked" means $is$says', async ({ asked, is, fails, says }) => {
    const { source } = await bark()
    const resolved = resolveName(source, asked, correcting(['noise'], {}))
    if (is !== undefined) expect(await resolved).toMatchObject({ name: is, others: [] })
    else
      await expect(resolved).rejects.toMatchObject({ code: fails, message: expect.stringContaining(says!) })
  })

  it('means the name that most of its mentions mean; the others are given too', async () => {
    const short = (text: string, name: string) => ({
      text,
      mentions: [mentionIn(text, 'AD', { name, alias: 'ad', kind: 'abbreviation' as const })],
    })
    const { source } = await namedCorpus({
      title: 'Short forms',
      units: [
        short('AD 1', 'dermatitis'),
        short('AD 2', 'alzheimer disease'),
        short('AD 3', 'alzheimer disease'),
        short('AD 4', 'advert'),
      ],
    })
    expect(await resolveName(source, 'AD', none)).toMatchObject({
      name: 'alzheimer disease',
      others: ['advert', 'dermatitis'],
    })
  })
})

it('lists names by kind, and leaves out quantities and single everyday words where all are listed', async () => {
  const unit = (text: string) => ({
    text,
    mentions: text.split(', ').map((part): Mention => {
      const [kind = '', name = ''] = part.split(':')
      return mentionIn(text, part, { name, alias: name, kind: kind as Mention['kind'] })
    }),
  })
  const { source } = await namedCorpus({
    title: 'T',
    units: [
      unit('chemical:lupeol, quantity:5 gram, phrase:quality'),
      unit('gene:akt, phrase:quality, phrase:cell line'),
      unit('phrase:quality'),
      // What the finder of kinds passed over as often as it took it for a gene is listed as something else.
      unit('span:rice, gene:rice'),
      unit('phrase:oat, phrase:oat, gene:oat'),
    ],
  })
  const listed = async (part: string, kind?: 'chemical' | 'gene' | 'quantity') =>
    (await searchNames(source, part, 9, kind)).map((one) => `${one.name} ${one.kind}`)
  expect(await listed('')).toEqual([
    'akt gene',
    'cell line other',
    'lupeol chemical',
    'oat other',
    'rice other',
  ])
  expect(await listed('', 'gene')).toEqual(['akt gene'])
  expect(await listed('', 'chemical')).toEqual(['lupeol chemical'])
  expect(await listed('', 'quantity')).toEqual(['5 gram quantity'])
  expect(await listed('qual')).toEqual(['quality other'])
})

it.each([
  { part: 'lup', is: ['lupeol', 'lupeol synthase', 'epilupeol'] },
  { part: 'SYN', is: ['lupeol synthase'] },
  { part: '', is: ['lupeol', 'akt', 'kinase', 'epilupeol', 'lupeol synthase'] },
  { part: 'zzz', is: [] },
])('names with "$part": $is', async ({ part, is }) => {
  const { source } = await namedCorpus({
    title: 'T',
    units: namedUnits('lupeol*, akt, kinase', 'lupeol, akt', 'lupeol, epilupeol', 'kinase, lupeol synthase'),
  })
  const found = await searchNames(source, part, 9)
  expect(found.map(({ name }) => name)).toEqual(is)
  expect(await searchNames(source, part, 1)).toEqual(found.slice(0, 1))
  for (const { name, isSubject } of found) expect(isSubject).toBe(name === 'lupeol')
})
