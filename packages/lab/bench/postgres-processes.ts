/** Starts processes of Gloss that share one PostgreSQL server on this machine, and reads the processor time of all of them. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { openPostgresServer } from '../../../corpus/adapters/postgres-connection.ts'
import { sharedPath } from '../../../tests/fixtures/shared.ts'

const MAIN = join(import.meta.dirname, '..', '..', '..', 'cli', 'main.ts')
/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10
const KB_PER_MB = 1024

/** Address of the server; empty if not configured. */
export const { TEST_POSTGRES: address = '' } = process.env

export function startGloss(folder: string, ...args: string[]): ChildProcess {
  const env = { ...process.env, GLOSS_STORE: address, GLOSS_WORKSPACE: folder, GLOSS_FETCH: 'never' }
  return spawn(process.execPath, [MAIN, ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] })
}

export async function waitForEnd(child: ChildProcess): Promise<void> {
  const [code] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode]
  if (code !== 0) throw new Error(`${child.spawnargs.slice(2).join(' ')} ended with ${code}`)
}

/** Returns the milliseconds of processor time used by the processes that `isMeant` selects. */
async function cpuMs(isMeant: (pid: number, parent: number) => boolean): Promise<number> {
  let ticks = 0
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')
    const rest = stat.slice(stat.lastIndexOf(')') + 2)
    if (rest === '' || !isMeant(Number(pid), Number(rest.split(' ')[1]))) continue
    // User and system time, including those of its children that have ended.
    for (const field of rest.split(' ').slice(11, 15)) ticks += Number(field)
  }
  return ticks * TICK_MS
}

/** Returns the processor time of the database server on this machine, counted from its first process, which started all others. */
export async function serverMs(): Promise<number> {
  const server = await openPostgresServer(address)
  const [row] = await server.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const stat = await readFile(`/proc/${row!.pid}/stat`, 'latin1')
  await server.close()
  const first = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  return await cpuMs((pid, parent) => pid === first || parent === first)
}

export const childMs = ({ pid }: ChildProcess) => cpuMs((other) => other === pid)

async function msOf(children: readonly ChildProcess[]): Promise<number> {
  const all = await Promise.all([serverMs(), ...children.map(childMs)])
  return all.reduce((sum, ms) => sum + ms, 0)
}

async function residentMb({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / KB_PER_MB
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}

async function waitUntilHealthy(origin: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const answer = await fetch(`${origin}/health`).catch(() => null)
    if (answer?.ok === true) return
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error(`${origin} does not answer`)
}

/** Reads a file of a published set, with one document or question per line. */
export async function readSet(...path: string[]): Promise<{ text: string; title?: string }[]> {
  const lines = (await readFile(sharedPath('data', ...path), 'utf8')).trim().split('\n')
  return lines.map((line) => JSON.parse(line))
}

/** Starts this many servers, runs `use` with their addresses, and stops them. */
export async function withServers<T>(
  count: number,
  folder: string,
  use: (origins: string[], children: ChildProcess[]) => Promise<T>,
): Promise<T> {
  const ports = await Promise.all(Array.from({ length: count }, freePort))
  const children = ports.map((port, at) =>
    startGloss(join(folder, `server-${at}`), 'serve', '--port', String(port)),
  )
  try {
    const origins = ports.map((port) => `http://127.0.0.1:${port}`)
    await Promise.all(origins.map(waitUntilHealthy))
    return await use(origins, children)
  } finally {
    for (const child of children) child.kill()
    await Promise.all(children.map((child) => child.exitCode ?? once(child, 'exit')))
  }
}

/** Asks SciFact's claims, each in a new wording, from `clients` connections for `seconds`. */
export async function askFor(
  seconds: number,
  clients: number,
  backend: string,
  origins: readonly string[],
  children: readonly ChildProcess[],
) {
  const claims = await readSet('scifact', 'queries.jsonl')
  const times: number[] = []
  let next = 0
  const ask = async () => {
    const at = next++
    const q = `${claims[at % claims.length]!.text} ${at}`
    const started = performance.now()
    const query = new URLSearchParams({ q, backend })
    const answer = await fetch(`${origins[at % origins.length]}/retrieve?${query}`)
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`a question was answered with ${answer.status}`)
    times.push(performance.now() - started)
  }
  await ask()
  const [firstMs] = times
  for (let warm = 1; warm < 20 * origins.length; warm++) await ask()
  times.length = 0
  const [started, before] = [performance.now(), await msOf(children)]
  const client = async () => {
    while (performance.now() - started < seconds * 1_000) await ask()
  }
  await Promise.all(Array.from({ length: clients }, client))
  const elapsed = (performance.now() - started) / 1_000
  const cpuAQuestion = ((await msOf(children)) - before) / times.length
  times.sort((one, other) => one - other)
  return {
    firstMs: firstMs!,
    questionsASecond: times.length / elapsed,
    medianMs: times[times.length >> 1]!,
    p99Ms: times[Math.floor(times.length * 0.99)]!,
    cpuAQuestion,
    residentMb: Math.max(...(await Promise.all(children.map(residentMb)))),
  }
}

/** Prints a table of figures with one decimal. */
export function printRows(rows: readonly Record<string, string | number>[]): void {
  const short = (value: string | number) => (typeof value === 'number' ? Number(value.toFixed(1)) : value)
  console.table(
    rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, short(value)]))),
  )
}
