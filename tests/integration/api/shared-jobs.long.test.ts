/** Real servers and workers of one PostgreSQL server, killed in the middle. TEST_POSTGRES=postgres://… names one that databases may be made on; skipped without. */
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { env } from 'node:process'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openPostgresServer, type PostgresServer } from '../../../corpus/adapters/postgres-connection.ts'
import { openPostgresCorpora } from '../../../corpus/adapters/postgres-corpora.ts'
import { killed } from '../../fixtures/child-process.ts'
import { uploadOf } from '../../fixtures/open-uploads.ts'
import { runCli, SAMPLE_PAPERS, startCli } from '../../fixtures/run-cli.ts'
import { formOf } from '../../fixtures/served-samples.ts'
import { jsonOf } from '../../fixtures/served-solver.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const { TEST_POSTGRES: address = '' } = env

const samples = () =>
  readdirSync(SAMPLE_PAPERS)
    .filter((name) => name.endsWith('.pdf'))
    .map((name) => ({ name, bytes: readFileSync(join(SAMPLE_PAPERS, name)) }))

describe.skipIf(address === '')('several processes of one PostgreSQL server (TEST_POSTGRES)', () => {
  const name = `jobs_${Date.now().toString(36)}`
  const store = address === '' ? '' : Object.assign(new URL(address), { pathname: `/${name}` }).href
  let admin: PostgresServer
  let database: PostgresServer
  beforeAll(async () => {
    admin = await openPostgresServer(address)
    await admin.query(`CREATE DATABASE ${name}`)
    database = await openPostgresServer(store)
  })
  afterAll(async () => {
    await database.close()
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
    await admin.close()
  })

  const addressAs = (application: string) => `${store}?application_name=${application}`
  async function started(application: string) {
    const settings = { GLOSS_STORE: addressAs(application), GLOSS_WORKERS: '1', GLOSS_FETCH: 'never' }
    const { child } = startCli(['serve', '--port', '0', '--json'], { cwd: temporaryFolder(), env: settings })
    onTestFinished(() => killed(child))
    const [line] = await once(createInterface(child.stdout), 'line')
    return { application, origin: JSON.parse(line).url as string, kill: () => killed(child) }
  }
  const begin = async (origin: string, corpus: string) => {
    const { payload, headers } = formOf(samples())
    const upload = { method: 'POST', headers, body: new Uint8Array(payload) }
    return (await jsonOf(`${origin}/papers?corpus=${corpus}&topic=none`, upload)) as { id: string }
  }
  /** Who has a lock. */
  const working = async () =>
    await database.query<{ application: string }>(
      `SELECT DISTINCT application_name AS application FROM pg_locks JOIN pg_stat_activity USING (pid)
       WHERE locktype = 'advisory' AND datname = current_database()`,
    )
  const pieces = () => database.query('SELECT FROM gloss.upload_piece')

  it.each([
    { by: 'server', corpus: 'main' },
    { by: 'worker', corpus: 'other' },
  ])('goes on at another $by when the server that reads is killed', async ({ by, corpus }) => {
    const servers = await Promise.all(['one', 'two'].map(started))
    const { id } = await begin(servers[0]!.origin, corpus)
    const jobAt = (origin: string) => jsonOf(`${origin}/jobs/${id}`)
    await expect
      .poll(async () => (await jobAt(servers[1]!.origin)).papers, { timeout: 60_000, interval: 20 })
      .toBeGreaterThan(0)
    const [reader] = await working()
    const other = servers.find(({ application }) => application !== reader?.application)!
    for (const each of servers) if (by === 'worker' || each !== other) await each.kill()
    const [row] = await database.query<{ state: string }>('SELECT state FROM gloss.upload WHERE id = $1', [
      id,
    ])
    expect(row?.state).toBe('running')
    if (by === 'worker') {
      const work = await runCli(['work', '--once'], {
        cwd: temporaryFolder(),
        env: { GLOSS_STORE: addressAs('three') },
      })
      expect(work.stdout.match(/ {2}kept$/gm)).toHaveLength(samples().length)
    }
    const { origin } = by === 'worker' ? await started('four') : other
    await expect.poll(async () => (await jobAt(origin)).state, { timeout: 120_000 }).toBe('done')
    const job = await jobAt(origin)
    expect(job).toMatchObject({ papers: samples().length, result: { seen: samples().length, failed: {} } })
    expect(job.result.unchanged).toBeGreaterThan(0)
    const { papers } = await jsonOf(`${origin}/papers?corpus=${corpus}`)
    expect([papers.length, await pieces()]).toEqual([samples().length, []])
    const page = await fetch(`${origin}/papers/${papers[0].id}/pages/1/image?corpus=${corpus}`)
    expect(page.status).toBe(200)
    const opened = await openPostgresCorpora(database).open(corpus)
    expect(await opened.verify()).toEqual([])
  })

  it('has no job of a form whose server was killed while it came', async () => {
    const [one, other] = await Promise.all(['one', 'two'].map(started))
    const { payload, headers } = formOf(samples())
    const { hostname, port } = new URL(one!.origin)
    const client = connect(Number(port), hostname)
    client.on('error', () => undefined)
    const isClosed = new Promise((resolve) => client.once('close', resolve))
    const head = `POST /papers?corpus=half HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: ${headers['content-type']}\r\ncontent-length: ${payload.length}\r\n\r\n`
    client.write(head)
    client.write(payload.subarray(0, payload.length / 2), () => void one!.kill())
    await isClosed
    const { jobs } = await jsonOf(`${other!.origin}/jobs`)
    expect([jobs.filter(({ corpus }: { corpus: string }) => corpus === 'half'), await pieces()]).toEqual([
      [],
      [],
    ])
  })

  it('stores an upload whole or not at all when the connection is lost in the middle', async () => {
    const others = openPostgresCorpora(await openPostgresServer(addressAs('lost')))
    onTestFinished(() => others.close())
    const upload = uploadOf('lost')
    async function* content() {
      yield Uint8Array.of(1)
      await database.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1',
        ['lost'],
      )
      yield Uint8Array.of(2)
    }
    const files = [{ ...upload.files[0]!, content }]
    await expect(others.uploadJobs.add({ ...upload, files })).rejects.toMatchObject({
      code: 'STORE_UNREACHABLE',
    })
    expect([await others.uploadJobs.get(upload.id), await pieces()]).toEqual([null, []])
  })

  it('gives each of many uploads to one of many who claim at once', async () => {
    const corpora = await Promise.all(
      Array.from({ length: 6 }, async () => openPostgresCorpora(await openPostgresServer(store))),
    )
    const ids = []
    for (let at = 0; at < 40; at++) ids.push((await corpora[0]!.uploadJobs.add(uploadOf(`many-${at}`))).id)
    const claimed: string[] = []
    const claimAll = async ({ uploadJobs }: (typeof corpora)[number]) => {
      for (;;) {
        await using held = await uploadJobs.claim([])
        if (held === null) return
        claimed.push(held.job.id)
        await held.end({ state: 'done', result: {} })
      }
    }
    await Promise.all(corpora.map(claimAll))
    expect(claimed.toSorted()).toEqual(ids.toSorted())
    for (const each of corpora) await each.close()
  })
})
