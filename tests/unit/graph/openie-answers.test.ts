/** Tests reading a model's answers: entities, triples and facts, and counts of those lost. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { extractionOf, type OpenIeReport } from '../../../graph/openie/index.ts'
import { extract, NAMED } from '../../fixtures/openie-pass.ts'

/** Returns the report's counts of losses; those of an answer without the step's prefix. */
function lossesIn(report: OpenIeReport | Error, step: 'entities' | 'triples'): Record<string, number> {
  if (report instanceof Error) throw report
  const own = Object.entries(report.losses).filter(([reason]) => reason.includes(step))
  return Object.fromEntries(own.map(([reason, count]) => [reason.replace(`${step}_`, ''), count]))
}

describe('the entities of an answer', () => {
  it.each([
    { answer: NAMED, is: ['Lupeol', 'ACE'] },
    { answer: 'Sure!\n```json\n{"named_entities": ["A"]}\n```\nAnything else?', is: ['A'] },
    { answer: '["  A b ", "B"]', is: ['A b', 'B'] },
    { answer: '{"Entities": ["A"]}', is: ['A'] },
    { answer: '{"things": ["A"]}', is: ['A'] },
    { answer: '{"named_entities": {"PERSON": ["A"], "DATE": ["B"]}}', is: ['A', 'B'] },
    { answer: '{"PERSON": ["A"], "DATE": ["B"]}', is: ['A', 'B'] },
    { answer: '{"result": {"named_entities": ["A"]}}', is: ['A'] },
    { answer: "{'named_entities': ['A', \"B's\"]}", is: ['A', "B's"] },
    { answer: 'Names: ["A"]', is: ['A'] },
    { answer: '<think>{"named_entities": ["X"]}</think>{"named_entities": ["A"]}', is: ['A'] },
    { answer: '<think>a</think>{"entities": ["X"]}</think>{"entities": ["A"]}', is: ['A'] },
    { answer: '["A"] <think>', is: ['A'] },
    { answer: '{"entities": ["A"]} or {"entities": ["B"]}', is: ['A'] },
    { answer: '{"entities": []} or rather {"entities": ["A"]}', is: ['A'] },
    { answer: '{"entities": [null]} but ["A"]', is: ['A'] },
    { answer: '{"named_entities": [], "note": ["nothing here"]}', is: [] },
    { answer: '[]', is: [] },
    { answer: '{"entities": [{" NAME ": "A", "type": "T"}]}', is: ['A'], lost: { mended_record: 1 } },
    { answer: '{"entities": [{"x", "name": "A"}]}', is: ['A'], lost: { mended_record: 1 } },
    { answer: '{"named_entities": [1982, "A"]}', is: ['1982', 'A'], lost: { mended_number: 1 } },
    {
      answer: '{"named_entities": ["A", null, " ", ["B"], "A", {"x": "y"}]}',
      is: ['A'],
      lost: { not_text: 3, empty: 1, repeated: 1 },
    },
    { answer: '{"named_entities": ["A", "B', is: ['A'], lost: { cut_off: 1 } },
    // Names in the prompt's example but not in the text.
    { answer: '["Lupeol", "Radio City", "radio city"]', is: ['Lupeol'], lost: { from_example: 2 } },
    { answer: '["Radio City"]', is: null, lost: { from_example: 1, unreadable: 1 } },
    { answer: '<think>{"named_entities": ["X"]}', is: null, lost: { unreadable: 1 } },
    { answer: '{"named_entities": ["A', is: null, lost: { cut_off: 1, unreadable: 1 } },
    { answer: '{"named_entities": [null]}', is: null, lost: { not_text: 1, unreadable: 1 } },
    { answer: '{"named_entities": null}', is: null, lost: { unreadable: 1 } },
    { answer: 'There are none [1].', is: null },
    { answer: '', is: null, lost: { unreadable: 1 } },
  ])('$answer: $is', async ({ answer, is, lost = {} }) => {
    const { report, kept } = await extract({ entities: answer, triples: '{"triples": []}' })
    expect(kept[0]?.entities ?? null).toEqual(is)
    if (is !== null || Object.keys(lost).length > 0) expect(lossesIn(report, 'entities')).toEqual(lost)
    if (is === null) expect(report).toMatchObject({ failed: { MODEL_ANSWER_INVALID: 1 } })
  })
})

describe('the triples of an answer', () => {
  const T = ['a', 'is', 'b']
  it.each([
    { answer: '{"triples": [["a", "is", "b"]]}', is: [T] },
    { answer: '{"named_entities": ["x", "y", "z"], "triples": [["a", "is", "b"]]}', is: [T] },
    { answer: '[["a", "is", "b"], ["a"', is: [T], lost: { cut_off: 1 } },
    { answer: "[('a', 'is', 'b')]", is: [T] },
    { answer: '["a", "is", "b"]\n["a", "is", "c"]', is: [T, ['a', 'is', 'c']] },
    { answer: 'So: ["a", "is", "b"]. Also ["x", "y"].', is: [T] },
    { answer: '["a", "is", 1] [["a", "is", "b"]]', is: [T] },
    { answer: '{"subject": "a", "predicate": "is"} [["a", "is", "b"]]', is: [T] },
    {
      answer:
        '{"subject": "a", "predicate": "is", "object": "b"}\n{"head": "a", "relation": "is", "tail": 3}',
      is: [T, ['a', 'is', '3']],
      lost: { mended_record: 2, mended_number: 1 },
    },
    { answer: '{"relations": [{"s": "a", "p": "is", "o": "b"}]}', is: [T], lost: { mended_record: 1 } },
    {
      answer: '{"triples": [["a", "is"], ["a", "", "b", "c"]]}',
      is: [
        ['a', 'is'],
        ['a', '', 'b', 'c'],
      ],
    },
    {
      answer: '{"triples": [["a", "is", 7], ["a", null, "b"], ["a", "is", ["b"]], "a is b", []]}',
      is: [['a', 'is', '7']],
      lost: { mended_number: 1, part_not_text: 2, not_triple: 1, empty: 1 },
    },
    {
      answer: '{"triples": [{"s": "a", "p": null, "o": "b"}, ["a", "is", "b"]]}',
      is: [T],
      lost: { mended_record: 1, part_not_text: 1 },
    },
    {
      answer: '{"triples": [{"s": "a", "p": ["is"], "o": "b"}, ["a", "is", "b"]]}',
      is: [T],
      lost: { not_triple: 1 },
    },
    { answer: '{"triples": [[{"name": "a"}, "is", {"text": "b"}]]}', is: [T], lost: { mended_record: 2 } },
    {
      answer: '{"triples": [["a", "is", "b"], ["Radio City", "is in", "b"]]}',
      is: [T],
      lost: { from_example: 1 },
    },
    { answer: '```\n{"named_entities": ["a"], "triples": []}\n```', is: [] },
    { answer: '{"named_entities": ["a", "is", "b"]}', is: null, lost: { not_triple: 3, unreadable: 1 } },
    { answer: '{"named_entities": ["a"], "triples": [', is: null },
  ])('$answer: $is', async ({ answer, is, lost = {} }) => {
    const { report, kept } = await extract({ triples: answer })
    expect(kept[0]?.triples ?? null).toEqual(is)
    const reading = lossesIn(report, 'triples')
    if (is !== null || Object.keys(lost).length > 0) expect(reading).toMatchObject(lost)
    if (is !== null && Object.keys(lost).length === 0) expect(reading).not.toHaveProperty('unreadable')
  })

  it('are all those that end before an answer was cut off, and no others', async () => {
    const part = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 })
    const triples = fc.uniqueArray(fc.tuple(part, part, part), {
      maxLength: 5,
      selector: (triple) => triple.join('\0'),
    })
    await fc.assert(
      fc.asyncProperty(triples, fc.constantFrom(0, 2), fc.nat(), async (items, indent, cut) => {
        const rows = items.map((item) => JSON.stringify(item))
        const space = '\n'.repeat(indent)
        const ends: number[] = []
        let answer = `{"triples":${space}[`
        for (const [i, row] of rows.entries()) {
          answer += `${i > 0 ? `,${space}` : ''}${row}`
          ends.push(answer.length)
        }
        answer = `${answer}${space}]}`
        const at = cut % (answer.length + 1)
        const { kept } = await extract({ triples: answer.slice(0, at) })
        expect(kept[0]?.triples ?? []).toEqual(items.filter((_, i) => ends[i]! <= at))
      }),
    )
  })

  it('take time in proportion, even if a model repeats itself without end', async () => {
    const triples = '{"triples": [["a", "is", "b"], '.repeat(20_000)
    expect((await extract({ triples })).kept[0]?.triples).toEqual([T])
    expect((await extract({ entities: '"entities": '.repeat(50_000) })).kept).toEqual([])
  })
})

describe('facts', () => {
  const LONG = 'c'.repeat(300)
  it.each([
    { triple: ['Müller-Straße', 'IS  in', 'U.S. Army'], is: ['muller strasse', 'is in', 'u s army'] },
    { triple: ['東京', '位于', 'Москва'], is: ['東京', '位于', 'москва'] },
    { triple: ['pH', ' ＝ ', '7.4'], is: ['ph', '=', '7 4'] },
    { triple: ['HIV', 'causes', 'hiv'], is: ['hiv', 'causes', 'hiv'] },
    { triple: [LONG, LONG, LONG], is: [LONG, LONG, LONG] },
    { triple: ['a', 'b'], lost: 'triple_length' },
    { triple: ['a', 'b', 'c', 'd'], lost: 'triple_length' },
    { triple: ['', 'b', 'c'], lost: 'empty_part' },
    { triple: ['a', ' ', 'c'], lost: 'empty_part' },
    { triple: ['a', 'b', '—'], lost: 'empty_part' },
    { triple: ['a', 'b', `${LONG}c`], lost: 'huge_part' },
  ])('of $triple are $is$lost', ({ triple, is, lost }) => {
    const { extraction, losses } = extractionOf('u', 'import', { entities: ['A '], triples: [triple] })
    expect(extraction).toMatchObject({ unit: 'u', made: 'import', entities: ['A '], triples: [triple] })
    expect(extraction.facts.map((fact) => Object.values(fact))).toEqual(is === undefined ? [] : [is])
    expect(losses).toEqual(lost === undefined ? {} : { [lost]: 1 })
  })
})
