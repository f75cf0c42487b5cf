import { describe, expect, it } from 'vitest'
import { extractOpenIe } from '../../../graph/openie/extract.ts'
import { extractAll } from '../../../graph/openie/extract-all.ts'
import { filterFacts } from '../../../graph/openie/filter-facts.ts'
import { createCachedChat } from '../../../models/index.ts'
import { memoryAnswerCache } from '../../fakes/memory-answer-cache.ts'
import { openOpenAiChat } from '../../fakes/openai-chat.ts'

const { GLOSS_TEST_LLM_URL: url = '' } = process.env
const name = 'OpenIE on a real server'
const signal = new AbortController().signal

/** Few, because two busy cores write some three tokens a second. */
const LIMITS = { entityTokens: 40, tripleTokens: 64, textTokens: 500 }
const TEXT = 'Lupeol from Phoenix paludosa inhibited the angiotensin-converting enzyme.'

// A small base model is rarely right, so only the mechanics can be asserted.
describe.skipIf(url === '')(url === '' ? `${name} (skipped: GLOSS_TEST_LLM_URL is not set)` : name, () => {
  const model = () => openOpenAiChat({ url, model: 'default', maxRetries: 0, timeoutMs: 250_000 })

  it('gives names and triples in the form asked for, or says which step could not be read', async () => {
    const tokens: number[] = []
    const cache = memoryAnswerCache()
    const chat = createCachedChat(model(), cache, ({ usage }) => tokens.push(usage.completionTokens))
    const openIe = await extractOpenIe(TEXT, chat, signal, LIMITS)
    expect(Math.max(...tokens)).toBeLessThanOrEqual(LIMITS.tripleTokens)
    if (openIe.outcome === 'unreadable') return
    for (const entity of openIe.entities) expect(entity).not.toBe('')
    // Held to the form by the server, where the answer does not end within a triple.
    for (const triple of openIe.triples) expect(triple).toHaveLength(3)
    expect(cache.answers.size).toBeGreaterThanOrEqual(2)
    const asked = tokens.length
    expect(await extractOpenIe(TEXT, chat, signal, LIMITS)).toEqual(openIe)
    expect(tokens.slice(asked).every((count) => count === 0)).toBe(true)
  }, 600_000)

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
  }, 600_000)

  const shortened: ReturnType<typeof model>['complete'] = (request, inner) =>
    model().complete({ ...request, maxTokens: LIMITS.tripleTokens }, inner)

  it('stops at once when it is told to', async () => {
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
