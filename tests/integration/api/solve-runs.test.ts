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

const QUESTION = BODY.question

describe('a run under way', () => {
  it('goes on without the client that asked for it, and can be watched from its beginning', async () => {
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
    expect(dataOf(rest, 'agent').map(({ path }) => path)).toContain('propose/0')
    expect(rest.at(-1)).toMatchObject({ type: 'answer', data: { status: 'done' } })
  })

  it('goes on behind the event that a client saw last', async () => {
    const { scripts, letGo, reached } = heldRole('refiner', solved('30'))
    const { origin } = await openServedSolver(scripts)
    const id = await startedRun({ origin })
    await reached
    const seen: SentEvent[] = []
    for await (const event of sentEvents(`${origin}/runs/${id}/events`)) {
      seen.push(event)
      if (event.type === 'stage' && event.data['stage'] === 'refine') break
    }
    letGo()
    const headers = { 'last-event-id': String(seen.at(-1)?.number) }
    const rest = await allEvents(`${origin}/runs/${id}/events`, { headers })
    expect(rest.every(({ number }) => number > seen.at(-1)!.number)).toBe(true)
    expect(dataOf(rest, 'stage').map(({ stage }) => stage)).toEqual(['evaluate.0', 'rank'])
    const wrong = await fetch(`${origin}/runs/${id}/events`, { headers: { 'last-event-id': 'x' } })
    expect(wrong.status).toBe(400)
  })

  it('is cancelled, keeps what it has, and asks nothing twice when it is resumed', async () => {
    const { scripts, letGo, reached } = heldRole('refiner', solved('30'))
    const solver = await openServedSolver(scripts)
    const { origin, models } = solver
    const id = await startedRun(solver)
    await reached
    const watched = allEvents(`${origin}/runs/${id}/events`)
    const cancelled = await jsonOf(`${origin}/runs/${id}/cancel`, { method: 'POST' })
    expect(cancelled).toMatchObject({ id, status: 'cancelled', isUnderWay: false, answer: solved('30') })
    expect((await watched).at(-1)).toMatchObject({ type: 'answer', data: { status: 'cancelled' } })
    const again = await allEvents(`${origin}/runs/${id}/events`, { headers: { 'last-event-id': '4000' } })
    expect(again[0]).toMatchObject({ number: 1, type: 'run' })
    expect(dataOf(again, 'agent')).toHaveLength(4)
    letGo()
    expect((await fetch(`${origin}/runs/${id}/resume`, { method: 'POST' })).status).toBe(202)
    const events = await allEvents(`${origin}/runs/${id}/events`)
    expect(events.at(-1)).toMatchObject({ type: 'answer', data: { status: 'done' } })
    const count = (role: string) => models.requests.filter(({ body }) => body.model === role).length
    expect([count('proposer'), count('corrector')]).toEqual([2, 2])
  })

  it('keeps its corpus from being deleted', async () => {
    const { scripts, letGo, reached } = heldRole('refiner', solved('30'))
    const solver = await openServedSolver(scripts)
    const id = await startedRun(solver)
    await reached
    const refused = await jsonOf(`${solver.origin}/corpora/main`, { method: 'DELETE' })
    expect(refused).toMatchObject({ status: 409, code: 'CORPUS_BUSY' })
    letGo()
    await allEvents(`${solver.origin}/runs/${id}/events`)
    expect((await fetch(`${solver.origin}/corpora/main`, { method: 'DELETE' })).status).toBe(204)
    expect(await jsonOf(`${solver.origin}/runs/${id}`)).toMatchObject({ status: 'done' })
  })

  it('of another process is left to it: no model is asked, and its status stays', async () => {
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

  it('is stopped with the server, and the next one goes on with it', async () => {
    const { scripts, letGo, reached } = heldRole('refiner', solved('30'))
    const first = await openServedSolver(scripts)
    const id = await startedRun(first)
    await reached
    const watching = sentEvents(`${first.origin}/runs/${id}/events`)
    await watching.next()
    await stopServer(first.served.server, 1_000)
    expect((await gathered(watching)).at(-1)?.type).not.toBe('answer')
    expect((await first.served.gloss.runs().get(id)).status).toBe('cancelled')
    letGo()
    const next = await serveAgain(first)
    expect((await jsonOf(`${next}/runs`)).runs).toMatchObject([{ id, status: 'cancelled' }])
    await fetch(`${next}/runs/${id}/resume`, { method: 'POST' })
    const events = await allEvents(`${next}/runs/${id}/events`)
    expect(events.at(-1)).toMatchObject({ type: 'answer', data: { status: 'done' } })
    expect(first.models.requests.filter(({ body }) => body.model === 'proposer')).toHaveLength(2)
  })
})

describe('runs that have ended', () => {
  it('are listed, newest first, and told again as they went', async () => {
    const solver = await openServedSolver()
    const first = await jsonOf(`${solver.origin}/solve`, asking(BODY))
    const second = await jsonOf(`${solver.origin}/solve`, asking({ ...BODY, question: 'And which one not?' }))
    const { runs } = await jsonOf(`${solver.origin}/runs?limit=5`)
    expect(runs.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id])
    expect(runs[1]).toMatchObject({ question: QUESTION, status: 'done', tokens: expect.any(Number) })
    const asked = solver.models.requests.length
    const events = await allEvents(`${solver.origin}/runs/${first.id.slice(0, 8)}/events`)
    expect(dataOf(events, 'stage').map(({ stage }) => stage)).toEqual([
      'propose',
      'correct',
      'refine',
      'evaluate.0',
      'rank',
    ])
    expect(dataOf(events, 'score')).toHaveLength(2)
    expect(dataOf(events, 'text')).toEqual([])
    expect(events.at(-1)).toMatchObject({ type: 'answer', data: { answer: first.answer } })
    await fetch(`${solver.origin}/runs/${first.id}/resume`, { method: 'POST' })
    expect(solver.models.requests).toHaveLength(asked)
  })

  it('are told as far as their agents came where the process was killed', async () => {
    const { scripts, letGo, reached } = heldRole('refiner', solved('30'))
    const solver = await openServedSolver(scripts)
    const { origin, served } = solver
    const id = await startedRun(solver)
    await reached
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
    expect(run.agents.map(({ path }: { path: string }) => path).toSorted()).toEqual([
      'correct/0',
      'correct/1',
      'propose/0',
      'propose/1',
    ])
    letGo()
    await fetch(`${origin}/runs/${killed.id}/resume`, { method: 'POST' })
    const events = await allEvents(`${origin}/runs/${killed.id}/events`)
    expect(events.at(-1)).toMatchObject({ type: 'answer', data: { status: 'done' } })
  })

  it.each([
    { name: 'looked into', method: 'GET', path: '/runs/abcdefabcdef' },
    { name: 'watched', method: 'GET', path: '/runs/abcdefabcdef/events' },
    { name: 'stopped', method: 'POST', path: '/runs/abcdefabcdef/cancel' },
    { name: 'resumed', method: 'POST', path: '/runs/abcdefabcdef/resume' },
  ])('are problems where they do not exist: $name', async ({ method, path }) => {
    const { origin } = await openServedSolver({}, { papers: [] })
    const response = await fetch(`${origin}${path}`, { method })
    expect(await response.json()).toMatchObject({ status: 404, code: 'RUN_NOT_FOUND' })
    const wrong = await fetch(`${origin}${path.replace('abcdef', 'zzz')}`, { method })
    expect(await wrong.json()).toMatchObject({ status: 400, field: 'id' })
  })
})

describe('a cost budget without a price for every model', () => {
  it('is refused before a run is written down', async () => {
    const { origin, models } = await openServedSolver({})
    const answer = await fetch(`${origin}/solve`, asking({ ...BODY, budget: { cost: 1 } }))
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      code: 'INPUT_INVALID',
      detail: expect.stringContaining('GLOSS_PRICES'),
    })
    expect(await jsonOf(`${origin}/runs`)).toEqual({ runs: [] })
    expect(models.requests).toEqual([])
  })

  it('is refused for a run that is resumed, which keeps its status', async () => {
    const solver = await openServedSolver({})
    const { origin } = solver
    const asked = asking({ ...BODY, budget: { steps: 1 } })
    const { id } = (await jsonOf(`${origin}/solve`, asked)) as { id: string }
    const answer = await fetch(`${origin}/runs/${id}/resume`, asking({ budget: { cost: 1, steps: null } }))
    expect(answer.status).toBe(400)
    expect(await jsonOf(`${origin}/runs/${id}`)).toMatchObject({ status: 'budget' })
  })
})

describe('what a run says of itself over HTTP', () => {
  const DOUBTFUL =
    'Lupeol acts on kinases. I am not sure which isoform of AKT it spares: is it really AKT2? '.repeat(8)
  const WATCHED = { ...BODY, monitor: 'logprob', settings: { ...BODY.settings, retrieval: 'implicit' } }

  it('is what never worked, in its last event and in its object, and what it was worked on with', async () => {
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

  it('counts what watched agents wrote, and is shown without that where an older version did not', async () => {
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
