/**
 * The service of soak.bench.ts, a process of its own with small limits, so that they are met. usage: node bench/soak-service-child.ts
 * UPSTREAM_URL; prints `{origin, workspace}`, and `{heapMb, outsideMb, cachesMb}` after a collection of garbage for each line of its standard input;
 * stops when that ends.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { buildServer, stopServer } from '../api/index.ts'
import { loadConfig, openGloss } from '../app/index.ts'
import { roleModels } from '../scripts/lib/scripted-solver.ts'

const GRACE_MS = 2_000
const BYTES_PER_MB = 1024 * 1024

const workspace = mkdtempSync(join(tmpdir(), 'gloss-soak-'))
const settings = {
  workspace,
  execute: true,
  maxBodyMb: 4,
  readTimeoutMs: 10_000,
  jobs: 2,
  waitingJobs: 12,
  uploads: 4,
  waitingPictures: 8,
  executions: 2,
  waitingExecutions: 2,
  runs: 2,
  eventStreams: 12,
  openCorpora: 12,
  bodyTimeoutMs: 20_000,
  logLevel: 'error',
}
const gloss = await openGloss(loadConfig(settings, roleModels(process.argv[2] ?? '')))
const server = buildServer(gloss)
const origin = await server.listen({ host: '127.0.0.1', port: 0 })
console.log(JSON.stringify({ origin, workspace }))
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
for await (const _ of createInterface({ input: process.stdin })) {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  const { payload } = await server.inject('/metrics')
  const cachesBytes = [...payload.matchAll(/^gloss_cache_bytes\{.*\} (\d+)$/gm)].reduce(
    (sum, [, bytes]) => sum + Number(bytes),
    0,
  )
  console.log(
    JSON.stringify({
      heapMb: heapUsed / BYTES_PER_MB,
      outsideMb: external / BYTES_PER_MB,
      cachesMb: cachesBytes / BYTES_PER_MB,
    }),
  )
}
await stopServer(server, GRACE_MS)
await gloss.close()
rmSync(workspace, { recursive: true, force: true })
