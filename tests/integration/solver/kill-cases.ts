/** A run that is killed with -9 at any moment, and gone on with, is the run that nobody disturbed; no answer that it had is asked for again. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startRun } from '../../../app/index.ts'
import type { Script, ScriptedRequest } from '../../fakes/scripted-llm/server.ts'
import { type RoleScripts, roleModels } from '../../fakes/scripted-solver.ts'
import { scored, solved } from '../../fixtures/eigen1-run.ts'
import {
  finalTrace,
  openSolver,
  PATIENT,
  promptOf,
  type Solver,
  writtenOf,
} from '../../fixtures/solved-run.ts'
import { killRuns } from '../../fixtures/solver-kills.ts'
import { HAPLOTYPES } from '../../fixtures/worked-examples.ts'

const SEED = 20_261_121
const DOUBT =
  'I am not sure what a single crossover in a gamete allows: is it really only one switch between the parental chromosomes? '.repeat(
    6,
  )

/** Of what was asked: every answer carries it, so that the journal tells whose answers it has. Code takes another time in another run. */
function markOf({ body }: ScriptedRequest): string {
  const asked = JSON.stringify(body).replace(/'execution_time': [\d.e-]+/g, '')
  return createHash('sha256').update(asked).digest('hex').slice(0, 12)
}

/** Proposals with an injection and a block of code; the first repair fails and is corrected. */
const SCRIPTS: RoleScripts = {
  proposer(request): Script {
    const mark = `(${markOf(request)})`
    const written = writtenOf(request)
    const paceMs = 1
    if (written.includes('<execution_results>')) return { text: `\n${mark} ${solved('30')}`, paceMs }
    if (written.includes('crossover'))
      return { text: ` ${mark} I count: <code>\nprint(2 ** 5 - 2)\n</code>`, paceMs }
    return { text: `${mark} ${DOUBT}${solved('32')}`, paceMs }
  },
  corrector: (request) => ({ text: `(${markOf(request)}) ${solved('30')}` }),
  refiner: (request) => ({ text: `(${markOf(request)}) Refined. ${solved('30')}` }),
  evaluator: (request) => ({
    text: scored(promptOf(request).includes('Refined.') ? 2 : 4, 3, 2, `(${markOf(request)}) List them.`),
  }),
  ranker: (request) => ({ text: `(${markOf(request)}) <select>Response 2</select>` }),
}

/** Marks of the answers that a run has. */
async function marksIn({ gloss }: Solver, run: string): Promise<ReadonlySet<string>> {
  const entries = await gloss.runs().journal(run).answersOf('')
  const texts = entries.map(({ value }) =>
    Array.isArray(value) ? value.map(({ text = '' }) => text).join('') : JSON.stringify(value),
  )
  return new Set([...texts.join('\n').matchAll(/\(([0-9a-f]{12})\)/g)].map(([, mark = '']) => mark))
}

// Each kill starts a process; on a busy machine that takes seconds.
const LIMIT_MS_PER_KILL = 60_000

export function checkKills(kills: number): void {
  const limits = { timeout: LIMIT_MS_PER_KILL * kills }
  test(
    `a run that is killed at ${kills} seeded moments ends as one that nobody disturbed`,
    limits,
    async () => {
      const solver = await openSolver(SCRIPTS)
      const { server, gloss, workspace } = solver
      /** Answers that the journal had and that were asked for again; and those that were under way at a kill, which must be. */
      const again: string[] = []
      let underWay = 0
      let had: ReadonlySet<string> = new Set()
      const asked = new Set<string>()
      let seen = 0
      const look = () => {
        for (const mark of server.requests.slice(seen).map(markOf)) {
          if (had.has(mark)) again.push(mark)
          else if (asked.has(mark)) underWay++
          asked.add(mark)
        }
        seen = server.requests.length
      }
      const report = await killRuns({
        env: { ...PATIENT, ...roleModels(server.url), GLOSS_WORKSPACE: join(workspace, '.gloss') },
        async begin() {
          const settings = { proposers: 3, rounds: 2, searchesWeb: false, seed: SEED }
          return (await startRun(gloss, { question: { id: 'q', text: HAPLOTYPES.question }, settings })).id
        },
        traceOf: (run) => finalTrace(gloss, run),
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
          asked.clear()
        },
      })
      expect(report.kills).toBe(kills)
      for (const { trace } of report.traces) expect(trace).toEqual(report.undisturbed)
      expect(again).toEqual([])
      expect(underWay).toBeGreaterThan(0)
      // The marks of the undisturbed run were found at all, and it had injections and code.
      const undisturbed = JSON.stringify(report.undisturbed)
      expect(new Set(undisturbed.match(/\([0-9a-f]{12}\)/g)).size).toBeGreaterThan(20)
      expect(undisturbed).toContain('"by":"injection"')
      expect(undisturbed).toContain("'output': '30")
    },
  )
}
