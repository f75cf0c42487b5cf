/**
 * The service of proxy.bench.ts, a process of its own, over a workspace with one sample paper. usage: node bench/proxy-service-child.ts
 * UPSTREAM_URL; prints its address, and for each line of its standard input the microseconds of processor time it has used so far.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { buildServer, stopServer } from '../../../api/index.ts'
import { ingestPaths, loadConfig, openGloss } from '../../../app/index.ts'

const PAPER = join(import.meta.dirname, '..', '..', '..', 'samples', 'papers', 'ace-haplotype-lisinopril.pdf')
const INGEST_LIMIT_MS = 60_000
const GRACE_MS = 500

const workspace = mkdtempSync(join(tmpdir(), 'gloss-bench-'))
const settings = { workspace, workers: 1, llmUrl: process.argv[2], llmModel: 'scripted' }
const gloss = await openGloss(loadConfig(settings, {}))
await ingestPaths(gloss, { paths: [PAPER] }, () => undefined, AbortSignal.timeout(INGEST_LIMIT_MS))
const server = buildServer(gloss)
console.log(`${await server.listen({ host: '127.0.0.1', port: 0 })}/v1`)
for await (const _ of createInterface({ input: process.stdin })) {
  const { user, system } = process.cpuUsage()
  console.log(user + system)
}
await stopServer(server, GRACE_MS)
await gloss.close()
rmSync(workspace, { recursive: true, force: true })
