/** R30: a run of ReThinker that is killed with -9 at any moment, and gone on with, is the run that nobody disturbed. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startRun } from '../../../../app/index.ts'
import type { Script, ScriptedRequest } from '../../../fakes/scripted-llm/server.ts'
import { type RoleScripts, roleModels } from '../../../fakes/scripted-solver.ts'
import {
  boxed,
  openRethinker,
  QUESTION,
  type Solver,
  selected,
  summaryOf,
  withLogprobs,
  writtenOf,
} from '../../../fixtures/rethinker-run.ts'
import { finalTrace, PATIENT } from '../../../fixtures/solved-run.ts'
import { killRuns } from '../../../fixtures/solver-kills.ts'

const SEED = 20_261_122
const SECONDS = /\\*"execution_time\\*":[\d.e-]+/g

/** Of what was asked: every answer carries it, so that the journal tells whose answers it has. Code takes another time in another run. */
function markOf({ body }: ScriptedRequest): string {
  return createHash('sha256').update(JSON.stringify(body).replace(SECONDS, '')).digest('hex').slice(0, 12)
}

/** As certain as the mark says: a perplexity that comes from the journal is the one that came from the server. */
function picked(request: ScriptedRequest): Script {
  const mark = markOf(request)
  const round = String(request.body.messages?.[0]?.content).split(/Round \d/).length
  return withLogprobs(`(${mark}) ${selected(round === 2 ? 2 : 1)}`, [
    -Number.parseInt(mark, 16) / 2 ** 48,
    -0.1,
  ])
}

const SCRIPTS: RoleScripts = {
  solver(request): Script {
    const mark = `(${markOf(request)})`
    const results = writtenOf(request).split('<execution_results>').length
    const blocks = ['print(web_search("single crossover"))', 'print(2 ** 5 - 2)'].slice(results - 1)
    const [code] = blocks
    return {
      text: code === undefined ? `${mark} ${boxed('30')}` : `${mark} <code>\n${code}\n</code>`,
      paceMs: 1,
    }
  },
  reflector: (request) => ({ text: `${summaryOf('30')} (${markOf(request)})` }),
  critic: (request) => ({ text: `(${markOf(request)}) ${boxed('30')}` }),
  selector: picked,
}

async function marksIn({ gloss }: Solver, run: string): Promise<ReadonlySet<string>> {
  const entries = await gloss.runs().journal(run).answersOf('')
  const texts = entries.map(({ value }) =>
    Array.isArray(value) ? value.map(({ text = '' }) => text).join('') : JSON.stringify(value),
  )
  return new Set([...texts.join('\n').matchAll(/\(([0-9a-f]{12})\)/g)].map(([, mark = '']) => mark))
}

/** Without the seconds that code took, which are told to the model. */
async function traceOf({ gloss }: Solver, run: string): Promise<unknown> {
  const trace = await finalTrace(gloss, run)
  return JSON.parse(JSON.stringify(trace).replace(SECONDS, ''))
}

// Each kill starts a process; on a busy machine that takes seconds.
const LIMIT_MS_PER_KILL = 60_000

export function checkRethinkerKills(kills: number): void {
  const limits = { timeout: LIMIT_MS_PER_KILL * kills }
  test(
    `R30 a run that is killed at ${kills} seeded moments ends as one that nobody disturbed, and pays only for what was missing`,
    limits,
    async () => {
      const solver = await openRethinker(SCRIPTS)
      const { server, gloss, workspace } = solver
      const again: string[] = []
      let had: ReadonlySet<string> = new Set()
      let seen = 0
      const look = () => {
        again.push(
          ...server.requests
            .slice(seen)
            .map(markOf)
            .filter((mark) => had.has(mark)),
        )
        seen = server.requests.length
      }
      const report = await killRuns({
        env: { ...PATIENT, ...roleModels(server.url), GLOSS_WORKSPACE: join(workspace, '.gloss') },
        async begin() {
          const settings = { paths: 3, solverRounds: 2, criticRounds: 1, reselections: 2, seed: SEED }
          const plan = { question: { id: 'q', text: QUESTION }, pattern: 'rethinker', settings }
          return (await startRun(gloss, plan)).id
        },
        traceOf: (run) => traceOf(solver, run),
        requests: () => server.requests.length,
        kills,
        seed: SEED,
        mostRequests: 8,
        async onKill(run) {
          look()
          had = await marksIn(solver, run)
        },
        onEnd() {
          look()
          had = new Set()
        },
      })
      expect(report.kills).toBe(kills)
      for (const { trace } of report.traces) expect(trace).toEqual(report.undisturbed)
      expect(again).toEqual([])
      const undisturbed = JSON.stringify(report.undisturbed)
      expect(new Set(undisturbed.match(/\([0-9a-f]{12}\)/g)).size).toBeGreaterThan(20)
      expect(undisturbed).toContain('"decided":"adjudicated"')
      expect(undisturbed).toContain('"hasPerplexity":true')
    },
  )
}
