/** Tests the whole workflow on the sample papers, and the objects that programs get. The papers are ingested once. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { rememberAbilities } from '../../fixtures/known-abilities.ts'
import { answerOf, runCli, SAMPLE_PAPERS } from '../../fixtures/run-cli.ts'
import { sharedFolder } from '../../fixtures/temporary-folder.ts'

interface Listed {
  readonly id: string
  readonly path: string
  readonly state: string
  readonly title: string
  readonly units: number
}

const cwd = sharedFolder()
const gloss = <Answer = Record<string, unknown>>(...args: string[]) => answerOf<Answer>(args, { cwd })
const papers = async () => (await gloss<{ papers: Listed[] }>('papers')).papers
let ingested: Record<string, unknown>

beforeAll(async () => {
  ingested = await gloss('ingest', SAMPLE_PAPERS, '--workers', '2')
})

describe('gloss ingest', () => {
  it('keeps the twelve papers on topic and counts what it did', () => {
    expect(ingested).toMatchObject({
      corpus: 'main',
      seen: 15,
      kept: 12,
      dropped: { off_topic: 3 },
      failed: {},
      units: expect.any(Number),
      seconds: expect.any(Number),
    })
  })

  it('finds nothing to do the second time, and says what to type next', async () => {
    const { stdout, stderr, code } = await runCli(['ingest', SAMPLE_PAPERS], { cwd })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^Kept 12 of 15 papers in corpus "main": 3 dropped \(3 off_topic\), 0 failed;/)
    expect(stdout).toContain('Unchanged since the last ingest: 15 papers.')
    expect(stdout).toContain('gloss retrieve "your question"')
    expect(stderr).toMatch(/^kept, \d units \(unchanged\): /m)
  })
})

describe('gloss retrieve', () => {
  it('answers with the fields of the contract', async () => {
    const answer = await gloss<{ hits: unknown[] }>(
      'retrieve',
      'which IC50 did the bark extract show?',
      '-k',
      '3',
    )
    expect(answer).toMatchObject({
      query: 'which IC50 did the bark extract show?',
      backend: 'auto',
      tookMs: expect.any(Number),
    })
    expect(answer.hits).toHaveLength(3)
    expect(answer.hits[0]).toMatchObject({
      rank: 1,
      score: expect.any(Number),
      unit: expect.any(String),
      text: expect.stringContaining('18.4 µg/mL'),
      paper: expect.any(String),
      title: 'Cytotoxic triterpenes from the stem bark of Terminalia lacustris',
      page: 1,
      span: [expect.any(Number), expect.any(Number)],
      why: expect.any(Object),
    })
  })

  it.each(['auto', 'words', 'vanilla', 'hybrid', 'walk'])(
    'answers by the backend %s for people',
    async (backend) => {
      const { stdout } = await runCli(['retrieve', 'lupeol', 'and', 'AKT', '--backend', backend], { cwd })
      expect(stdout).toMatch(/^1\. [^·]*»[^·]*[Ll]upeol[^·]*«/)
      expect(stdout).toContain(`5 hits from corpus "main" by backend ${backend}`)
    },
  )
})

describe('gloss papers and units', () => {
  it('list every paper with its state and gate scores', async () => {
    const listed = await papers()
    expect(listed).toHaveLength(15)
    for (const paper of listed)
      expect(paper).toMatchObject({
        id: expect.stringMatching(/^[0-9a-f]{32,}$/),
        path: expect.stringContaining(SAMPLE_PAPERS),
        abstract: expect.any(String),
        year: expect.any(Number),
        pages: 2,
        units: expect.any(Number),
        gate: { positive: expect.any(Number), negative: expect.any(Number), keep: paper.state === 'kept' },
      })
  })

  it('list the units of one paper', async () => {
    const [paper] = (await papers()).filter(({ state }) => state === 'kept')
    const { units } = await gloss<{ units: unknown[] }>(
      'units',
      '--paper',
      paper!.id.slice(0, 12),
      '--kind',
      'unit',
    )
    expect(units).toHaveLength(paper!.units)
    expect(units[0]).toMatchObject({ paper: paper!.id, kind: 'unit', name: 'EXTRACTED_POINT', page: 1 })
  })
})

describe('gloss gate', () => {
  it('lists what it decided, with a histogram as lines and as a file', async () => {
    const { stdout } = await runCli(['gate', '--svg', 'gate.svg'], { cwd })
    expect(stdout.match(/dropped:off_topic/g)).toHaveLength(3)
    expect(stdout).toContain('cut-off')
    expect(readFileSync(join(cwd, 'gate.svg'), 'utf8')).toMatch(/^<svg /)
  })

  it('explains one decision', async () => {
    const off = (await papers()).find(({ state }) => state === 'dropped:off_topic')
    const row = await gloss<{ explanation: string[] }>('gate', '--explain', off!.id.slice(0, 12))
    expect(row).toMatchObject({ paper: off!.id, keep: false, overruled: null })
    expect(row.explanation.join(' ')).toMatch(/Policy contrast: score .*kept above/)
  })

  it('is overruled by hand, whatever it says later, until that is undone', async () => {
    const off = (await papers()).find(({ path }) => path.includes('football'))
    const stateOf = async () => (await papers()).find(({ id }) => id === off!.id)
    expect(await gloss('gate', '--keep', off!.id)).toMatchObject({ papers: [{ state: 'kept' }] })
    expect((await stateOf())!.units).toBeGreaterThan(0)
    await gloss('gate', '--rerun')
    expect((await stateOf())!.state).toBe('kept')
    await gloss('gate', '--undo', off!.id)
    expect(await stateOf()).toMatchObject({ state: 'dropped:off_topic', units: 0 })
  })

  it('drops by hand what it would keep', async () => {
    const on = (await papers()).find(({ state }) => state === 'kept')
    expect(await gloss('gate', '--drop', on!.id)).toMatchObject({ papers: [{ state: 'dropped:by_hand' }] })
    expect(await gloss('gate', '--undo', on!.id)).toMatchObject({ papers: [{ state: 'kept' }] })
  })

  it('judges again by another policy and by a topic of its own, without reading a paper', async () => {
    writeFileSync(
      join(cwd, 'football.yaml'),
      'name: football\npositive: [football, expected goals, sports statistics, league matches]\n',
    )
    const football = await gloss('gate', '--topic', 'football.yaml')
    expect(football).toMatchObject({ seen: 15, changed: expect.any(Number) })
    expect((await papers()).find(({ path }) => path.includes('football'))!.state).toBe('kept')
    expect(football['kept']).toBeLessThan(5)
    const published = await gloss<{ kept: number }>('gate', '--topic', 'biochem', '--policy', 'published')
    expect(published.kept).toBeLessThanOrEqual(12)
    expect(await gloss('gate', '--topic', 'biochem', '--policy', 'contrast')).toMatchObject({ kept: 12 })
  })

  it('counts kept papers by category, and the parts sum to the whole', async () => {
    const { tableA1 } = await gloss<{
      tableA1: { total: number; domains: { count: number }[]; categories: { count: number }[] }
    }>('gate', '--stats')
    const sum = (rows: { count: number }[]) => rows.reduce((total, { count }) => total + count, 0)
    expect([tableA1.total, sum(tableA1.domains), sum(tableA1.categories)]).toEqual([12, 12, 12])
  })
})

describe('gloss corpus', () => {
  it('lists, shows, makes, checks and deletes', async () => {
    expect(await gloss('corpus', 'list')).toMatchObject({ corpora: [{ name: 'main', papers: 15 }] })
    expect(await gloss('corpus', 'show')).toMatchObject({
      papers: 15,
      states: { kept: 12, 'dropped:off_topic': 3 },
      settings: { embedder: expect.stringContaining('static'), topic: 'biochem' },
    })
    expect(await gloss('corpus', 'verify')).toEqual({ ok: true, problems: [] })
    await gloss('corpus', 'create', 'other')
    expect(await gloss('corpus', 'list')).toMatchObject({ corpora: [{ name: 'main' }, { name: 'other' }] })
    await gloss('corpus', 'delete', 'other')
    expect(await gloss('corpus', 'list')).toMatchObject({ corpora: [{ name: 'main' }] })
    expect(existsSync(join(cwd, '.gloss', 'other'))).toBe(false)
  })

  it('embeds again without reading', async () => {
    const { units, passages } = await gloss<{ units: number; passages: number }>('corpus', 'show')
    expect(await gloss('corpus', 'embed', '--embedder', 'static')).toMatchObject({ units: units + passages })
  })
})

describe('gloss doctor --servers', () => {
  it('shows what was found out about a model server, since when and why, and forgets it', async () => {
    const url = 'http://127.0.0.1:9/v1'
    rememberAbilities(join(cwd, '.gloss'), url)
    const { stdout } = await runCli(['doctor', '--servers'], { cwd })
    expect(stdout).toMatch(
      /proposer at http:..127\.0\.0\.1:9.v1\n +continued by prefix, thoughts not, since 20/,
    )
    expect(stdout).toContain('As a probe would have found it.')
    expect(await gloss('doctor', '--servers', '--forget')).toMatchObject({ isForgotten: true })
    expect(await gloss('doctor', '--servers')).toMatchObject({ servers: [] })
  })
})

describe('gloss doctor', () => {
  it('says what is there and what to type for what is missing', async () => {
    const { stdout, code } = await runCli(['doctor'], { cwd })
    expect(code).toBe(0)
    expect(stdout).toMatch(/ok +corpus main +15 papers/)
    expect(stdout).toMatch(/— +chat model/)
    expect(stdout).toContain('GLOSS_LLM_URL')
    expect(await gloss('doctor')).toMatchObject({ ok: true, findings: expect.any(Array) })
  })
})
