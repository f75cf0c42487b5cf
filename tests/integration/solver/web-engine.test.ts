/** Without a search engine no agent is promised the web; what was decided when a run started holds to its end. */
import { expect, test } from 'vitest'
import { continueRun, loadConfig, openGloss, startRun } from '../../../app/index.ts'
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
