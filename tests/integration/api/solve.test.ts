/** Tests /solve: a question solved in a stream or with one object, its failures, budgets and limits. */
import { describe, expect, it } from 'vitest'
import type { ScriptedRequest } from '../../fakes/scripted-llm/server.ts'
import { scored, solved } from '../../fixtures/eigen1-run.ts'
import { SAMPLE_PAPERS } from '../../fixtures/served-samples.ts'
import {
  allEvents,
  asking,
  BODY,
  dataOf,
  jsonOf,
  openServedSolver,
  STREAM,
  startedRun,
} from '../../fixtures/served-solver.ts'
import { column, type Json } from '../../fixtures/service.ts'
import { writtenOf } from '../../fixtures/solved-run.ts'

const QUESTION = BODY.question
const DOUBT =
  'The bark extract is known for lupeol, and lupeol acts on the kinases of the AKT family. I am not sure which isoform of AKT lupeol ' +
  'spares: is it really AKT2, or does it act on all of them? The answer decides what is seen in the cells. '.repeat(
    6,
  )

const inStream = (body: object = BODY) => asking(body, STREAM)

describe('a question', () => {
  it('is solved in a stream of events, from the plan to the answer', async () => {
    let scorings = 0
    const solver = await openServedSolver({
      proposer: () => ({ text: solved('30'), paceMs: 60 }),
      evaluator: () => ({ text: ++scorings === 1 ? scored(1, 1, 1) : scored(5, 4, 5) }),
    })
    const events = await allEvents(`${solver.origin}/solve`, inStream())
    const numbers = events.map(({ number }) => number)
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other))
    expect(events[0]).toMatchObject({ type: 'run', data: { question: QUESTION, settings: { proposers: 2 } } })
    const stages = ['propose', 'correct', 'refine', 'evaluate.0', 'correct.0', 'rank']
    expect(column(dataOf(events, 'stage'), 'stage')).toEqual(stages)
    expect(dataOf(events, 'candidate')).toHaveLength(7)
    expect(column(dataOf(events, 'score'), 'passes').toSorted()).toEqual([false, true])
    expect(dataOf(events, 'selection')).toMatchObject([{ candidate: 0, by: 'ranker' }])
    const written = dataOf(events, 'text').filter(({ path }) => path === 'propose/1')
    expect(written.map(({ text }) => text).join('')).toMatch(/^It is so/)
    const agents = dataOf(events, 'agent')
    expect(agents.find(({ path }) => path === 'refine/1')).toMatchObject({
      candidate: 1,
      role: 'refiner',
      segments: [{ channel: 'text', by: 'model', text: `It was checked. ${solved('30')}` }],
    })
    expect(dataOf(events, 'ledger').at(-1)).toMatchObject({
      total: { calls: solver.models.requests.length },
      byRole: expect.arrayContaining([expect.objectContaining({ role: 'evaluator', calls: 2 })]),
    })
    expect(events.at(-1)).toMatchObject({ type: 'answer', data: { status: 'done', candidate: 0 } })
  })

  it('is answered with one object unless a stream is requested', async () => {
    const { origin } = await openServedSolver()
    const run = await jsonOf(`${origin}/solve`, asking(BODY))
    expect(run).toMatchObject({
      status: 'done',
      isUnderWay: false,
      answer: `It was checked. ${solved('30')}`,
      answerPath: 'refine/0',
      candidates: [
        { candidate: 0, isChosen: true, scores: [{ round: 0, composite: 5, passes: true }] },
        { candidate: 1, isChosen: false },
      ],
      selection: { by: 'ranker' },
      failures: [],
    })
    const paths = ['propose/0', 'correct/0', 'refine/0']
    expect(column(run.candidates[0].solutions, 'path')).toEqual(paths)
    expect(column(run.ledgers.byStage, 'role')).toContain('refine')
    expect(run).toEqual(await jsonOf(`${origin}/runs/${run.id}`))
  })

  it('shows injections with their sources, where they were put in', async () => {
    const scripts = {
      proposer: (request: ScriptedRequest) =>
        writtenOf(request).includes('found that')
          ? { text: ` So it is AKT2. ${solved('AKT2')}` }
          : { text: `${DOUBT}${solved('all')}`, paceMs: 1 },
    }
    const { origin } = await openServedSolver(scripts, { papers: [SAMPLE_PAPERS] })
    const body = { ...BODY, settings: { ...BODY.settings, proposers: 1, retrieval: 'implicit' } }
    const run = await jsonOf(`${origin}/solve`, asking(body))
    const injections = run.agents[0].segments.filter(({ by }: Json) => by === 'injection')
    expect(injections.length).toBeGreaterThan(0)
    expect(injections[0]).toMatchObject({
      queries: expect.arrayContaining([expect.any(String)]),
      units: expect.arrayContaining([
        expect.objectContaining({ page: expect.any(Number), title: expect.any(String) }),
      ]),
    })
    expect(run.evidence[0].path).toBe('propose/0')
    const unit = await jsonOf(`${origin}/units/${injections[0].units[0].unit}`)
    expect(injections[0].text).toContain(unit.text.slice(10, 40))
  })

  it('is refused if the corpus does not exist, or without a model', async () => {
    const { origin, models } = await openServedSolver({}, { papers: [] })
    const refused = await jsonOf(`${origin}/solve`, asking({ ...BODY, corpus: 'none' }))
    expect(refused).toMatchObject({ code: 'CORPUS_NOT_FOUND' })
    expect(models.requests).toEqual([])
    const settings = { llmUrl: undefined, llmModel: undefined, llmRoles: {} }
    const mute = await openServedSolver({}, { settings })
    expect(await jsonOf(`${mute.origin}/solve`, asking(BODY))).toMatchObject({ code: 'MODEL_UNCONFIGURED' })
    expect((await jsonOf(`${mute.origin}/runs`)).runs).toEqual([])
  })

  it('fails with a reason if the model does, and is tried again on request', async () => {
    let isDown = true
    const proposer = () =>
      isDown ? { fault: { kind: 'status', status: 500 } as const } : { text: solved('30') }
    const { origin } = await openServedSolver({ proposer })
    const events = await allEvents(`${origin}/solve`, inStream())
    expect(dataOf(events, 'failure')).toMatchObject([
      { path: 'propose/0', candidate: 0, code: 'MODEL_UNAVAILABLE' },
      { path: 'propose/1', candidate: 1, code: 'MODEL_UNAVAILABLE' },
      { code: 'NO_SOLUTION' },
    ])
    expect(events.at(-1)).toMatchObject({ type: 'answer', data: { status: 'failed', answer: null } })
    isDown = false
    const { id } = (await jsonOf(`${origin}/runs`)).runs[0]
    await fetch(`${origin}/runs/${id}/resume`, asking({ again: true }))
    const again = await allEvents(`${origin}/runs/${id}/events`)
    expect(again.at(-1)).toMatchObject({ type: 'answer', data: { status: 'done' } })
  })

  it('keeps the solutions of each proposer in its column if another one failed', async () => {
    let asked = 0
    const proposer = () =>
      ++asked === 1 ? { fault: { kind: 'status', status: 500 } as const } : { text: solved('30') }
    const { origin } = await openServedSolver({ proposer })
    const settings = { ...BODY.settings, proposers: 3 }
    const run = await jsonOf(`${origin}/solve`, asking({ ...BODY, settings }))
    const others = [0, 1, 2].filter((place) => place !== run.failures[0].candidate)
    expect(run.candidates).toMatchObject(
      others.map((candidate, place) => ({
        candidate,
        isChosen: place === 0,
        scores: [{ composite: 5 }],
        solutions: [`propose/${candidate}`, `correct/${place}`, `refine/${place}`].map((path) => ({ path })),
      })),
    )
  })

  it('ends with its best answer so far when the budget is spent, and continues with a larger one', async () => {
    const { origin } = await openServedSolver()
    const run = await jsonOf(`${origin}/solve`, asking({ ...BODY, budget: { steps: 2 } }))
    expect(run).toMatchObject({ status: 'budget', answer: solved('30'), failure: { code: 'BUDGET_REACHED' } })
    await fetch(`${origin}/runs/${run.id}/resume`, asking({ budget: { steps: null } }))
    const events = await allEvents(`${origin}/runs/${run.id}/events`)
    expect(events.at(-1)).toMatchObject({ type: 'answer', data: { status: 'done' } })
  })

  it('has bounds for its settings, and a budget of tokens unless the client sets another', async () => {
    const solver = await openServedSolver()
    const { origin, served } = solver
    for (const settings of [
      { maxTokens: 1e9 },
      { maxSteps: 1e9 },
      { weights: [1e300, 1e300, 1e300] },
      { weights: [0.2, 0.6, 1_001] },
    ]) {
      const refused = await jsonOf(`${origin}/solve`, asking({ ...BODY, settings }))
      expect([settings, refused]).toMatchObject([settings, { status: 400, code: 'INPUT_INVALID' }])
    }
    for (const { budget, tokens } of [
      { budget: {}, tokens: 5_000_000 },
      { budget: { seconds: 60 }, tokens: 5_000_000 },
      { budget: { tokens: 1_000 }, tokens: 1_000 },
      { budget: { tokens: null }, tokens: null },
    ]) {
      const id = await startedRun(solver, { ...BODY, budget })
      expect((await served.gloss.runs().get(id)).plan.budget).toMatchObject({ ...budget, tokens })
      await fetch(`${origin}/runs/${id}/cancel`, { method: 'POST' })
    }
  })
})
