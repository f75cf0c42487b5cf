/** Which trajectories are kept, and why others are not (specs/rethinker.md 5.3 and 9, E10). */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CurationCase, type CurationSettings, curate, curationCase } from '../../../training/index.ts'

const SETTINGS: CurationSettings = { minCalls: 1, maxCalls: 50, ratios: null, seed: 1, keepsRecovered: false }
const RATIOS = { solver: 0.5, critic: 0.3, selector: 0.2 }

/** Returns a vector orthogonal to all others. */
function ownVector(at: number): Float32Array {
  return Float32Array.from({ length: 200 }, (_, place) => (place === at ? 1 : 0))
}

let made = 0
function clean(stage: string, given: Partial<CurationCase> = {}): CurationCase {
  const at = made++
  const path = `${stage}/${at}`
  return {
    id: `run/${path}`,
    run: 'run',
    path,
    stage,
    question: `question ${at}`,
    answer: '30',
    hasForm: true,
    calls: 3,
    failedTools: 0,
    endsWell: true,
    checkedTokens: 10,
    vector: ownVector(at % 200),
    ...given,
  }
}

const all = async (cases: readonly CurationCase[]) => new Set(cases.map(({ id }) => id))

describe('R36 the reasons', () => {
  test('both limits of tool calls are kept, and stages without tools have none', async () => {
    const calls = [0, 1, 2, 3, 4, null]
    const cases = calls.map((count) => clean('solver', { calls: count }))
    const { kept } = await curate(
      cases,
      { ...SETTINGS, minCalls: 1, maxCalls: 3 },
      { rightIds: all, consistentIds: all },
    )
    expect(kept.map((one) => one.calls)).toEqual([1, 2, 3, null])
  })

  test('of those that say the same the one with fewest calls stays, then the lowest id', async () => {
    const same = { question: 'q', vector: ownVector(1) }
    const cases = [
      clean('solver', { ...same, id: 'c', calls: 2 }),
      clean('solver', { ...same, id: 'b', calls: 1, answer: ' 30. ' }),
      clean('solver', { ...same, id: 'a', calls: 2 }),
      clean('solver', { ...same, id: 'other answer', answer: '31' }),
      clean('critic', { ...same, id: 'other stage' }),
      clean('solver', { ...same, id: 'other text', vector: ownVector(2) }),
    ]
    const { kept } = await curate(cases, SETTINGS, { rightIds: all, consistentIds: all })
    expect(kept.map(({ id }) => id)).toEqual(['b', 'other answer', 'other stage', 'other text'])
    const near = [
      clean('solver', { ...same, id: 'a' }),
      clean('solver', { ...same, id: 'b', vector: turned(0.96) }),
      clean('solver', { ...same, id: 'c', vector: turned(0.94) }),
    ]
    const left = await curate(near, SETTINGS, { rightIds: all, consistentIds: all })
    expect(left.kept.map(({ id }) => id)).toEqual(['a', 'c'])
  })

  test('what was repaired is kept where that is asked for, what was not is never', async () => {
    const cases = [
      clean('solver', { id: 'repaired', failedTools: 1 }),
      clean('solver', { id: 'broken', failedTools: 1, endsWell: false }),
    ]
    const kept = async (keepsRecovered: boolean) =>
      (await curate(cases, { ...SETTINGS, keepsRecovered }, { rightIds: all, consistentIds: all })).kept.map(
        ({ id }) => id,
      )
    expect(await kept(false)).toEqual([])
    expect(await kept(true)).toEqual(['repaired'])
  })
})

/** Returns a vector with this cosine to `ownVector(1)`. */
function turned(cosine: number): Float32Array {
  const vector = ownVector(1)
  vector[1] = cosine
  vector[3] = Math.sqrt(1 - cosine ** 2)
  return vector
}

describe('R36 resampling', () => {
  test('in = out + dropped, whatever is given, and nothing is there twice', async () => {
    const stage = fc.constantFrom('solver', 'reflector', 'critic', 'selector')
    const one = fc.record({
      stage,
      question: fc.constantFrom('a', 'b'),
      answer: fc.constantFrom('1', '2', null),
      hasForm: fc.boolean(),
      calls: fc.constantFrom(0, 1, 50, 51, null),
      failedTools: fc.constantFrom(0, 1),
      vector: fc.constantFrom(ownVector(0), ownVector(1)),
      isRight: fc.boolean(),
      isConsistent: fc.boolean(),
    })
    const ratios = fc.constantFrom(null, RATIOS, { solver: 1 })
    await fc.assert(
      fc.asyncProperty(fc.array(one, { maxLength: 30 }), ratios, async (given, shares) => {
        const cases = given.map(({ isRight: _, isConsistent: _also, stage: of, ...rest }) => clean(of, rest))
        const ids = (asked: readonly CurationCase[], is: (at: number) => boolean) =>
          new Set(asked.filter((each) => is(cases.indexOf(each))).map(({ id }) => id))
        const { kept, dropped, ...counts } = await curate(
          cases,
          { ...SETTINGS, ratios: shares },
          {
            rightIds: async (asked) => ids(asked, (at) => given[at]?.isRight === true),
            consistentIds: async (asked) => ids(asked, (at) => given[at]?.isConsistent === true),
          },
        )
        const lost = Object.values(dropped).reduce((sum, count) => sum + count, 0)
        expect(counts.in).toBe(counts.out + lost)
        expect(new Set(kept.map(({ id }) => id)).size).toBe(counts.out)
      }),
    )
  })
})

describe('R37 a sample', () => {
  const turns = [
    { who: 'user', text: 'P' },
    { who: 'assistant', text: 'A' },
    { who: 'user', text: 'R' },
    { who: 'assistant', text: 'B' },
  ] as const
  const trajectory = {
    path: 'solver.0/1',
    stage: 'solver',
    turns,
    answer: 'B',
    hasForm: true,
    thought: '',
    output: 'B',
    tools: { calls: 1, failed: 0, endsWell: true },
  }
  const of = { run: 'r', question: 'q', vector: new Float32Array() }

  test.each([
    { name: 'two turns of the user in a row', turns: [turns[0], turns[2], turns[3]] },
    { name: 'the user last', turns: turns.slice(0, 3) },
    { name: 'an empty turn of the model', turns: [turns[0], { who: 'assistant' as const, text: ' \n' }] },
    { name: 'nothing from the model', turns: turns.slice(0, 1) },
  ])('$name: not of the form', ({ turns: given }) => {
    expect(curationCase({ ...trajectory, turns: given }, of).hasForm).toBe(false)
    expect(curationCase(trajectory, of).hasForm).toBe(true)
  })
})
