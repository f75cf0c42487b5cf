/** Where in a model's answer the list lies that it was asked for. */
import { describe, expect, it } from 'vitest'
import { findLists, listOf } from '../../../../graph/openie/find-lists.ts'
import { readEntities, readTriples } from '../../../../graph/openie/read-answer.ts'

/** The texts of each list, `…` behind one that is cut off. */
function found(answer: string, keys = 'names?|entities') {
  const { keyed, alone } = findLists(answer, keys)
  const spoken = (list: ReturnType<typeof listOf>) =>
    list === null
      ? null
      : [
          ...list.items.map((item) => ('text' in item ? item.text : item.kind)),
          ...(list.isWhole ? [] : ['…']),
        ].join(' ')
  return { keyed: keyed.map(spoken), alone: alone.map((value) => spoken(listOf(value))) }
}

describe('the lists of an answer', () => {
  it.each([
    { name: 'under a key', answer: '{"names": ["A", "B"]}', keyed: ['A B'], alone: ['A B'] },
    { name: 'under a key without marks', answer: 'Names: ["A"]', keyed: ['A'], alone: ['A'] },
    { name: 'under a key in single marks, spaced', answer: "'NAME' : ['A']", keyed: ['A'], alone: ['A'] },
    {
      name: 'under two keys, in order',
      answer: '{"names": ["A"], "entities": ["B"]}',
      keyed: ['A', 'B'],
      alone: ['A B'],
    },
    { name: 'under no part of a word', answer: '{"nicknames": ["A"]}', keyed: [], alone: ['A'] },
    { name: 'under no longer word', answer: '{"names_of": ["A"]}', keyed: [], alone: ['A'] },
    { name: 'cut off', answer: '{"names": ["A", "B', keyed: ['A B …'], alone: ['A B …'] },
    {
      name: 'of kinds together',
      answer: '{"names": {"x": ["A"], "n": 1, "y": ["B"]}}',
      keyed: ['A B'],
      alone: [null],
    },
    { name: 'none where a text stands', answer: '{"names": "A"}', keyed: [], alone: [null] },
    { name: 'several alone', answer: '["A"] and {"x": ["B"]} or 1', keyed: [], alone: ['A', 'B'] },
    { name: 'none at all', answer: 'names: none', keyed: [], alone: [] },
    { name: 'none within a thought', answer: '<think>["A"]</think>["B"]', keyed: [], alone: ['B'] },
    { name: 'none within a thought that does not end', answer: ' <think>["A"]', keyed: [], alone: [] },
    { name: 'of a text that only names a thought', answer: '["A"] <think>', keyed: [], alone: ['A'] },
  ])('are found $name', ({ answer, keyed, alone }) => {
    expect(found(answer)).toEqual({ keyed, alone })
  })
})

describe('objects with a value that has no key', () => {
  it('are read by their other keys', () => {
    expect(readEntities('{"entities": [{"x", "name": "A"}]}').items).toEqual(['A'])
    expect(readTriples('{"triples": [{"x", "s": "a", "p": "is", "o": "b"}]}').items).toEqual([
      ['a', 'is', 'b'],
    ])
  })
})
