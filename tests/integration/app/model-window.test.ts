/** Tests the context window, as set, else as reported by the server, else the default, and its use by an ingest with a model. */
import { describe, expect, it, onTestFinished } from 'vitest'
import { diagnose, type Gloss, type IngestRequest, importPath, ingestPaths } from '../../../app/index.ts'
import { startScriptedServer } from '../../fakes/scripted-llm/server.ts'
import { openedGloss, writtenFile } from '../../fixtures/opened-gloss.ts'

const MODEL = 'some/model'
const ANSWER = 'name,year,locator,topic,quote\nSYNTHESIZED_POINT_SUMMARY,N/A,N/A,N/A,"It binds."\n'

async function open(
  pages: Readonly<Record<string, unknown>>,
  env: Readonly<Record<string, string>> = {},
  text = ANSWER,
) {
  const server = await startScriptedServer({ answers: () => ({ text, finish: 'stop' }), pages })
  onTestFinished(() => server[Symbol.asyncDispose]())
  const gloss = await openedGloss({}, { GLOSS_LLM_URL: server.url, GLOSS_LLM_MODEL: MODEL, ...env })
  return { server, gloss }
}

const listed = (...data: readonly object[]) => ({ '/v1/models': { object: 'list', data } })
/** Servers that give the model 40,960 tokens, and how each says so. */
const SERVERS = {
  'vLLM and SGLang': listed({ id: 'other', max_model_len: 9 }, { id: MODEL, max_model_len: 40_960 }),
  'OpenRouter, whose best provider takes less': listed({
    ...{ id: MODEL, context_length: 163_840, top_provider: { context_length: 40_960 } },
  }),
  Groq: listed({ id: MODEL, context_window: 40_960 }),
  'llama.cpp, a slot of which has a share of the whole': {
    '/props': { default_generation_settings: { n_ctx: 40_960 }, total_slots: 4, chat_template: '' },
  },
  'LM Studio, as loaded': {
    '/api/v0/models': { data: [{ id: MODEL, loaded_context_length: 40_960, max_context_length: 131_072 }] },
  },
  'Ollama, as loaded': { '/api/ps': { models: [{ name: `${MODEL}:latest`, context_length: 40_960 }] } },
  'Ollama, as its Modelfile chooses': {
    '/api/show': {
      parameters: 'num_ctx    40960\nstop "x"',
      model_info: { 'llama.context_length': 131_072 },
    },
  },
}
const LISTED = SERVERS['vLLM and SGLang']
const SILENT = {
  'says nothing': {},
  'knows another model': listed({ id: 'other', max_model_len: 40_960 }),
  'says what the model could take, not what it is given': {
    '/api/show': { model_info: { 'llama.context_length': 131_072 } },
  },
  'says nonsense': listed({ id: MODEL, max_model_len: 'many', context_length: -1 }),
}

describe('the context window', () => {
  it.each(Object.entries(SERVERS))('is what the server says: %s', async (_, pages) => {
    const { gloss } = await open(pages)
    expect(await gloss.chats.window()).toMatchObject({ tokens: 40_960, source: 'server' })
  })

  it.each(Object.entries(SILENT))('is the default if the server %s', async (_, pages) => {
    const { gloss } = await open(pages)
    expect(await gloss.chats.window('reader')).toMatchObject({ tokens: 8_192, source: 'default' })
  })

  it('is the setting, whatever the server says', async () => {
    const { gloss } = await open(LISTED, { GLOSS_LLM_CONTEXT: '16384' })
    expect(await gloss.chats.window()).toMatchObject({ tokens: 16_384, source: 'setting' })
  })

  it('is asked of the server of the role', async () => {
    const { server } = await open(LISTED)
    const roles = { GLOSS_LLM_READER_URL: server.url, GLOSS_LLM_READER_MODEL: MODEL }
    const { gloss } = await open({}, roles)
    expect((await gloss.chats.window('reader')).tokens).toBe(40_960)
    expect((await gloss.chats.window('summariser')).tokens).toBe(8_192)
  })

  it('is asked for again if nothing answered', async () => {
    const { server, gloss } = await open(LISTED)
    const gone = await openedGloss({}, { GLOSS_LLM_URL: 'http://127.0.0.1:9/v1', GLOSS_LLM_MODEL: MODEL })
    expect((await gone.chats.window()).source).toBe('default')
    expect((await gloss.chats.window()).tokens).toBe(40_960)
    expect(server.requests).toHaveLength(0)
  })

  it('is that of the prompt in which vanna shows examples', async () => {
    const lengths: number[] = []
    for (const tokens of [3_500, 40_960]) {
      const { gloss, server } = await open(listed({ id: MODEL, max_model_len: tokens }))
      const path = writtenFile(['Lupeol is a triterpene of birch bark.'])
      await importPath(gloss, { format: 'units', path }, new AbortController().signal)
      await (await gloss.session()).retrieve({ query: 'How many papers name lupeol?', backend: 'vanna' })
      lengths.push(JSON.stringify(server.requests[0]?.body.messages).length)
    }
    expect(lengths[0]).toBeLessThan(lengths[1]!)
  })

  it('is shown by doctor', async () => {
    const { gloss } = await open(SERVERS['llama.cpp, a slot of which has a share of the whole'])
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
    const consent = async () => true
    const paths = [writtenFile(LONG)]
    const asked = { topic: 'none', summariser: 'llm', consent, ...request, paths } as const
    return ingestPaths(gloss, asked, () => undefined, new AbortController().signal)
  }

  it('reads a long paper in one call if the server has room for it, and says so', async () => {
    const { gloss, server } = await open(LISTED)
    const result = await ingest(gloss)
    expect(result).toMatchObject({ kept: 1, units: 1, window: { tokens: 40_960, source: 'server' } })
    expect(server.requests).toHaveLength(1)
  })

  it('asks what was agreed to, part by part if there is less room', async () => {
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
    const nothing = 'SYNTHESIZED_POINT_SUMMARY,N/A,N/A,N/A,""'
    const { gloss } = await open({}, { GLOSS_LLM_CONTEXT: '65536' }, nothing)
    expect(await ingest(gloss)).toMatchObject({
      kept: 0,
      failed: { model_answer_invalid: 1 },
      losses: { empty_quote: 1, part_without_units: 1 },
    })
  })

  it('extracts claims from papers of every subject if no topic is named, and keeps to a named one', async () => {
    const { gloss } = await open({})
    const first = await ingest(gloss, { summariser: 'llm-claims', topic: undefined, dryRun: true })
    expect(first.topic).toBe('none')
    const named = await ingest(gloss, { summariser: 'llm-claims', topic: 'biochem', dryRun: true })
    expect(named.topic).toBe('biochem')
  })
})
