/** Tests /corpora and /gate: what is listed, made, overruled by hand and deleted, and corpora that are damaged or too many. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runCli } from '../../fixtures/run-cli.ts'
import { samplePaper } from '../../fixtures/served-samples.ts'
import { openService, sharedService } from '../../fixtures/service.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const service = sharedService({}, { papers: ['bark-extract-lupeol', 'medieval-trade-law'].map(samplePaper) })
const { post, remove } = service
const json = async (url: string) => (await service.get(url)).body

describe('/corpora', () => {
  it('lists them with what they hold', async () => {
    const states = { kept: 1, 'dropped:off_topic': 1 }
    expect(await json('/corpora')).toMatchObject({
      default: 'main',
      corpora: [{ name: 'main', papers: 2, states, pages: 4 }],
    })
  })

  it('makes one, knows it again and deletes it', async () => {
    const made = await post('/corpora', { name: 'second' })
    expect(made).toMatchObject({ status: 201, headers: { location: '/corpora/second' }, body: { papers: 0 } })
    expect((await post('/corpora', { name: 'second' })).status).toBe(200)
    expect((await json('/corpora/second')).name).toBe('second')
    expect(await remove('/corpora/second')).toMatchObject({ status: 204, text: '' })
    expect((await json('/corpora/second')).code).toBe('CORPUS_NOT_FOUND')
    expect((await remove('/corpora/second')).status).toBe(404)
  })

  it('holds at most GLOSS_MAX_CORPORA; those that exist can be used, and deleted to make room', async () => {
    const full = await openService({ maxCorpora: 2 })
    const make = (name: string) => full.post('/corpora', { name })
    const note = [{ name: 'note.txt', bytes: 'Lupeol binds the kinase AKT1.' }]
    const upload = (corpus: string) => full.upload(note, `corpus=${corpus}&topic=none`)
    expect([(await make('one')).status, (await make('two')).status]).toEqual([201, 201])
    for (const { body } of [await make('three'), await upload('three')])
      expect(body).toMatchObject({ status: 409, code: 'TOO_MANY_CORPORA' })
    expect(await full.gloss.workspace.listCorpora()).toEqual(['one', 'two'])
    expect(readdirSync(`${full.gloss.config.workspace}/incoming`)).toEqual([])
    expect([(await make('one')).status, (await upload('one')).status]).toEqual([200, 202])
    expect((await full.remove('/corpora/two')).status).toBe(204)
    expect((await upload('three')).status).toBe(202)
  })
})

describe('a damaged corpus next to an intact one', () => {
  function withDamage(): string {
    const cwd = temporaryFolder()
    const folder = join(cwd, '.gloss', 'corpora', 'bad')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'corpus.sqlite'), '')
    return cwd
  }

  it('is listed by the service with its problem and can be deleted, and the other works', async () => {
    const workspace = join(withDamage(), '.gloss')
    const damaged = await openService({ workspace })
    expect((await damaged.post('/corpora', { name: 'good' })).status).toBe(201)
    const listed = await damaged.get('/corpora')
    expect(listed).toMatchObject({
      status: 200,
      body: {
        corpora: [
          { name: 'bad', problem: 'STORE_DAMAGED' },
          { name: 'good', papers: 0 },
        ],
      },
    })
    expect((await damaged.get('/metrics')).status).toBe(200)
    expect((await damaged.get('/corpora/bad')).body.code).toBe('STORE_DAMAGED')
    expect((await damaged.remove('/corpora/bad')).status).toBe(204)
    // Damaged while a session has it open.
    writeFileSync(join(workspace, 'corpora', 'good', 'corpus.sqlite'), 'no corpus at all')
    expect((await damaged.remove('/corpora/good')).status).toBe(204)
    expect((await damaged.get('/corpora')).body.corpora).toEqual([])
  })

  it('is listed by the command line with its problem and can be deleted', async () => {
    const options = { cwd: withDamage() }
    const corpus = (...args: string[]) => runCli(['corpus', ...args], options)
    expect((await corpus('create', 'good')).code).toBe(0)
    const { code, stdout, stderr } = await corpus('list')
    expect([code, stderr]).toEqual([0, expect.stringContaining('gloss corpus repair')])
    expect(stdout).toMatch(/bad +STORE_DAMAGED[\s\S]*good +0 papers/)
    expect((await corpus('verify', '--corpus', 'bad')).code).toBe(1)
    expect((await corpus('delete', 'bad')).code).toBe(0)
    expect((await corpus('list')).stdout).not.toContain('bad')
  })
})

describe('/gate', () => {
  it('lists every decision with its scores and draws them', async () => {
    const { rows, topic, svg, tableA1 } = await json('/gate')
    expect([rows.length, topic, tableA1.total]).toEqual([2, 'biochem', 1])
    const off = { keep: false, overruled: null, state: 'dropped:off_topic', policy: 'contrast' }
    expect(rows[0]).toMatchObject(off)
    expect(rows[0].score).toBeLessThan(rows[0].cutoff)
    expect(svg).toMatch(/^<svg /)
  })

  it('draws no scores where no topic was judged', async () => {
    const service = await openService()
    const text = `On rats\n\nAbstract\n\n${'Lupeol lowered the pressure of the rats in the second group. '.repeat(40)}`
    await service.ingested([{ name: 'rats.txt', bytes: text }], 'topic=none')
    const { rows, svg } = (await service.get('/gate')).body
    expect(rows).toHaveLength(1)
    expect(svg).toContain('No paper has a gate score.')
  })

  it('is overruled by hand, until that is undone', async () => {
    const [{ paper }] = (await json('/gate')).rows
    const decide = async (decision: string | null) => (await post(`/gate/${paper}`, { decision })).body
    expect(await decide('keep')).toMatchObject({ state: 'kept', overruled: 'keep', keep: false })
    expect((await json(`/papers/${paper}`)).units).toBeGreaterThan(0)
    const { hits } = await json('/retrieve?q=royal+courts+and+stranded+goods&k=1')
    expect(hits[0].paper).toBe(paper)
    expect(await decide(null)).toMatchObject({ state: 'dropped:off_topic', overruled: null })
  })

  it('reports another writer without saying anything about its process', async () => {
    const { store } = await service.gloss.session()
    await using _ = await store.write('a test')
    const [{ paper }] = (await json('/gate')).rows
    const { body, text } = await post(`/gate/${paper}`, { decision: 'keep' })
    const detail = 'Another process is writing the corpus.'
    expect(body).toMatchObject({ status: 409, code: 'CORPUS_BUSY', retry: true, detail })
    for (const secret of ['a test', String(process.pid), service.gloss.config.workspace])
      expect(text).not.toContain(secret)
    expect((await remove('/corpora/main')).status).toBe(409)
  })
})
