/**
 * What do more servers and workers of one PostgreSQL server give? 1, 2 and 4 processes of `gloss serve`, then of `gloss work`, on this machine: questions and papers
 * a second, the 99th percentile, CPU a question of all processes with those of the server, bytes a unit on it. The papers are texts made of SciFact's abstracts.
 * Run: TEST_POSTGRES=postgres://… npm run measure machines -- [--counts 1,2,4] [--seconds 10] [--clients 8] [--papers 64] [--backend hybrid]   (an empty database)
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtempDisposable, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openPostgresServer } from '../../../corpus/adapters/postgres-connection.ts'
import { sharedPath } from '../../../tests/fixtures/shared.ts'
import { circumstances } from '../lib/circumstances.ts'

const MAIN = join(import.meta.dirname, '..', '..', '..', 'cli', 'main.ts')
/** Linux counts time of processors in hundredths of a second. */
const TICK_MS = 10
const ABSTRACTS_A_PAPER = 4
const { TEST_POSTGRES: address = '' } = process.env
const { values: options } = parseArgs({
  options: {
    counts: { type: 'string', default: '1,2,4' },
    seconds: { type: 'string', default: '10' },
    clients: { type: 'string', default: '8' },
    papers: { type: 'string', default: '64' },
    backend: { type: 'string', default: 'hybrid' },
  },
})

function gloss(folder: string, ...args: string[]): ChildProcess {
  const env = { ...process.env, GLOSS_STORE: address, GLOSS_WORKSPACE: folder, GLOSS_FETCH: 'never' }
  return spawn(process.execPath, [MAIN, ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] })
}

async function ended(child: ChildProcess): Promise<void> {
  const [code] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode]
  if (code !== 0) throw new Error(`${child.spawnargs.slice(2).join(' ')} ended with ${code}`)
}

/** Milliseconds of processors that the processes of `isMeant` have used. */
async function cpuMs(isMeant: (pid: number, parent: number) => boolean): Promise<number> {
  let ticks = 0
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')
    const rest = stat.slice(stat.lastIndexOf(')') + 2)
    if (rest === '' || !isMeant(Number(pid), Number(rest.split(' ')[1]))) continue
    // User and system, with what its children that ended have used.
    for (const field of rest.split(' ').slice(11, 15)) ticks += Number(field)
  }
  return ticks * TICK_MS
}

/** The processes of the server, which is on this machine: the first of them started all others. */
async function serverMs(): Promise<number> {
  const server = await openPostgresServer(address)
  const [row] = await server.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const stat = await readFile(`/proc/${row!.pid}/stat`, 'latin1')
  await server.close()
  const first = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  return await cpuMs((pid, parent) => pid === first || parent === first)
}
const childMs = ({ pid }: ChildProcess) => cpuMs((other) => other === pid)

async function msOf(children: readonly ChildProcess[]): Promise<number> {
  const all = await Promise.all([serverMs(), ...children.map(childMs)])
  return all.reduce((sum, ms) => sum + ms, 0)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}

async function whenAnswering(origin: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const answer = await fetch(`${origin}/health`).catch(() => null)
    if (answer?.ok === true) return
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error(`${origin} does not answer`)
}

/** Abstracts and claims of SciFact. */
async function linesOf(file: string): Promise<{ text: string; title?: string }[]> {
  const lines = (await readFile(sharedPath('data', 'scifact', file), 'utf8')).trim().split('\n')
  return lines.map((line) => JSON.parse(line))
}

async function writePapers(folder: string, first: number): Promise<void> {
  const abstracts = await linesOf('corpus.jsonl')
  await mkdir(folder, { recursive: true })
  for (let at = 0; at < Number(options.papers); at++) {
    const start = ((first + at) * ABSTRACTS_A_PAPER) % abstracts.length
    const some = abstracts.slice(start, start + ABSTRACTS_A_PAPER)
    const text = some.map(({ title = '', text }) => `${title}\n\n${text}`).join('\n\n')
    await writeFile(join(folder, `paper-${first + at}.txt`), text)
  }
}

async function readWith(
  workers: number,
  folder: string,
): Promise<{ papersASecond: number; cpuAPaper: number }> {
  const papers = join(folder, `papers-${workers}`)
  await writePapers(papers, workers * Number(options.papers))
  await ended(gloss(folder, 'work', '--add', papers, '--topic', 'none'))
  const [started, before] = [performance.now(), await serverMs()]
  const children = Array.from({ length: workers }, (_, at) =>
    gloss(join(folder, `worker-${at}`), 'work', '--once'),
  )
  const used = new Map<ChildProcess, number>()
  // What a process used can be asked only while it is there.
  const looking = setInterval(async () => {
    for (const child of children) used.set(child, Math.max(used.get(child) ?? 0, await childMs(child)))
  }, 200)
  await Promise.all(children.map(ended))
  clearInterval(looking)
  const seconds = (performance.now() - started) / 1_000
  const cpu = (await serverMs()) - before + [...used.values()].reduce((sum, ms) => sum + ms, 0)
  return { papersASecond: Number(options.papers) / seconds, cpuAPaper: cpu / Number(options.papers) }
}

async function askWith(servers: number, folder: string) {
  const ports = await Promise.all(Array.from({ length: servers }, freePort))
  const children = ports.map((port, at) =>
    gloss(join(folder, `server-${at}`), 'serve', '--port', String(port)),
  )
  try {
    const origins = ports.map((port) => `http://127.0.0.1:${port}`)
    await Promise.all(origins.map(whenAnswering))
    const claims = await linesOf('queries.jsonl')
    const times: number[] = []
    let next = 0
    const ask = async () => {
      const at = next++
      const query = new URLSearchParams({
        q: `${claims[at % claims.length]!.text} ${at}`,
        backend: options.backend,
      })
      const started = performance.now()
      const answer = await fetch(`${origins[at % origins.length]}/retrieve?${query}`)
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`a question was answered with ${answer.status}`)
      times.push(performance.now() - started)
    }
    for (let warm = 0; warm < 20 * servers; warm++) await ask()
    times.length = 0
    const [started, before] = [performance.now(), await msOf(children)]
    const client = async () => {
      while (performance.now() - started < Number(options.seconds) * 1_000) await ask()
    }
    await Promise.all(Array.from({ length: Number(options.clients) }, client))
    const seconds = (performance.now() - started) / 1_000
    const cpu = ((await msOf(children)) - before) / times.length
    times.sort((one, other) => one - other)
    return {
      questionsASecond: times.length / seconds,
      p99Ms: times[Math.floor(times.length * 0.99)]!,
      cpuAQuestion: cpu,
    }
  } finally {
    for (const child of children) child.kill()
    await Promise.all(children.map((child) => child.exitCode ?? once(child, 'exit')))
  }
}

async function bytesAUnit(): Promise<number> {
  const server = await openPostgresServer(address)
  const [row] = await server.query<{ bytes: number; units: number }>(
    `SELECT sum(pg_total_relation_size(oid))::bigint AS bytes, (SELECT count(*) FROM gloss_1.unit) AS units
     FROM pg_class WHERE relnamespace = 'gloss_1'::regnamespace AND relkind = 'r'`,
  )
  await server.close()
  return row!.bytes / row!.units
}

async function measure(): Promise<void> {
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'gloss-machines-'))
  const folder = temporary.path
  const rows: Record<string, number>[] = []
  for (const count of options.counts.split(',').map(Number)) {
    const figures = {
      ...(await readWith(count, folder)),
      ...(await askWith(count, folder)),
      bytesAUnit: await bytesAUnit(),
    }
    const short = Object.entries(figures).map(([name, value]) => [name, Number(value.toFixed(1))])
    rows.push({ processes: count, ...Object.fromEntries(short) })
  }
  console.log(circumstances())
  console.table(rows)
}

if (address === '') console.log('skipped: TEST_POSTGRES names no server')
else await measure()
