/** Tests which candidate a ranker selects, in all forms of its answer, and which is chosen if it selects none. */
import { describe, expect, it } from 'vitest'
import { casesIn } from '../../fixtures/case-lines.ts'
import { runEigen1, scored, solved } from '../../fixtures/eigen1-run.ts'

const PROPOSED_ALONE = { corrects: false, refines: false, evaluates: false }

describe('the selection of the ranker', () => {
  const chosenBy = async (text: string) =>
    (await runEigen1({ ranker: () => text }, { ...PROPOSED_ALONE, proposers: 5 })).details.choice

  it.each(
    casesIn<'name' | 'text' | 'place'>(String.raw`
    name | text | place
    as asked for | FINAL DECISION: <select>Response 2</select> | 1
    the last of several | <select>Response 1</select> no: <select>Response 3</select> | 2
    before the form that the prompt shows | <select>Response 4</select> (<select>Response X</select>) | 3
    in another case with spaces | <SELECT>⏎ response  5 ⏎</SELECT> | 4
    a bare number | <select>3</select> | 2
    a number sign | <select>Response #3</select> | 2
    bold, boxed, with a stop | <select>**\boxed{Response 3}.**</select> | 2
    a word | <select>Response two</select> | 1
    a word in capitals | <select>RESPONSE TWO</select> | 1
    with tags within | <select><answer>Response 1</answer></select> | 0
    the same one twice | <select>Response 1 (response 1)</select> | 0
  `),
  )('is read $name', async ({ text, place }) => {
    expect(await chosenBy(text)).toMatchObject({ by: 'ranker', index: Number(place), losses: [] })
  })

  it.each(
    casesIn<'name' | 'text' | 'reason'>(`
    name | text | reason
    there is none | Response 2 is the best. | no_select
    it is empty | <select></select> | no_number
    it is the form that the prompt shows | <select>Response X</select> | no_number
    none is selected | <select>None</select> | no_number
    it is 0 | <select>Response 0</select> | out_of_range
    it is 9 of 5 | <select>Response 9</select> | out_of_range
    it names two | <select>Response 1 and Response 2</select> | several_numbers
    the last is out of range | <select>Response 2</select><select>Response 7</select> | out_of_range
  `),
  )('falls back where $name', async ({ text, reason }) => {
    expect(await chosenBy(text)).toMatchObject({ by: 'fallback', losses: [reason, reason] })
  })
})

describe('the choice where the ranker selects none', () => {
  /** Returns the index chosen among candidates given by score and answer; null means none. */
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

  it.each(
    casesIn<'name' | 'rows' | 'index'>(String.raw`
    name | rows | index
    the highest score | 3 A, 4 B, 3 A | 1
    then the most agreed with | 4 A, 4 B, 3 B | 1
    then the first | 4 A, 4 B | 0
    a scored one before those without a score | - A, 0 B, - A | 1
    agreement without scores | - A, - (b), - $\text{B}$. | 1
    one with an answer before those without | 3 -, 3 -, 3 A | 2
  `),
  )('is $name', async ({ rows, index }) => {
    const given = rows.split(', ').map((row) => row.split(' ').map((cell) => (cell === '-' ? null : cell)))
    const candidates = given.map(
      ([score, answer = null]) => [score === null ? null : Number(score), answer] as const,
    )
    expect(await fallback(candidates)).toBe(Number(index))
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
