/** What is shown of a name, on a corpus of four units whose counts can be taken by hand. */
import { describe, expect, it } from 'vitest'
import { contentId } from '../../../../core/index.ts'
import { createNameCorrections, createNameCorrector } from '../../../../graph/index.ts'
import { CORRECTIONS_SETTING, NO_CORRECTIONS } from '../../../../graph/name-corrections.ts'
import {
  nameDetails,
  resolveName,
  searchNames,
  statedFacts,
  synonymsOf,
} from '../../../../graph/view/name-details.ts'
import { EMBEDDER, fact, mentionIn, type NamedCorpus, namedCorpus } from '../../../fixtures/named-corpus.ts'

const BLOCKS = 'Lupeol blocks AKT in cells.'
const AGAIN = 'LUP and lupeol and LUP again.'
const BINDS = 'AKT binds a kinase.'
const HEADED = 'It is found in bark.'
const IN_TITLE = { start: null, end: null }

function corpus(): Promise<NamedCorpus> {
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
            mentionIn(AGAIN, 'LUP', { name: 'lupeol', kind: 'abbreviation' }),
            mentionIn(AGAIN, 'lupeol', { kind: 'chemical' }),
            mentionIn(AGAIN, 'LUP', { name: 'lupeol', kind: 'abbreviation' }, 5),
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
          mentions: [mentionIn('lupeol', 'lupeol', { kind: 'heading', ...IN_TITLE })],
        },
      ],
    },
  )
}

const none = createNameCorrector(NO_CORRECTIONS)

describe('what the graph knows of a name', () => {
  it('is counted over its mentions, units and papers', async () => {
    const { source, unit } = await corpus()
    const { places, neighbours, facts, ...counted } = await nameDetails(source, 'LUPEOL!')
    expect(counted).toEqual({
      corpus: 'named',
      name: 'lupeol',
      asked: 'lupeol',
      others: [],
      units: 3,
      papers: 2,
      mentions: 5,
      subjectOf: 1,
      isWhole: true,
      kinds: [
        { kind: 'abbreviation', mentions: 2 },
        { kind: 'chemical', mentions: 2 },
        { kind: 'heading', mentions: 1 },
      ],
      aliases: [{ alias: 'lup', mentions: 2 }],
      surfaces: [
        { text: 'LUP', mentions: 2 },
        { text: 'Lupeol', mentions: 1 },
        { text: 'lupeol', mentions: 1 },
      ],
      synonyms: [],
    })
    expect(places.map(({ text }) => text)).toEqual([BLOCKS, AGAIN, HEADED])
    expect(neighbours).toEqual([{ name: 'akt', units: 1, strength: 1 / Math.sqrt(6) }])
    expect(facts).toEqual([
      { ...fact('lupeol', 'blocks', 'akt'), unit: unit(BLOCKS), made: 'import', text: BLOCKS },
    ])
  })

  it('says where it stands: the unit about it first, then the one with most mentions', async () => {
    const { source, unit } = await corpus()
    const { places } = await nameDetails(source, 'lupeol')
    const shared = { kind: 'unit', locator: '', page: null }
    expect(places).toEqual([
      {
        ...shared,
        unit: unit(BLOCKS),
        text: BLOCKS,
        paper: contentId('Birch bark'),
        document: 'doc-1',
        title: 'Birch bark',
        isSubject: true,
        found: ['chemical'],
        marks: [[0, 6]],
      },
      {
        ...shared,
        unit: unit(AGAIN),
        text: AGAIN,
        paper: contentId('Birch bark'),
        document: 'doc-1',
        title: 'Birch bark',
        isSubject: false,
        found: ['abbreviation', 'chemical'],
        marks: [
          [0, 3],
          [8, 14],
          [19, 22],
        ],
      },
      {
        ...shared,
        unit: unit(HEADED),
        text: HEADED,
        paper: contentId('Kinases'),
        title: 'Kinases',
        isSubject: false,
        found: ['heading'],
        marks: [],
      },
    ])
  })

  it('is cut to as many places, neighbours and facts as are asked for', async () => {
    const { source } = await corpus()
    const limits = { places: 1, neighbours: 1, facts: 2 }
    const { places, neighbours, facts, units, mentions } = await nameDetails(source, 'akt', limits)
    expect([places.length, neighbours.length, facts.length]).toEqual([1, 1, 2])
    expect([units, mentions]).toEqual([2, 2])
    const whole = await nameDetails(source, 'akt')
    expect([whole.places.length, whole.neighbours.length, whole.facts.length]).toEqual([2, 2, 3])
  })

  it('counts the forms that a correction joins to it, and drops what it ignores', async () => {
    const { store, source } = await corpus()
    {
      await using writer = await store.write('correct')
      const mends = createNameCorrections(['enzyme'], { kinase: 'AKT' })
      await writer.setSetting(CORRECTIONS_SETTING, JSON.stringify(mends))
    }
    const details = await nameDetails(source, 'akt')
    expect(details).toMatchObject({ name: 'akt', units: 2, mentions: 3 })
    expect(details.aliases).toEqual([{ alias: 'kinase', mentions: 1 }])
    // The fact with `enzyme` is gone; the other of `kinase` has both ends mended, and is found from either.
    expect(details.facts.map(({ subject, predicate, object }) => [subject, predicate, object])).toEqual(
      expect.arrayContaining([
        ['lupeol', 'blocks', 'akt'],
        ['akt', 'binds', 'akt'],
      ]),
    )
    expect(details.facts.filter(({ object }) => object === 'enzyme')).toEqual([])
  })

  it('leaves out the units that went meanwhile', async () => {
    const { source } = await corpus()
    const store = { ...source.store, units: async (ids: readonly string[]) => ids.map(() => null) }
    const details = await nameDetails({ ...source, store }, 'lupeol')
    expect(details).toMatchObject({ units: 3, papers: 0, surfaces: [], places: [] })
    expect(details.facts.map(({ text }) => text)).toEqual([''])
  })
})

describe('which name a form means', () => {
  it.each([
    { asked: 'Kinase', name: 'kinase', others: [] },
    { asked: 'LUP', name: 'lupeol', others: [] },
    { asked: 'enzyme', name: 'enzyme', others: [] },
  ])('"$asked" is "$name"', async ({ asked, name, others }) => {
    const { source } = await corpus()
    expect(await resolveName(source, asked, none)).toMatchObject({ name, others })
  })

  it('is the name that most of its mentions mean; the others are named', async () => {
    const text = 'AD here.'
    const short = (name: string) => mentionIn(text, 'AD', { name, alias: 'ad', kind: 'abbreviation' })
    const { source } = await namedCorpus({
      title: 'Short forms',
      units: [
        { text, mentions: [short('atopic dermatitis')] },
        { text: `${text} `, mentions: [short('alzheimer disease')] },
        { text: `${text}  `, mentions: [short('alzheimer disease')] },
        { text: `${text}   `, mentions: [short('advert')] },
      ],
    })
    expect(await resolveName(source, 'AD', none)).toMatchObject({
      name: 'alzheimer disease',
      others: ['advert', 'atopic dermatitis'],
    })
  })

  it.each([
    { name: 'nothing', asked: ' … ', code: 'INPUT_INVALID', message: 'no letter or digit' },
    {
      name: 'a typing error',
      asked: 'lupoel',
      code: 'NAME_NOT_FOUND',
      message: 'Known names spelled like it: lupeol.',
    },
    {
      name: 'what no name is like',
      asked: 'zzzz',
      code: 'NAME_NOT_FOUND',
      message: 'None is spelled like it.',
    },
  ])('is refused for $name', async ({ asked, code, message }) => {
    const { source } = await corpus()
    await expect(resolveName(source, asked, none)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
    })
  })

  it('is refused where a correction ignores it', async () => {
    const { source } = await corpus()
    const ignoring = createNameCorrector(createNameCorrections(['noise'], {}))
    await expect(resolveName(source, 'Noise', ignoring)).rejects.toMatchObject({
      code: 'NAME_NOT_FOUND',
      message: expect.stringContaining('is ignored by the corrections of the corpus "named"'),
    })
  })
})

describe('names, facts and synonyms', () => {
  it('are looked for by a part, up to a count', async () => {
    const { source } = await corpus()
    expect(await searchNames(source, 'K', 9)).toEqual([
      { name: 'kinase', units: 1, isSubject: false },
      { name: 'akt', units: 2, isSubject: false },
    ])
    expect(await searchNames(source, '', 1)).toEqual([{ name: 'lupeol', units: 3, isSubject: true }])
  })

  it('are stated by units, up to a limit over all forms', async () => {
    const { source } = await corpus()
    const joined = createNameCorrector(createNameCorrections([], { kinase: 'akt' }))
    const stated = await statedFacts(source, 'akt', joined, 9)
    expect(stated.filter(({ predicate }) => predicate === 'binds')).toHaveLength(2)
    expect(stated).toHaveLength(4)
    expect(await statedFacts(source, 'akt', joined, 3)).toHaveLength(3)
    expect(await statedFacts(source, 'lupeol', none, 0)).toEqual([])
  })

  it('are the nearest first, equal ones by name, whichever end of the pair it is', async () => {
    const { store, source } = await corpus()
    {
      await using writer = await store.write('synonyms')
      await writer.putSynonyms(EMBEDDER.id, [
        { one: 'akt', other: 'lupeol', cosine: 0.8 },
        { one: 'kinase', other: 'lupeol', cosine: 0.9 },
        { one: 'bark', other: 'lupeol', cosine: 0.8 },
        { one: 'lupeol', other: 'lupeols', cosine: 0.95 },
      ])
    }
    const found = [
      { name: 'lupeols', cosine: 0.95 },
      { name: 'kinase', cosine: 0.9 },
      { name: 'akt', cosine: 0.8 },
      { name: 'bark', cosine: 0.8 },
    ]
    expect(await synonymsOf(source, 'lupeol')).toEqual(found)
    expect((await nameDetails(source, 'lupeol')).synonyms).toEqual(found)
  })
})
