import { describe, expect, it } from 'vitest'
import type { Extraction } from '../../../corpus/index.ts'
import { extractAll, filterFacts } from '../../../graph/openie/index.ts'
import { createCachedChat } from '../../../models/index.ts'
import { memoryAnswerCache } from '../../fakes/memory-answer-cache.ts'
import { openOpenAiChat } from '../../fakes/openai-chat.ts'

const { GLOSS_TEST_LLM_URL: url = '' } = process.env
const name = 'OpenIE on a real server'
const signal = new AbortController().signal

/** Few, because two busy cores write some three tokens a second. */
const MAX_TOKENS = 64
const TEXT = 'Lupeol from Phoenix paludosa inhibited the angiotensin-converting enzyme.'

// A small base model is rarely right, so only the mechanics can be asserted.
describe.skipIf(url === '')(url === '' ? `${name} (skipped: GLOSS_TEST_LLM_URL is not set)` : name, () => {
  const model = () => openOpenAiChat({ url, model: 'default', maxRetries: 0, timeoutMs: 250_000 })

  const shortened: ReturnType<typeof model>['complete'] = (request, inner) =>
    model().complete({ ...request, maxTokens: MAX_TOKENS }, inner)

  it('gives names and triples in the form asked for, or says that they could not be read', async () => {
    const cache = memoryAnswerCache()
    const extract = async () => {
      const kept: Extraction[] = []
      const units = (async function* () {
        yield { id: 'u1', text: TEXT }
      })()
      const chat = { ...model(), complete: shortened }
      const onExtracted = async (some: readonly Extraction[]) => void kept.push(...some)
      const report = await extractAll({ units, chat, cache, contextTokens: 8_192, onExtracted }, signal)
      return { report, kept }
    }
    const { report, kept } = await extract()
    expect(report.extracted).toBe(kept.length)
    for (const { entities, triples } of kept) {
      for (const entity of entities) expect(entity).not.toBe('')
      // Held to the form by the server, where the answer does not end within a triple.
      for (const triple of triples) expect(triple).toHaveLength(3)
    }
    if (kept.length === 0) return
    expect(await extract()).toMatchObject({ kept, report: { cachedCalls: 2, calls: 0 } })
  })

  it('filters facts to some of those shown, none, or an answer that cannot be read', async () => {
    const candidates = [
      { subject: 'lupeol', predicate: 'inhibits', object: 'ace' },
      { subject: 'paris', predicate: 'is in', object: 'france' },
    ]
    const chat = createCachedChat({ ...model(), complete: shortened }, null, () => undefined)
    const filtered = await filterFacts('What inhibits ACE?', candidates, chat, signal)
    if (filtered.outcome === 'kept')
      for (const index of filtered.kept) expect(candidates[index]).toBeDefined()
    else expect(['said_none', 'unreadable']).toContain(filtered.outcome)
  })

  it('stops at once when it is aborted', async () => {
    const stop = new AbortController()
    const units = async function* () {
      yield { id: 'u1', text: TEXT }
      stop.abort()
      yield { id: 'u2', text: TEXT }
    }
    const pass = {
      units: units(),
      chat: model(),
      cache: null,
      contextTokens: 8_192,
      onExtracted: async () => undefined,
    }
    await expect(extractAll(pass, stop.signal)).rejects.toThrow('aborted')
  })
})
