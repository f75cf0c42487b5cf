/** Tests the pipeline of Eigen-1: its stages, and rules across them (specs, section 9: E39, E43, E45, E48, E53). */
import { describe, expect, test } from 'vitest'
import { GlossError } from '../../../core/index.ts'
import { evidence } from '../../fakes/fake-thinking.ts'
import { type Eigen1Run, QUERY, runEigen1, scored, solved } from '../../fixtures/eigen1-run.ts'

const textsOf = (solutions: readonly { readonly text: string }[]) => solutions.map(({ text }) => text)
/** Returns the boxed answers in a prompt, which are the numbers of their proposers. */
const boxed = (prompt: string) => [...prompt.matchAll(/boxed\{(\w+)\}/g)].map(([, inner]) => inner)

describe('the stages', () => {
  test('the order of candidates is that of their places, whatever finishes first', async () => {
    const finished: string[] = []
    const { details } = await runEigen1(
      {},
      {},
      {
        async before(who) {
          if (who !== 'proposer') return
          const wait = 20 - 4 * finished.push(who)
          await new Promise((resolve) => setTimeout(resolve, wait))
        },
      },
    )
    expect(textsOf(details.proposed).toSorted()).toEqual([1, 2, 3, 4, 5].map(solved))
    expect(details.proposed.map(({ path }) => path)).toEqual([0, 1, 2, 3, 4].map((n) => `propose/${n}`))
  })

  test.each([
    { name: 'corrects', settings: { corrects: false }, role: 'corrector' },
    { name: 'refines', settings: { refines: false }, role: 'refiner' },
    { name: 'evaluates', settings: { evaluates: false }, role: 'evaluator' },
    { name: 'no rounds', settings: { rounds: 0 }, role: 'evaluator' },
  ])('can be left out: $name', async ({ settings, role }) => {
    const { promptsOf, outcome } = await runEigen1({}, settings)
    expect(promptsOf(role)).toEqual([])
    expect(outcome.status).toBe('done')
  })
})

test('the chosen text is the answer, byte for byte', async () => {
  const text = `Line one.\n\n  Indented — “quoted” 𝛼\n${solved('B')}`
  const { outcome } = await runEigen1({ refiner: () => text })
  expect(outcome.answer).toBe(text)
})

test('a candidate whose corrector failed is not scored again', async () => {
  const corrector = (prompt: string) =>
    prompt.includes('{1}') ? [new GlossError('MODEL_UNAVAILABLE', 'Down.')] : solved('mended')
  const { promptsOf } = await runEigen1(
    { corrector, evaluator: () => scored(1, 1, 1) },
    { corrects: false, refines: false, proposers: 2, rounds: 2 },
  )
  expect(promptsOf('evaluator').flatMap(boxed)).toEqual(['1', '2', 'mended'])
})

describe('the ranker', () => {
  test('that names no response leaves the choice to scores, then agreement, then the place', async () => {
    const { details } = await runEigen1({
      ranker: () => 'None.',
      refiner: (prompt) => (boxed(prompt)[0] === 'c4' ? solved('best') : solved('same')),
      corrector: (prompt) => solved(`c${boxed(prompt)[0]}`),
      evaluator: (prompt) => (prompt.includes('{best}') ? scored(5, 5, 5) : scored(4, 4, 4)),
    })
    expect(details.choice).toMatchObject({ index: 3, by: 'fallback' })
  })

  test('that fails leaves the choice to the scores', async () => {
    const { details, outcome } = await runEigen1({
      ranker: () => [new GlossError('MODEL_UNAVAILABLE', 'Down.')],
    })
    expect(details.choice).toMatchObject({ by: 'fallback', losses: ['MODEL_UNAVAILABLE'] })
    expect(outcome.status).toBe('done')
  })
})

describe('retrieval modes', () => {
  test.each([
    { mode: 'none', searches: false, watched: false },
    { mode: 'explicit', searches: true, watched: false },
    { mode: 'implicit', searches: false, watched: true },
    { mode: 'both', searches: true, watched: true },
  ])('$mode', async ({ mode, searches, watched }) => {
    const long = 'It is so in each of them. '.repeat(30)
    const asked: string[] = []
    const { promptsOf, outcome } = await runEigen1(
      {
        proposer: (_, turn) => (turn?.written.text.includes('[u') ? ` ${solved(1)}` : `${long}${solved(1)}`),
      },
      { proposers: 1, retrieval: mode, evaluates: false, corrects: false },
      {
        find(query) {
          asked.push(query)
          return [evidence('u1')]
        },
      },
    )
    const [prompt = ''] = promptsOf('proposer')
    expect(prompt.includes('search_local_documents')).toBe(searches)
    expect(prompt.includes('Mandatory First Action')).toBe(searches)
    expect(asked.length > 0).toBe(watched)
    expect((outcome.watch?.characters ?? 0) > 0).toBe(watched)
    expect(prompt).toContain(QUERY)
  })
})

test('no agent is given thoughts, results of tools, or prompts of others', async () => {
  const turn =
    (answer: string) => (_: string, asked: { readonly written: { readonly text: string } } | null) =>
      asked?.written.text.includes('<execution_results>') === true
        ? `<think>I wonder again.</think> ${solved(answer)}`
        : `<think>I wonder.</think> Hm. <code>print(8)</code>`
  const { promptsOf } = await runEigen1(
    {
      proposer: turn('p'),
      corrector: turn('c'),
      refiner: turn('r'),
      evaluator: () => scored(1, 1, 1),
      ranker: () => '<select>Response 1</select>',
    },
    { proposers: 3, rounds: 2 },
    { execute: () => "{'output': '8'}" },
  )
  for (const role of ['corrector', 'refiner', 'evaluator', 'ranker']) {
    expect(promptsOf(role).length).toBeGreaterThan(0)
    for (const prompt of promptsOf(role)) {
      expect(prompt).toContain('<answer>\\boxed{')
      expect(prompt).not.toMatch(/I wonder|<\/?think>|<execution_results>|'output'|print\(8\)/)
      expect(prompt.split(QUERY)).toHaveLength(2)
    }
  }
})

test.each([
  { name: 'by default: 3 3 3', scores: [3, 3, 3], settings: {}, passes: true },
  { name: 'by default: 4 3 2', scores: [4, 3, 2], settings: {}, passes: true },
  { name: 'by default: 0 5 0', scores: [0, 5, 0], settings: {}, passes: true },
  { name: 'by default: 5 3 1', scores: [5, 3, 1], settings: {}, passes: true },
  { name: 'by default: 5 2 3', scores: [5, 2, 3], settings: {}, passes: false },
  { name: 'with another threshold', scores: [4, 3, 2], settings: { threshold: 3.1 }, passes: false },
  { name: 'with other weights', scores: [5, 2, 3], settings: { weights: [0.6, 0.2, 0.2] }, passes: true },
  { name: 'where everything passes', scores: [0, 0, 0], settings: { threshold: 0 }, passes: true },
])('what passes $name', async ({ scores: [logic = 0, answer = 0, explanation = 0], settings, passes }) => {
  const { details } = await runEigen1(
    { evaluator: () => scored(logic, answer, explanation) },
    { ...settings, proposers: 1 },
  )
  expect(details.rounds[0]?.evaluations[0]?.passes).toBe(passes)
})

/** Runs Eigen-1 so that the second of three refined solutions fails, and its correction too. */
async function secondFails(rounds: number): Promise<Eigen1Run> {
  return await runEigen1(
    {
      refiner: (prompt) => solved(`r${boxed(prompt)[0]}`),
      corrector: (prompt) =>
        prompt.includes('Mend it.') ? solved('mended') : solved(`c${boxed(prompt)[0]}`),
      evaluator: (prompt) =>
        /\{(?:rc2|mended)\}/.test(prompt) ? scored(1, 1, 1, 'Mend it.') : scored(5, 5, 5),
    },
    { proposers: 3, rounds },
  )
}

test.each([
  { rounds: 0, evaluations: 0, corrections: 3 },
  { rounds: 1, evaluations: 3, corrections: 4 },
  { rounds: 2, evaluations: 4, corrections: 5 },
  { rounds: 3, evaluations: 5, corrections: 6 },
])(
  '$rounds rounds: $evaluations evaluations, $corrections corrections',
  async ({ rounds, evaluations, corrections }) => {
    const { details, promptsOf } = await secondFails(rounds)
    expect(promptsOf('evaluator')).toHaveLength(evaluations)
    expect(promptsOf('corrector')).toHaveLength(corrections)
    expect(details.pool).toHaveLength(3)
    expect(details.pool[0]?.text).toBe(solved('rc1'))
  },
)
