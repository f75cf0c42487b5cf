/**
 * Checks whether Gloss has become slower: takes the processor time of questions, walks, PDF pages, an import, an opening and streams
 * through the proxy, each the minimum of several rounds, as a multiple of a fixed workload in the same run. Exits with 1 if one is a third
 * worse than in guard.json.
 * Run: npm run bench:guard [-- --update]   (two minutes; `--update` writes the new figures into guard.json)
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type GuardTask, openTasks } from './guard/tasks.ts'
import { yardstick } from './guard/yardstick.ts'

const FILE = join(import.meta.dirname, 'guard.json')
const ROUNDS = 5
/** A task that seems worse is measured again before it counts: other processes only make times longer, never shorter. */
const MORE_ROUNDS = 10
const MAX_SLOWDOWN = 4 / 3

interface Committed {
  readonly commit: string
  readonly node: string
  readonly ratios: Readonly<Record<string, number>>
}

const least = new Map<string, number>()

async function round({ name, run }: GuardTask): Promise<void> {
  globalThis.gc?.()
  const before = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(before)
  least.set(name, Math.min(least.get(name) ?? Number.POSITIVE_INFINITY, user + system))
}

const YARDSTICK: GuardTask = { name: 'yardstick', run: () => Promise.resolve(void yardstick()) }

function ratioOf({ name }: GuardTask): number {
  return Number((least.get(name)! / least.get(YARDSTICK.name)!).toFixed(2))
}

async function measure(tasks: readonly GuardTask[], committed: Committed | null): Promise<void> {
  // A first round, which also compiles code, is not counted.
  for (const task of [YARDSTICK, ...tasks]) await task.run()
  for (let at = 0; at < ROUNDS; at++)
    for (const task of tasks) for (const one of [YARDSTICK, task]) await round(one)
  for (let at = 0; at < MORE_ROUNDS; at++)
    for (const task of tasks.filter((one) => isWorse(one, committed)))
      for (const one of [YARDSTICK, task]) await round(one)
}

function isWorse(task: GuardTask, committed: Committed | null): boolean {
  const before = committed?.ratios[task.name]
  return before !== undefined && ratioOf(task) > before * MAX_SLOWDOWN
}

const { values: options } = parseArgs({ options: { update: { type: 'boolean', default: false } } })
const committed = options.update ? null : (JSON.parse(readFileSync(FILE, 'utf8')) as Committed)
const scratch = mkdtempSync(join(tmpdir(), 'gloss-guard-'))
try {
  await using opened = await openTasks(scratch)
  const { tasks } = opened
  await measure(tasks, committed)
  const ratios = Object.fromEntries(tasks.map((task) => [task.name, ratioOf(task)]))
  console.log(`yardstick ${Math.round(least.get(YARDSTICK.name)! / 1_000)} ms of processor time`)
  for (const [name, ratio] of Object.entries(ratios))
    console.log(`${name.padEnd(9)} ${ratio} times${committed ? `, committed ${committed.ratios[name]}` : ''}`)
  if (committed === null) {
    const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }).trim()
    writeFileSync(FILE, `${JSON.stringify({ commit, node: process.version, ratios }, null, 2)}\n`)
  }
  for (const { name } of tasks.filter((task) => isWorse(task, committed))) {
    const [now, before] = [ratios[name]!, committed!.ratios[name]!]
    const percent = Math.round((now / before - 1) * 100)
    console.error(`SLOWER: ${name} takes ${percent} % more processor time than at ${committed!.commit}.`)
    console.error('Find out why (node --cpu-prof), or, where it is worth it: npm run bench:guard -- --update')
    process.exitCode = 1
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
