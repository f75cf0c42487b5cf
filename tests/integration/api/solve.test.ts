/** Tests solver runs over HTTP: started, watched, left, stopped, resumed and inspected afterwards. */
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
} from '../../fixtures/served-solver.ts'
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
    expect(events.map(({ number }) => number)).toEqual(
      events.map(({ number }) => number).toSorted((a, b) => a - b),
    )
    expect(events[0]).toMatchObject({ type: 'run', data: { question: QUESTION, settings: { proposers: 2 } } })
    expect(dataOf(events, 'stage').map(({ stage }) => stage)).toEqual([
      'propose',
      'correct',
      'refine',
      'evaluate.0',
      'correct.0',
      'rank',
    ])
    expect(dataOf(events, 'candidate')).toHaveLength(7)
    expect(
      dataOf(events, 'score')
        .map(({ passes }) => passes)
        .toSorted(),
    ).toEqual([false, true])
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

  it('is answered with one object where no stream is asked for', async () => {
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
    expect(run.candidates[0].solutions.map(({ path }: { path: string }) => path)).toEqual([
      'propose/0',
      'correct/0',
      'refine/0',
    ])
    expect(run.ledgers.byStage.map(({ role }: { role: string }) => role)).toContain('refine')
    expect(run).toEqual(await jsonOf(`${origin}/runs/${run.id}`))
  })

  it('has injections told with their sources, in the place where they came', async () => {
    const scripts = {
      proposer: (request: ScriptedRequest) =>
        writtenOf(request).includes('found that')
          ? { text: ` So it is AKT2. ${solved('AKT2')}` }
          : { text: `${DOUBT}${solved('all')}`, paceMs: 1 },
    }
    const { origin } = await openServedSolver(scripts, { papers: [SAMPLE_PAPERS] })
    const body = { ...BODY, settings: { ...BODY.settings, proposers: 1, retrieval: 'implicit' } }
    const run = await jsonOf(`${origin}/solve`, asking(body))
    const injections = run.agents[0].segments.filter(({ by }: { by: string }) => by === 'injection')
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

  it.each([
    { name: 'no question', body: {}, field: 'question' },
    { name: 'an empty question', body: { question: ' ' }, field: 'question' },
    { name: 'an unknown pattern', body: { question: QUESTION, pattern: 'eigen9' }, field: 'pattern' },
    {
      name: 'no proposers',
      body: { question: QUESTION, settings: { proposers: 0 } },
      field: 'settings.proposers',
    },
    {
      name: 'an unknown setting',
      body: { question: QUESTION, settings: { speed: 9 } },
      field: 'settings.speed',
    },
    { name: 'an unknown backend', body: { question: QUESTION, backend: 'guess' }, field: 'backend' },
    {
      name: 'a budget of nothing',
      body: { question: QUESTION, budget: { tokens: 0 } },
      field: 'budget.tokens',
    },
    { name: 'a field of another name', body: { question: QUESTION, proposers: 3 }, field: 'proposers' },
  ])('is refused by its field: $name', async ({ body, field }) => {
    const { origin, models } = await openServedSolver({}, { papers: [] })
    const response = await fetch(`${origin}/solve`, inStream(body))
    expect(response.headers.get('content-type')).toContain('application/problem+json')
    expect(await response.json()).toMatchObject({ status: 400, code: 'INPUT_INVALID', field })
    expect(models.requests).toEqual([])
  })

  it('is refused where there is no corpus of that name, and where there is no model', async () => {
    const { origin } = await openServedSolver({}, { papers: [] })
    expect(await jsonOf(`${origin}/solve`, asking({ ...BODY, corpus: 'none' }))).toMatchObject({
      code: 'CORPUS_NOT_FOUND',
    })
    const mute = await openServedSolver(
      {},
      { settings: { llmUrl: undefined, llmModel: undefined, llmRoles: {} } },
    )
    expect(await jsonOf(`${mute.origin}/solve`, asking(BODY))).toMatchObject({ code: 'MODEL_UNCONFIGURED' })
    expect((await jsonOf(`${mute.origin}/runs`)).runs).toEqual([])
  })

  it('fails with a reason where the model does, and is asked again on demand', async () => {
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

  it('goes on in its column where a proposer before it has failed', async () => {
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

  it('ends with its best answer so far when the budget is used up, and goes on with a larger one', async () => {
    const { origin } = await openServedSolver()
    const run = await jsonOf(`${origin}/solve`, asking({ ...BODY, budget: { steps: 2 } }))
    expect(run).toMatchObject({ status: 'budget', answer: solved('30'), failure: { code: 'BUDGET_REACHED' } })
    await fetch(`${origin}/runs/${run.id}/resume`, asking({ budget: { steps: null } }))
    const events = await allEvents(`${origin}/runs/${run.id}/events`)
    expect(events.at(-1)).toMatchObject({ type: 'answer', data: { status: 'done' } })
  })
})
