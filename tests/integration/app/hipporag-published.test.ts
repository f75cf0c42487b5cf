/** Tests HippoRAG 2 as published: a model filters the facts nearest to the question; if it keeps none, retrieval is by vectors alone. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type BackendName, type Gloss, importPath, loadConfig, openGloss } from '../../../app/index.ts'
import { openScriptedServer, type ScriptedServer } from '../../fakes/scripted-llm/server.ts'
import { hippoRagJson } from '../../fixtures/hipporag-file.ts'
import { sharedFolder } from '../../fixtures/temporary-folder.ts'

const PASSAGES = [
  { passage: 'Lupeol is a triterpene of birch bark.', triples: [['Lupeol', 'occurs in', 'birch bark']] },
  { passage: 'Birch bark is sold in Finland.', triples: [['birch bark', 'is sold in', 'Finland']] },
  { passage: 'The p53 protein guards the genome.', triples: [['p53', 'guards', 'genome']] },
  { passage: 'The genome of the birch was read in Finland.', triples: [['birch', 'read in', 'Helsinki']] },
]
const QUERY = 'In which country is the bark sold that lupeol occurs in?'
const never = new AbortController().signal
const answer = (facts: string) => `[[ ## fact_after_filter ## ]]\n${facts}\n\n[[ ## completed ## ]]`
const SOLD = '{"fact": [["birch bark", "is sold in", "finland"]]}'

describe('hipporag:published', () => {
  let server: ScriptedServer
  let gloss: Gloss
  const folder = sharedFolder()
  beforeAll(async () => {
    server = await openScriptedServer()
    const env = { GLOSS_LLM_URL: server.url, GLOSS_LLM_MODEL: 'gpt-4o' }
    gloss = await openGloss(loadConfig({ workspace: folder, embedder: 'static' }, env))
    const path = join(folder, 'file.json')
    writeFileSync(path, JSON.stringify(hippoRagJson(PASSAGES)))
    await importPath(gloss, { format: 'hipporag', path }, never)
  })
  afterAll(async () => {
    await gloss.close()
    await server[Symbol.asyncDispose]()
  })
  let askedBefore = 0
  beforeEach(() => {
    askedBefore = server.requests.length
  })
  const askedNow = () => server.requests.slice(askedBefore)

  const ask = async (backend: BackendName, query = QUERY) =>
    (await gloss.session()).retrieve({ query, backend, explain: true, k: 4 })
  const textsOf = ({ hits }: Awaited<ReturnType<typeof ask>>) => hits.map(({ text }) => text)

  it('shows the nearest facts to the model and walks from those that it keeps', async () => {
    server.reply({ text: answer(SOLD), usage: [3_000, 20] })
    const filtered = await ask('hipporag:published')
    expect(textsOf(filtered)[0]).toBe(PASSAGES[1]!.passage)
    expect(filtered.hits[0]?.why.facts).toMatchObject([{ predicate: 'is sold in', isStated: true }])
    expect(filtered.by).toBeUndefined()
    expect(filtered.usage).toMatchObject({ calls: 1, promptTokens: 3_000, completionTokens: 20 })
    expect(filtered.usage?.cost).toBeGreaterThan(0)
    expect(textsOf(await ask('hipporag:unfiltered'))[0]).toBe(PASSAGES[0]!.passage)
    const { messages = [], temperature, max_tokens } = askedNow()[0]!.body
    expect(messages).toHaveLength(22)
    expect(messages.at(-1)?.content).toContain('["lupeol", "occurs in", "birch bark"]')
    expect({ temperature, max_tokens }).toEqual({ temperature: 0, max_tokens: 512 })
    expect(askedNow()).toHaveLength(1)
  })

  it.each([
    { name: 'no fact', text: answer('{"fact": []}') },
    { name: 'JSON without the header', text: SOLD },
    { name: 'prose', text: 'The genome.' },
  ])('ranks by vectors alone if the model says $name', async ({ text }) => {
    server.reply({ text, usage: [3_000, 20] })
    const answered = await ask('hipporag:published')
    const dense = await ask('vanilla')
    expect(answered.hits).toEqual(dense.hits)
    expect(answered).toMatchObject({ by: 'vanilla', usage: { calls: 1 } })
    expect(askedNow()).toHaveLength(1)
  })

  it('reports a server that refuses, not a filter that kept nothing', async () => {
    server.reply({ status: 401, body: 'no' })
    await expect(ask('hipporag:published')).rejects.toMatchObject({ code: 'MODEL_REFUSED' })
  })
})
