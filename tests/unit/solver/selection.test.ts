/** Which candidate a ranker selects, in whatever form it says so, and which is chosen where it selects none. */
import { describe, expect, it } from 'vitest'
import { runEigen1, scored, solved } from '../../fixtures/eigen1-run.ts'

const PROPOSED_ALONE = { corrects: false, refines: false, evaluates: false }

describe('the selection of the ranker', () => {
  const chosenBy = async (text: string) =>
    (await runEigen1({ ranker: () => text }, { ...PROPOSED_ALONE, proposers: 5 })).details.choice

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
  ])('is read $name', async ({ text, place }) => {
    expect(await chosenBy(text)).toMatchObject({ by: 'ranker', index: place, losses: [] })
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
  ])('falls back where $name', async ({ text, reason }) => {
    expect(await chosenBy(text)).toMatchObject({ by: 'fallback', losses: [reason, reason] })
  })
})

describe('the choice where the ranker selects none', () => {
  /** The index that is chosen among candidates with a score and an answer each; null for one that has none. */
  async function fallback(rows: readonly (readonly [number | null, string | null])[]): Promise<number> {
    const texts = rows.map(([, answer], at) => `Text ${at}. ${answer === null ? 'I stop.' : solved(answer)}`)
    let asked = 0
    const { details } = await runEigen1(
      {
        proposer: (_, turn) => ((turn?.written.text ?? '').includes('Text') ? ' ' : (texts[asked++] ?? '')),
        corrector: () => '',
        evaluator: (prompt) => {
          const [score] = rows[Number(/Text (\d)\./.exec(prompt)?.[1])] ?? []
          return score === null || score === undefined ? 'Nice.' : scored(score, score, score)
        },
        ranker: () => 'None.',
      },
      { proposers: rows.length, corrects: false, refines: false, rounds: 1, threshold: 0, maxSteps: 1 },
    )
    expect(details.choice.by).toBe('fallback')
    return details.choice.index
  }

  it.each([
    {
      name: 'the highest score',
      rows: [
        [3, 'A'],
        [4, 'B'],
        [3, 'A'],
      ],
      index: 1,
    },
    {
      name: 'then the most agreed with',
      rows: [
        [4, 'A'],
        [4, 'B'],
        [3, 'B'],
      ],
      index: 1,
    },
    {
      name: 'then the first',
      rows: [
        [4, 'A'],
        [4, 'B'],
      ],
      index: 0,
    },
    {
      name: 'a scored one before those without a score',
      rows: [
        [null, 'A'],
        [0, 'B'],
        [null, 'A'],
      ],
      index: 1,
    },
    {
      name: 'agreement without scores',
      rows: [
        [null, 'A'],
        [null, '(b)'],
        [null, '$\\text{B}$.'],
      ],
      index: 1,
    },
    {
      name: 'one with an answer before those without',
      rows: [
        [3, null],
        [3, null],
        [3, 'A'],
      ],
      index: 2,
    },
  ] as const)('is $name', async ({ rows, index }) => {
    expect(await fallback(rows)).toBe(index)
  })

  it.each([
    ['A', 'a', true],
    ['Ａ', 'a', true],
    ['(b)', 'B.', true],
    ['30\\,mM', '30 mM;', true],
    ['$\\mathrm{C}$', 'c:', true],
    ['and so on...', 'and so on', true],
    ['3', '-3', false],
    ['ab', 'b', false],
  ] as const)('takes %j and %j for the same answer: %s', async (one, other, isSame) => {
    expect(
      await fallback([
        [3, 'another'],
        [3, one],
        [3, other],
      ]),
    ).toBe(isSame ? 1 : 0)
  })
})
