/** Tests runs over HTTP: watched, left, stopped and resumed, and the reports afterwards. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { stopServer } from '../../../api/index.ts'
import { openSqliteRunStore } from '../../../solver/adapters/sqlite-run-database.ts'
import { startScript } from '../../fixtures/child-process.ts'
import { solved } from '../../fixtures/eigen1-run.ts'
import {
  allEvents,
  asking,
  BODY,
  dataOf,
  gathered,
  heldRole,
  jsonOf,
  openServedSolver,
  type SentEvent,
  STREAM,
  sentEvents,
  serveAgain,
  startedRun,
} from '../../fixtures/served-solver.ts'
import { column } from '../../fixtures/service.ts'

const QUESTION = BODY.question

/** Starts a service with a run that has come to its refiners, which wait until they are released. */
async function openHeldRun() {
  const { scripts, letGo, reached } = heldRole('refiner', solved('30'))
  const solver = await openServedSolver(scripts)
  const id = await startedRun(solver)
  await reached
  return { solver, ...solver, id, letGo, run: `${solver.origin}/runs/${id}` }
}

async function expectDone(origin: string, id: string): Promise<void> {
  const events = await allEvents(`${origin}/runs/${id}/events`)
  expect(events.at(-1)).toMatchObject({ type: 'answer', data: { status: 'done' } })
}

describe('a run under way', () => {
  it('continues without the client that started it, and can be watched from its beginning', async () => {
    const { scripts, letGo, reached } = heldRole('refiner', solved('30'))
    const { origin } = await openServedSolver(scripts)
    const leaving = sentEvents(`${origin}/solve`, asking(BODY, STREAM))
    const { id } = (await leaving.next()).value!.data
    await leaving.return(undefined)
    await reached
    expect(await jsonOf(`${origin}/runs/${id}`)).toMatchObject({
      status: 'running',
      isUnderWay: true,
      answer: null,
    })
    const watching = sentEvents(`${origin}/runs/${id}/events`)
    const first = await watching.next()
    expect(first.value).toMatchObject({ number: 1, type: 'run', data: { id } })
    letGo()
    const rest = await gathered(watching)
    expect(column(dataOf(rest, 'agent'), 'path')).toContain('propose/0')
    expect(rest.at(-1)).toMatchObject({ type: 'answer', data: { status: 'done' } })
  })

  it('sends its events from the one after the last that a client saw', async () => {
    const { run, letGo } = await openHeldRun()
    const seen: SentEvent[] = []
    for await (const event of sentEvents(`${run}/events`)) {
      seen.push(event)
      if (event.type === 'stage' && event.data['stage'] === 'refine') break
    }
    letGo()
    const headers = { 'last-event-id': String(seen.at(-1)?.number) }
    const rest = await allEvents(`${run}/events`, { headers })
    expect(rest.every(({ number }) => number > seen.at(-1)!.number)).toBe(true)
    expect(column(dataOf(rest, 'stage'), 'stage')).toEqual(['evaluate.0', 'rank'])
    const wrong = await fetch(`${run}/events`, { headers: { 'last-event-id': 'x' } })
    expect(wrong.status).toBe(400)
  })

  it('can be cancelled, keeps its results, and repeats no request when it is resumed', async () => {
    const { origin, models, id, run, letGo } = await openHeldRun()
    const watched = allEvents(`${run}/events`)
    const cancelled = await jsonOf(`${run}/cancel`, { method: 'POST' })
    expect(cancelled).toMatchObject({ id, status: 'cancelled', isUnderWay: false, answer: solved('30') })
    expect((await watched).at(-1)).toMatchObject({ type: 'answer', data: { status: 'cancelled' } })
    const again = await allEvents(`${run}/events`, { headers: { 'last-event-id': '4000' } })
    expect(again[0]).toMatchObject({ number: 1, type: 'run' })
    expect(dataOf(again, 'agent')).toHaveLength(4)
    letGo()
    expect((await fetch(`${run}/resume`, { method: 'POST' })).status).toBe(202)
    await expectDone(origin, id)
    const count = (role: string) => models.requests.filter(({ body }) => body.model === role).length
    expect([count('proposer'), count('corrector')]).toEqual([2, 2])
  })

  it('keeps its corpus from being deleted', async () => {
    const { origin, id, letGo } = await openHeldRun()
    const refused = await jsonOf(`${origin}/corpora/main`, { method: 'DELETE' })
    expect(refused).toMatchObject({ status: 409, code: 'CORPUS_BUSY' })
    letGo()
    await expectDone(origin, id)
    expect((await fetch(`${origin}/corpora/main`, { method: 'DELETE' })).status).toBe(204)
    expect(await jsonOf(`${origin}/runs/${id}`)).toMatchObject({ status: 'done' })
  })

  it('of another process is not resumed: no model is asked, and its status stays', async () => {
    const { origin, served, models } = await openServedSolver()
    const runs = served.gloss.runs()
    const { plan, startedAt } = await runs.get((await jsonOf(`${origin}/solve`, asking(BODY))).id)
    const { id } = await runs.create(plan, startedAt)
    await startScript('corpus/hold-lock.ts', join(served.gloss.config.workspace, 'runs', id), 'RUN_BUSY')
    const before = models.requests.length
    await fetch(`${origin}/runs/${id}/resume`, { method: 'POST' })
    await allEvents(`${origin}/runs/${id}/events`)
    expect(await jsonOf(`${origin}/runs/${id}`)).toMatchObject({ status: 'running', isUnderWay: false })
    expect(models.requests).toHaveLength(before)
  })

  it('stops with the server, and can be resumed at the next one', async () => {
    const { solver: first, id, letGo } = await openHeldRun()
    const watching = sentEvents(`${first.origin}/runs/${id}/events`)
    await watching.next()
    await stopServer(first.served.server, 1_000)
    expect((await gathered(watching)).at(-1)?.type).not.toBe('answer')
    expect((await first.served.gloss.runs().get(id)).status).toBe('cancelled')
    letGo()
    const next = await serveAgain(first)
    expect((await jsonOf(`${next}/runs`)).runs).toMatchObject([{ id, status: 'cancelled' }])
    await fetch(`${next}/runs/${id}/resume`, { method: 'POST' })
    await expectDone(next, id)
    expect(first.models.requests.filter(({ body }) => body.model === 'proposer')).toHaveLength(2)
  })
})

describe('runs that have ended', () => {
  it('are listed, newest first, and their events can be read again', async () => {
    const solver = await openServedSolver()
    const first = await jsonOf(`${solver.origin}/solve`, asking(BODY))
    const second = await jsonOf(`${solver.origin}/solve`, asking({ ...BODY, question: 'And which one not?' }))
    const { runs } = await jsonOf(`${solver.origin}/runs?limit=5`)
    expect(column(runs, 'id')).toEqual([second.id, first.id])
    expect(runs[1]).toMatchObject({ question: QUESTION, status: 'done', tokens: expect.any(Number) })
    const asked = solver.models.requests.length
    const events = await allEvents(`${solver.origin}/runs/${first.id.slice(0, 8)}/events`)
    const stages = ['propose', 'correct', 'refine', 'evaluate.0', 'rank']
    expect(column(dataOf(events, 'stage'), 'stage')).toEqual(stages)
    expect(dataOf(events, 'score')).toHaveLength(2)
    expect(dataOf(events, 'text')).toEqual([])
    expect(events.at(-1)).toMatchObject({ type: 'answer', data: { answer: first.answer } })
    await fetch(`${solver.origin}/runs/${first.id}/resume`, { method: 'POST' })
    expect(solver.models.requests).toHaveLength(asked)
  })

  it('of a killed process are shown as far as their agents came', async () => {
    const { origin, served, id, letGo } = await openHeldRun()
    await jsonOf(`${origin}/runs/${id}/cancel`, { method: 'POST' })
    const { plan, startedAt } = await served.gloss.runs().get(id)
    const killed = await served.gloss.runs().create(plan, startedAt)
    const journal = served.gloss.runs().journal(id)
    for (const { key } of await journal.answersOf('')) {
      const entry = await journal.read(key)
      if (entry !== null) await served.gloss.runs().journal(killed.id).write(entry)
    }
    const run = await jsonOf(`${origin}/runs/${killed.id}`)
    expect(run).toMatchObject({ status: 'running', isUnderWay: false, answer: null, ledgers: null })
    const paths = ['correct/0', 'correct/1', 'propose/0', 'propose/1']
    expect(column(run.agents, 'path').toSorted()).toEqual(paths)
    letGo()
    await fetch(`${origin}/runs/${killed.id}/resume`, { method: 'POST' })
    await expectDone(origin, killed.id)
  })
})

it('a cost budget without a price for every model is refused, also for a run that is resumed', async () => {
  const { origin, models } = await openServedSolver({})
  const detail = expect.stringContaining('GLOSS_PRICES')
  const refused = await jsonOf(`${origin}/solve`, asking({ ...BODY, budget: { cost: 1 } }))
  expect(refused).toMatchObject({ status: 400, code: 'INPUT_INVALID', detail })
  expect([await jsonOf(`${origin}/runs`), models.requests]).toEqual([{ runs: [] }, []])
  const { id } = await jsonOf(`${origin}/solve`, asking({ ...BODY, budget: { steps: 1 } }))
  const resumed = asking({ budget: { cost: 1, steps: null } })
  expect(await jsonOf(`${origin}/runs/${id}/resume`, resumed)).toMatchObject({ status: 400 })
  expect(await jsonOf(`${origin}/runs/${id}`)).toMatchObject({ status: 'budget' })
})

describe('a run over HTTP', () => {
  const DOUBTFUL =
    'Lupeol acts on kinases. I am not sure which isoform of AKT it spares: is it really AKT2? '.repeat(8)
  const WATCHED = { ...BODY, monitor: 'logprob', settings: { ...BODY.settings, retrieval: 'implicit' } }

  it('names what never worked and which models were asked, in its last event and its object', async () => {
    const { origin, models } = await openServedSolver({
      proposer: () => ({ text: `${DOUBTFUL}${solved('30')}` }),
    })
    const problems = [expect.stringMatching(/could not judge any of \d+ looks: .*LOGPROBS_MISSING/)]
    const events = await allEvents(`${origin}/solve`, asking(WATCHED, STREAM))
    expect(events.at(-1)).toMatchObject({ type: 'answer', data: { watch: { problems } } })
    const { id } = events[0]!.data
    const run = await jsonOf(`${origin}/runs/${id}`)
    expect(run).toMatchObject({ watch: { looks: 0, problems } })
    expect(run.conditions).toHaveLength(1)
    expect(run.conditions[0].models).toContainEqual(
      expect.objectContaining({ role: 'proposer', model: 'proposer', server: models.url }),
    )
  })

  it('counts what watched agents wrote; a run of an older version is shown without that', async () => {
    const { origin, workspace } = await openServedSolver()
    const run = await jsonOf(`${origin}/solve`, asking(WATCHED))
    expect(run.watch.characters).toBeGreaterThan(0)
    const store = openSqliteRunStore(join(workspace, 'runs.sqlite'))
    const { outcome } = await store.get(run.id)
    const { characters: _, injectedTokens: _tokens, ...watch } = outcome!.watch!
    const watched = { characters: 1, looks: 0, triggers: 0, injections: 0, injectedTokens: 0 }
    await store.finish(run.id, { ...outcome!, watch, ...{ watched } })
    await store.close()
    expect((await jsonOf(`${origin}/runs/${run.id}`)).watch).toEqual(watch)
    const trace = await fetch(`${origin}/runs/${run.id}/trace?format=markdown`)
    expect(await trace.text()).toMatch(/looks 0, triggers 0, queries 0, injections 0/)
  })

  it('has a trace as JSON, Markdown and a page', async () => {
    const { origin } = await openServedSolver()
    const [first] = await allEvents(`${origin}/solve`, asking(BODY, STREAM))
    const trace = `${origin}/runs/${first!.data['id']}/trace`
    expect((await jsonOf(trace)).agents[0]).toMatchObject({
      path: 'propose/0',
      messages: [{ role: 'user', content: expect.stringContaining(QUESTION) }],
    })
    for (const [format, start] of Object.entries({ markdown: '# Run', html: '<!doctype html>' })) {
      const response = await fetch(`${trace}?format=${format}`)
      expect(response.headers.get('content-type')).toBe(`text/${format}; charset=utf-8`)
      const text = await response.text()
      expect(text.startsWith(start)).toBe(true)
      expect(text).toContain(QUESTION)
    }
    expect((await fetch(`${trace}?format=pdf`)).status).toBe(400)
  })
})
