/** Where a statement rests, among sentences whose terms are known. */
import { describe, expect, it } from 'vitest'
import type { PaperSentence } from '../../../../ingest/summarise/paper-sentences.ts'
import { placeOf } from '../../../../ingest/summarise/place-of.ts'

/** Sentence i stands from 10 i to 10 i + 8. `|` begins a block. */
function sentencesOf(...some: readonly string[]): PaperSentence[] {
  let block = 0
  return some.map((one, i) => {
    if (one.startsWith('|')) block++
    const terms = one
      .replace('|', '')
      .split(' ')
      .filter((term) => term !== '')
    return { start: 10 * i, end: 10 * i + 8, block, terms } as unknown as PaperSentence
  })
}

describe('the place of a statement', () => {
  const cases = [
    {
      name: 'the sentence that holds its words',
      statement: 'palm',
      sentences: ['bark', 'palm', 'zinc'],
      place: [1, 1],
    },
    {
      name: 'two that hold them together',
      statement: 'bark palm',
      sentences: ['bark', 'palm', 'zinc'],
      place: [0, 1],
    },
    { name: 'three', statement: 'bark palm zinc', sentences: ['bark', 'palm', 'zinc'], place: [0, 2] },
    {
      name: 'no more than three',
      statement: 'bark palm zinc acid',
      sentences: ['bark', 'palm', 'zinc', 'acid'],
      place: [0, 2],
    },
    {
      name: 'a later run that holds more',
      statement: 'bark palm zinc',
      sentences: ['bark palm', 'cell', 'cell', 'bark palm zinc'],
      place: [3, 3],
    },
    {
      name: 'one with half of its words',
      statement: 'bark gone',
      sentences: ['bark', 'palm'],
      place: [0, 0],
    },
    { name: 'none with less', statement: 'bark gone lost', sentences: ['bark', 'palm'], place: null },
    {
      name: 'none over the end of a block',
      statement: 'bark palm',
      sentences: ['bark', '|palm'],
      place: [0, 0],
    },
    { name: 'the shortest run', statement: 'bark', sentences: ['bark', 'palm', 'zinc'], place: [0, 0] },
    {
      name: 'the first of two as good',
      statement: 'bark',
      sentences: ['palm', 'bark', 'zinc', 'bark'],
      place: [1, 1],
    },
    {
      name: 'the one with its rare word',
      statement: 'often rare',
      sentences: ['often', '|often', '|often', '|rare'],
      place: [3, 3],
    },
    { name: 'none of what every word is missing', statement: 'gone', sentences: ['bark'], place: null },
    { name: 'none of no words', statement: 'of the', sentences: ['bark'], place: null },
    { name: 'none among no sentences', statement: 'bark', sentences: [], place: null },
    {
      name: 'that of words said twice',
      statement: 'bark bark bark gone lost',
      sentences: ['bark', 'palm'],
      place: null,
    },
    {
      name: 'one that says a word twice',
      statement: 'bark gone',
      sentences: ['bark bark', 'palm'],
      place: [0, 0],
    },
  ]
  it.each(cases)('is $name', ({ statement, sentences, place }) => {
    expect(placeOf(statement, sentencesOf(...sentences))).toEqual(
      place === null ? null : { start: 10 * place[0]!, end: 10 * place[1]! + 8 },
    )
  })

  it('reads the statement in the language of the sentences', () => {
    expect(placeOf('Die Zellen', sentencesOf('zell'), 'deu')).toEqual({ start: 0, end: 8 })
  })
})
