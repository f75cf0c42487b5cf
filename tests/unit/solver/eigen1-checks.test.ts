/** Tests rules of the pipeline across its stages (specs, section 9: E39, E43, E45, E48, E53). */
import { expect, test } from 'vitest'
import { type Eigen1Run, QUERY, runEigen1, scored, solved } from '../../fixtures/eigen1-run.ts'

const boxed = (prompt: string) => [...prompt.matchAll(/boxed\{(\w+)\}/g)].map(([, inner]) => inner)

test('no one is handed thoughts, results of tools, or prompts of others', async () => {
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
