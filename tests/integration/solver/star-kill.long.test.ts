/** S18: a run of any of the four patterns that is killed with -9 at seeded moments ends as one that nobody disturbed. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startRun } from '../../../app/index.ts'
import type { Script, ScriptedRequest } from '../../fakes/scripted-llm/server.ts'
import { type RoleScripts, roleModels } from '../../fakes/scripted-solver.ts'
import { finalTrace, openSolver, PATIENT } from '../../fixtures/solved-run.ts'
import { killRuns } from '../../fixtures/solver-kills.ts'
import { REJECTED, SPEED_QUERY } from '../../fixtures/star-run.ts'

const SEED = 20_261_122
const KILLS = 3
const PACE_MS = 5

/** Every answer follows from its question alone, with some time between its pieces to be killed in. */
function said(text: string) {
  return ({ body }: ScriptedRequest): Script => {
    const mark = createHash('sha256').update(JSON.stringify(body.messages)).digest('hex').slice(0, 12)
    return { text: text.replace('MARK', mark), paceMs: PACE_MS }
  }
}

const ANSWER = said('Reasoning:\nMARK\nFinal Answer:\n48.8 km/s')
const REPORT = said(REJECTED)
const EXPERTS = '[{"role":"math","prompt":"MARK"},{"role":"qa","prompt":"say it"}]'
const SCRIPTS: RoleScripts = {
  ceo: said('Instructions MARK'),
  manager: said('Instructions MARK'),
  worker: ANSWER,
  planner: said('{"expected_type":"numeric","plan":["MARK"],"checks":["a unit"]}'),
  answer: ANSWER,
  critic: REPORT,
  encloser: ANSWER,
  // Cannot be read the first time, so that there is a repair to be killed in.
  hypothesizer: (request) =>
    said(request.body.messages?.length === 2 ? 'I suppose MARK' : '{"facts":["MARK"]}')(request),
  analyzer: ANSWER,
  solver: ANSWER,
  evaluator: REPORT,
  finalizer: ANSWER,
  architect: said(`{"q_type":"numeric","plan":["MARK"],"checks":[],"expert_sequence":${EXPERTS}}`),
  allocator: said(`{"steps":${EXPERTS},"q_type":"numeric"}`),
  expert: ANSWER,
  synthesizer: ANSWER,
  guard: REPORT,
}

// Each kill starts a process; on a busy machine that takes seconds.
const LIMITS = { timeout: 60_000 * (KILLS + 2) }

it.each([
  ['hmaw', 3],
  ['pace', 5],
  ['phase', 9],
  ['schema', 8],
])('S18 %s', LIMITS, async (pattern, calls) => {
  const { gloss, server, workspace } = await openSolver(SCRIPTS, { units: null })
  let atBegin = 0
  const paid: number[] = []
  const report = await killRuns({
    env: { ...PATIENT, ...roleModels(server.url), GLOSS_WORKSPACE: join(workspace, '.gloss') },
    async begin() {
      atBegin = server.requests.length
      return (await startRun(gloss, { question: { id: 'q', text: SPEED_QUERY }, pattern })).id
    },
    traceOf: (run) => finalTrace(gloss, run),
    requests: () => server.requests.length,
    kills: KILLS,
    seed: SEED,
    mostRequests: calls - 1,
    onEnd: () => void paid.push(server.requests.length - atBegin),
  })
  expect(report.kills).toBe(KILLS)
  for (const { trace } of report.traces) expect(trace).toEqual(report.undisturbed)
  expect(JSON.stringify(report.undisturbed)).toContain('48.8 km/s')
  expect(paid[0]).toBe(calls)
  // Only what was under way at a kill is asked again.
  const ended = paid.length - 1
  const total = paid.slice(1).reduce((sum, one) => sum + one, 0)
  expect(total).toBeLessThanOrEqual(ended * calls + KILLS)
})
