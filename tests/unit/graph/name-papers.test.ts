/** Of which texts the noun phrases are read: units always, passages where their title is a name or there is none. */
import { describe, expect, it } from 'vitest'
import { namePapers } from '../../../graph/name-papers.ts'
import { tagged, taggerOf } from '../../fixtures/names/tagged-words.ts'

const { sentence, words } = tagged('green/adjective tea/noun leaves/noun help/verb')
const TITLES = { name: 'Camellia', sentence: 'We show that green leaves help people at last', none: '' }

function phrasesOf(title: string, kinds: readonly ('unit' | 'passage')[]): boolean[] {
  const units = kinds.map((kind, i) => ({ id: `${i}`, text: sentence, topic: '', kind }))
  const named = namePapers([{ title, texts: [title, sentence], units }], taggerOf({ sentence, words }))
  expect(named.map(({ unit }) => unit)).toEqual(units.map(({ id }) => id))
  return named.map(({ mentions }) =>
    mentions.some(({ name, kind }) => kind === 'phrase' && name === 'green tea leaf'),
  )
}

describe('noun phrases are read', () => {
  it.each([
    { name: 'in a unit', title: TITLES.sentence, kinds: ['unit'], is: [true] },
    { name: 'in no passage of a paper', title: TITLES.sentence, kinds: ['passage'], is: [false] },
    { name: 'in the units beside it', title: TITLES.sentence, kinds: ['passage', 'unit'], is: [false, true] },
    {
      name: 'in passages whose title is a name',
      title: TITLES.name,
      kinds: ['passage', 'passage'],
      is: [true, true],
    },
    {
      name: 'in the one passage of a document without a title',
      title: TITLES.none,
      kinds: ['passage'],
      is: [true],
    },
    {
      name: 'in none of its two passages',
      title: TITLES.none,
      kinds: ['passage', 'passage'],
      is: [false, false],
    },
    { name: 'in its one unit', title: TITLES.none, kinds: ['unit'], is: [true] },
  ] as const)('$name', ({ title, kinds, is }) => {
    expect(phrasesOf(title, kinds)).toEqual(is)
  })
})
