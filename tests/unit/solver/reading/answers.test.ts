import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAnswer } from '../../../../solver/reading/answer.ts'
import {
  answerClusters,
  fallbackChoice,
  readSelection,
  sameWords,
} from '../../../../solver/reading/selection.ts'

describe('the selection of the ranker', () => {
  it.each([
    { name: 'as asked for', text: 'FINAL DECISION: <select>Response 2</select>', place: 1 },
    {
      name: 'the last of several',
      text: '<select>Response 1</select> no: <select>Response 3</select>',
      place: 2,
    },
    {
      name: 'before the form that the prompt shows',
      text: '<select>Response 4</select> (<select>Response X</select>)',
      place: 3,
    },
    { name: 'in another case with spaces', text: '<SELECT>\n response  5 \n</SELECT>', place: 4 },
    { name: 'a bare number', text: '<select>3</select>', place: 2 },
    { name: 'a number sign', text: '<select>Response #3</select>', place: 2 },
    { name: 'bold, boxed, with a stop', text: '<select>**\\boxed{Response 3}.**</select>', place: 2 },
    { name: 'a word', text: '<select>Response two</select>', place: 1 },
    { name: 'a word in capitals', text: '<select>RESPONSE TWO</select>', place: 1 },
    { name: 'with tags within', text: '<select><answer>Response 1</answer></select>', place: 0 },
    { name: 'the same one twice', text: '<select>Response 1 (response 1)</select>', place: 0 },
  ])('is read $name', ({ text, place }) => {
    expect(readSelection(text, 5)).toEqual({ ok: true, value: place, losses: [] })
  })

  it.each([
    { name: 'there is none', text: 'Response 2 is the best.', reason: 'no_select' },
    { name: 'it is empty', text: '<select></select>', reason: 'no_number' },
    {
      name: 'it is the form that the prompt shows',
      text: '<select>Response X</select>',
      reason: 'no_number',
    },
    { name: 'none is selected', text: '<select>None</select>', reason: 'no_number' },
    { name: 'it is 0', text: '<select>Response 0</select>', reason: 'out_of_range' },
    { name: 'it is 9 of 5', text: '<select>Response 9</select>', reason: 'out_of_range' },
    { name: 'it names two', text: '<select>Response 1 and Response 2</select>', reason: 'several_numbers' },
    {
      name: 'the last is out of range',
      text: '<select>Response 2</select><select>Response 7</select>',
      reason: 'out_of_range',
    },
  ])('is none where $name', ({ text, reason }) => {
    expect(readSelection(text, 5)).toEqual({ ok: false, reason })
  })

  it('is within the candidates for any text', () => {
    const pieces = fc.constantFrom('<select>', '</select>', 'Response ', '1', '12', '<', 'x')
    fc.assert(
      fc.property(
        fc.array(pieces, { maxLength: 30 }),
        fc.integer({ min: 1, max: 9 }),
        (parts, candidates) => {
          const selection = readSelection(parts.join(''), candidates)
          if (selection.ok) expect(selection.value >= 0 && selection.value < candidates).toBe(true)
        },
      ),
    )
  })
})

describe('the final answer', () => {
  it.each([
    { name: 'in tags and a box', text: 'So <answer>\\boxed{C}</answer>', is: 'C', losses: [] },
    {
      name: 'with nested braces',
      text: '<answer>$\\boxed{\\frac{1}{\\sqrt{2}}}$</answer>',
      is: '\\frac{1}{\\sqrt{2}}',
      losses: [],
    },
    {
      name: 'with escaped braces',
      text: '<answer>\\boxed{\\{1, 2\\}}</answer>',
      is: '\\{1, 2\\}',
      losses: [],
    },
    {
      name: 'the last of several',
      text: '<answer>\\boxed{A}</answer> no <answer>\\boxed{B}</answer>',
      is: 'B',
      losses: [],
    },
    {
      name: 'before empty tags of the prompt',
      text: '<answer>\\boxed{A}</answer> in <answer></answer> with',
      is: 'A',
      losses: [],
    },
    {
      name: 'the last box within',
      text: '<answer>\\boxed{1}, or better \\boxed{2}</answer>',
      is: '2',
      losses: [],
    },
    {
      name: 'the last box that holds something and is closed',
      text: '<answer>\\boxed{7}, \\boxed{ }, \\boxed{} or \\boxed{8</answer>',
      is: '7',
      losses: [],
    },
    {
      name: 'with an escaped brace that opens nothing',
      text: '<answer>\\boxed{\\{1}</answer>',
      is: '\\{1',
      losses: [],
    },
    {
      name: 'with an escaped brace that closes nothing',
      text: '<answer>\\boxed{1\\}}</answer>',
      is: '1\\}',
      losses: [],
    },
    {
      name: 'behind a brace that closes nothing',
      text: '<answer>} so \\boxed{1}</answer>',
      is: '1',
      losses: [],
    },
    {
      name: 'not closed before empty tags',
      text: '<answer>30 mM <answer></answer>',
      is: '30 mM',
      losses: ['unclosed_answer', 'no_box'],
    },
    {
      name: 'not closed before another',
      text: '<answer>1 <answer>2</answer> so',
      is: '2',
      losses: ['no_box'],
    },
    { name: 'without a box', text: '<Answer> 30 mM </Answer>', is: '30 mM', losses: ['no_box'] },
    {
      name: 'not closed',
      text: 'first <answer>1</answer> then <answer>\\boxed{42}',
      is: '42',
      losses: ['unclosed_answer'],
    },
    { name: 'a box alone', text: 'So \\boxed{x^{2}}.', is: 'x^{2}', losses: ['box_alone'] },
    {
      name: 'with a box that never closes',
      text: '<answer>\\boxed{42</answer>',
      is: '\\boxed{42',
      losses: ['no_box'],
    },
    { name: 'not there', text: 'It is 42.', is: null, losses: ['no_answer'] },
    { name: 'empty', text: '<answer> </answer>', is: null, losses: ['no_answer'] },
  ])('is read $name', ({ text, is, losses }) => {
    expect(readAnswer(text)).toEqual({ text: is, losses })
  })

  it('is what was boxed, for any balanced content', () => {
    const { tree } = fc.letrec<{ tree: string }>((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small' },
        fc.stringMatching(/^[a-z0-9 +=.-]{0,8}$/),
        fc.tuple(tie('tree'), tie('tree')).map(([before, within]) => `${before}{${within}}`),
      ),
    }))
    fc.assert(
      fc.property(tree, (content) => {
        fc.pre(content.trim() !== '')
        expect(readAnswer(`x <answer>\\boxed{${content}}</answer> y`).text).toBe(content.trim())
      }),
    )
  })
})

describe('the choice where the ranker names no one', () => {
  const candidates = (...rows: readonly (readonly [number | null, string | null])[]) =>
    rows.map(([composite, answer]) => ({ composite, answer }))

  it.each([
    { name: 'the highest composite', of: candidates([3, 'A'], [4, 'B'], [3, 'A']), is: 1 },
    { name: 'then the most agreed with', of: candidates([4, 'A'], [4, 'B'], [3, 'B']), is: 1 },
    { name: 'then the first', of: candidates([4, 'A'], [4, 'B']), is: 0 },
    {
      name: 'a scored one before those without a score',
      of: candidates([null, 'A'], [0, 'B'], [null, 'A']),
      is: 1,
    },
    {
      name: 'agreement where nothing is scored',
      of: candidates([null, 'A'], [null, '(b)'], [null, '$\\text{B}$.']),
      is: 1,
    },
    {
      name: 'one with an answer before those without',
      of: candidates([3, null], [3, null], [3, 'A']),
      is: 2,
    },
    { name: 'nobody of none', of: candidates(), is: -1 },
  ])('is $name', ({ of, is }) => {
    expect(fallbackChoice(of)).toBe(is)
  })

  it('asks whoever knows better which answers are equal', () => {
    const isSame = (one: string, other: string) => Number(one) === Number(other)
    expect(answerClusters(['0.50', '2', '.5', null, null], isSame)).toEqual([[0, 2], [1], [3], [4]])
  })

  it.each([
    { one: 'A', other: 'a', is: true },
    { one: 'Ａ', other: 'a', is: true },
    { one: '(b)', other: 'B.', is: true },
    { one: '30\\,mM', other: '30 mM;', is: true },
    { one: '$\\mathrm{C}$', other: 'c:', is: true },
    { one: 'and so on...', other: 'and so on', is: true },
    { one: '3', other: '-3', is: false },
    { one: 'ab', other: 'b', is: false },
  ])('takes "$one" and "$other" for the same answer: $is', ({ one, other, is }) => {
    expect(sameWords(one, other)).toBe(is)
  })

  it('puts an answer that equals two which differ with the first of them', () => {
    const isSame = (one: string, other: string) => Math.abs(Number(one) - Number(other)) <= 1
    expect(answerClusters(['1', '3', '2'], isSame)).toEqual([[0, 2], [1]])
  })

  it('puts each candidate into one cluster', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.constantFrom('A', 'a', 'B', '(b)'))), (answers) => {
        const places = answerClusters(answers).flat()
        expect([...places].sort((a, b) => a - b)).toEqual([...answers.keys()])
      }),
    )
  })
})
