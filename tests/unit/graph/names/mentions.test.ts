/** Mentions of a unit: what is its subject, where a name lies, and which of several rules counts. */
import { describe, expect, it } from 'vitest'
import { ALL_NAMES, mentionsOf, RECIPE } from '../../../../graph/names/mentions.ts'
import { NO_PAPER_NAMES, paperNames } from '../../../../graph/names/paper-names.ts'
import { tagged, taggerOf } from '../../../fixtures/names/tagged-words.ts'

interface Given {
  readonly text: string
  readonly title?: string
  readonly topic?: string
  readonly isUntitled?: boolean
  readonly paper?: string
}

/** "kind:name<alias", with `*` where the unit is about it. */
function found({ text, title = '', topic = '', paper, ...rest }: Given, options = ALL_NAMES): string[] {
  const known = paper === undefined ? NO_PAPER_NAMES : paperNames([paper])
  return mentionsOf({ text, title, topic, ...rest }, known, null, options).map(
    ({ kind, name, alias, isSubject }) =>
      `${kind}:${name}${alias === name ? '' : `<${alias}`}${isSubject ? '*' : ''}`,
  )
}

/** Of one sentence whose words are tagged. */
function taggedMentions(text: string, title = '') {
  const given = tagged(text)
  return mentionsOf({ text: given.sentence, title, topic: '' }, NO_PAPER_NAMES, taggerOf(given))
}

describe('the title and the heading', () => {
  it.each([
    { name: 'a name', given: { title: 'Kyoto (city)', text: '' }, is: ['title:kyoto*'] },
    {
      name: 'a sentence: its names',
      given: { title: 'We show that TP53 and E. coli interact in human cell lines', text: '' },
      is: ['gene:tp53', 'species:escherichia coli<e coli'],
    },
    { name: 'nothing', given: { title: '…', text: '' }, is: [] },
    {
      name: 'headings, each part',
      given: { topic: 'Results; Lupeol, bark | Methods', text: '' },
      is: ['heading:lupeol*', 'heading:bark*'],
    },
    {
      name: 'none, where the text opens with it',
      given: { isUntitled: true, title: '', text: 'Lupeol is here.' },
      is: ['title:lupeol*', 'chemical:lupeol'],
    },
  ])('are read: $name', ({ given, is }) => {
    expect(found(given)).toEqual(is)
  })

  it('are left out where their kind is not asked for', () => {
    const options = { ...ALL_NAMES, kinds: new Set(['gene'] as const) }
    const given = { title: 'Kyoto', topic: 'Lupeol', text: 'TP53 in Kyoto.' }
    expect(found(given, options)).toEqual(['gene:tp53'])
    expect(found({ ...given, isUntitled: true }, options)).toEqual(['gene:tp53'])
    expect(found({ ...given, topic: '', text: '' }, RECIPE)).toEqual(['title:kyoto*'])
    expect(found({ title: 'We show that it is so in all of these cells', text: '' }, RECIPE)).toHaveLength(1)
  })
})

describe('the text', () => {
  it('gives names with their places, in order, the longer first', () => {
    const text = 'Here is more. TP53 binds ACE in Old Kyoto.'
    const mentions = mentionsOf(
      { text, title: '', topic: '' },
      paperNames(['angiotensin-converting enzyme (ACE)']),
      null,
    )
    expect(
      mentions.map(({ kind, name, start, end }) => [kind, name, text.slice(start ?? 0, end ?? 0)]),
    ).toEqual([
      ['gene', 'tp53', 'TP53'],
      ['abbreviation', 'angiotensin converting enzyme', 'ACE'],
      ['span', 'old kyoto', 'Old Kyoto'],
    ])
  })

  it.each([
    {
      name: 'an abbreviation before a gene',
      text: 'of TP53 here',
      paper: 'tumour protein 53 (TP53)',
      is: ['abbreviation:tumour protein 53<tp53'],
    },
    { name: 'a gene before a span', text: 'of TP53 here', is: ['gene:tp53'] },
    {
      name: 'a species before a span',
      text: 'of Homo sapiens here',
      is: ['species:homo sapiens', 'span:homo'],
    },
    { name: 'no words in quotes', text: 'of “old leaves” here', is: [] },
    { name: 'a chemical before a span', text: 'of NaCl here', is: ['chemical:nacl'] },
  ])('counts $name', ({ is, ...given }) => {
    expect(found(given)).toEqual(is)
  })

  it('in another language gives spans only within a sentence, and none where all nouns are capitals', () => {
    const french =
      'La ville de Lyon est une grande ville de la France. Elle est tres belle et les gens y sont heureux.'
    expect(found({ text: french })).toEqual(expect.arrayContaining(['span:lyon', 'span:france']))
    expect(found({ text: french })).not.toContain('span:elle')
    const german =
      'Die Stadt Berlin ist eine sehr große Stadt und sie liegt in dem Land, in dem auch der Fluss ist.'
    expect(found({ text: german }).filter((name) => name.startsWith('span:'))).toEqual([])
    expect(found({ text: `${german} Das Gen TP53 ist da.` })).toContain('gene:tp53')
  })

  it('is about what its first sentence is about', () => {
    const mentions = taggedMentions('Green/adjective tea/noun leaves/noun help/verb old/adjective mice/noun')
    expect(mentions.map(({ name, isSubject, kind }) => [kind, name, isSubject])).toEqual([
      ['phrase', 'green tea leaf', true],
      ['phrase', 'tea leaf', true],
      ['phrase', 'mouse', false],
    ])
  })

  it('is not about what a later sentence is about', () => {
    const first = tagged('Green/adjective tea/noun helps/verb .')
    const second = tagged('Old/adjective mice/noun like/verb bark/noun .')
    const tagger = { tag: (sentence: string) => (sentence.startsWith('Green') ? first : second).words }
    const text = `${first.sentence} ${second.sentence}`
    const mentions = mentionsOf({ text, title: '', topic: '' }, NO_PAPER_NAMES, tagger)
    expect(
      mentions.map(({ name, isSubject, start, end }) => [name, isSubject, text.slice(start!, end!)]),
    ).toEqual([
      ['green tea', true, 'Green tea'],
      ['mouse', false, 'mice'],
      ['bark', false, 'bark'],
    ])
  })

  it('names single nouns only where its title is no name', () => {
    const text = 'mice/noun like/verb tea/noun leaves/noun'
    expect(taggedMentions(text, 'Kyoto').map(({ name }) => name)).toEqual(['kyoto', 'tea leaf'])
    expect(taggedMentions(text).map(({ name }) => name)).toEqual(['mouse', 'tea leaf'])
  })

  it('tells what it calls a term', () => {
    const mentions = taggedMentions('a/other process/noun called/verb cell/noun eating/noun')
    expect(mentions.map(({ kind, name }) => `${kind}:${name}`)).toContain('term:cell eating')
  })
})
