/** Without a search engine no agent is promised the web; what was decided when a run started holds to its end. */
import { expect, test } from 'vitest'
import { continueRun, loadConfig, openGloss, readRunTrace, startRun } from '../../../app/index.ts'
import { NEVER } from '../../fakes/fake-thinking.ts'
import { roleModels } from '../../fakes/scripted-solver.ts'
import { openSolver, PATIENT, type Solver } from '../../fixtures/solved-run.ts'

const ENGINE = { ...PATIENT, GLOSS_SEARCH_URL: 'http://127.0.0.1:9/search' }
const PROMISE = /web_search|web_parse|web functions|web search/i

function start({ gloss }: Solver, settings: Readonly<Record<string, unknown>> = {}) {
  return startRun(gloss, {
    question: { id: 'q', text: 'How many?' },
    settings: { proposers: 2, retrieval: 'both', ...settings },
  })
}

function promised({ server }: Solver): readonly boolean[] {
  return server.requests.map(({ body }) => PROMISE.test(JSON.stringify(body.messages)))
}

test('without an engine no agent is promised the web, and the plan has no notice', async () => {
  const solver = await openSolver({})
  const record = await start(solver)
  expect(record.plan).toMatchObject({ settings: { searchesWeb: false } })
  expect(record.plan.notices).toBeUndefined()
  await continueRun(solver.gloss, record, { signal: NEVER })
  expect(promised(solver).length).toBeGreaterThan(4)
  expect(promised(solver)).not.toContain(true)
})

test('an explicit wish for the web without an engine is answered in the plan and in the trace', async () => {
  const solver = await openSolver({})
  const record = await start(solver, { searchesWeb: true })
  expect(record.plan).toMatchObject({
    settings: { searchesWeb: false },
    notices: [expect.stringMatching(/GLOSS_SEARCH_URL/)],
  })
  await continueRun(solver.gloss, record, { signal: NEVER })
  const shown = await readRunTrace(solver.gloss, record.id)
  expect(JSON.stringify(shown.object)).toContain('GLOSS_SEARCH_URL')
  expect(promised(solver)).not.toContain(true)
})

test('a run that started with an engine is resumed with the same prompts where there is none any more', async () => {
  const solver = await openSolver({}, { settings: ENGINE })
  const record = await start(solver)
  expect(record.plan).toMatchObject({ settings: { searchesWeb: true } })
  const stop = new AbortController()
  const first = await continueRun(solver.gloss, record, {
    signal: stop.signal,
    onEvent: (event) => void (event.type === 'agent' && stop.abort()),
  })
  expect(first.status).toBe('cancelled')
  await solver.gloss.close()
  const env = { ...roleModels(solver.server.url), ...PATIENT, GLOSS_WORKSPACE: `${solver.workspace}/.gloss` }
  const gloss = await openGloss(loadConfig({}, env))
  try {
    const outcome = await continueRun(gloss, await gloss.runs().get(record.id), { signal: NEVER })
    expect(outcome.status).toBe('done')
    const agents = solver.server.requests.filter(({ body }) =>
      ['proposer', 'corrector', 'refiner', 'ranker'].includes(String(body.model)),
    )
    for (const { body } of agents) expect(JSON.stringify(body.messages)).toMatch(PROMISE)
  } finally {
    await gloss.close()
  }
})
