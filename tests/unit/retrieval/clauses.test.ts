/** Where a question falls into clauses. */
import { expect, it } from 'vitest'
import { clausesOf } from '../../../retrieval/clauses.ts'

it.each([
  ['one clause', 'How much lupeol does the bark hold?', ['how much lupeol doe bark hold']],
  [
    'two that a comma and a word join',
    'Which acid makes the extract toxic, and which diterpene killed the cells?',
    ['which acid make extract toxic', 'which diterpen kill cell'],
  ],
  [
    'what is asked of something named first',
    'The kinase that lupeol blocks: which part of it is bound?',
    ['kinas lupeol block', 'which part bound'],
  ],
  ['nothing but words of asking is no clause', 'What, and how, did the oil heal?', ['what how did oil heal']],
  [
    'two single words are no clauses',
    'Does basil oil protect mice and rats?',
    ['doe basil oil protect mice rat'],
  ],
  ['a number keeps its comma', 'Were 1,200 mice given basil oil?', ['were 1 200 mice given basil oil']],
])('%s', (_, question, clauses) => {
  expect(clausesOf(question).map((terms) => terms.join(' '))).toEqual(clauses)
})
