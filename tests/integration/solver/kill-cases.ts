/** Tests that a run killed with -9 at any moment and resumed equals an undisturbed one, and that no stored answer is requested again. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startRun } from '../../../app/index.ts'
import type { Script, ScriptedRequest } from '../../fakes/scripted-llm/server.ts'
import { type RoleScripts, roleModels } from '../../fakes/scripted-solver.ts'
import { scored, solved } from '../../fixtures/eigen1-run.ts'
import { AGREEING, boxed, QUESTION, selected, summaryOf, withLogprobs } from '../../fixtures/rethinker-run.ts'
import {
  finalTrace,
  openSolver,
  PATIENT,
  promptOf,
  type Solver,
  type SolverOptions,
  writtenOf,
} from '../../fixtures/solved-run.ts'
import { killRuns } from '../../fixtures/solver-kills.ts'
import { REJECTED, SPEED_QUERY } from '../../fixtures/star-run.ts'
import { HAPLOTYPES } from '../../fixtures/worked-examples.ts'

const SEED = 20_261_121
// Each kill starts a process; on a busy machine that takes seconds.
const LIMIT_MS_PER_KILL = 60_000
const DOUBT =
  'I am not sure what a single crossover in a gamete allows: is it really only one switch between the parental chromosomes? '.repeat(
    6,
  )
/** Matches the time that code took, as shown to models, which differs between runs. */
const SECONDS = /\\*["']execution_time\\*["']: ?[\d.e-]+/g

interface KilledRun {
  readonly pattern: string
  readonly text: string
  readonly settings: Readonly<Record<string, unknown>>
  readonly scripts: RoleScripts
  readonly options?: SolverOptions
  /** Maximum requests of a child before it is killed. */
  readonly mostRequests: number
  /** Maximum concurrent requests, which a kill may lose. */
  readonly atOnce: number
  /** Minimum number of different answers in a run. */
  readonly answers: number
  /** What its trace has, so that a kill could have lost it. */
  readonly has: readonly string[]
}

/** Of what was asked: every answer carries it, so that the journal tells whose answers it has. */
function markOf({ body }: ScriptedRequest): string {
  return createHash('sha256').update(JSON.stringify(body).replace(SECONDS, '')).digest('hex').slice(0, 12)
}

/** A script whose answer follows from its question alone, with some time between its pieces to be killed in. */
function marked(say: (mark: string, request: ScriptedRequest) => string) {
  return (request: ScriptedRequest): Script => ({ text: say(`(${markOf(request)})`, request), paceMs: 1 })
}

/** Proposals with an injection and a block of code; the first repair fails and is corrected. */
const EIGEN1: KilledRun = {
  pattern: 'eigen1',
  text: HAPLOTYPES.question,
  settings: { proposers: 3, rounds: 2, searchesWeb: false },
  scripts: {
    proposer: marked((mark, request) => {
      const written = writtenOf(request)
      if (written.includes('<execution_results>')) return `\n${mark} ${solved('30')}`
      if (written.includes('crossover')) return ` ${mark} I count: <code>\nprint(2 ** 5 - 2)\n</code>`
      return `${mark} ${DOUBT}${solved('32')}`
    }),
    corrector: marked((mark) => `${mark} ${solved('30')}`),
    refiner: marked((mark) => `${mark} Refined. ${solved('30')}`),
    evaluator: marked((mark, request) =>
      scored(promptOf(request).includes('Refined.') ? 2 : 4, 3, 2, `${mark} List them.`),
    ),
    ranker: marked((mark) => `${mark} <select>Response 2</select>`),
  },
  mostRequests: 8,
  atOnce: 3,
  answers: 20,
  has: ['"by":"injection"', "'output': '30"],
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

/** R30: code that searches and code that counts on each path, and picks that are adjudicated. */
const RETHINKER: KilledRun = {
  pattern: 'rethinker',
  text: QUESTION,
  settings: { paths: 3, solverRounds: 2, criticRounds: 1, reselections: 2 },
  scripts: {
    ...AGREEING,
    solver: marked((mark, request) => {
      const results = writtenOf(request).split('<execution_results>').length
      const [code] = ['print(web_search("single crossover"))', 'print(2 ** 5 - 2)'].slice(results - 1)
      return code === undefined ? `${mark} ${boxed('30')}` : `${mark} <code>\n${code}\n</code>`
    }),
    reflector: marked((mark) => `${summaryOf('30')} ${mark}`),
    critic: marked((mark) => `${mark} ${boxed('30')}`),
    selector: picked,
  },
  mostRequests: 8,
  atOnce: 3,
  answers: 20,
  has: ['"decided":"adjudicated"', '"hasPerplexity":true'],
}

const ANSWER = marked((mark) => `Reasoning:\n${mark}\nFinal Answer:\n48.8 km/s`)
const REPORT = marked((mark) => REJECTED.replace('Add km/s.', `Add km/s. ${mark}`))
const INSTRUCTIONS = marked((mark) => `Instructions ${mark}`)
const experts = (mark: string) => `[{"role":"math","prompt":"${mark}"},{"role":"qa","prompt":"say it"}]`
const STAR_SCRIPTS: RoleScripts = {
  ...Object.fromEntries(
    ['worker', 'answer', 'encloser', 'analyzer', 'solver', 'finalizer', 'expert', 'synthesizer'].map(
      (role) => [role, ANSWER],
    ),
  ),
  ...{ ceo: INSTRUCTIONS, manager: INSTRUCTIONS, critic: REPORT, evaluator: REPORT, guard: REPORT },
  planner: marked((mark) => `{"expected_type":"numeric","plan":["${mark}"],"checks":["a unit"]}`),
  // Cannot be read the first time, so that there is a repair to be killed in.
  hypothesizer: marked((mark, { body }) =>
    body.messages?.length === 2 ? `I suppose ${mark}` : `{"facts":["${mark}"]}`,
  ),
  architect: marked(
    (mark) => `{"q_type":"numeric","plan":["${mark}"],"checks":[],"expert_sequence":${experts(mark)}}`,
  ),
  allocator: marked((mark) => `{"steps":${experts(mark)},"q_type":"numeric"}`),
}

/** S18: `calls` of each pattern of Reasoning With a Star. */
const STARS = Object.entries({ hmaw: 3, pace: 5, phase: 9, schema: 8 }).map(
  ([pattern, calls]): KilledRun => ({
    pattern,
    text: SPEED_QUERY,
    settings: {},
    scripts: STAR_SCRIPTS,
    options: { units: null },
    mostRequests: calls - 1,
    atOnce: 1,
    answers: calls - 1,
    has: ['48.8 km/s'],
  }),
)

export const KILLED_RUNS = { eigen1: [EIGEN1], rethinker: [RETHINKER], stars: STARS } as const

/** Returns the marks of a run's answers. */
async function marksIn({ gloss }: Solver, run: string): Promise<ReadonlySet<string>> {
  const entries = await gloss.runs().journal(run).answersOf('')
  const texts = entries.map(({ value }) =>
    Array.isArray(value) ? value.map(({ text = '' }) => text).join('') : JSON.stringify(value),
  )
  return new Set([...texts.join('\n').matchAll(/\(([0-9a-f]{12})\)/g)].map(([, mark = '']) => mark))
}

export function checkKills(kills: number, runs: readonly KilledRun[]): void {
  const limits = { timeout: LIMIT_MS_PER_KILL * (kills + 2) }
  test.each(runs)(
    `a run of $pattern that is killed at ${kills} seeded moments ends as one that nobody disturbed, and pays only for what was missing`,
    limits,
    async ({ pattern, text, settings, scripts, options, mostRequests, atOnce, answers, has }) => {
      const solver = await openSolver(scripts, options)
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
        begin: async () =>
          (
            await startRun(gloss, {
              question: { id: 'q', text },
              pattern,
              settings: { ...settings, seed: SEED },
            })
          ).id,
        traceOf: async (run) => JSON.stringify(await finalTrace(gloss, run)).replace(SECONDS, ''),
        requests: () => server.requests.length,
        kills,
        seed: SEED,
        mostRequests,
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
      expect(underWay).toBeLessThanOrEqual(kills * atOnce)
      // The marks of the undisturbed run were found at all.
      const undisturbed = String(report.undisturbed)
      expect(new Set(undisturbed.match(/\([0-9a-f]{12}\)/g)).size).toBeGreaterThan(answers)
      for (const part of has) expect(undisturbed).toContain(part)
    },
  )
}
