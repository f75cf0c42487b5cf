/** Tests the whole workflow on the sample papers, and the objects that programs get. The papers are ingested once. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { cliFolder } from '../../fixtures/cli-folder.ts'
import { rememberAbilities } from '../../fixtures/known-abilities.ts'
import { SAMPLE_PAPERS } from '../../fixtures/run-cli.ts'
import { column, type Json } from '../../fixtures/service.ts'

const { cwd, json, run, read, write } = cliFolder()
const papers = async (): Promise<Json[]> => (await json('papers')).papers
const paperWith = async (holds: (paper: Json) => boolean) => (await papers()).find(holds)
const isKept = ({ state }: Json) => state === 'kept'
const isFootball = ({ path }: Json) => path.includes('football')
const NUMBER = expect.any(Number)
let ingested: Json

beforeAll(async () => {
  ingested = await json(`ingest ${SAMPLE_PAPERS} --workers 2`)
})

describe('gloss ingest', () => {
  it('keeps the twelve papers on topic and counts what it did', () => {
    const counts = { seen: 15, kept: 12, dropped: { off_topic: 3 }, failed: {} }
    expect(ingested).toMatchObject({ corpus: 'main', ...counts, units: NUMBER, seconds: NUMBER })
  })

  it('finds nothing to do the second time, and says what to type next', async () => {
    const { stdout, stderr, code } = await run(`ingest ${SAMPLE_PAPERS}`)
    expect(code).toBe(0)
    expect(stdout).toMatch(/^Kept 12 of 15 papers in corpus "main": 3 dropped \(3 off_topic\), 0 failed;/)
    expect(stdout).toContain('Unchanged since the last ingest: 15 papers.')
    expect(stdout).toContain('gloss retrieve "your question"')
    expect(stderr).toMatch(/^kept, \d units \(unchanged\): /m)
  })
})

describe('gloss retrieve', () => {
  it('answers with the fields of the contract', async () => {
    const query = 'which IC50 did the bark extract show?'
    const answer = await json(['retrieve', query, '-k', '3'])
    expect(answer).toMatchObject({ query, backend: 'auto', tookMs: NUMBER, hits: [{}, {}, {}] })
    expect(answer.hits[0]).toMatchObject({
      rank: 1,
      score: NUMBER,
      unit: expect.any(String),
      text: expect.stringContaining('18.4 µg/mL'),
      paper: expect.any(String),
      title: 'Cytotoxic triterpenes from the stem bark of Terminalia lacustris',
      page: 1,
      span: [NUMBER, NUMBER],
      why: expect.any(Object),
    })
  })

  it.each(['auto', 'words', 'vanilla', 'hybrid', 'walk'])(
    'answers by the backend %s for people',
    async (backend) => {
      const { stdout } = await run(`retrieve lupeol and AKT --backend ${backend}`)
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
        year: NUMBER,
        pages: 2,
        units: NUMBER,
        gate: { positive: NUMBER, negative: NUMBER, keep: isKept(paper) },
      })
  })

  it('list the units of one paper', async () => {
    const paper = await paperWith(isKept)
    const { units } = await json(`units --paper ${paper.id.slice(0, 12)} --kind unit`)
    expect(units).toHaveLength(paper.units)
    expect(units[0]).toMatchObject({ paper: paper.id, kind: 'unit', name: 'EXTRACTED_POINT', page: 1 })
  })
})

describe('gloss gate', () => {
  it('lists what it decided, with a histogram as lines and as a file', async () => {
    const { stdout } = await run('gate --svg gate.svg')
    expect(stdout.match(/dropped:off_topic/g)).toHaveLength(3)
    expect(stdout).toContain('cut-off')
    expect(read('gate.svg')).toMatch(/^<svg /)
  })

  it('explains one decision', async () => {
    const { id } = await paperWith((paper) => !isKept(paper))
    const row = await json(`gate --explain ${id.slice(0, 12)}`)
    expect(row).toMatchObject({ paper: id, keep: false, overruled: null })
    expect(row.explanation.join(' ')).toMatch(/Policy contrast: score .*kept above/)
  })

  it('is overruled by hand, also when it judges again, until that is undone', async () => {
    const { id } = await paperWith(isFootball)
    expect(await json(`gate --keep ${id}`)).toMatchObject({ papers: [{ state: 'kept' }] })
    await json('gate --rerun')
    const kept = await paperWith(isFootball)
    expect([kept.state, kept.units > 0]).toEqual(['kept', true])
    await json(`gate --undo ${id}`)
    expect(await paperWith(isFootball)).toMatchObject({ state: 'dropped:off_topic', units: 0 })
  })

  it('drops by hand what it would keep', async () => {
    const { id } = await paperWith(isKept)
    expect(await json(`gate --drop ${id}`)).toMatchObject({ papers: [{ state: 'dropped:by_hand' }] })
    expect(await json(`gate --undo ${id}`)).toMatchObject({ papers: [{ state: 'kept' }] })
  })

  it('judges again by another policy and by a topic of a file, without reading a paper', async () => {
    const words = 'football, expected goals, sports statistics, league matches'
    write('football.yaml', `name: football\npositive: [${words}]\n`)
    const football = await json('gate --topic football.yaml')
    expect(football).toMatchObject({ seen: 15, changed: NUMBER })
    expect((await paperWith(isFootball)).state).toBe('kept')
    expect(football.kept).toBeLessThan(5)
    expect((await json('gate --topic biochem --policy published')).kept).toBeLessThanOrEqual(12)
    expect(await json('gate --topic biochem --policy contrast')).toMatchObject({ kept: 12 })
  })

  it('counts kept papers by category, and the parts sum to the whole', async () => {
    const { total, domains, categories } = (await json('gate --stats')).tableA1
    const sum = (rows: Json[]) => column(rows, 'count').reduce((all: number, count: number) => all + count, 0)
    expect([total, sum(domains), sum(categories)]).toEqual([12, 12, 12])
  })
})

describe('gloss corpus', () => {
  it('lists, shows, makes, checks and deletes', async () => {
    const names = async () => column((await json('corpus list')).corpora, 'name')
    expect(await json('corpus list')).toMatchObject({ corpora: [{ name: 'main', papers: 15 }] })
    expect(await json('corpus show')).toMatchObject({
      papers: 15,
      states: { kept: 12, 'dropped:off_topic': 3 },
      settings: { embedder: expect.stringContaining('static'), topic: 'biochem' },
    })
    expect(await json('corpus verify')).toEqual({ ok: true, problems: [] })
    await json('corpus create other')
    expect(await names()).toEqual(['main', 'other'])
    await json('corpus delete other')
    expect(await names()).toEqual(['main'])
    expect(existsSync(join(cwd, '.gloss', 'other'))).toBe(false)
  })

  it('embeds again without reading', async () => {
    const { units, passages } = await json('corpus show')
    expect(await json('corpus embed --embedder static')).toMatchObject({ units: units + passages })
  })
})

describe('gloss doctor', () => {
  it('shows what is known about a model server, since when and why, and forgets it', async () => {
    rememberAbilities(join(cwd, '.gloss'), 'http://127.0.0.1:9/v1')
    const { stdout } = await run('doctor --servers')
    expect(stdout).toMatch(
      /proposer at http:..127\.0\.0\.1:9.v1\n +continued by prefix, thoughts not, since 20/,
    )
    expect(stdout).toContain('As a probe would have found it.')
    expect(await json('doctor --servers --forget')).toMatchObject({ isForgotten: true })
    expect(await json('doctor --servers')).toMatchObject({ servers: [] })
  })

  it('says what works and what to type for what is missing', async () => {
    const { stdout, code } = await run('doctor')
    expect(code).toBe(0)
    expect(stdout).toMatch(/ok +corpus main +15 papers/)
    expect(stdout).toMatch(/— +chat model/)
    expect(stdout).toContain('GLOSS_LLM_URL')
    expect(await json('doctor')).toMatchObject({ ok: true, findings: expect.any(Array) })
  })
})
