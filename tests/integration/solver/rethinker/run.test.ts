/** Runs of ReThinker as a whole: the corpus as the web, the bill, retrieval, bad answers (specs/rethinker.md 12, "Run"). */
import { describe, expect, test } from 'vitest'
import {
  askedOf,
  boxed,
  inTurn,
  openRethinker,
  promptOf,
  rethink,
  selected,
  summaryOf,
  withLogprobs,
  writtenOf,
} from '../../../fixtures/rethinker-run.ts'

const ONE = { paths: 1, criticRounds: 0 }

test('R14 R32 the corpus stands in for the web: found by code, read by its link, and journalled as children of the agent', async () => {
  const told: string[] = []
  const solver = await openRethinker({
    solver: (request) => {
      const results = writtenOf(request).split('<execution_results>').slice(1)
      told.splice(0, told.length, ...results)
      const link = /gloss:[^\s"\\]+/.exec(results[0] ?? '')?.[0] ?? 'nothing'
      const blocks = [
        '<code>print(web_search("single crossover in a gamete"))</code>',
        `<code>print(web_parse("${link}", "How often does the sequence switch?"))</code>`,
      ]
      return { text: blocks[results.length] ?? boxed('8') }
    },
    reader: () => ({ text: 'The paper says: once.' }),
  })
  const { id, outcome } = await rethink(solver, ONE)
  expect(outcome.status).toBe('done')
  expect(told[0]).toContain('the sequence switches once')
  expect(told[1]).toContain('The paper says: once.')
  const [read] = askedOf(solver, 'reader')
  expect(promptOf(read!)).toContain('You must find exact information within the paper')
  expect(promptOf(read!)).toContain('the sequence switches once')
  const answers = await solver.gloss.runs().journal(id).answersOf('')
  const keys = answers.map(({ key }) => key)
  expect(keys).toEqual(expect.arrayContaining(['solver.0/0/web_search.0', 'solver.0/0/web_parse.0']))
  expect(outcome.ledgers.byRole.map(({ role }) => role)).toContain('reader')
})

describe('R35 retrieval', () => {
  test.each([
    { retrieval: 'explicit', hasWeb: true },
    { retrieval: 'none', hasWeb: false },
  ])('$retrieval: web functions in prompts and sandbox: $hasWeb', async ({ retrieval, hasWeb }) => {
    let told = ''
    const solver = await openRethinker({
      solver: (request) => {
        told = writtenOf(request)
        return { text: told.includes('execution_results') ? boxed('8') : '<code>print(web_search)</code>' }
      },
    })
    const { events } = await rethink(solver, { retrieval, paths: 2 })
    for (const role of ['solver', 'critic', 'selector'])
      for (const request of askedOf(solver, role)) expect(/web_search/.test(promptOf(request))).toBe(hasWeb)
    expect(told.includes('NameError')).toBe(!hasWeb)
    const looks = events.flatMap((event) => (event.type === 'agent' ? event.run.trace : []))
    expect(looks.filter(({ kind }) => kind === 'look')).toEqual([])
  })
})

test('R31 the ledger by role and by stage is the server’s usage, to the token', async () => {
  const solver = await openRethinker({
    solver: (request) => ({
      text: writtenOf(request).includes('execution_results') ? boxed('8') : '<code>print(6*7)</code>',
      // A stream that is cut has no last frame, in which the counts would be.
      usage: 'every',
    }),
    reflector: inTurn('Part 1: x', summaryOf('30')),
    selector: inTurn(...[1, 2, 2].map((id) => withLogprobs(selected(id), [-0.1, -0.3]))),
  })
  const { outcome, details } = await rethink(solver, { paths: 3, solverRounds: 2, reselections: 1 })
  expect(details.decided).toBe('adjudicated')
  const { byRole, byStage, total } = outcome.ledgers
  const roles = ['critic', 'reflector', 'selector', 'solver']
  expect(byRole.map(({ role }) => role).toSorted()).toEqual(roles)
  expect(byStage.map(({ role }) => role).toSorted()).toEqual(
    ['critic.0', 'final', 'reflector', 'selector.0', 'selector.1', 'solver.0', 'solver.1'].toSorted(),
  )
  for (const row of byRole) {
    const counted = askedOf(solver, row.role).map((request) => request.counted)
    expect(row.calls).toBe(counted.length)
    expect(row.promptTokens).toBe(sum(counted.map(({ promptTokens }) => promptTokens)))
    expect(row.completionTokens).toBe(sum(counted.map(({ completionTokens }) => completionTokens)))
  }
  const server = solver.server.counted()
  expect([total.promptTokens, total.completionTokens]).toEqual([server.promptTokens, server.completionTokens])
  expect(sum(byStage.map(({ completionTokens }) => completionTokens))).toBe(server.completionTokens)
})

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

describe('a model that', () => {
  test.each([
    ['answers nothing', { text: '' }],
    ['only thinks', { reasoning: 'I think and think.', text: '' }],
    ['only thinks in tags', { text: '<think>I think and think. <answer>9</answer>' }],
  ])('%s ends the run with a code, after seven attempts each', async (_, script) => {
    const solver = await openRethinker({
      solver: () => script,
      critic: () => script,
      reflector: () => script,
    })
    const { outcome } = await rethink(solver, { paths: 2, maxTokens: 64 })
    expect(outcome).toMatchObject({ status: 'failed', failure: { code: 'NO_SOLUTION' } })
    expect(askedOf(solver, 'solver')).toHaveLength(2 * 7)
  })

  test('is silent as a selector leaves the commonest answer', async () => {
    const solver = await openRethinker({ selector: () => ({ text: '' }) })
    const { details, outcome } = await rethink(solver, { paths: 2, maxNudges: 1 })
    expect(details).toMatchObject({ decided: 'fallback', candidate: 1, hasPerplexity: false })
    expect(outcome.status).toBe('done')
  })
})

test('settings and presets that do not exist are refused with those that do', async () => {
  const solver = await openRethinker()
  await expect(rethink(solver, { rounds: 2 })).rejects.toThrow(/rounds[\s\S]*paths, solverRounds/)
  await expect(rethink(solver, {}, { preset: 'fat' })).rejects.toThrow('published, lean')
})

test('R2 agent runs are as many as the formula says', async () => {
  const solver = await openRethinker()
  const settings = { paths: 3, solverRounds: 2, criticRounds: 3, reselections: 2 }
  await rethink(solver, settings)
  expect(['solver', 'reflector', 'critic', 'selector'].map((role) => askedOf(solver, role).length)).toEqual([
    6, 3, 9, 3,
  ])
  expect(solver.server.requests).toHaveLength(3 * (2 + 1 + 3) + 2 + 1)
})
