/** What ends a run or one of its parts: budgets in each stage, models that refuse or fall silent in each role, a judge that is down. */
import { describe, expect, test } from 'vitest'
import { continueRun, type RunEvent, startRun } from '../../../app/index.ts'
import { NEVER } from '../../fakes/fake-thinking.ts'
import type { Script, ScriptedRequest } from '../../fakes/scripted-llm/server.ts'
import type { RoleScripts } from '../../fakes/scripted-solver.ts'
import { scored, solved } from '../../fixtures/eigen1-run.ts'
import { finalTrace, openSolver, PATIENT, promptOf, solve } from '../../fixtures/solved-run.ts'
import { HAPLOTYPES } from '../../fixtures/worked-examples.ts'

const SHORT = { ...PATIENT, GLOSS_LLM_FIRST_TOKEN_MS: '500', GLOSS_LLM_BETWEEN_TOKENS_MS: '500' }
const DOUBT = 'Each gamete has one crossover. I am not sure what it allows, so I should look it up. '.repeat(
  8,
)
const HELPERS = Object.fromEntries(
  ['QUERIER', 'SIFTER', 'INJECTOR'].map((role) => [`GLOSS_LLM_${role}_MODEL`, role.toLowerCase()]),
)
const HELPING: RoleScripts = {
  monitor: () => ({ text: 'yes' }),
  querier: () => ({ text: 'single crossover gamete' }),
  sifter: () => ({ text: '{"scores": [2, 2, 2]}' }),
  injector: () => ({ text: 'Wait a minute, I found that a gamete switches once.' }),
}

/** With it the first of two proposers gets an even seed of its own. */
const SEED = 1

/** Each agent says whose answer it is; the second candidate has the better scores, and fails all the same. */
const TOLD: RoleScripts = {
  proposer: (request) => said('p', request),
  corrector: (request) => said(promptOf(request).includes('More.') ? 'again' : 'c', request),
  refiner: (request) => said('r', request),
  evaluator: (request) => ({
    text: promptOf(request).includes('{r1}') ? scored(2, 2, 2, 'More.') : scored(1, 1, 1, 'More.'),
  }),
}

/** Proposers are told apart by their seeds; the others carry on the number of the solution that comes first in their prompt. */
function said(mark: string, request: ScriptedRequest): Script {
  const number =
    /boxed\{[a-z]+(\d)\}/.exec(promptOf(request))?.[1] ?? String(Number(request.body['seed']) % 2)
  return { text: solved(`${mark}${number}`) }
}

// For the last prompt before a stage, whose tokens are estimated on the high side, and the least answer.
const SET_ASIDE = 250

let spent: Promise<ReadonlyMap<string, number>> | undefined

/** Tokens that a whole run takes up to the beginning of each stage. */
async function spentBefore(): Promise<ReadonlyMap<string, number>> {
  spent ??= wholeRun()
  return spent
}

async function wholeRun(): Promise<ReadonlyMap<string, number>> {
  const { outcome } = await solve(await openSolver(TOLD), { settings: { seed: SEED } })
  expect(outcome.status).toBe('done')
  let sum = 0
  return new Map(
    outcome.ledgers.byStage.map(({ role, promptTokens, completionTokens }) => {
      const before = sum
      sum += promptTokens + completionTokens
      return [role, before]
    }),
  )
}

describe('a budget of tokens', () => {
  test.each([
    { stage: 'propose', best: null },
    { stage: 'correct', best: 'propose/0' },
    { stage: 'refine', best: 'correct/0' },
    { stage: 'evaluate.0', best: 'refine/0' },
    { stage: 'correct.0', best: 'refine/1' },
    { stage: 'rank', best: 'correct.0/1' },
  ])(
    'that is used up before $stage ends the run there, with the best answer so far',
    async ({ stage, best }) => {
      const tokens = (await spentBefore()).get(stage)
      expect(tokens).toBeDefined()
      const { outcome, stages } = await solve(await openSolver(TOLD), {
        settings: { seed: SEED },
        budget: { tokens: (tokens ?? 0) + SET_ASIDE },
      })
      expect(stages.at(-1)).toBe(stage)
      expect(outcome).toMatchObject({
        status: 'budget',
        answerPath: best,
        failure: { code: 'BUDGET_REACHED' },
      })
    },
  )
})

const GENERATING = ['corrector', 'refiner'] as const
const REFUSED: Script = { fault: { kind: 'status', status: 403, body: '{"error":{"message":"No."}}' } }
const FAULTS = [
  { fault: 'refuses', script: REFUSED, settings: {}, code: 'MODEL_REFUSED' },
  {
    fault: 'falls silent in the midst',
    script: { text: 'It is so, and', fault: { kind: 'stall', afterFrames: 3 } } satisfies Script,
    settings: SHORT,
    code: 'MODEL_TIMEOUT',
  },
] as const

describe.each(FAULTS)('a model that $fault', ({ script, settings, code }) => {
  test('as one proposer of two: the run goes on with the other', async () => {
    let asked = 0
    const proposer = () => (++asked === 1 ? { text: solved('30') } : script)
    const { outcome, details, events } = await solve(await openSolver({ proposer }, { settings }))
    expect(outcome.status).toBe('done')
    expect(details.proposed).toHaveLength(1)
    expect(details.choice.by).toBe('alone')
    expect(events).toContainEqual(expect.objectContaining({ type: 'failure', code }))
  })

  test.each(GENERATING)('as %s: its solutions stay as they were', async (role) => {
    const { outcome, details } = await solve(await openSolver({ [role]: () => script }, { settings }))
    expect(outcome.status).toBe('done')
    const [before, after] =
      role === 'corrector' ? [details.proposed, details.corrected] : [details.corrected, details.refined]
    expect(after).toEqual(before)
  })

  test.each(['monitor', 'querier', 'sifter', 'injector'])('as %s: the answers stay whole', async (role) => {
    const text = `${DOUBT}${solved('30')}`
    const scripts = { ...HELPING, proposer: () => ({ text }), [role]: () => script }
    const solver = await openSolver(scripts, { settings: { ...settings, ...HELPERS } })
    const { outcome, details, events } = await solve(solver, { monitor: 'model' })
    expect(outcome.status).toBe('done')
    if (role !== 'sifter') expect(details.proposed.map((solution) => solution.text)).toEqual([text, text])
    const traced = events.flatMap((event) => (event.type === 'agent' ? event.run.trace : []))
    const told = traced.filter(
      (event) => event.kind === 'failure' || (event.kind === 'look' && event.answer !== 'no'),
    )
    expect(told.length).toBeGreaterThan(0)
  })
})

test('a run that is cancelled frees the model server, and goes on to where it would have come', async () => {
  const proposer = () => ({ text: DOUBT + solved('30'), paceMs: 2 })
  const solver = await openSolver({ proposer })
  const { gloss, server } = solver
  const settings = { proposers: 2, searchesWeb: false, seed: SEED }
  const whole = await solve(solver, { settings })
  const record = await startRun(gloss, { question: { id: 'q', text: HAPLOTYPES.question }, settings })
  const stopping = new AbortController()
  const onEvent = (event: RunEvent) => {
    if (event.type === 'thought') stopping.abort(new Error('enough'))
  }
  expect(await continueRun(gloss, record, { onEvent, signal: stopping.signal })).toMatchObject({
    status: 'cancelled',
    answer: null,
  })
  await Promise.all(server.requests.map(({ ended }) => ended))
  expect(server.open()).toBe(0)
  await continueRun(gloss, await gloss.runs().get(record.id), { signal: NEVER })
  expect(await finalTrace(gloss, record.id)).toEqual(await finalTrace(gloss, whole.id))
})

test('a run that is worked on is not worked on by another, who would pay for it once more', async () => {
  const { gloss, server } = await openSolver({ proposer: () => ({ text: DOUBT + solved('30'), paceMs: 2 }) })
  const record = await startRun(gloss, { question: { id: 'q', text: HAPLOTYPES.question } })
  const first = continueRun(gloss, record, { signal: NEVER })
  await expect(continueRun(gloss, record, { signal: NEVER })).rejects.toMatchObject({ code: 'RUN_BUSY' })
  expect((await first).status).toBe('done')
  const { length } = server.requests
  expect((await continueRun(gloss, record, { signal: NEVER })).status).toBe('done')
  expect(server.requests).toHaveLength(length)
})
