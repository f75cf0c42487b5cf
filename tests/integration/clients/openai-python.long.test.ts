/** The official `openai` client for Python, pointed at the proxy. */
import { describe, expect, it } from 'vitest'
import type { GlossReport } from '../../../api/index.ts'
import { doubtfulAnswers } from '../../fixtures/doubtful-turn.ts'
import { haplotypeWorkspace, openProxied } from '../../fixtures/proxied.ts'
import { askWithPython, hasPythonClients, orWithoutPython } from '../../fixtures/python-clients.ts'

describe.skipIf(!hasPythonClients)(orWithoutPython('the openai client for Python'), () => {
  it('streams', async () => {
    await using proxied = await openProxied({ text: 'Seven “haplotypes” 🧬.', wire: { cutSeed: 3 } })
    expect(await askWithPython(proxied.url, 'streamed')).toMatchObject({
      text: 'Seven “haplotypes” 🧬.',
      tokens: proxied.upstream.counted().completionTokens,
      finish: 'stop',
      ids: 1,
    })
  })

  it('gets whole answers', async () => {
    await using proxied = await openProxied({ text: 'Seven.' })
    const seen = await askWithPython(proxied.url, 'whole')
    expect(seen).toMatchObject({ text: 'Seven.', finish: 'stop' })
  })

  it('calls tools', async () => {
    await using proxied = await openProxied({ toolCalls: [{ name: 'count', arguments: '{"of":"x"}' }] })
    expect(await askWithPython(proxied.url, 'tool')).toEqual({ name: 'count', arguments: { of: 'x' } })
  })

  it('lists models', async () => {
    await using proxied = await openProxied({ text: 'x' })
    const { ids } = await askWithPython(proxied.url, 'models')
    expect(ids).toEqual(expect.arrayContaining(['scripted', 'gloss', 'static']))
  })

  it('gets vectors, packed as it asks for them', async () => {
    await using proxied = await openProxied({ text: 'x' })
    const embedder = await proxied.served.gloss.embedder('static')
    const [vector] = await embedder.embed(['ACE haplotypes'])
    expect(await askWithPython(proxied.url, 'embeddings')).toEqual({
      widths: [256, 256],
      first: Array.from(vector!.subarray(0, 4)),
    })
  })

  it('gets failures with kind, status and message', async () => {
    const body = JSON.stringify({ error: { message: 'Slow down' } })
    await using proxied = await openProxied({ fault: { kind: 'status', status: 429, body } })
    expect(await askWithPython(proxied.url, 'failure')).toMatchObject({
      kind: 'RateLimitError',
      status: 429,
      message: expect.stringContaining('Slow down'),
    })
    await using alone = await openProxied({ text: 'x' }, { settings: { llmUrl: undefined } })
    expect(await askWithPython(alone.url, 'failure')).toMatchObject({
      kind: 'ConflictError',
      status: 409,
      code: 'MODEL_UNCONFIGURED',
    })
  })

  it('gets one answer with what the corpus knows, streamed and whole', async () => {
    const workspace = await haplotypeWorkspace()
    await using proxied = await openProxied(doubtfulAnswers(), { settings: { workspace } })
    for (const task of ['streamed', 'whole']) {
      const { text, gloss, finish, tokens, ids } = await askWithPython(proxied.url, task)
      const { injections, ledger } = gloss as GlossReport
      expect(String(text).slice(...(injections[0]?.span ?? []))).toBe(injections[0]?.text)
      const spent = Object.values(ledger).reduce((sum, row) => sum + row.completionTokens, 0)
      expect([finish, tokens, ids ?? 1]).toEqual(['stop', spent, 1])
    }
  })

  it('frees the model server when it leaves', async () => {
    await using proxied = await openProxied({ text: 'x'.repeat(4_000), paceMs: 5 })
    expect(await askWithPython(proxied.url, 'leaving')).toEqual({ left: true })
    expect((await proxied.upstream.requests[0]!.ended).how).toBe('left')
  })
})
