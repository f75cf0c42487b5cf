/**
 * Measures the gain from more servers and workers on one PostgreSQL server: runs 1, 2 and 4 processes of `gloss serve`, then of `gloss
 * work`, on this machine. Prints questions and papers per second, the 99th percentile, CPU time per question (including the database), and
 * bytes per unit. The papers are SciFact abstracts.
 * Run: TEST_POSTGRES=postgres://… npm run measure machines -- [--counts 1,2,4] [--seconds 10] [--clients 8] [--papers 64] [--backend
 * hybrid]   (an empty database)
 */
import type { ChildProcess } from 'node:child_process'
import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openPostgresServer } from '../../../corpus/adapters/postgres-connection.ts'
import { circumstances } from '../lib/circumstances.ts'
import {
  address,
  askFor,
  childMs,
  printRows,
  readSet,
  serverMs,
  startGloss,
  waitForEnd,
  withServers,
} from './postgres-processes.ts'

const ABSTRACTS_A_PAPER = 4
const { values: options } = parseArgs({
  options: {
    counts: { type: 'string', default: '1,2,4' },
    seconds: { type: 'string', default: '10' },
    clients: { type: 'string', default: '8' },
    papers: { type: 'string', default: '64' },
    backend: { type: 'string', default: 'hybrid' },
  },
})

async function writePapers(folder: string, first: number): Promise<void> {
  const abstracts = await readSet('scifact', 'corpus.jsonl')
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
  await waitForEnd(startGloss(folder, 'work', '--add', papers, '--topic', 'none'))
  const [started, before] = [performance.now(), await serverMs()]
  const children = Array.from({ length: workers }, (_, at) =>
    startGloss(join(folder, `worker-${at}`), 'work', '--once'),
  )
  const used = new Map<ChildProcess, number>()
  // The CPU time of a process can be read only while it is running.
  const looking = setInterval(async () => {
    for (const child of children) used.set(child, Math.max(used.get(child) ?? 0, await childMs(child)))
  }, 200)
  await Promise.all(children.map(waitForEnd))
  clearInterval(looking)
  const seconds = (performance.now() - started) / 1_000
  const cpu = (await serverMs()) - before + [...used.values()].reduce((sum, ms) => sum + ms, 0)
  return { papersASecond: Number(options.papers) / seconds, cpuAPaper: cpu / Number(options.papers) }
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
    const read = await readWith(count, folder)
    const asked = await withServers(count, folder, (origins, children) =>
      askFor(Number(options.seconds), Number(options.clients), options.backend, origins, children),
    )
    rows.push({ processes: count, ...read, ...asked, bytesAUnit: await bytesAUnit() })
  }
  console.log(circumstances())
  printRows(rows)
}

if (address === '') console.log('skipped: TEST_POSTGRES names no server')
else await measure()
