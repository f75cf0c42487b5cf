/** Words of a sentence, compounds kept whole, and what a sentence is about. */
import { describe, expect, it } from 'vitest'
import { nounPhrases } from '../../../../graph/names/phrases.ts'
import type { PartOfSpeech, TaggedWord } from '../../../../graph/names/ports.ts'
import { sentenceWords } from '../../../../graph/names/sentence-words.ts'
import { subjectPhrase } from '../../../../graph/names/subject.ts'
import { tagged } from '../../../fixtures/names/tagged-words.ts'

/** Tags each of these pieces where it stands next, in reading order. */
function wordsOf(sentence: string, ...parts: readonly (readonly [string, PartOfSpeech])[]) {
  let from = 0
  const tags = parts.map(([piece, partOfSpeech]): TaggedWord => {
    const start = sentence.indexOf(piece, from)
    from = start + piece.length
    return { start, end: from, partOfSpeech }
  })
  return sentenceWords(sentence, { tag: () => tags })
}

describe('words of a sentence', () => {
  it('have offsets, parts of speech, and say whether only space lies before them', () => {
    const words = wordsOf(
      'Green  tea, (hot) helps.',
      ['Green', 'adjective'],
      ['tea', 'noun'],
      ['hot', 'adjective'],
      ['helps', 'verb'],
    )
    expect(words).toEqual([
      { start: 0, end: 5, text: 'Green', partOfSpeech: 'adjective', isJoined: false },
      { start: 7, end: 10, text: 'tea', partOfSpeech: 'noun', isJoined: true },
      { start: 13, end: 16, text: 'hot', partOfSpeech: 'adjective', isJoined: false },
      { start: 18, end: 23, text: 'helps', partOfSpeech: 'verb', isJoined: false },
    ])
  })

  it.each([
    { sentence: 'NF-κB rises', text: 'NF-κB' },
    { sentence: '1,2-dichloroethane is', text: '1,2-dichloroethane' },
    { sentence: 'RNA-sequencing', text: 'RNA-sequencing' },
    { sentence: '12.5 of', text: '12.5' },
    { sentence: 'and/or', text: 'and/or' },
    { sentence: "Crohn's", text: "Crohn's" },
    { sentence: 'cell- and', text: 'cell' },
    { sentence: 'v1.x', text: 'v1' },
  ])('keep "$text" whole', ({ sentence, text }) => {
    expect(wordsOf(sentence)[0]?.text).toBe(text)
  })

  it.each<{ name: string; tags: (readonly [string, PartOfSpeech])[]; is: PartOfSpeech }>([
    {
      name: 'the last part that has one',
      tags: [
        ['beta', 'adjective'],
        ['-', 'other'],
        ['actin', 'noun'],
      ],
      is: 'noun',
    },
    {
      name: 'an earlier part where the last has none',
      tags: [
        ['beta', 'adjective'],
        ['actin', 'other'],
      ],
      is: 'adjective',
    },
    { name: 'none where no part has one', tags: [['beta', 'other']], is: 'other' },
    { name: 'none where nothing is tagged', tags: [], is: 'other' },
    {
      name: 'not of the word behind',
      tags: [
        ['beta-actin', 'noun'],
        ['rises', 'verb'],
      ],
      is: 'noun',
    },
  ])('a compound is $name', ({ tags, is }) => {
    expect(wordsOf('beta-actin rises', ...tags)[0]?.partOfSpeech).toBe(is)
  })

  it.each(['noun', 'other'] as const)('a word takes nothing of what ends where it begins: %s', (part) => {
    const words = sentenceWords('a b', {
      tag: () => [
        { start: 0, end: 2, partOfSpeech: 'verb' },
        { start: 2, end: 3, partOfSpeech: part },
      ],
    })
    expect(words.map(({ partOfSpeech }) => partOfSpeech)).toEqual(['verb', part])
  })

  it('a word takes nothing of a mark that begins where it ends', () => {
    const [word] = wordsOf('tea%', ['tea', 'noun'], ['%', 'verb'])
    expect(word).toEqual({ start: 0, end: 3, text: 'tea', partOfSpeech: 'noun', isJoined: false })
  })

  it('the first word is joined to nothing, whatever stands before it', () => {
    const words = wordsOf('  green tea', ['green', 'adjective'], ['tea', 'noun'])
    expect(words.map(({ isJoined }) => isJoined)).toEqual([false, true])
  })

  it('a modifier is an adjective, whatever the tagger says', () => {
    const words = wordsOf('p53-dependent insulin-like', ['p53-dependent', 'noun'], ['insulin-like', 'verb'])
    expect(words.map(({ partOfSpeech }) => partOfSpeech)).toEqual(['adjective', 'adjective'])
  })
})

describe('what a sentence is about', () => {
  const about = (text: string) => {
    const { sentence, words } = tagged(text)
    const phrase = subjectPhrase(words, nounPhrases(words))
    return phrase === null ? null : sentence.slice(words[phrase.from]!.start, words[phrase.to - 1]!.end)
  }

  it.each([
    { name: 'its first noun phrase', text: 'Green/adjective tea/noun helps/verb mice/noun', is: 'Green tea' },
    {
      name: 'what follows "of"',
      text: 'Inhibition/noun of/preposition lupeol/noun helps/verb',
      is: 'lupeol',
    },
    {
      name: 'a longer phrase before "of"',
      text: 'Tea/noun leaves/noun of/preposition Kyoto/noun',
      is: 'Tea leaves',
    },
    { name: 'one word before another preposition', text: 'Tea/noun in/preposition Kyoto/noun', is: 'Tea' },
    { name: 'not what names nothing', text: 'Results/noun show/verb tea/noun', is: 'tea' },
    {
      name: 'not what names nothing, in two words',
      text: 'Cell/noun lines/noun show/verb tea/noun',
      is: 'tea',
    },
    {
      name: 'what follows an opening and its comma',
      text: 'In/preposition mice/noun with/preposition diabetes/noun , tea/noun helps/verb',
      is: 'tea',
    },
    { name: 'what opens where nothing follows', text: 'In/preposition mice/noun', is: 'mice' },
    {
      name: 'the first of an opening without a comma',
      text: 'In/preposition mice/noun tea/other bark/noun',
      is: 'mice',
    },
    {
      name: 'what stands before a comma where no preposition opens',
      text: 'Mice/noun , tea/noun',
      is: 'Mice',
    },
    { name: 'right behind the comma', text: 'Thus/preposition , tea/noun helps/verb bark/noun', is: 'tea' },
    { name: 'nothing', text: 'We/pronoun show/verb', is: null },
    { name: 'nothing in no words', text: ',', is: null },
  ])('is $name', ({ text, is }) => {
    expect(about(text)).toBe(is)
  })
})
