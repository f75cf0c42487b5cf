/** Plug-ins with faults: each ends the question with a sentence that names the plug-in and the fault, never with wrong hits. */
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

/** Over three papers that were read once. */
function withPapers(plugIns: GivenPlugIns, onNotice = (_: string) => {}): Promise<GlossLibrary> {
  return openGloss({ workspace: join(shared, 'corpora'), env: {}, plugIns, onNotice })
}

describe('a backend', () => {
  const CASES = [
    {
      name: 'that throws',
      retrieve: () => {
        throw new Error('no index')
      },
      says: /backend faulty threw: no index/,
    },
    {
      name: 'that rejects',
      retrieve: async () => {
        throw new Error('gone')
      },
      says: /threw: gone/,
    },
    { name: 'that hangs', retrieve: never, says: /did not answer within 50 ms/ },
    { name: 'without a list', retrieve: () => ({ hits: [] }), says: /without a list of hits/ },
    { name: 'with NaN', retrieve: (unit: string) => [{ unit, score: Number.NaN }], says: /the score NaN/ },
    {
      name: 'with infinity',
      retrieve: (unit: string) => [{ unit, score: 1 / 0 }],
      says: /the score Infinity/,
    },
    {
      name: 'with a text for a score',
      retrieve: (unit: string) => [{ unit, score: '1' }],
      says: /the score 1,/,
    },
    {
      name: 'with an id of nobody',
      retrieve: () => [{ unit: 'x', score: 1 }],
      says: /"x", which is not a unit of the corpus/,
    },
    { name: 'with a hit of nothing', retrieve: () => [null], says: /hit without a unit/ },
    {
      name: 'with a unit twice',
      retrieve: (unit: string) => [
        { unit, score: 1 },
        { unit, score: 2 },
      ],
      says: /twice/,
    },
  ]

  it.for(CASES)('$name ends the question with PLUGIN_FAILED', async ({ retrieve, says }) => {
    let unit = ''
    await using gloss = await withPapers({
      backends: { faulty: backendOf(() => (retrieve as (unit: string) => unknown)(unit)) },
    })
    unit = (await gloss.retrieve(QUERY)).hits[0]?.unit ?? ''
    await expect(gloss.retrieve(QUERY, { backend: 'faulty' })).rejects.toMatchObject({
      code: 'PLUGIN_FAILED',
      message: expect.stringMatching(says),
    })
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
  const CASES = [
    { name: 'that hangs', embed: never, says: /did not answer within 50 ms/ },
    {
      name: 'with NaN',
      embed: (texts: readonly string[]) => texts.map(() => [Number.NaN, 1]),
      says: /not finite/,
    },
    {
      name: 'of another width',
      embed: (texts: readonly string[]) => texts.map(() => [1]),
      says: /width 1 where 2/,
    },
    { name: 'that loses a text', embed: () => [], says: /without as many vectors/ },
  ]

  it.for(CASES)('$name ends the ingest with PLUGIN_FAILED', async ({ embed, says }) => {
    const plugIns = { embedder: { name: 'bad', dims: 2, timeoutMs: 50, embed } }
    await using gloss = await openGloss({ workspace: temporaryFolder(), env: {}, plugIns })
    await expect(gloss.ingest([join(shared, 'papers')], { topic: 'none' })).rejects.toMatchObject({
      code: 'PLUGIN_FAILED',
      message: expect.stringMatching(says),
    })
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
      /lengths is a plug-in that this command was not given/,
    )
  })
})

describe('a reader', () => {
  const CASES = [
    {
      name: 'that throws',
      read: () => {
        throw new Error('not mine')
      },
      says: /threw: not mine/,
    },
    { name: 'that hangs', read: never, says: /within 50 ms/ },
    { name: 'without pages', read: () => ({}), says: /without a list of page texts/ },
  ]

  it.for(CASES)('$name loses its paper alone', async ({ read }) => {
    const folder = temporaryFolder()
    writeSmallPapers(folder, 1)
    writeFileSync(join(folder, 'one.odd'), 'x')
    const reader = { name: 'odd', endings: ['.odd'], timeoutMs: 50, read: read as never }
    await using gloss = await openGloss({
      workspace: join(folder, '.corpora'),
      env: {},
      plugIns: { readers: [reader] },
    })
    const { kept, failed } = await gloss.ingest([folder], { topic: 'none' })
    expect({ kept, failed }).toEqual({ kept: 1, failed: { plugin_failed: 1 } })
  })
})

describe('a module', () => {
  const CASES = [
    { name: 'that is not there', text: null, says: /There is no module/ },
    { name: 'with a fault', text: 'export const backend = {', says: /cannot be loaded/ },
    {
      name: 'that exports something else',
      text: 'export const other = 1',
      says: /does not export `backend`; it exports other/,
    },
    {
      name: 'whose backend lacks a method',
      text: 'export const backend = { name: "x" }',
      says: /backend.open: expected a function/,
    },
  ]

  it.for(CASES)('$name is refused by the command line', async ({ text, says }) => {
    const cwd = temporaryFolder()
    if (text !== null) writeFileSync(join(cwd, 'mine.mjs'), text)
    const { code, stderr } = await runCli(
      ['retrieve', QUERY, '--backend', './mine.mjs', '--workspace', join(shared, 'corpora')],
      { cwd },
    )
    expect(code).toBe(1)
    expect(stderr).toMatch(says)
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
