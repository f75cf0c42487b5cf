/**
 * Processor time (user and system, of the whole process) that a command takes from its start to its end, beside an empty Node: the help
 * of the program, the help of a command, and a question to the corpus of the sample papers. Medians by turns; `--write` writes
 * bench/results/start.json. The shell's `times` counts it, so other work on the machine enters only by the caches it fills.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'

const ROUNDS = Number(process.env['GLOSS_BENCH_ROUNDS'] ?? 9)
const ROOT = join(import.meta.dirname, '..')
const RESULT = join(ROOT, 'bench', 'results', 'start.json')
const GLOSS = join(ROOT, 'bin', 'gloss.mjs')
const MS_PER_SECOND = 1000
const SECONDS_PER_MINUTE = 60

const workspace = mkdtempSync(join(tmpdir(), 'gloss-start-'))
const env = { ...process.env, GLOSS_WORKSPACE: workspace }
const commands: Readonly<Record<string, readonly string[]>> = {
  'node -e 0': ['-e', '0'],
  'gloss --help': [GLOSS, '--help'],
  'gloss retrieve --help': [GLOSS, 'retrieve', '--help'],
  'gloss retrieve QUESTION': [GLOSS, 'retrieve', 'which IC50 did the bark extract show?'],
}

try {
  spawnSync(process.execPath, [GLOSS, 'ingest', join(ROOT, 'samples', 'papers')], { env, stdio: 'ignore' })
  const taken = new Map(Object.keys(commands).map((name) => [name, [] as number[]]))
  // The first round fills the compile cache and is not counted.
  for (let round = 0; round <= ROUNDS; round++)
    for (const [name, args] of Object.entries(commands)) {
      const ms = processorMs(args)
      if (round > 0) taken.get(name)?.push(ms)
    }
  const medians = Object.fromEntries([...taken].map(([name, values]) => [name, median(values)]))
  const empty = medians['node -e 0'] ?? Number.NaN
  const result = {
    task: `processor time of whole commands from source, compile cache filled, ${ROUNDS} rounds by turns, median`,
    machine: `${cpus()[0]?.model ?? 'unknown'} x ${cpus().length}`,
    node: process.version,
    commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8', cwd: ROOT }).trim(),
    date: new Date().toISOString().slice(0, 10),
    cpuMs: medians,
    timesEmptyNode: Object.fromEntries(
      Object.entries(medians).map(([name, ms]) => [name, Math.round(ms / empty)]),
    ),
  }
  if (process.argv.includes('--write')) writeFileSync(RESULT, `${JSON.stringify(result, null, 2)}\n`)
  console.log(result)
} finally {
  rmSync(workspace, { recursive: true, force: true })
}

/** Throws where the command fails. */
function processorMs(args: readonly string[]): number {
  const script = '"$@" > /dev/null 2>&1 || exit 1; times'
  const options = { env, encoding: 'utf8' } as const
  const { status, stdout } = spawnSync('sh', ['-c', script, 'sh', process.execPath, ...args], options)
  if (status !== 0) throw new Error(`node ${args.join(' ')} failed`)
  // The second line is that of the children: `0m0.12s 0m0.03s`.
  const times = [...(stdout.split('\n')[1] ?? '').matchAll(/(\d+)m([\d.]+)s/g)]
  const seconds = times.map(([, minutes, rest]) => Number(minutes) * SECONDS_PER_MINUTE + Number(rest))
  return Math.round(seconds.reduce((sum, part) => sum + part, 0) * MS_PER_SECOND)
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}
