/** Tests the preset `published` and the loop's settings at every entry of the service: their effect, and errors about contradictions. */
import { describe, expect, it } from 'vitest'
import { told } from '../../fixtures/client-turns.ts'
import { doubtfulAnswers, doubtfulQuestion } from '../../fixtures/doubtful-turn.ts'
import { haplotypeWorkspace, openProxied } from '../../fixtures/proxied.ts'
import { asking, jsonOf } from '../../fixtures/served-solver.ts'

const workspace = await haplotypeWorkspace()

const open = (settings = {}) => openProxied(doubtfulAnswers(), { settings: { workspace, ...settings } })
const QUERY = 'ACE haplotypes and the response to lisinopril'

const posted = (origin: string, path: string, body: object) => jsonOf(`${origin}${path}`, asking(body))

async function chatted(url: string, headers: Readonly<Record<string, string>>) {
  const sent = asking({ ...doubtfulQuestion, stream: true }, headers)
  const answer = await fetch(`${url}/chat/completions`, sent)
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
}

describe('the preset published', () => {
  it.each([
    ['/rag', { query: QUERY }],
    ['/solve', { question: QUERY }],
  ])(
    'is refused at %s, before a model is asked, if a backend contradicts it or the corpus has no facts',
    async (path, body) => {
      await using proxied = await open()
      const detail = expect.stringMatching(/"published" sets backend to .* "words"/)
      const preset = { ...body, preset: 'published' }
      const contradicted = await posted(proxied.origin, path, { ...preset, backend: 'words' })
      expect(contradicted).toMatchObject({ status: 400, code: 'INPUT_INVALID', detail })
      const missing = await posted(proxied.origin, path, preset)
      expect(missing).toMatchObject({ status: 409, code: 'GRAPH_MISSING' })
      expect(proxied.upstream.requests).toEqual([])
    },
  )

  it('is a header of /v1, refused in the same way', async () => {
    await using proxied = await open()
    const missing = await chatted(proxied.url, { 'x-gloss-preset': 'published' })
    expect([missing.status, missing.bytes.toString()]).toEqual([409, expect.stringMatching(/GRAPH_MISSING/)])
    const both = await chatted(proxied.url, { 'x-gloss-preset': 'published', 'x-gloss-monitor': 'lexical' })
    expect([both.status, both.bytes.toString()]).toEqual([400, expect.stringMatching(/sets monitor to/)])
    expect(proxied.upstream.requests).toEqual([])
  })
})

describe('settings of the loop', () => {
  it('act in /v1: without injections nothing is put in, and k is the number of units', async () => {
    await using proxied = await open()
    const unitsWith = async (settings: object) => {
      const { bytes } = await chatted(proxied.url, { 'x-gloss-settings': JSON.stringify(settings) })
      return (
        told(bytes).gloss[0]?.injections.flatMap(({ units }: { units: readonly object[] }) => units) ?? []
      )
    }
    expect(await unitsWith({ maxInjections: 0 })).toEqual([])
    expect(await unitsWith({ k: 1, maxInjections: 1 })).toHaveLength(1)
  })

  it.each([
    ['{"k": 0}', /k: /],
    ['{"windows": 3}', /windows/],
    ['[3]', /JSON object/],
  ])('are refused in /v1: %s', async (header, message) => {
    await using proxied = await open()
    const { status, bytes } = await chatted(proxied.url, { 'x-gloss-settings': header })
    expect([status, bytes.toString()]).toEqual([400, expect.stringMatching(message)])
  })

  it('act in /rag: backend, k and filter', async () => {
    await using proxied = await open()
    const texts = async (body: object): Promise<string[]> =>
      JSON.parse((await posted(proxied.origin, '/rag', { query: QUERY, ...body })).output)
    expect(await texts({ k: 2 })).toHaveLength(2)
    expect(await texts({ filter: { kinds: ['unit'] }, k: 5 })).not.toEqual(
      await texts({ filter: { kinds: ['passage'] }, k: 5 }),
    )
    expect(await texts({ backend: 'words', k: 5 })).not.toEqual(await texts({ backend: 'vanilla', k: 5 }))
  })
})
