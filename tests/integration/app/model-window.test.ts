/** Tests the context window, as set, else as reported by the server, else the default, and its use by an ingest with a model. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  diagnose,
  type Gloss,
  type IngestRequest,
  importPath,
  ingestPaths,
  loadConfig,
  openGloss,
} from '../../../app/index.ts'
import { startScriptedServer } from '../../fakes/scripted-llm/server.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const MODEL = 'some/model'
const ANSWER = 'name,year,locator,topic,quote\nSYNTHESIZED_POINT_SUMMARY,N/A,N/A,N/A,"It binds."\n'

async function open(pages: Readonly<Record<string, unknown>>, env: Readonly<Record<string, string>> = {}) {
  const server = await startScriptedServer({ answers: () => ({ text: ANSWER, finish: 'stop' }), pages })
  onTestFinished(() => server[Symbol.asyncDispose]())
  const gloss = await openGloss(
    loadConfig(
      { workspace: temporaryFolder() },
      { GLOSS_LLM_URL: server.url, GLOSS_LLM_MODEL: MODEL, ...env },
    ),
  )
  onTestFinished(() => gloss.close())
  return { server, gloss }
}

const listed = (...data: readonly object[]) => ({ '/v1/models': { object: 'list', data } })
const SERVERS = [
  {
    name: 'vLLM and SGLang',
    pages: listed({ id: 'other', max_model_len: 9 }, { id: MODEL, max_model_len: 40_960 }),
  },
  {
    name: 'OpenRouter, whose best provider takes less',
    pages: listed({ id: MODEL, context_length: 163_840, top_provider: { context_length: 40_960 } }),
  },
  { name: 'Groq', pages: listed({ id: MODEL, context_window: 40_960 }) },
  {
    name: 'llama.cpp, a slot of which has a share of the whole',
    pages: {
      '/props': { default_generation_settings: { n_ctx: 40_960 }, total_slots: 4, chat_template: '' },
    },
  },
  {
    name: 'LM Studio, as loaded',
    pages: {
      '/api/v0/models': { data: [{ id: MODEL, loaded_context_length: 40_960, max_context_length: 131_072 }] },
    },
  },
  {
    name: 'Ollama, as loaded',
    pages: { '/api/ps': { models: [{ name: `${MODEL}:latest`, context_length: 40_960 }] } },
  },
  {
    name: 'Ollama, as its Modelfile chooses',
    pages: {
      '/api/show': {
        parameters: 'num_ctx    40960\nstop "x"',
        model_info: { 'llama.context_length': 131_072 },
      },
    },
  },
]
const SILENT = [
  { name: 'says nothing', pages: {} },
  { name: 'knows another model', pages: listed({ id: 'other', max_model_len: 40_960 }) },
  {
    name: 'says what the model could take, not what it is given',
    pages: { '/api/show': { model_info: { 'llama.context_length': 131_072 } } },
  },
  { name: 'says nonsense', pages: listed({ id: MODEL, max_model_len: 'many', context_length: -1 }) },
]

describe('the context window', () => {
  it.each(SERVERS)('is what the server says: $name', async ({ pages }) => {
    const { gloss } = await open(pages)
    expect(await gloss.chats.window()).toMatchObject({ tokens: 40_960, source: 'server' })
  })

  it.each(SILENT)('is the default where the server $name', async ({ pages }) => {
    const { gloss } = await open(pages)
    expect(await gloss.chats.window('reader')).toMatchObject({ tokens: 8_192, source: 'default' })
  })

  it('is the setting, whatever the server says', async () => {
    const { gloss } = await open(SERVERS[0]!.pages, { GLOSS_LLM_CONTEXT: '16384' })
    expect(await gloss.chats.window()).toMatchObject({ tokens: 16_384, source: 'setting' })
  })

  it('is asked of the server of the role', async () => {
    const { server } = await open(SERVERS[0]!.pages)
    const roles = { GLOSS_LLM_READER_URL: server.url, GLOSS_LLM_READER_MODEL: MODEL }
    const { gloss } = await open({}, roles)
    expect((await gloss.chats.window('reader')).tokens).toBe(40_960)
    expect((await gloss.chats.window('summariser')).tokens).toBe(8_192)
  })

  it('is asked for again where nothing answered', async () => {
    const { server, gloss } = await open(SERVERS[0]!.pages)
    const away = { GLOSS_LLM_URL: 'http://127.0.0.1:9/v1', GLOSS_LLM_MODEL: MODEL }
    const gone = await openGloss(loadConfig({ workspace: temporaryFolder() }, away))
    onTestFinished(() => gone.close())
    expect((await gone.chats.window()).source).toBe('default')
    expect((await gloss.chats.window()).tokens).toBe(40_960)
    expect(server.requests).toHaveLength(0)
  })

  it('is that of the prompt in which vanna shows examples', async () => {
    const lengths: number[] = []
    for (const tokens of [3_500, 40_960]) {
      const { gloss, server } = await open(listed({ id: MODEL, max_model_len: tokens }))
      const path = join(temporaryFolder(), 'units.json')
      writeFileSync(path, JSON.stringify(['Lupeol is a triterpene of birch bark.']))
      await importPath(gloss, { format: 'units', path }, new AbortController().signal)
      await (await gloss.session()).retrieve({ query: 'How many papers name lupeol?', backend: 'vanna' })
      lengths.push(JSON.stringify(server.requests[0]?.body.messages).length)
    }
    expect(lengths[0]).toBeLessThan(lengths[1]!)
  })

  it('is shown by doctor', async () => {
    const { gloss } = await open(SERVERS[3]!.pages)
    const { findings } = await diagnose(gloss, new AbortController().signal)
    const { detail } = findings.find(({ what }) => what === 'chat model')!
    expect(detail).toContain('a window of 40,960 tokens (/props of the server)')
  })
})

describe('an ingest by a model', () => {
  const LONG = Array.from(
    { length: 600 },
    (_, i) => `Compound ${i} inhibited the enzyme of strain ${i}.`,
  ).join(' ')
  const ingest = (gloss: Gloss, request: Partial<IngestRequest> = {}) => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'long.txt'), LONG)
    const consent = async () => true
    const asked = { topic: 'none', summariser: 'llm', consent, ...request, paths: [folder] } as const
    return ingestPaths(gloss, asked, () => undefined, new AbortController().signal)
  }

  it('reads a long paper in one call where the server has room for it, and says so', async () => {
    const { gloss, server } = await open(SERVERS[0]!.pages)
    const result = await ingest(gloss)
    expect(result).toMatchObject({ kept: 1, units: 1, window: { tokens: 40_960, source: 'server' } })
    expect(server.requests).toHaveLength(1)
  })

  it('asks what was agreed to, part by part where there is less room', async () => {
    const { gloss, server } = await open({})
    const projections: string[] = []
    const consent = async (projection: string) => projections.push(projection) > 0
    expect(await ingest(gloss, { consent })).toMatchObject({
      kept: 1,
      window: { tokens: 8_192, source: 'default' },
    })
    const calls = Number(/: (\d+) calls/.exec(projections[0]!)?.[1])
    expect(calls).toBeGreaterThan(2)
    // Two parts with one point each need no merging.
    expect(server.requests.length).toBe(calls - 1)
    expect(projections[0]).toContain('in a window of 8,192 tokens (the default')
  })

  it('counts what was lost of a paper that failed', async () => {
    const server = await startScriptedServer({
      answers: () => ({ text: 'SYNTHESIZED_POINT_SUMMARY,N/A,N/A,N/A,""', finish: 'stop' }),
    })
    onTestFinished(() => server[Symbol.asyncDispose]())
    const env = { GLOSS_LLM_URL: server.url, GLOSS_LLM_MODEL: MODEL, GLOSS_LLM_CONTEXT: '65536' }
    const gloss = await openGloss(loadConfig({ workspace: temporaryFolder() }, env))
    onTestFinished(() => gloss.close())
    expect(await ingest(gloss)).toMatchObject({
      kept: 0,
      failed: { model_answer_invalid: 1 },
      losses: { empty_quote: 1, part_without_units: 1 },
    })
  })

  it('claims papers of every subject where no topic is named, and keeps to a named one', async () => {
    const { gloss } = await open({})
    const first = await ingest(gloss, { summariser: 'llm-claims', topic: undefined, dryRun: true })
    expect(first.topic).toBe('none')
    const named = await ingest(gloss, { summariser: 'llm-claims', topic: 'biochem', dryRun: true })
    expect(named.topic).toBe('biochem')
  })
})
