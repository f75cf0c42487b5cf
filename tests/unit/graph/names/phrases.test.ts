/** Noun phrases and the names they give, on words whose parts of speech are given. */
import { describe, expect, it } from 'vitest'
import { nounPhrases, phraseNames } from '../../../../graph/names/phrases.ts'
import { tagged } from '../../../fixtures/names/tagged-words.ts'

function phrasesOf(text: string): string[] {
  const { sentence, words } = tagged(text)
  return nounPhrases(words).map(({ from, to }) => sentence.slice(words[from]!.start, words[to - 1]!.end))
}

function namesOf(text: string): string[] {
  const { sentence, words } = tagged(text)
  return phraseNames(sentence, words, { from: 0, to: words.length }).map(({ name }) => name)
}

describe('noun phrases', () => {
  it.each([
    { name: 'adjectives and nouns', text: 'green/adjective tea/noun leaf/noun', is: ['green tea leaf'] },
    { name: 'one noun', text: 'tea/noun', is: ['tea'] },
    { name: 'one proper noun', text: 'Kyoto/proper-noun', is: ['Kyoto'] },
    { name: 'none in no word', text: ',', is: [] },
    { name: 'no adjective alone', text: 'green/adjective', is: [] },
    { name: 'no adjective at the end', text: 'tea/noun green/adjective', is: ['tea'] },
    { name: 'a verb between', text: 'tea/noun helps/verb mice/noun', is: ['tea', 'mice'] },
    {
      name: 'several words between',
      text: 'tea/noun is/verb given/verb by/preposition mice/noun',
      is: ['tea', 'mice'],
    },
    { name: 'a comma between', text: 'tea/noun , mice/noun', is: ['tea', 'mice'] },
    { name: 'a number within', text: 'type/noun 2/number diabetes/noun', is: ['type 2 diabetes'] },
    { name: 'a number at the end', text: 'interleukin/noun 6/number', is: ['interleukin 6'] },
    { name: 'no number in front', text: '20/number mice/noun', is: ['mice'] },
    { name: 'no number alone', text: '20/number', is: [] },
    { name: 'no number after a comma', text: 'tea/noun , 6/number', is: ['tea'] },
    { name: 'an adjective and a number', text: 'green/adjective 6/number', is: ['green 6'] },
    { name: 'a stop word between', text: 'tea/noun the/noun mice/noun', is: ['tea', 'mice'] },
    { name: 'where it takes place', text: 'In/preposition vitro/noun growth/noun', is: ['growth'] },
    {
      name: 'words of reporting in front cut off',
      text: 'significant/adjective high/adjective pressure/noun',
      is: ['pressure'],
    },
    { name: 'nothing left of words of reporting', text: 'significant/noun other/noun', is: [] },
    { name: 'nothing left where one ends the sentence', text: 'tea/noun is/verb novel/noun', is: ['tea'] },
    {
      name: 'a word of reporting within',
      text: 'tea/noun high/adjective pressure/noun',
      is: ['tea high pressure'],
    },
  ])('are $name', ({ text, is }) => {
    expect(phrasesOf(text)).toEqual(is)
  })
})

describe('names of a phrase', () => {
  it.each([
    { name: 'itself', text: 'insulin/noun resistance/noun', is: ['insulin resistance'] },
    { name: 'in the singular', text: 'kinases/noun', is: ['kinase'] },
    {
      name: 'itself and its last two words',
      text: 'mouse/noun bone/noun marrow/noun',
      is: ['mouse bone marrow', 'bone marrow'],
    },
    {
      name: 'without a head that names nothing',
      text: 'breast/noun cancer/noun patients/noun',
      is: ['breast cancer patient', 'breast cancer', 'cancer patient'],
    },
    {
      name: 'without two such heads, and the last two words before them',
      text: 'human/adjective breast/noun cancer/noun cell/noun line/noun',
      is: ['human breast cancer cell line', 'human breast cancer', 'breast cancer'],
    },
    {
      name: 'a word before two such heads',
      text: 'tea/noun cell/noun lines/noun',
      is: ['tea cell line', 'tea'],
    },
    {
      name: 'of a long run the last five words',
      text: 'one/noun aa/noun bb/noun cc/noun dd/noun ee/noun',
      is: ['aa bb cc dd ee', 'dd ee'],
    },
    {
      name: 'of five words all',
      text: 'aa/noun bb/noun cc/noun dd/noun ee/noun',
      is: ['aa bb cc dd ee', 'dd ee'],
    },
    {
      name: 'no part with an adjective at its end',
      text: 'tea/noun green/adjective cells/noun',
      is: ['tea green cell', 'green cell'],
    },
    {
      name: 'no part that begins with a number',
      text: 'type/noun 2/number diabetes/noun',
      is: ['type 2 diabetes'],
    },
    { name: 'a number at its end', text: 'interleukin/noun 6/number', is: ['interleukin 6'] },
    { name: 'none that is generic', text: 'cell/noun line/noun', is: [] },
    { name: 'none of two letters', text: 'ab/noun', is: [] },
    { name: 'one of three letters', text: 'abc/noun', is: ['abc'] },
    { name: 'no digits alone', text: '123/noun 456/noun', is: [] },
    { name: 'no stop word', text: 'there/noun', is: [] },
    { name: 'no mark alone', text: '---/noun', is: [] },
  ])('are $name', ({ text, is }) => {
    expect(namesOf(text)).toEqual(is)
  })

  it('lie where they stand', () => {
    const { sentence, words } = tagged('of/preposition mouse/noun bone/noun marrow/noun')
    expect(phraseNames(sentence, words, { from: 1, to: 4 })).toEqual([
      { start: 3, end: 20, name: 'mouse bone marrow', kind: 'phrase' },
      { start: 9, end: 20, name: 'bone marrow', kind: 'phrase' },
    ])
  })
})
