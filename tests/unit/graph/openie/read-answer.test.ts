import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readEntities, readTriples } from '../../../../graph/openie/read-answer.ts'

const said = fc.string({ unit: 'binary', minLength: 1 }).map((text) => text.toWellFormed())
const name = said.filter((text) => text.trim() === text)
const names = fc.uniqueArray(name, { maxLength: 6 })
const triples = fc.uniqueArray(fc.tuple(said, said, said), {
  maxLength: 5,
  selector: (triple) => triple.join('\0'),
})
const spelling = fc.constantFrom(
  (value: unknown) => JSON.stringify(value),
  (value: unknown) => JSON.stringify(value, null, 4),
  (value: unknown) => `Here you are:\n\`\`\`json\n${JSON.stringify(value, null, 2)}`,
)

describe('an answer that is cut off anywhere', () => {
  it('gives every entity that ends before the cut, and none that is not in it', () => {
    fc.assert(
      fc.property(names, spelling, fc.nat(), (items, spell, cut) => {
        const answer = spell({ named_entities: items })
        const at = cut % (answer.length + 1)
        const ends = endsOf(
          answer,
          items.map((item) => JSON.stringify(item)),
        )
        const whole = items.filter((_, i) => (ends[i] ?? 0) <= at)
        expect(readEntities(answer.slice(0, at)).items ?? []).toEqual(whole)
      }),
    )
  })

  it('gives every triple that ends before the cut, and none that is not in it', () => {
    fc.assert(
      fc.property(triples, spelling, fc.nat(), (items, spell, cut) => {
        const answer = spell({ triples: items })
        const at = cut % (answer.length + 1)
        // Part by part: a part may be spelled like the last one of its triple.
        const partEnds = endsOf(
          answer,
          items.flatMap((item) => item.map((part) => JSON.stringify(part))),
        )
        const ends = items.map((_, i) => partEnds[items.slice(0, i + 1).flat().length - 1])
        const read = readTriples(answer.slice(0, at)).items ?? []
        const whole = items.filter((_, i) => answer.indexOf(']', ends[i]) < at)
        expect(read).toEqual(whole)
      }),
    )
  })
})

/** Offsets after each spelled item, in order. */
function endsOf(answer: string, spelled: readonly string[]): number[] {
  let from = answer.indexOf(':', answer.indexOf('{')) + 1
  return spelled.map((item) => {
    from = answer.indexOf(item, from) + item.length
    return from
  })
}

describe('an answer', () => {
  it('never makes reading fail, and what is read of it stands in it', () => {
    const piece = fc.constantFrom(
      '{"named_entities": ',
      '{"triples": ',
      '[',
      ']',
      '"',
      ',',
      ':',
      '{',
      '}',
      '<think>',
      'None',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string())), (pieces) => {
        const answer = pieces.join('').replaceAll('\\', '/')
        const parts = [readEntities(answer).items ?? [], ...(readTriples(answer).items ?? [])].flat()
        for (const part of parts) expect(answer).toContain(part)
      }),
    )
  })

  it.each([
    { name: 'as asked', answer: '{"named_entities": ["A", "B"]}', items: ['A', 'B'] },
    {
      name: 'fenced, with prose around',
      answer: 'Sure!\n```json\n{"named_entities": ["A"]}\n```\nAnything else?',
      items: ['A'],
    },
    { name: 'a list alone', answer: '["A", "B"]', items: ['A', 'B'] },
    { name: 'another key', answer: '{"Entities": ["A"]}', items: ['A'] },
    { name: 'an unknown key', answer: '{"things": ["A"]}', items: ['A'] },
    { name: 'by types', answer: '{"named_entities": {"PERSON": ["A"], "DATE": ["B"]}}', items: ['A', 'B'] },
    { name: 'by types alone', answer: '{"PERSON": ["A"], "DATE": ["B"]}', items: ['A', 'B'] },
    { name: 'nested', answer: '{"result": {"named_entities": ["A"]}}', items: ['A'] },
    { name: 'Python', answer: "{'named_entities': ['A', \"B's\"]}", items: ['A', "B's"] },
    {
      name: 'after a thought with a draft',
      answer: '<think>{"named_entities": ["X"]}</think>{"named_entities": ["A"]}',
      items: ['A'],
    },
    {
      name: 'within a thought without end',
      answer: '<think>{"named_entities": ["X"]}',
      items: null,
      losses: { unreadable: 1 },
    },
    {
      name: 'objects',
      answer: '{"entities": [{"name": "A", "type": "T"}]}',
      items: ['A'],
      losses: { mended_record: 1 },
    },
    {
      name: 'numbers',
      answer: '{"named_entities": [1982, "A"]}',
      items: ['1982', 'A'],
      losses: { mended_number: 1 },
    },
    {
      name: 'null, blanks, lists and repeats among names',
      answer: '{"named_entities": ["A", null, " ", ["B"], "A", {"x": "y"}]}',
      items: ['A'],
      losses: { not_text: 3, empty: 1, repeated: 1 },
    },
    { name: 'none', answer: '{"named_entities": []}', items: [] },
    { name: 'none, as a list alone', answer: '[]', items: [] },
    { name: 'none, with a note', answer: '{"named_entities": [], "note": ["nothing here"]}', items: [] },
    {
      name: 'a draft of none, then some',
      answer: '{"entities": []} or rather {"entities": ["A"]}',
      items: ['A'],
    },
    {
      name: 'cut off before the first',
      answer: '{"named_entities": ["A',
      items: null,
      losses: { cut_off: 1, unreadable: 1 },
    },
    {
      name: 'nothing that can be kept',
      answer: '{"named_entities": [null]}',
      items: null,
      losses: { not_text: 1, unreadable: 1 },
    },
    { name: 'prose', answer: 'There are none [1].', items: null },
    { name: 'spaces around a name', answer: '["  A b "]', items: ['A b'] },
    {
      name: 'a list with a number first',
      answer: '[1, "A"]',
      items: ['1', 'A'],
      losses: { mended_number: 1 },
    },
    { name: 'the first of two lists', answer: '["A"] and ["B"]', items: ['A'] },
    {
      name: 'the first under a key of two',
      answer: '{"entities": ["A"]} or {"entities": ["B"]}',
      items: ['A'],
    },
    {
      name: 'by shape where the key has nothing to read',
      answer: '{"entities": [null]} but ["A"]',
      items: ['A'],
    },
    {
      name: 'objects with the key in capitals and spaces',
      answer: '{"entities": [{" NAME ": "A"}]}',
      items: ['A'],
      losses: { mended_record: 1 },
    },
    {
      name: 'the first of two names of an object',
      answer: '{"entities": [{"name": "A", "Name": "B"}]}',
      items: ['A'],
      losses: { mended_record: 1 },
    },
    { name: 'after a thought that spaces lead in', answer: '\n <think>{"entities": ["X"]}', items: null },
    { name: 'after a short thought', answer: '<think>["X"]</think>["A"]', items: ['A'] },
    { name: 'of a thought that was ended before', answer: '</think>{"entities": ["A"]}', items: ['A'] },
    {
      name: 'after the last of two thoughts',
      answer: '<think>a</think>{"entities": ["X"]}</think>{"entities": ["A"]}',
      items: ['A'],
    },
    {
      name: 'of the first eight lists under a key',
      answer: `${'{"entities": []} '.repeat(7)}{"entities": ["A"]}`,
      items: ['A'],
    },
    {
      name: 'nothing of a ninth',
      answer: `${'{"entities": []} '.repeat(8)}{"entities": ["A"]}`,
      items: [],
    },
    { name: 'null for the list', answer: '{"named_entities": null}', items: null, losses: { unreadable: 1 } },
    { name: 'empty', answer: '', items: null, losses: { unreadable: 1 } },
  ])('gives entities: $name', ({ answer, items, losses }) => {
    const read = readEntities(answer)
    expect(read.items).toEqual(items)
    if (items !== null || losses !== undefined) expect(read.losses).toEqual(losses ?? {})
  })

  const T = ['a', 'is', 'b']
  it.each([
    { name: 'as asked', answer: '{"triples": [["a", "is", "b"]]}', items: [T] },
    {
      name: 'with the entities first',
      answer: '{"named_entities": ["x", "y", "z"], "triples": [["a", "is", "b"]]}',
      items: [T],
    },
    { name: 'a list alone', answer: '[["a", "is", "b"]]', items: [T] },
    { name: 'a list alone, cut off', answer: '[["a", "is", "b"], ["a"', items: [T], losses: { cut_off: 1 } },
    { name: 'tuples', answer: "[('a', 'is', 'b')]", items: [T] },
    { name: 'one a line', answer: '["a", "is", "b"]\n["a", "is", "c"]', items: [T, ['a', 'is', 'c']] },
    {
      name: 'objects, one a line',
      answer:
        '{"subject": "a", "predicate": "is", "object": "b"}\n{"head": "a", "relation": "is", "tail": 3}',
      items: [T, ['a', 'is', '3']],
      losses: { mended_record: 2, mended_number: 1 },
    },
    {
      name: 'objects under another key',
      answer: '{"relations": [{"s": "a", "p": "is", "o": "b"}]}',
      items: [T],
      losses: { mended_record: 1 },
    },
    {
      name: 'other lengths and blanks, as they are',
      answer: '{"triples": [["a", "is"], ["a", "", "b", "c"]]}',
      items: [
        ['a', 'is'],
        ['a', '', 'b', 'c'],
      ],
    },
    {
      name: 'parts that are no text',
      answer: '{"triples": [["a", "is", 7], ["a", null, "b"], ["a", "is", ["b"]], "a is b", []]}',
      items: [['a', 'is', '7']],
      losses: { mended_number: 1, part_not_text: 2, not_triple: 1, empty: 1 },
    },
    {
      name: 'entities only',
      answer: '{"named_entities": ["a", "is", "b"]}',
      items: null,
      losses: { not_triple: 3, unreadable: 1 },
    },
    {
      name: 'one, and no list around it',
      answer: 'So: ["a", "is", "b"]. Also ["x", "y"].',
      items: [T],
    },
    {
      name: 'an object without one of the parts, and lists',
      answer: '{"subject": "a", "predicate": "is"} [["a", "is", "b"]]',
      items: [T],
    },
    {
      name: 'three values of which one is no text, and lists',
      answer: '["a", "is", 1] [["a", "is", "b"]]',
      items: [T],
    },
    {
      name: 'an object with a part that is no text',
      answer: '{"triples": [{"s": "a", "p": null, "o": "b"}, ["a", "is", "b"]]}',
      items: [T],
      losses: { mended_record: 1, part_not_text: 1 },
    },
    {
      name: 'an object with a part that is a list',
      answer: '{"triples": [{"s": "a", "p": ["is"], "o": "b"}, ["a", "is", "b"]]}',
      items: [T],
      losses: { not_triple: 1 },
    },
    {
      name: 'names as objects in a triple',
      answer: '{"triples": [[{"name": "a"}, "is", {"text": "b"}]]}',
      items: [T],
      losses: { mended_record: 2 },
    },
    { name: 'cut off at the key', answer: '{"named_entities": ["a"], "triples": [', items: null },
    { name: 'none', answer: '```\n{"triples": []}\n```', items: [] },
    { name: 'none, after entities', answer: '{"named_entities": ["a"], "triples": []}', items: [] },
  ])('gives triples: $name', ({ answer, items, losses }) => {
    const read = readTriples(answer)
    expect(read.items).toEqual(items)
    if (items !== null || losses !== undefined) expect(read.losses).toEqual(losses ?? {})
  })

  it('costs time in proportion, even where a model stammers', () => {
    const answer = '{"triples": [["a", "is", "b"], '.repeat(20_000)
    expect(readTriples(answer).items).toEqual([T])
    expect(readEntities('"entities": '.repeat(50_000)).items).toBeNull()
  })
})
