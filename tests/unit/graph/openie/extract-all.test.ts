/** The pass over a corpus: batches, order, failures in a row. */
import { describe, expect, it } from 'vitest'
import { GlossError } from '../../../../core/index.ts'
import { extractAll, type OpenIePass, openIeMade } from '../../../../graph/openie/extract-all.ts'
import { OPENIE_PROMPT_HASH } from '../../../../graph/openie/prompts.ts'
import type { ChatModel, ChatRequest } from '../../../../models/index.ts'

const signal = new AbortController().signal
const USAGE = { promptTokens: 10, completionTokens: 5, estimated: false }

/** Answers with no entities and no triples; a text with "gone" meets no server, one with "odd" nothing readable. */
function modelOf(onAsked: (request: ChatRequest) => Promise<void> = async () => undefined): ChatModel {
  return {
    id: 'a-model',
    async complete(request) {
      await onAsked(request)
      const asked = request.messages.map(({ content }) => content).join('\n')
      if (asked.includes('gone')) throw new GlossError('MODEL_UNAVAILABLE', 'gone')
      if (asked.includes('broken')) throw new Error('a bug')
      const text = asked.includes('odd') ? 'hm' : '{"named_entities": [], "triples": []}'
      return { text, finish: 'stop', usage: USAGE }
    },
  }
}

async function* unitsOf(texts: readonly string[]) {
  for (const [i, text] of texts.entries()) yield { id: `u${i}`, text }
}

async function run(texts: readonly string[], more: Partial<OpenIePass> = {}) {
  const batches: string[][] = []
  const seen: number[] = []
  const outcome = await extractAll(
    {
      units: unitsOf(texts),
      chat: modelOf(),
      cache: null,
      contextTokens: 8_192,
      onExtracted: async (some) => void batches.push(some.map(({ unit }) => unit)),
      onProgress: (report) => void seen.push(report.seen),
      ...more,
    },
    signal,
  ).catch((error: unknown) => error)
  return { outcome, batches, seen }
}

const named = (count: number) => Array.from({ length: count }, (_, i) => `text ${i}`)

describe('OpenIE of a corpus', () => {
  it.each([
    { count: 0, sizes: [] },
    { count: 1, sizes: [1] },
    { count: 16, sizes: [16] },
    { count: 17, sizes: [16, 1] },
    { count: 33, sizes: [16, 16, 1] },
  ])('hands on $count extractions by sixteen, in order, and says so after each unit', async (given) => {
    const { outcome, batches, seen } = await run(named(given.count))
    expect(batches.map(({ length }) => length)).toEqual(given.sizes)
    expect(batches.flat()).toEqual(named(given.count).map((_, i) => `u${i}`))
    expect(seen).toEqual(named(given.count).map((_, i) => i + 1))
    expect(outcome).toMatchObject({
      seen: given.count,
      extracted: given.count,
      calls: 2 * given.count,
      failed: {},
    })
  })

  it('asks about four units at once where nothing else is said', async () => {
    let waiting = 0
    let most = 0
    const chat = modelOf(async () => {
      most = Math.max(most, ++waiting)
      await new Promise((resolve) => setImmediate(resolve))
      waiting--
    })
    await run(named(20), { chat })
    expect(most).toBe(4)
    most = 0
    await run(named(20), { chat, concurrency: 2 })
    expect(most).toBe(2)
  })

  it('leaves units undone that get no answer or none to be read, and counts why', async () => {
    const { outcome, batches } = await run(['a', 'gone', 'b', 'odd', 'gone too', 'c'])
    expect(batches).toEqual([['u0', 'u2', 'u5']])
    expect(outcome).toMatchObject({
      seen: 6,
      extracted: 3,
      failed: { MODEL_UNAVAILABLE: 2, MODEL_ANSWER_INVALID: 1 },
      losses: { entities_unreadable: 1 },
    })
  })

  it('ends at the fifth unit in a row without an answer, with what there is handed on', async () => {
    const { outcome, batches, seen } = await run(['a', ...Array<string>(9).fill('gone')], { concurrency: 1 })
    expect(outcome).toMatchObject({ code: 'MODEL_UNAVAILABLE' })
    expect(batches).toEqual([['u0']])
    expect(seen).toEqual([1, 2, 3, 4, 5, 6])
  })

  it.each([
    { name: 'an answer', between: 'a' },
    { name: 'an answer that cannot be read', between: 'odd' },
  ])('goes on where $name comes between', async ({ between }) => {
    const four = Array<string>(4).fill('gone')
    const { outcome } = await run([...four, between, ...four], { concurrency: 1 })
    expect(outcome).toMatchObject({ seen: 9, failed: { MODEL_UNAVAILABLE: 8 } })
  })

  it('ends at once at a fault of its own, with what there is handed on', async () => {
    const { outcome, batches } = await run(['a', 'broken', 'b'], { concurrency: 1 })
    expect(outcome).toMatchObject({ message: 'a bug' })
    expect(batches).toEqual([['u0']])
  })

  it('may be watched by nobody', async () => {
    const pass = { units: unitsOf(['a']), chat: modelOf(), cache: null, contextTokens: 8_192 }
    const report = await extractAll({ ...pass, onExtracted: async () => undefined }, signal)
    expect(report).toMatchObject({ seen: 1, extracted: 1 })
  })

  it('marks what it made by the model and the prompts', async () => {
    expect(openIeMade({ id: 'a-model' })).toBe(`openie:a-model:${OPENIE_PROMPT_HASH}`)
    const made: string[] = []
    await run(['a'], { onExtracted: async (some) => void made.push(...some.map((one) => one.made)) })
    expect(made).toEqual([openIeMade({ id: 'a-model' })])
  })
})
