import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Extraction } from '../../../corpus/index.ts'
import {
  extractAll,
  type OpenIePass,
  type OpenIeUnit,
  openIeMade,
} from '../../../graph/openie/extract-all.ts'
import { projectOpenIe } from '../../../graph/openie/project.ts'
import { readBundledPrices } from '../../../models/adapters/bundled-prices.ts'
import {
  openScriptedServer,
  type ScriptedReply,
  type ScriptedRequest,
  type ScriptedServer,
} from '../../../scripts/lib/scripted-llm/server.ts'
import { type MemoryAnswerCache, memoryAnswerCache } from '../../fakes/memory-answer-cache.ts'
import { openOpenAiChat } from '../../fakes/openai-chat.ts'

const signal = new AbortController().signal
const UNITS: readonly OpenIeUnit[] = Array.from({ length: 20 }, (_, i) => ({
  id: `u${i}`,
  text: `Drug${i} inhibits ACE.`,
}))

async function* unitsOf(units: readonly OpenIeUnit[]): AsyncIterable<OpenIeUnit> {
  yield* units
}

/** A model that reads `DrugN inhibits ACE.` */
function reading({ body }: ScriptedRequest): ScriptedReply {
  const question = body.messages?.at(-1)?.content ?? ''
  const drug = /Drug\d+/.exec(question)?.[0] ?? ''
  if (question.includes('named entity list'))
    return { text: JSON.stringify({ triples: [[drug, 'inhibits', 'ACE']] }) }
  return { text: JSON.stringify({ named_entities: [drug, 'ACE'] }) }
}

const many = (times: number, reply: ScriptedReply | typeof reading) =>
  Array.from({ length: times }, () => reply)

describe('OpenIE of a corpus', () => {
  let server: ScriptedServer
  let cache: MemoryAnswerCache
  let kept: Extraction[]
  beforeEach(async () => {
    server = await openScriptedServer()
    cache = memoryAnswerCache()
    kept = []
  })
  afterEach(() => server[Symbol.asyncDispose]())

  const chat = () => openOpenAiChat({ url: server.url, model: 'gpt-4o', maxRetries: 0 })
  const run = (units: readonly OpenIeUnit[], more: Partial<OpenIePass> = {}, inner = signal) =>
    extractAll(
      {
        units: unitsOf(units),
        chat: chat(),
        cache,
        contextTokens: 8_192,
        onExtracted: async (extractions) => void kept.push(...extractions),
        ...more,
      },
      inner,
    )
  const project = () =>
    projectOpenIe(unitsOf(UNITS), {
      model: 'gpt-4o',
      contextTokens: 8_192,
      prices: readBundledPrices(),
      cache,
    })

  it('hands on every unit in order and counts what was asked', async () => {
    server.reply(...many(40, reading))
    const report = await run(UNITS)
    expect(kept.map(({ unit }) => unit)).toEqual(UNITS.map(({ id }) => id))
    expect(kept[3]).toEqual({
      unit: 'u3',
      made: openIeMade({ id: 'gpt-4o' }),
      entities: ['Drug3', 'ACE'],
      triples: [['Drug3', 'inhibits', 'ACE']],
      facts: [{ subject: 'drug3', predicate: 'inhibits', object: 'ace' }],
    })
    expect(report).toEqual({
      seen: 20,
      extracted: 20,
      failed: {},
      entities: 40,
      facts: 20,
      losses: {},
      calls: 40,
      cachedCalls: 0,
      promptTokens: 400,
      completionTokens: 200,
      estimated: false,
    })
  })

  it('has no more units in flight than it is allowed', async () => {
    let waiting = 0
    let most = 0
    const model = {
      id: 'slow',
      async complete() {
        most = Math.max(most, ++waiting)
        await new Promise((resolve) => setImmediate(resolve))
        waiting--
        return {
          text: '{"named_entities": [], "triples": []}',
          finish: 'stop' as const,
          usage: { promptTokens: 1, completionTokens: 1, estimated: true },
        }
      },
    }
    expect(await run(UNITS, { chat: model, concurrency: 3 })).toMatchObject({
      extracted: 20,
      facts: 0,
      estimated: true,
    })
    expect(most).toBe(3)
  })

  it('goes on after a kill without asking for anything twice', async () => {
    const stop = new AbortController()
    server.reply(...many(40, reading))
    const onProgress: NonNullable<OpenIePass['onProgress']> = ({ seen }) => {
      if (seen === 7) stop.abort()
    }
    await expect(run(UNITS, { onProgress, concurrency: 1 }, stop.signal)).rejects.toThrow('aborted')
    expect(kept).toHaveLength(7)
    const asked = server.requests.length
    kept = []
    expect(await run(UNITS)).toMatchObject({ extracted: 20, calls: 40 - asked, cachedCalls: asked })
    expect(server.requests).toHaveLength(40)
    expect(kept).toHaveLength(20)
  })

  it('leaves a unit undone that the model says nothing readable of, and asks again the next time', async () => {
    server.reply(reading, reading, { text: 'hm' }, { text: 'hm' }, reading, reading)
    const first = await run(UNITS.slice(0, 3), { concurrency: 1 })
    expect(first).toMatchObject({
      seen: 3,
      extracted: 2,
      failed: { MODEL_ANSWER_INVALID: 1 },
      losses: { entities_unreadable: 1 },
      calls: 6,
    })
    expect(kept.map(({ unit }) => unit)).toEqual(['u0', 'u2'])
    server.reply(reading, reading)
    expect(await run(UNITS.slice(1, 2))).toMatchObject({ extracted: 1, calls: 2, failed: {} })
  })

  it('passes over a unit that the server refuses', async () => {
    server.reply(reading, reading, { status: 400, body: '{"error": {"message": "no"}}' }, reading, reading)
    expect(await run(UNITS.slice(0, 3), { concurrency: 1 })).toMatchObject({
      extracted: 2,
      failed: { MODEL_REFUSED: 1 },
    })
  })

  it('stops where the server is gone, with what there is handed on', async () => {
    server.reply(reading, reading, ...many(30, 'hang-up'))
    await expect(run(UNITS, { concurrency: 1 })).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' })
    expect(kept.map(({ unit }) => unit)).toEqual(['u0'])
    // The first hang-up met a connection that had been used before: it is sent again on a new one.
    expect(server.requests).toHaveLength(8)
  })

  it('projects the calls, tokens and cost that are left', async () => {
    const before = await project()
    expect(before).toMatchObject({ units: 20, calls: 40, cachedCalls: 0 })
    expect(before.promptTokens).toBeGreaterThan(20 * 400)
    expect(before.cost).toBeGreaterThan(0)
    server.reply(...many(11, reading))
    await expect(run(UNITS, { concurrency: 1 })).rejects.toThrow()
    expect(await project()).toMatchObject({ units: 20, calls: 29, cachedCalls: 11 })
    server.reply(...many(29, reading))
    await run(UNITS)
    expect(await project()).toMatchObject({
      calls: 0,
      cachedCalls: 40,
      promptTokens: 0,
      completionTokens: 0,
      cost: 0,
    })
  })
})
