/**
 * `npm run container:smoke`: builds the Dockerfile's image and starts it as an operator would. The container must refuse to start without
 * a key, ingest and answer with one, run code in bubblewrap as a user other than root, stop on request, and keep its corpus on a restart.
 * Needs Docker with a daemon, or Podman; without both it says so and succeeds.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask, type Engine, findEngine } from './container/engine.ts'
import { nodeBase } from './container/node-base.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const PAPER = join(ROOT, 'samples', 'papers', 'bark-extract-lupeol.pdf')
const NAME = `gloss-smoke-${process.pid}`
const IMAGE = `localhost/${NAME}`
const KEY = randomUUID()
const PATIENCE_MS = 60_000
const POLL_MS = 250
/** What bubblewrap needs beyond the defaults, as in docs/container.md: namespaces for all users, and a writable /proc/sys. */
const FOR_BUBBLEWRAP = {
  docker: ['seccomp=unconfined', 'apparmor=unconfined', 'systempaths=unconfined'],
  podman: ['seccomp=unconfined', 'unmask=/proc/sys'],
}

interface Running {
  readonly engine: Engine
  readonly address: string
  readonly start: () => Promise<string>
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function build(engine: Engine): Promise<void> {
  const started = performance.now()
  const base = await nodeBase(engine)
  console.log(base.isStandIn ? `on a stand-in for the official image (${base.image})` : `on ${base.image}`)
  // The image format that keeps HEALTHCHECK; Docker has no other.
  const format = engine.name === 'podman' ? ['--format', 'docker'] : []
  const from = ['--build-arg', `NODE_IMAGE=${base.image}`]
  await ask(engine, 'build', ...format, '--network', 'host', ...from, '--tag', IMAGE, ROOT)
  const bytes = Number(await ask(engine, 'image', 'inspect', '--format', '{{.Size}}', IMAGE))
  const seconds = (performance.now() - started) / 1000
  console.log(`ok built with ${engine.name}: ${(bytes / 1e6).toFixed(0)} MB (${seconds.toFixed(0)} s)`)
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE_MS
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`${what}: not within ${PATIENCE_MS / 1000} s`)
    await sleep(POLL_MS)
  }
}

const json = async (path: string, address: string, init: RequestInit = {}) => {
  const response = await fetch(address + path, { ...init, headers: { authorization: `Bearer ${KEY}` } })
  assert.ok(response.ok, `${path}: ${response.status} ${response.ok ? '' : await response.text()}`)
  return (await response.json()) as Record<string, unknown>
}

const isReady = (address: string) => async () =>
  (await fetch(`${address}/ready`).catch(() => undefined))?.ok === true

async function checkRefusals({ engine, address, start }: Running): Promise<void> {
  const keyless = ask(engine, 'run', '--rm', ...engine.limits, '--network', 'host', IMAGE)
  await assert.rejects(keyless, /CONFIG_INVALID/, 'no start without a key')
  await start()
  await until('the first start', isReady(address))
  assert.equal((await fetch(`${address}/corpora`)).status, 401)
  console.log('ok refuses to start without a key, and clients without it')
}

async function checkAnswers({ address }: Running): Promise<void> {
  const form = new FormData()
  form.append('paper', new Blob([await readFile(PAPER)]), basename(PAPER))
  const { id } = await json('/papers?corpus=main&topic=none', address, { method: 'POST', body: form })
  await until('the upload', async () => {
    const { state } = await json(`/jobs/${id}`, address)
    assert.ok(state === 'waiting' || state === 'running' || state === 'done', String(state))
    return state === 'done'
  })
  await checkHits(address)
  console.log('ok reads an uploaded paper and answers from it')
}

async function checkHits(address: string): Promise<void> {
  const { hits } = await json('/retrieve?q=which+IC50+did+the+bark+extract+show&corpus=main', address)
  assert.match(JSON.stringify(hits), /IC50/)
}

async function checkSandbox({ address, engine }: Running): Promise<void> {
  const user = await ask(engine, 'exec', NAME, 'id', '--user')
  assert.notEqual(user, '0', 'the service runs as root')
  const answer = await json('/execute', address, {
    method: 'POST',
    body: new Blob([JSON.stringify({ code: 'print(6 * 7)' })], { type: 'application/json' }),
  })
  assert.match(JSON.stringify(answer), /42/)
  console.log(`ok runs code in bubblewrap, as user ${user}`)
}

/** Podman starts no timer for a HEALTHCHECK here, so it is run directly; Docker's own is awaited. */
async function checkHealth({ engine }: Running): Promise<void> {
  if (engine.name === 'podman') await ask(engine, 'healthcheck', 'run', NAME)
  else
    await until('healthy', async () => {
      return (await ask(engine, 'inspect', '--format', '{{.State.Health.Status}}', NAME)) === 'healthy'
    })
  console.log('ok healthy, by its own HEALTHCHECK')
}

async function checkStop({ engine, address }: Running): Promise<void> {
  const started = performance.now()
  await ask(engine, 'stop', '--time', '30', NAME)
  const status = await ask(engine, 'inspect', '--format', '{{.State.ExitCode}}', NAME)
  assert.equal(status, '0', 'the exit code after SIGTERM')
  console.log(`ok stops on SIGTERM (${((performance.now() - started) / 1000).toFixed(1)} s)`)
  await ask(engine, 'start', NAME)
  await until('the second start', isReady(address))
  await checkHits(address)
  console.log('ok has its corpus again after a restart')
}

async function tryImage(engine: Engine): Promise<void> {
  const port = await freePort()
  const environment = [
    `GLOSS_KEY=${KEY}`,
    `GLOSS_PORT=${port}`,
    'GLOSS_EXECUTE=1',
    'GLOSS_SANDBOX=bubblewrap',
  ]
  const options = [
    ...['--detach', '--name', NAME, '--network', 'host', ...engine.limits],
    ...FOR_BUBBLEWRAP[engine.name].flatMap((option) => ['--security-opt', option]),
    ...environment.flatMap((variable) => ['--env', variable]),
  ]
  const running: Running = {
    engine,
    address: `http://127.0.0.1:${port}`,
    start: () => ask(engine, 'run', ...options, IMAGE),
  }
  const checks = [checkRefusals, checkAnswers, checkSandbox, checkHealth, checkStop]
  for (const check of checks) await check(running)
}

const engine = await findEngine()
if (engine === undefined) {
  console.log(
    'Neither a Docker daemon nor Podman is here: the image was not built. (apt-get install podman runc mmdebstrap)',
  )
} else {
  try {
    await build(engine)
    await tryImage(engine)
    console.log('The image works.')
  } catch (error) {
    await ask(engine, 'logs', NAME).then(console.log, () => undefined)
    throw error
  } finally {
    await ask(engine, 'rm', '--force', '--volumes', NAME).catch(() => undefined)
    await ask(engine, 'rmi', '--force', IMAGE).catch(() => undefined)
  }
}
