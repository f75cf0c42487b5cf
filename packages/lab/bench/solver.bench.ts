/**
 * What does the solver itself cost? Runs of Eigen-1 with five proposers, each with an injection, before a model that answers at once from a process of
 * its own. Own time = wall time of the run less the processor time of the model server, by model call. Yardstick: the same requests, bare, by the
 * official `openai` client in a third process, five at once, after every tenth run. Memory: heap after a collection, and resident, every 50 runs.
 *
 *
 * usage: npm run measure solver
 * GLOSS_BENCH_RUNS: runs in this process, 200 by default. GLOSS_BENCH_PATTERN: another pattern.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import {
  continueRun,
  DEFAULT_PATTERN,
  type Gloss,
  importPath,
  loadConfig,
  openGloss,
  startRun,
} from '../../../app/index.ts'
import { percentile } from '../../../comparison/metrics.ts'
import { roleModels } from '../../../tests/fakes/scripted-solver.ts'
import { rememberAbilities } from '../../../tests/fixtures/known-abilities.ts'
import { HAPLOTYPES } from '../../../tests/fixtures/worked-examples.ts'
import { circumstances } from '../lib/circumstances.ts'
import type { Served } from './solver-model-child.ts'
import type { Taken } from './solver-yardstick-child.ts'

const RUNS = Number(process.env['GLOSS_BENCH_RUNS'] ?? 200)
const PATTERN = process.env['GLOSS_BENCH_PATTERN'] ?? DEFAULT_PATTERN
const PROPOSERS = 5
/** The yardstick is taken after each of so many runs. */
const YARDSTICK_EVERY = 10
/** What is compiled and opened by the first runs is not what a run costs. */
const WARM_RUNS = 5
const MEMORY_EVERY = 50
const IS_DEFAULT = PATTERN === DEFAULT_PATTERN
const never = new AbortController().signal

interface Cost {
  readonly calls: number
  readonly wallMs: number
  readonly ownMs: number
  readonly cpuMs: number
}

function start(file: string, ...parts: readonly string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, file), ...parts], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const line = async () => String((await lines.next()).value ?? '')
  return {
    line,
    async answer<Answer>(said: unknown): Promise<Answer> {
      child.stdin.write(`${JSON.stringify(said)}\n`)
      return JSON.parse(await line())
    },
    end: () => void child.stdin.end(),
  }
}

async function prepared(folder: string, url: string): Promise<Gloss> {
  const workspace = join(folder, '.gloss')
  rememberAbilities(workspace, url)
  const gloss = await openGloss(loadConfig({}, { ...roleModels(url), GLOSS_WORKSPACE: workspace }))
  const path = join(folder, 'units.csv')
  writeFileSync(path, HAPLOTYPES.units)
  await importPath(gloss, { format: 'csv', path }, never)
  return gloss
}

async function oneRun(gloss: Gloss): Promise<void> {
  const record = await startRun(gloss, {
    question: { id: 'q', text: HAPLOTYPES.question },
    pattern: PATTERN,
    ...(PATTERN === 'rethinker' ? { preset: 'lean' } : {}),
    settings: { ...(IS_DEFAULT ? { proposers: PROPOSERS, searchesWeb: false } : {}), seed: 1 },
  })
  const { status, evidence } = await continueRun(gloss, record, { signal: never })
  if (status !== 'done' || (IS_DEFAULT && evidence.length < PROPOSERS))
    throw new Error(`a run ended as ${status}`)
}

/** `cpuMs`: of the process that asked. */
function costOf({ wallMs, cpuMs }: Taken, served: Served): Cost {
  return { calls: served.bodies.length, wallMs, ownMs: Math.max(0, wallMs - served.cpuMs), cpuMs }
}

async function taken(work: () => Promise<void>): Promise<Taken> {
  const cpuBefore = process.cpuUsage()
  const startedMs = performance.now()
  await work()
  const wallMs = performance.now() - startedMs
  const { user, system } = process.cpuUsage(cpuBefore)
  return { wallMs, cpuMs: (user + system) / 1_000 }
}

function memory() {
  if (globalThis.gc === undefined) throw new Error('run it with node --expose-gc')
  globalThis.gc()
  globalThis.gc()
  const { heapUsed, rss } = process.memoryUsage()
  return { heapMb: rounded(heapUsed / 2 ** 20), rssMb: rounded(rss / 2 ** 20) }
}

async function measure(folder: string) {
  const model = start('solver-model-child.ts', PATTERN)
  const url = await model.line()
  const yardstick = start('solver-yardstick-child.ts', url, String(PROPOSERS))
  const gloss = await prepared(folder, url)
  const runs: Cost[] = []
  const bare: Cost[] = []
  const kept: Record<string, ReturnType<typeof memory>> = {}
  for (let run = 1; run <= RUNS; run++) {
    const ours = await taken(() => oneRun(gloss))
    const served = await model.answer<Served>(null)
    if (run > WARM_RUNS) runs.push(costOf(ours, served))
    if (run % YARDSTICK_EVERY === 0) {
      const theirs = await yardstick.answer<Taken>(served.bodies)
      bare.push(costOf(theirs, await model.answer<Served>(null)))
    }
    if (run % MEMORY_EVERY === 0) kept[`run${run}`] = memory()
  }
  await gloss.close()
  for (const child of [model, yardstick]) child.end()
  return { runs, bare, kept }
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}

function perCall(costs: readonly Cost[]) {
  const of = (name: 'wallMs' | 'ownMs' | 'cpuMs') => {
    const each = costs.map((cost) => cost[name] / cost.calls)
    return { p50: rounded(percentile(each, 0.5)), p95: rounded(percentile(each, 0.95)) }
  }
  return { wallMs: of('wallMs'), ownMs: of('ownMs'), cpuMs: of('cpuMs') }
}

const folder = mkdtempSync(join(tmpdir(), 'gloss-bench-solver-'))
try {
  const { runs, bare, kept } = await measure(folder)
  const [ours, theirs] = [perCall(runs), perCall(bare)]
  const result = {
    task: `${RUNS} runs of ${IS_DEFAULT ? `${PROPOSERS} proposers` : PATTERN}, ${runs[0]?.calls} model calls each; the same calls bare by openai after every ${YARDSTICK_EVERY}th`,
    ...circumstances(),
    perCall: { solver: ours, openai: theirs },
    ratioToOpenai: {
      wall: rounded(ours.wallMs.p50 / theirs.wallMs.p50),
      cpu: rounded(ours.cpuMs.p50 / theirs.cpuMs.p50),
    },
    memory: kept,
  }
  console.log(JSON.stringify(result, null, 2))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
