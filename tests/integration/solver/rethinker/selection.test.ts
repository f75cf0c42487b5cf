/** The selector of ReThinker against a scripted server (specs/rethinker.md 5.2, 9 and 12). */
import { describe, expect, test } from 'vitest'
import type { Script } from '../../../fakes/scripted-llm/server.ts'
import {
  askedOf,
  boxed,
  inTurn,
  openRethinker,
  promptOf,
  rethink,
  selected,
  withLogprobs,
} from '../../../fixtures/rethinker-run.ts'

const FIVE = { paths: 5, reselections: 4, seed: 0, criticRounds: 0 }

/** Paths answer a0 to a4 by their place: seeds of neighbouring paths differ by one. */
function answering(seeds: Map<number, string> = new Map()) {
  return ({ body }: { readonly body: { readonly [name: string]: unknown } }): Script => {
    const seed = Number(body['seed'])
    const answer = seeds.get(seed) ?? `a${seed % 5}`
    seeds.set(seed, answer)
    return { text: boxed(answer) }
  }
}

async function selecting(selector: (request: never) => Script, settings: object = {}) {
  const solver = await openRethinker({ solver: answering(), selector: selector as () => Script })
  const run = await rethink(solver, { ...FIVE, ...settings })
  return { solver, run, prompts: askedOf(solver, 'selector').map(promptOf) }
}

/** Numbers of the responses in the order in which a prompt shows them. */
const shownIn = (prompt: string) => [...prompt.matchAll(/### Response (\d+):$/gm)].map(([, id]) => Number(id))
const historyIn = (prompt: string) =>
  prompt.match(/^.*Round \d+: .*$/gm)?.map((line) => line.replace(/^.*(Round \d)/, '$1'))
const picking = (picks: readonly (number | string)[], means: readonly number[]) =>
  inTurn(...picks.map((pick, at) => withLogprobs(selected(pick), Array(9).fill(means[at] ?? 0))))

test('E3 R18 R21 R23 R24 picks differ: those picked go into the adjudication, which names another twice', async () => {
  const means = [-0.2, -0.1, -0.7, -0.15, -0.05, -0.3]
  const { prompts, run, solver } = await selecting(picking([3, 3, 5, 3, 3, 1, 1], means))
  const final = prompts[5] ?? ''
  expect(final).toContain('following 2 responses')
  expect(shownIn(final)).toEqual([3, 5])
  expect(historyIn(final)).toEqual([
    'Round 0: Response 3 (entropy: 1.2214)',
    'Round 1: Response 3 (entropy: 1.1052)',
    'Round 2: Response 5 (entropy: 2.0138)',
    'Round 3: Response 3 (entropy: 1.1618)',
    'Round 4: Response 3 (entropy: 1.0513)',
  ])
  const asked = askedOf(solver, 'selector')
  expect(asked).toHaveLength(7)
  expect(asked[6]?.body.messages?.at(-1)?.content).toContain('select the best "Response X"')
  expect(run.details).toMatchObject({ candidate: 3, decided: 'fallback' })
  expect(run.details.history).toHaveLength(6)
  expect(run.details.history[5]).toMatchObject({ pick: null, order: [3, 5] })
  expect(run.details.history[5]?.ppl).toBeCloseTo(Math.exp(0.3), 6)
})

test('R23 R24 the adjudication decides where it names one of them, at once or when asked again', async () => {
  const once = await selecting(picking([3, 3, 5, 3, 3, 5], []))
  expect(once.run.details).toMatchObject({ candidate: 5, decided: 'adjudicated' })
  const twice = await selecting(picking([3, 3, 5, 3, 3, 1, 5], []))
  expect(twice.run.details).toMatchObject({ candidate: 5, decided: 'adjudicated' })
})

test('E5 a round without a pick stands in the history and changes nothing', async () => {
  const lost = withLogprobs('I cannot say.', [-0.1])
  const script = inTurn(selectedTwo(), lost, lost, selectedTwo())
  const { prompts, run } = await selecting(script, { maxNudges: 0 })
  expect(historyIn(prompts.at(-1) ?? '')?.[1]).toBe('Round 1: no selection')
  expect(run.details).toMatchObject({ candidate: 2, decided: 'unanimous' })
  expect(run.details.history.map(({ pick }) => pick)).toEqual([2, null, 2, 2, 2])
})

const selectedTwo = () => withLogprobs(selected(2), [-0.1, -0.1])

test('E6 R27 the gate stops after round 2', async () => {
  const means = [1.3, 1.1, 1.15].map((ppl) => -Math.log(ppl))
  const { prompts, run } = await selecting(picking([4, 4, 4], means), {
    gatePerplexity: 1.2,
    gateAgreement: 2,
  })
  expect(prompts).toHaveLength(3)
  expect(run.details).toMatchObject({ candidate: 4, decided: 'unanimous' })
})

test('R19 R20 a server without log probabilities: no bracket, no gate, no number, and the run says so', async () => {
  const { prompts, run } = await selecting(() => ({ text: selected(4) }), {
    gatePerplexity: 5,
    gateAgreement: 1,
  })
  expect(prompts).toHaveLength(5)
  expect(historyIn(prompts[2] ?? '')).toEqual(['Round 0: Response 4', 'Round 1: Response 4'])
  expect(run.details).toMatchObject({ hasPerplexity: false, decided: 'unanimous' })
  expect(run.details.history.every(({ ppl, tokens }) => ppl === null && tokens === 0)).toBe(true)
  const rows = run.events.filter((event) => event.type === 'report' && event.kind === 'selector-row')
  expect(rows).toHaveLength(5)
  expect(rows[0]).toMatchObject({
    data: { round: '1', order: [1, 2, 3, 4, 5], pick: 4, perplexity: 'not given' },
  })
})

test('R25 nobody names one: the commonest answer', async () => {
  let place = 0
  const solver = await openRethinker({
    solver: () => ({ text: boxed(['7', '8', '8'][place++] ?? '9') }),
    selector: () => ({ text: 'All are fine.' }),
  })
  const { details } = await rethink(solver, { paths: 3, reselections: 1, maxNudges: 0, criticRounds: 0 })
  expect(details.decided).toBe('fallback')
  expect(details.candidates[details.candidate - 1]?.answer).toBe('8')
})

describe('what is asked for', () => {
  test('R29 R35 with implicit retrieval the monitor looks at solver and critic, never at the selector', async () => {
    const doubt =
      'I am not sure what a single crossover in a gamete allows: is it really only one switch? '.repeat(12)
    const solver = await openRethinker({
      solver: () => ({ text: doubt + boxed('30') }),
      critic: () => ({ text: doubt + boxed('30') }),
      selector: () => ({ text: doubt + selected(1) }),
    })
    const { events, outcome } = await rethink(solver, { retrieval: 'implicit' })
    const looked = events.flatMap((event) =>
      event.type === 'agent' && event.run.trace.some(({ kind }) => kind === 'look') ? [event.run.role] : [],
    )
    expect(looked.toSorted()).toEqual(['critic', 'critic', 'solver', 'solver'])
    expect(outcome.evidence.every(({ path }) => !path.startsWith('selector'))).toBe(true)
    expect(outcome.evidence.length).toBeGreaterThan(0)
  })
})
