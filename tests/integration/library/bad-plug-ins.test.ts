/** Plug-ins with faults: each ends the question with an error that names the plug-in and the fault, never with wrong hits. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type {
  BackendPlugIn,
  GivenPlugIns,
  GlossLibrary,
  OpenedBackend,
  PlugInHit,
} from '../../../library/index.ts'
import { openGloss } from '../../../library/index.ts'
import { runCli } from '../../fixtures/run-cli.ts'
import { writeSmallPapers } from '../../fixtures/small-papers.ts'
import { sharedFolder, temporaryFolder } from '../../fixtures/temporary-folder.ts'

const QUERY = 'Which compound binds the kinase?'
const never = () => new Promise<never>(() => undefined)

function backendOf(retrieve: OpenedBackend['retrieve'] | unknown): BackendPlugIn {
  return { name: 'faulty', timeoutMs: 50, open: () => ({ retrieve }) as OpenedBackend }
}

const shared = sharedFolder()

beforeAll(async () => {
  writeSmallPapers(join(shared, 'papers'), 3)
  await using gloss = await openGloss({ workspace: join(shared, 'corpora'), env: {} })
  await gloss.ingest([join(shared, 'papers')], { topic: 'none' })
})

/** Opens a library over three papers that were ingested once. */
function withPapers(plugIns: GivenPlugIns, onNotice = (_: string) => {}): Promise<GlossLibrary> {
  return openGloss({ workspace: join(shared, 'corpora'), env: {}, plugIns, onNotice })
}

const failed = (says: RegExp) => ({ code: 'PLUGIN_FAILED', message: expect.stringMatching(says) })
function fail(message: string): never {
  throw new Error(message)
}

describe('a backend', () => {
  it.each<[name: string, retrieve: (unit: string) => unknown, says: RegExp]>([
    ['that throws', () => fail('no index'), /backend faulty threw: no index/],
    ['that rejects', async () => fail('gone'), /threw: gone/],
    ['that hangs', never, /did not answer within 50 ms/],
    ['without a list', () => ({ hits: [] }), /without a list of hits/],
    ['with NaN', (unit) => [{ unit, score: Number.NaN }], /the score NaN/],
    ['with infinity', (unit) => [{ unit, score: 1 / 0 }], /the score Infinity/],
    ['with a text for a score', (unit) => [{ unit, score: '1' }], /the score 1,/],
    ['with an unknown id', () => [{ unit: 'x', score: 1 }], /"x", which is not a unit of the corpus/],
    ['with null for a hit', () => [null], /hit without a unit/],
    ['with a unit twice', (unit) => [1, 2].map((score) => ({ unit, score })), /twice/],
  ])('%s ends the question with PLUGIN_FAILED', async (_, retrieve, says) => {
    let unit = ''
    await using gloss = await withPapers({ backends: { faulty: backendOf(() => retrieve(unit)) } })
    unit = (await gloss.retrieve(QUERY)).hits[0]?.unit ?? ''
    await expect(gloss.retrieve(QUERY, { backend: 'faulty' })).rejects.toMatchObject(failed(says))
  })

  it('with too many hits gives the best of them, and one notice', async () => {
    const notices: string[] = []
    let all: PlugInHit[] = []
    await using gloss = await withPapers({ backends: { greedy: backendOf(() => all) } }, (text) =>
      notices.push(text),
    )
    const known = await gloss.retrieve(QUERY, { k: 10 })
    all = known.hits.map(({ unit }, at) => ({ unit, score: at }))
    // A place of a paper is one hit, so more units than `k` are asked for.
    const many = [...all]
    while (many.length < 40) many.push({ unit: `more-${many.length}`, score: -many.length })
    all = many
    const { hits } = await gloss.retrieve(QUERY, { backend: 'greedy', k: 1 })
    expect(hits.map(({ unit }) => unit)).toEqual([known.hits.at(-1)?.unit])
    await gloss.retrieve(QUERY, { backend: 'greedy', k: 1 })
    expect(notices.filter((text) => text.includes('40 hits'))).toHaveLength(1)
  })

  it('that ignores the filter loses the hits that do not pass it', async () => {
    let all: PlugInHit[] = []
    await using gloss = await withPapers({ backends: { blind: backendOf(() => all) } })
    const { hits } = await gloss.retrieve(QUERY)
    all = hits.map(({ unit }) => ({ unit, score: 1 }))
    const paper = hits[0]?.paper ?? ''
    const found = await gloss.retrieve(QUERY, { backend: 'blind', filter: { papers: [paper] } })
    expect(new Set(found.hits.map((hit) => hit.paper))).toEqual(new Set([paper]))
  })

  it('that was stopped by the caller throws the reason of the caller', async () => {
    await using gloss = await withPapers({ backends: { slow: { ...backendOf(never), timeoutMs: 60_000 } } })
    const stop = new AbortController()
    const asked = gloss.retrieve(QUERY, { backend: 'slow', signal: stop.signal })
    stop.abort(new Error('enough'))
    await expect(asked).rejects.toThrow('enough')
  })
})

describe('an embedder', () => {
  it.each<[name: string, embed: (texts: readonly string[]) => unknown, says: RegExp]>([
    ['that hangs', never, /did not answer within 50 ms/],
    ['with NaN', (texts) => texts.map(() => [Number.NaN, 1]), /not finite/],
    ['of another width', (texts) => texts.map(() => [1]), /width 1 instead of 2/],
    ['that loses a text', () => [], /without as many vectors/],
  ])('%s ends the ingest with PLUGIN_FAILED', async (_, embed, says) => {
    const plugIns = { embedder: { name: 'bad', dims: 2, timeoutMs: 50, embed: embed as never } }
    await using gloss = await openGloss({ workspace: temporaryFolder(), env: {}, plugIns })
    const ingest = gloss.ingest([join(shared, 'papers')], { topic: 'none' })
    await expect(ingest).rejects.toMatchObject(failed(says))
  })

  it('that works is the corpus’s own, and only that embedder opens it again', async () => {
    const folder = temporaryFolder()
    writeSmallPapers(join(folder, 'papers'), 2)
    const options = { workspace: join(folder, 'corpora'), env: {} }
    const embed = (texts: readonly string[]) => texts.map((text) => [text.length, 1])
    const plugIns = { embedder: { name: 'lengths', dims: 2, embed } }
    await using gloss = await openGloss({ ...options, plugIns })
    await gloss.ingest([join(folder, 'papers')], { topic: 'none' })
    expect((await gloss.retrieve(QUERY, { backend: 'vanilla' })).hits.length).toBeGreaterThan(0)
    await gloss.close()
    await using without = await openGloss(options)
    await expect(without.retrieve(QUERY)).rejects.toThrow(
      /lengths is a plug-in that was not given to this command/,
    )
  })
})

it.each([
  { name: 'that throws', read: () => fail('not mine') },
  { name: 'that hangs', read: never },
  { name: 'without pages', read: () => ({}) },
])('a reader $name loses only its paper', async ({ read }) => {
  const folder = temporaryFolder()
  writeSmallPapers(folder, 1)
  writeFileSync(join(folder, 'one.odd'), 'x')
  const reader = { name: 'odd', endings: ['.odd'], timeoutMs: 50, read: read as never }
  const workspace = join(folder, '.corpora')
  await using gloss = await openGloss({ workspace, env: {}, plugIns: { readers: [reader] } })
  const { kept, failed: lost } = await gloss.ingest([folder], { topic: 'none' })
  expect({ kept, lost }).toEqual({ kept: 1, lost: { plugin_failed: 1 } })
})

describe('a module', () => {
  it.each([
    ['that does not exist', null, /There is no module/],
    ['with a fault', 'export const backend = {', /cannot be loaded/],
    ['that exports something else', 'export const other = 1', /does not export `backend`; it exports other/],
    [
      'whose backend lacks a method',
      'export const backend = { name: "x" }',
      /backend.open: expected a function/,
    ],
  ])('%s is refused by the command line', async (_, text, says) => {
    const cwd = temporaryFolder()
    if (text !== null) writeFileSync(join(cwd, 'mine.mjs'), text)
    const workspace = ['--workspace', join(shared, 'corpora')]
    const { code, stderr } = await runCli(['retrieve', QUERY, '--backend', './mine.mjs', ...workspace], {
      cwd,
    })
    expect([code, stderr]).toEqual([1, expect.stringMatching(says)])
    expect(stderr).toContain('[PLUGIN_INVALID]')
  })

  it('is never loaded because a variable or a corpus names it', async () => {
    const folder = temporaryFolder()
    const env = { GLOSS_EMBEDDER: join(folder, 'mine.mjs') }
    await expect(openGloss({ workspace: folder, env })).rejects.toMatchObject({ code: 'CONFIG_INVALID' })
  })

  it('of two that share a name, the second is refused', async () => {
    const first = { backends: { same: backendOf(() => []) } }
    const options = { workspace: temporaryFolder(), env: {} }
    await using _gloss = await openGloss({ ...options, plugIns: first })
    await expect(
      openGloss({ ...options, plugIns: { backends: { same: backendOf(() => []) } } }),
    ).rejects.toMatchObject({ code: 'PLUGIN_INVALID' })
  })
})
