/**
 * Is the service safe to leave running? Half an hour of mixed load with faults on loopback: uploads to many corpora that come and go,
 * questions, pictures, code, runs and watchers; and bad uploads, clients that leave, half bodies, killed children and hostile files.
 * Memory and descriptors must stay flat after the warm-up (a third of the time), but for what the bounded caches fill up with; everything
 * accepted must be there, no answer may be a fault of the service. Exit code 1 where they do not. Linux only.
 * Run: npm run measure soak -- [--minutes 30] [--json bench/results/soak.json]   (GLOSS_BENCH_MINUTES is the usual time)
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { seededRandom } from '../core/index.ts'
import { startScriptedSolver } from '../scripts/lib/scripted-solver.ts'
import { createClient } from './soak/client.ts'
import { createCorpora } from './soak/corpora.ts'
import { type Load, loadsOf } from './soak/loads.ts'
import { growthOf, type Holding, holdingOf } from './soak/watch-process.ts'

const SEED = 20_261_122
const SAMPLE_MS = 5_000
const MS_PER_MINUTE = 60_000
const WARM_SHARE = 1 / 3
// What counts as flat: rises of the line through the samples, over the whole time after the warm-up. Chosen, not measured.
const MOST_RISE = { memoryShare: 0.15, descriptors: 12 }
// A shorter soak is still warming up: it shows that the load is carried, and judges nothing by growth.
const LEAST_MINUTES = 10
const SHOWN_PROBLEMS = 40

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: process.env['GLOSS_BENCH_MINUTES'] ?? '30' },
    json: { type: 'string' },
  },
})
const minutes = Number(options.minutes)
const random = seededRandom(SEED)

async function startService(modelUrl: string) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'soak-service-child.ts'), modelUrl], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })
  const [line] = (await once(lines, 'line')) as [string]
  return {
    child,
    pid: child.pid ?? 0,
    ...(JSON.parse(line) as { origin: string; workspace: string }),
    /** What the service holds after a collection of garbage, in V8's heap and outside of it; its caches lie outside. */
    async held() {
      child.stdin.write('\n')
      const [said] = (await once(lines, 'line')) as [string]
      return JSON.parse(said) as { heapMb: number; outsideMb: number; cachesMb: number }
    },
  }
}

/** Until the time is over. */
async function keepUp({ step, pauseMs }: Load, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await step()
    await pause(2 * pauseMs * random())
  }
}

async function soak(service: Awaited<ReturnType<typeof startService>>) {
  const client = createClient(service.origin)
  const corpora = createCorpora(client, random)
  const started = performance.now()
  const isOver = () => performance.now() - started > minutes * MS_PER_MINUTE
  const holdings: Holding[] = []
  const watch = setInterval(
    () => holdings.push(holdingOf(service.pid, (performance.now() - started) / 1_000)),
    SAMPLE_MS,
  )
  const warmHeld = pause(minutes * MS_PER_MINUTE * WARM_SHARE).then(() => service.held())
  await corpora.upload()
  const loads = loadsOf({ client, corpora, random, ...service })
  await Promise.all(loads.flatMap((load) => Array.from({ length: load.atOnce }, () => keepUp(load, isOver))))
  clearInterval(watch)
  await corpora.settle()
  const after = holdingOf(service.pid, (performance.now() - started) / 1_000)
  const incoming = readdirSync(join(service.workspace, 'incoming')).length
  const held = { afterWarmUp: await warmHeld, atTheEnd: await service.held() }
  return { client, totals: corpora.totals, holdings, held, after, incoming }
}

function summaryOf({ client, totals, holdings, held, after, incoming }: Awaited<ReturnType<typeof soak>>) {
  const warmSeconds = minutes * 60 * WARM_SHARE
  const growth = (part: 'residentMb' | 'descriptors' | 'children') =>
    growthOf(
      holdings.map((holding) => [holding.atSeconds, holding[part]]),
      warmSeconds,
    )
  const memory = growth('residentMb')
  const descriptors = growth('descriptors')
  const problems = [...client.problems]
  const isLong = minutes >= LEAST_MINUTES
  const intoCaches = Math.max(0, held.atTheEnd.cachesMb - held.afterWarmUp.cachesMb)
  if (isLong && memory.rise - intoCaches > MOST_RISE.memoryShare * memory.before)
    problems.push(
      `memory rose by ${Math.round(memory.rise)} MB from ${Math.round(memory.before)} MB, ${Math.round(intoCaches)} of them in caches`,
    )
  if (isLong && descriptors.rise > MOST_RISE.descriptors)
    problems.push(`descriptors rose by ${Math.round(descriptors.rise)} from ${descriptors.before}`)
  if (incoming > 0) problems.push(`${incoming} received files were left behind`)
  if (totals.found + totals.failed !== totals.accepted)
    problems.push(
      `${totals.accepted} papers were accepted, ${totals.found} found and ${totals.failed} named as failed`,
    )
  return {
    papers: totals,
    memory,
    held,
    descriptors,
    children: growth('children'),
    after,
    requests: client.figures(),
    problems,
  }
}

// Before: others may commit while it runs.
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
await using models = await startScriptedSolver()
const service = await startService(models.url)
const summary = summaryOf(await soak(service))
service.child.stdin.end()
await once(service.child, 'exit')
const machine = `${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}`
const { problems, ...figures } = summary
const result = {
  bench: 'soak',
  machine,
  commit,
  minutes,
  seed: SEED,
  figures,
  problems: problems.slice(0, SHOWN_PROBLEMS),
}
console.log(JSON.stringify(result, null, 2))
if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(result, null, 2)}\n`)
process.exitCode = problems.length === 0 ? 0 : 1
